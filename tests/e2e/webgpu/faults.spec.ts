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

// One test for both: each start of the software adapter compiles every shader anew.
test('the GPU process crashes between readings, then the device is lost while one runs: the scan stays, every reading ends', async ({ viewer, page, browser }) => {
  await keepWorkers(page);
  await viewer.goto();
  await viewer.readSample();
  const size = await viewer.scanSize();
  await crashGpu(browser);
  await expect(viewer.scan).toBeVisible();
  expect(await viewer.scanSize()).toEqual(size);
  await viewer.pick(bands(512, 384));
  await expect.poll(() => viewer.scanSize(), { timeout: 120_000 }).toEqual([512, 384]);
  await viewer.read();

  await viewer.pick(bands(640, 480));
  await expect.poll(() => viewer.scanSize()).toEqual([640, 480]);
  const expectReplaced = await breakReader(page, 'lose-device');
  await viewer.read();
  await expectReplaced();
  expect(await viewer.scanSize()).toEqual([640, 480]);
});
