import 'groundscope';

document.addEventListener('groundscope-read', ({ detail }) => {
  document.querySelector('#present').textContent = detail.findings.filter(({ present }) => present).map((finding) => finding.class).join(' ');
});
