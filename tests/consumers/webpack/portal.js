import 'groundscope';
import { ask, configure, read } from 'groundscope/headless';

configure({ base: '/groundscope/' });
document.addEventListener('groundscope-read', ({ detail }) => {
  document.querySelector('#present').textContent = detail.findings.filter(({ present }) => present).map((finding) => finding.class).join(' ');
});

/** The same scan without the element: what was found, and an answer. */
window.readAlone = async () => {
  const scan = await (await fetch('/groundscope/sample.png')).blob();
  const findings = await read(scan, { device: 'cpu' });
  const answer = await ask('Is there intraretinal fluid?', findings);
  return { present: findings.findings.filter(({ present }) => present).map((finding) => finding.class).join(' '), answer: answer.text };
};
