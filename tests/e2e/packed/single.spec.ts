// One HTML file, opened from a folder: everything in it, nothing asked for, the engine on the page's own thread.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { violationsOf } from '../support/static.ts';
import { expectConsistentReading } from '../support/reading.ts';
import { Viewer } from '../support/viewer.ts';

const FILE = pathToFileURL(path.resolve('../../dist/groundscope.html')).href;

test('it reads, answers and scores from a folder, and asks for nothing', async ({ page }) => {
  const violations = violationsOf(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const viewer = new Viewer(page);
  await page.goto(FILE);
  await viewer.readSample();
  await expectConsistentReading(viewer);
  await expect(viewer.chip).toHaveAttribute('data-device', 'cpu');
  expect(await viewer.ask('Is there subretinal fluid?')).toMatch(/subretinal fluid/i);
  await page.getByTestId('sample-references').click();
  await expect(page.getByTestId('score-panel')).toContainText('AggIoU');
  expect(requests).toEqual([FILE]);
  expect(violations).toEqual([]);
});

test('its policy lets nothing out and no other script in', async ({ page }) => {
  await page.goto(FILE);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; connect-src 'none'; img-src blob: data:;/);
  const outcome = await page.evaluate(async () => {
    const attempt = (body: () => unknown) =>
      // From a timer: code run by the debugger itself is exempt from some of the rules.
      new Promise<string>((settle) => setTimeout(async () => {
        try {
          await body();
          settle('allowed');
        } catch (error) {
          settle(error instanceof Error ? error.name : 'refused');
        }
      }));
    return { connect: await attempt(() => fetch('http://leak.example/')), evaluation: await attempt(() => (0, eval)('1')), html: await attempt(() => (document.createElement('p').innerHTML = '<b>')) };
  });
  expect(outcome).toEqual({ connect: 'TypeError', evaluation: 'EvalError', html: 'TypeError' });
});
