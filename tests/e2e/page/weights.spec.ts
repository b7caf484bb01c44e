// Weights of one's own: chosen in About, used at once, and given up when they cannot be used.

import { expect, test } from '../support/test.ts';

const WEIGHTS = 'weights/groundscope-oct-1.safetensors';
const pick = (page: import('@playwright/test').Page, name: string, buffer: Buffer) =>
  page.getByTestId('weights-input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

test('another file is used at once and named in About; a bad one changes nothing', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  const findings = await viewer.findings();
  const bytes = Buffer.from(await (await page.request.get(WEIGHTS)).body());

  await page.getByTestId('about').click();
  await pick(page, 'ward-3.safetensors', bytes);
  await viewer.read();
  await expect(page.getByTestId('model')).toContainText('groundscope-oct-1. Licence: CC');
  await expect(page.getByTestId('model')).toContainText('ward-3.safetensors');
  expect(await viewer.findings()).toEqual(findings);

  const damaged = Buffer.from(bytes);
  damaged[damaged.length - 1] = (damaged[damaged.length - 1] ?? 0) ^ 1;
  for (const [name, buffer] of [['notes.safetensors', Buffer.from('no weights')], ['damaged.safetensors', damaged]] as const) {
    await pick(page, name, buffer);
    await expect(page.getByTestId('weights-error')).toContainText(`${name} cannot be used as weights`);
    await viewer.phase('ready');
    await expect(page.getByTestId('model')).toContainText('ward-3.safetensors');
  }
  await page.getByTestId('own-weights').click();
  await viewer.read();
  await expect(page.getByTestId('model')).not.toContainText('ward-3.safetensors');
  expect(await viewer.findings()).toEqual(findings);
});
