// The policy file that IT places beside the page: obeyed as a whole, or nothing is started and the field at fault is named.

import { expect, test } from '../support/test.ts';
import { referencesFile } from '../support/references.ts';

const WEIGHTS = '0'.repeat(64);

const lay = (page: import('@playwright/test').Page, body: string, status = 200) =>
  page.route('**/groundscope-policy.json', (route) => route.fulfill({ status, contentType: 'application/json', body }));
const policy = (fields: object) => JSON.stringify({ format: 'groundscope-policy/1', ...fields });

test('banner, views and devices are those of the policy', async ({ viewer, page }) => {
  await lay(page, policy({ banner: 'Teaching room 3: anonymised scans only', views: ['read'], devices: ['cpu'], exports: ['png'] }));
  await viewer.goto();
  await expect(page.getByTestId('banner')).toHaveText('Teaching room 3: anonymised scans only');
  await viewer.readSample();
  await expect(page.getByTestId('ask-input')).toHaveCount(0);
  await expect(page.getByTestId('sample-references')).toHaveCount(0);
  await viewer.chip.click();
  await expect(page.getByTestId('use-gpu')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await viewer.pick(referencesFile('sample.png', [768, 496], []));
  await expect(viewer.status).toContainText('Expert boxes are not taken on this page');
  const exports = await page.evaluate(() => (document.querySelector('groundscope-viewer') as unknown as { policy: { exports: string[] } }).policy.exports);
  expect(exports).toEqual(['png']);
});

test('a policy that cannot be obeyed starts nothing and names the field', async ({ viewer, page }) => {
  await lay(page, policy({ wieghts: [] }));
  await page.goto('/');
  await viewer.phase('error');
  await expect(viewer.error).toHaveAttribute('data-code', 'policy');
  await expect(viewer.error).toContainText('GroundScope was not started');
  await expect(viewer.error).toContainText('field "wieghts"');
  await viewer.pick({ name: 'eye.png', mimeType: 'image/png', buffer: await viewer.sampleFile() });
  await expect(viewer.error).toContainText('field "wieghts"');
  await expect(viewer.scan).toHaveCount(0);
});

test('weights that it does not name are refused', async ({ viewer, page }) => {
  await lay(page, policy({ weights: [WEIGHTS] }));
  await viewer.goto();
  await page.getByTestId('try-sample').click();
  await viewer.phase('error');
  await expect(viewer.error).toHaveAttribute('data-code', 'weights_not_allowed');
  await expect(viewer.error).toContainText('not among those that the policy of this page allows');
});

test.describe('without a policy file', () => {
  // Browsers report what was not found.
  test.use({ expectedErrors: [/404/] });
  test('everything is allowed', async ({ viewer, page }) => {
    await lay(page, 'not found', 404);
    await viewer.goto();
    await viewer.readSample();
    await expect(page.getByTestId('banner')).toHaveCount(0);
  });
});
