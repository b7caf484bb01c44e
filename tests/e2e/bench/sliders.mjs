// Script time on the main thread while the threshold sliders move, a step a frame: `node tests/e2e/bench/sliders.mjs ADDRESS`, where
// ADDRESS is a served site (GROUNDSCOPE_CHROMIUM names another browser). Prints milliseconds a step for the sample in the viewer and for 100 boxes in <groundscope-score>.

import { chromium } from '@playwright/test';

const STEPS = 80;
/** A frame's share of script on the main thread. */
const BUDGET_MS = 8;

const [address = 'http://127.0.0.1:4173/'] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.GROUNDSCOPE_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(address);
  await page.getByTestId('try-sample').click();
  await page.locator('[data-testid="status"][data-phase="ready"]').waitFor({ timeout: 300_000 });
  await page.getByTestId('sample-references').click();
  await page.getByTestId('reference-0').click();
  await report('the sample in the viewer', page.getByTestId('rule-t1'));
  await page.evaluate(() => {
    const boxes = (shift) => Array.from({ length: 100 }, (_, n) => {
      const [x, y] = [20 + (n % 10) * 95 + shift, 20 + Math.floor(n / 10) * 70 + shift];
      return { class: n % 2 ? 'irf' : 'srf', box: [x, y, x + 60, y + 45] };
    });
    const file = (shift) => ({ format: 'groundscope-boxes/1', space: 'pixel', images: [{ id: 'a.png', width: 1000, height: 750, boxes: boxes(shift) }] });
    document.body.replaceChildren(Object.assign(document.createElement('groundscope-score'), { referencesData: file(0), predictionsData: file(12) }));
  });
  await page.getByTestId('reference-0').click();
  await report('100 expert boxes and 100 predicted ones in <groundscope-score>', page.getByTestId('rule-t1'));

  async function report(what, slider) {
    const times = [];
    for (let step = 1; step <= STEPS; step++) {
      const before = await scripted();
      await slider.evaluate((input, value) => {
        input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, String(step / 100));
      times.push((await scripted()) - before);
    }
    times.sort((a, b) => a - b);
    const [median, most] = [times[STEPS / 2], times.at(-1)];
    console.log(`${what}: ${median.toFixed(2)} ms a step, at most ${most.toFixed(2)} ms (${most < BUDGET_MS ? 'within' : 'OVER'} ${BUDGET_MS} ms)`);
  }

  async function scripted() {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ScriptDuration').value;
  }
} finally {
  await browser.close();
}
