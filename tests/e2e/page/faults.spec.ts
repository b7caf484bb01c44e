// The engine breaks under the page: every call settles, the scan stays, and the next reading works.

import { bands } from '../support/files.ts';
import { breakReader, keepWorkers } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(async ({ viewer, page }) => {
  await keepWorkers(page);
  await viewer.goto();
});

test('a panic while a scan is read ends in an error or a finished reading, never in silence', async ({ viewer, page }) => {
  await viewer.readSample();
  await viewer.pick(bands(900, 700));
  const expectReplaced = await breakReader(page, 'panic');
  await viewer.phase('ready', 'error');
  await viewer.pick(bands(512, 384));
  await expect.poll(() => viewer.scanSize()).toEqual([512, 384]);
  await viewer.read();
  await expectReplaced();
});

for (const kind of ['panic', 'panic-later'] as const) {
  test(`after a ${kind} of the idle engine the next reading works`, async ({ viewer, page }) => {
    await viewer.readSample();
    const size = await viewer.scanSize();
    const expectReplaced = await breakReader(page, kind);
    expect(await viewer.scanSize()).toEqual(size);
    await viewer.pick(bands(512, 384));
    await expect.poll(() => viewer.scanSize()).toEqual([512, 384]);
    await viewer.read();
    await expectReplaced();
  });
}

test('a crash in the middle of the very first reading', async ({ viewer, page }) => {
  await page.getByTestId('try-sample').click();
  const expectReplaced = await breakReader(page, 'panic-later');
  await viewer.phase('ready', 'error');
  await viewer.pick(bands());
  await expect.poll(() => viewer.scanSize()).toEqual([512, 384]);
  await viewer.read();
  await expectReplaced();
});

test('questions are answered while the reader is being replaced', async ({ viewer, page }) => {
  await viewer.readSample();
  await breakReader(page, 'panic');
  expect((await viewer.ask('Is there subretinal fluid?')).length).toBeGreaterThan(10);
});

test('a CPU that fails its self-check gives no reading at all, and says why', async ({ viewer, page }) => {
  await page.goto('/?self-check-fault=all');
  await page.getByTestId('try-sample').click();
  await viewer.phase('error');
  await expect(viewer.error).toHaveAttribute('data-code', 'self_check_failed');
  await expect(viewer.error).toContainText(/wrong numbers/);
  await expect(viewer.rows).toHaveCount(0);
});
