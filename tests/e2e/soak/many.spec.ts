// A day in one tab: two hundred scans one after another, and what the tab has grown by at the end.

import { readFile } from 'node:fs/promises';
import { png } from '../support/files.ts';
import { expect, test } from '../support/test.ts';

const SCANS = 200;
/** By then everything is loaded and warm. */
const WARM = 40;
/** What a tab may grow by between the two, in bytes: a leak of one scan's pixels (1 MB) each would be 160 MB. */
const SLACK = 40 * 1024 * 1024;

test(`${SCANS} scans are read one after another, and the tab does not grow`, async ({ viewer, page, browser }) => {
  test.skip(process.platform !== 'linux', 'what a process holds is read from /proc');
  const system = await browser.newBrowserCDPSession();
  const inTab = async (): Promise<number> => {
    await page.requestGC();
    const { processInfo } = (await system.send('SystemInfo.getProcessInfo')) as { processInfo: { type: string; id: number }[] };
    const held = await Promise.all(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => resident(id)));
    return Math.max(...held);
  };
  await viewer.goto();
  let warm = 0;
  for (let n = 1; n <= SCANS; n += 1) {
    await viewer.pick(scan(n));
    await expect.poll(() => viewer.scanName(), { timeout: 60_000 }).toBe(`scan-${n}.png`);
    await viewer.read();
    if (n % 20 === 0) {
      await viewer.ask('Where is the fluid?');
      const bytes = await inTab();
      console.log(`after ${n} scans the tab holds ${(bytes / 1024 / 1024).toFixed(0)} MB`);
      if (n === WARM) warm = bytes;
      if (n === SCANS) expect(bytes - warm).toBeLessThan(SLACK);
    }
  }
});

/** Bytes of a process in memory. */
async function resident(id: number): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? NaN) * 1024;
}

/** A retina in bands, each scan a little other than the last. */
function scan(n: number) {
  const grey = (x: number, y: number) => {
    const top = 150 + 20 * Math.sin((x + 7 * n) / 90);
    if (y < top || y > top + 110) return 12 + ((x * 31 + y * 17 + n) % 23);
    return 90 + ((y - top) % 40) * 2 + ((x * 13 + y * 7 + n) % 40);
  };
  return { name: `scan-${n}.png`, mimeType: 'image/png', buffer: png(512, 400, grey) };
}
