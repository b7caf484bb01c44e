// The ways in: picker, drop, paste; and the way out while a reading runs.

import { bands } from '../support/files.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(async ({ viewer }) => {
  await viewer.goto();
});

test('by the file picker', async ({ viewer, page }) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('open-scan').first().click();
  await (await chooser).setFiles(bands(512, 384));
  await viewer.read();
  expect(await viewer.scanSize()).toEqual([512, 384]);
});

test('by dropping a file, also over a scan that is open', async ({ viewer }) => {
  await viewer.drop(bands(512, 384));
  await viewer.read();
  expect(await viewer.scanSize()).toEqual([512, 384]);
  await viewer.drop(bands(300, 500, 'tall.png'), 'scan');
  await expect.poll(() => viewer.scanSize()).toEqual([300, 500]);
  await viewer.read();
});

test('by dropping a file beside the scan', async ({ viewer }) => {
  await viewer.drop(bands(512, 384), 'status');
  await viewer.read();
  expect(await viewer.scanSize()).toEqual([512, 384]);
});

test('by pasting', async ({ viewer }) => {
  await viewer.paste(bands(640, 200));
  await viewer.read();
  expect(await viewer.scanSize()).toEqual([640, 200]);
});

test('a reading can be cancelled, and another one runs after it', async ({ viewer, page }) => {
  await page.getByTestId('try-sample').click();
  await page.getByTestId('cancel').click();
  await viewer.phase('idle');
  await expect(viewer.rows).toHaveCount(0);
  await expect(viewer.error).toHaveCount(0);
  await viewer.pick(bands());
  await viewer.read();
  expect(await viewer.scanSize()).toEqual([512, 384]);
});

test('a second file while the first is being read wins', async ({ viewer }) => {
  await viewer.pick(bands(640, 480, 'first.png'));
  await viewer.pick(bands(320, 240, 'second.png'));
  await viewer.read();
  expect(await viewer.scanSize()).toEqual([320, 240]);
});
