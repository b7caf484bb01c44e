// A reader that is slow to come: the scan is seen at once, and nothing waits that need not.

import { holdBack } from '../support/faults.ts';
import { bands } from '../support/files.ts';
import { expect, test } from '../support/test.ts';

test('the scan is seen while the model is still on its way; the reading can be cancelled and asked for again', async ({ viewer, page }) => {
  const release = await holdBack(page, '**/*.safetensors');
  await viewer.goto();
  await viewer.pick(bands(512, 384));
  await expect(viewer.scan).toBeVisible();
  expect(await viewer.scanSize()).toEqual([512, 384]);
  await expect(viewer.status).toHaveAttribute('data-phase', 'reading');
  await expect(viewer.status).toContainText('Loading the model');

  await page.getByTestId('cancel').click();
  await viewer.phase('idle');
  await expect(viewer.scan).toBeVisible();
  await expect(viewer.rows).toHaveCount(0);

  await page.getByTestId('read-again').click();
  await viewer.phase('reading');
  release();
  await viewer.read();
});

test('a file that is no scan is told while the model is still on its way', async ({ viewer, page }) => {
  await holdBack(page, '**/*.safetensors');
  await viewer.goto();
  await viewer.pick({ name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear colleague') });
  await viewer.phase('error');
  await page.keyboard.press('Escape');
  await expect(viewer.error).toHaveCount(0);
});
