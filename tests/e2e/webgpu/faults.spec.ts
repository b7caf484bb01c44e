// GPUs that compute wrong numbers, or go away: seen, said, and survived.

import { bands } from '../support/files.ts';
import { breakReader, crashGpu, keepWorkers, spoilGpu } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

test('a GPU that computes wrong numbers is found out, and the CPU reads instead', async ({ viewer, page }) => {
  await spoilGpu(page);
  await viewer.goto();
  await viewer.readSample();
  await expect(viewer.chip).toHaveAttribute('data-device', 'cpu');
  await viewer.chip.click();
  await expect(page.getByTestId('device-panel')).toContainText(/wrong numbers/);
  await expect(page.getByTestId('device-panel')).toContainText(/CPU is used/);
});

test('the same when only the stored values disagree (the test hook)', async ({ viewer, page }) => {
  await page.goto('/?self-check-fault=gpu');
  await viewer.readSample();
  await expect(viewer.chip).toHaveAttribute('data-device', 'cpu');
  // Visible without opening anything.
  await expect(viewer.chip).toContainText(/CPU/);
});

test('the GPU process crashes between two readings: the scan is still there and the next reading works', async ({ viewer, browser }) => {
  await viewer.goto();
  await viewer.readSample();
  const size = await viewer.scanSize();
  await crashGpu(browser);
  await expect(viewer.scan).toBeVisible();
  expect(await viewer.scanSize()).toEqual(size);
  await viewer.pick(bands(512, 384));
  await expect.poll(() => viewer.scanSize(), { timeout: 120_000 }).toEqual([512, 384]);
  await viewer.read();
});

test('the device is lost while a scan is read: it is read all the same', async ({ viewer, page }) => {
  await keepWorkers(page);
  await viewer.goto();
  await viewer.readSample();
  await viewer.pick(bands(640, 480));
  await expect.poll(() => viewer.scanSize()).toEqual([640, 480]);
  const expectReplaced = await breakReader(page, 'lose-device');
  await viewer.read();
  await expectReplaced();
  expect(await viewer.scanSize()).toEqual([640, 480]);
});
