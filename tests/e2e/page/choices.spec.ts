// What was chosen last is what is shown, however long the other takes; and the open scan's name is seen.

import { holdBack } from '../support/faults.ts';
import { bands } from '../support/files.ts';
import { expect, test } from '../support/test.ts';

test('a sample that is slow to come does not replace the scan opened after it', async ({ viewer, page }) => {
  const release = await holdBack(page, '**/sample.png');
  await viewer.goto();
  await page.getByTestId('try-sample').click();
  await expect(viewer.status).toHaveAttribute('data-phase', 'reading');
  await viewer.pick(bands(512, 384));
  await viewer.read();
  release();
  await page.waitForTimeout(500);
  await viewer.phase('ready');
  expect(await viewer.scanName()).toBe('bands.png');
  expect(await viewer.scanSize()).toEqual([512, 384]);
});

test('a sample that is slow to come can be cancelled, and asked for again', async ({ viewer, page }) => {
  const release = await holdBack(page, '**/sample.png');
  await viewer.goto();
  await page.getByTestId('try-sample').click();
  await page.getByTestId('cancel').click();
  await expect(page.getByTestId('try-sample')).toBeVisible();
  await expect(viewer.error).toHaveCount(0);
  release();
  await viewer.readSample();
});

test('the name of the open scan is seen, in full in its title', async ({ viewer, page }) => {
  const name = 'a_very_long_name_of_an_export_from_a_device_right_eye_volume_3_slice_017.png';
  await viewer.goto();
  await viewer.pick(bands(512, 384, name));
  await viewer.read();
  const shown = page.getByTestId('scan-name');
  await expect(shown).toBeVisible();
  await expect(shown).toHaveAttribute('title', name);
  const [outer, end] = [await shown.boundingBox(), await shown.locator('.tail').boundingBox()];
  expect((end?.x ?? 0) + (end?.width ?? 0), 'its end is inside').toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0) + 1);
  await expect(shown.locator('.tail')).toHaveText(/017\.png$/);
});

test('a scan called like the sample is not scored against the sample\'s true boxes', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  await page.getByTestId('sample-references').click();
  await expect(page.getByTestId('reference-0')).toBeVisible();
  await viewer.pick(bands(512, 384, 'sample.png'));
  await expect.poll(() => viewer.scanSize()).toEqual([512, 384]);
  await viewer.read();
  for (const gone of [/^reference-/, 'score-error', 'sample-references', 'scoring']) await expect(page.getByTestId(gone)).toHaveCount(0);
});

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1280, height: 540 } });

  test('what scrolls under a resting pointer does not dim the evidence', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    const row = viewer.rows.first();
    const [at, under] = [await page.getByTestId('summary').boundingBox(), await row.boundingBox()];
    if (!at || !under) throw new Error('summary and rows are shown');
    const [x, y] = [under.x + under.width / 2, at.y + at.height / 2];
    await page.mouse.move(x, y);
    await page.locator('.side').evaluate((side, by) => (side.scrollTop += by), under.y + under.height / 2 - y);
    await expect.poll(() => row.evaluate((element) => element.matches(':hover')), 'the row came to lie under the pointer').toBe(true);
    await expect(viewer.evidence.locator('[data-dim="true"], [data-lit="true"]')).toHaveCount(0);
    await expect(row).toHaveAttribute('data-lit', 'false');
    await page.mouse.move(x + 3, y);
    await expect(row).toHaveAttribute('data-lit', 'true');
  });
});
