// Drives a real Chromium through the page: reads the sample and prints what was found. Called by `cargo xtask demo --headless`:
//   node demo.mjs ADDRESS auto|cpu

import { chromium } from 'playwright-core';

const [address, device] = process.argv.slice(2);
const flags = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
// Without a GPU, Chromium's software adapter stands in: right numbers, no speed.
const webgpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

const browser = await chromium.launch({
  executablePath: process.env.GROUNDSCOPE_CHROMIUM,
  args: device === 'cpu' ? flags : [...flags, ...webgpu],
});
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));

  const opened = performance.now();
  const target = new URL(address);
  if (device === 'cpu') target.searchParams.set('device', 'cpu');
  await page.goto(target.href);
  await page.getByTestId('try-sample').click();
  const status = page.getByTestId('status');
  await status.and(page.locator('[data-phase="ready"], [data-phase="error"]')).waitFor({ timeout: 300_000 });
  const took = performance.now() - opened;

  if ((await status.getAttribute('data-phase')) === 'error') throw new Error(await page.getByTestId('error').innerText());
  const chip = page.getByTestId('device-chip');
  console.log(`device: ${await chip.getAttribute('data-device')} (${words(await chip.innerText())})`);
  console.log(`page open to first boxes: ${(took / 1000).toFixed(2)} s`);
  console.log(words(await page.getByTestId('summary').innerText()));
  const rows = await page.locator('[data-testid^="finding-"]').evaluateAll((elements) => elements.map((element) => ({
    name: element.dataset.testid.replace('finding-', ''), verdict: element.dataset.verdict, text: element.innerText,
  })));
  for (const row of rows) console.log(`  ${row.name.padEnd(20)} ${row.verdict.padEnd(10)} ${words(row.text)}`);
  await page.getByTestId('device-chip').click();
  console.log(words(await page.getByTestId('device-panel').innerText()));
  for (const problem of problems) console.log(`the page complained: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}

/** On one line. */
function words(text) {
  return text.replace(/\s+/g, ' ').trim();
}
