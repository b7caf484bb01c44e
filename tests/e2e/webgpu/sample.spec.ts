// The same way as on the CPU, with WebGPU on the software adapter.

import { holdBack } from '../support/faults.ts';
import { bands } from '../support/files.ts';
import { aPresentClass, expectConsistentReading, expectDrawnInsideTheScan } from '../support/reading.ts';
import { expect, test } from '../support/test.ts';

test('the sample is seen while the GPU starts and read on it, a question answered, another scan read, then the CPU chosen', async ({ viewer, page }) => {
  const release = await holdBack(page, '**/engine/gpu.wasm');
  await viewer.goto();
  await page.getByTestId('try-sample').click();
  await expect(viewer.scan).toBeVisible();
  await expect(viewer.status).toHaveAttribute('data-phase', 'reading');
  await expect(viewer.chip).toHaveAttribute('data-device', 'starting');
  release();
  await viewer.read();
  await expect(viewer.chip).toHaveAttribute('data-device', 'gpu');
  await expectConsistentReading(viewer);
  await expectDrawnInsideTheScan(viewer);
  await aPresentClass(viewer);
  expect((await viewer.ask('Is there subretinal fluid?')).length).toBeGreaterThan(10);

  await viewer.chip.click();
  await expect(page.getByTestId('self-check')).toContainText(/pass|ok|agree/i);
  await page.keyboard.press('Escape');

  await viewer.pick(bands(512, 384));
  await expect.poll(() => viewer.scanSize()).toEqual([512, 384]);
  await viewer.read();
  await expect(viewer.chip).toHaveAttribute('data-device', 'gpu');

  // "Use CPU instead" reads the open scan again.
  const before = await viewer.findings();
  await viewer.chip.click();
  await page.getByTestId('use-cpu').click();
  await expect(viewer.chip).toHaveAttribute('data-device', 'cpu');
  await viewer.phase('ready');
  expect((await viewer.findings()).map(({ class: name, present }) => [name, present])).toEqual(before.map(({ class: name, present }) => [name, present]));
});
