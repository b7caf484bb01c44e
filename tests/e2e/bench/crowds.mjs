// Thousands of expert boxes: how long the tab stands still while they are loaded and while a box is drawn beside them:
// `node tests/e2e/bench/crowds.mjs ADDRESS` (GROUNDSCOPE_CHROMIUM names another browser).

import { chromium } from '@playwright/test';

const [address = 'http://127.0.0.1:4173/'] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.GROUNDSCOPE_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const count of [100, 1000, 10_000]) {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    await page.goto(address);
    await page.getByTestId('try-sample').click();
    await page.locator('[data-testid="status"][data-phase="ready"]').waitFor({ timeout: 300_000 });
    const [width, height, name] = await page.evaluate(() => {
      const { scan, name } = document.querySelector('groundscope-viewer').session.state;
      return [scan.width, scan.height, name];
    });
    const boxes = Array.from({ length: count }, (_, n) => {
      const [x, y] = [(n * 37) % (width - 12), (n * 53) % (height - 9)];
      return { class: ['irf', 'srf', 'drusen'][n % 3], box: [x, y, x + 11, y + 8] };
    });
    const file = JSON.stringify({ format: 'groundscope-boxes/1', space: 'pixel', images: [{ id: name, width, height, boxes }] });
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(window.longest, duration)))).observe({ entryTypes: ['longtask'] });
    });
    const started = Date.now();
    await page.getByTestId('references-input').setInputFiles({ name: 'boxes.json', mimeType: 'application/json', buffer: Buffer.from(file) });
    await page.getByTestId('reference-0').or(page.locator('[data-testid^="reference-"]').first()).first().waitFor({ timeout: 120_000 });
    console.log(`${count} expert boxes: listed after ${Date.now() - started} ms, the tab stood still for ${await longest()} ms at most`);
    await page.getByTestId('tool-draw').click();
    const scan = await page.getByTestId('scan').boundingBox();
    await page.mouse.move(scan.x + 60, scan.y + 60);
    await page.mouse.down();
    for (let step = 1; step <= 30; step++) await page.mouse.move(scan.x + 60 + 3 * step, scan.y + 60 + 2 * step);
    await page.mouse.up();
    console.log(`  drawing a box beside them: at most ${await longest()} ms`);
    await page.close();

    async function longest() {
      await page.waitForTimeout(600);
      return page.evaluate(() => {
        const { longest } = window;
        window.longest = 0;
        return Math.round(longest);
      });
    }
  }
} finally {
  await browser.close();
}
