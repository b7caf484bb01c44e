// Ways to break the engine under the page, from outside: nothing in the page helps.

import { expect, type Browser, type Page } from '@playwright/test';

/** What the reader worker does when told to (its test hooks, see docs/testing.md), and what only a browser can do to it. */
export type Fault = 'panic' | 'panic-later' | 'hang' | 'lose-device';

/** Keeps the page's workers within reach. Call before the page is opened. */
export async function keepWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: Worker[] = [];
    const Original = window.Worker;
    window.Worker = class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name?.includes('reader')) kept.push(this);
      }
    };
    (window as unknown as { readers: Worker[] }).readers = kept;
  });
}

/** Breaks the reader that works now, by its own hooks. Gives a check, for after the next reading, that another took its place. */
export async function breakReader(page: Page, kind: Fault): Promise<() => Promise<void>> {
  const before = await readers(page);
  await page.evaluate((fault) => {
    // The first one alive works, a spare waits behind it: both are told, the dead do not hear.
    for (const worker of (window as unknown as { readers: Worker[] }).readers) {
      worker.postMessage({ call: 1_000_000, method: 'fault', args: { kind: fault } });
    }
  }, kind);
  return async () => expect(await readers(page), `the ${kind} ended the reader and a new one was started`).toBeGreaterThan(before);
}

/** How many readers the page has started so far. */
function readers(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { readers: Worker[] }).readers.length);
}

/** Holds back a file of the page, as a slow network does, until the function given back is called. Call before the page is opened. */
export async function holdBack(page: Page, files: string): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    await held;
    // The page may have given up on it by now.
    await route.continue().catch(() => undefined);
  });
  return () => release();
}

/** Takes the whole GPU process away, as a driver crash does. */
export async function crashGpu(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  // Whether the command is answered depends on what dies first: nobody waits for it for long.
  const answered = session.send('Browser.crashGpuProcess').catch(() => undefined);
  await Promise.race([answered, new Promise((later) => setTimeout(later, 3_000))]);
}

/** Makes the GPU compute wrong numbers in the reader: each value read back is shifted. */
export async function spoilGpu(page: Page): Promise<void> {
  const spoil = `{
    const original = GPUBuffer.prototype.getMappedRange;
    GPUBuffer.prototype.getMappedRange = function (...range) {
      const buffer = original.apply(this, range);
      if (this.usage & GPUBufferUsage.MAP_READ) {
        const floats = new Float32Array(buffer, 0, buffer.byteLength >> 2);
        for (let index = 0; index < floats.length; index += 1) floats[index] += 0.5;
      }
      return buffer;
    };
  }`;
  await page.route('**/engine/reader.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${spoil}\n${await response.text()}` });
  });
}
