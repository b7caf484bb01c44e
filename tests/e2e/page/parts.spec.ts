// A file of GroundScope's own is missing or damaged: it is named, nobody's scan is blamed, and trying again helps.

import type { Page } from '@playwright/test';
import { bands } from '../support/files.ts';
import { expect, test } from '../support/test.ts';
import type { Viewer } from '../support/viewer.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

async function expectPartMissing(viewer: Viewer, page: Page, part: RegExp): Promise<void> {
  await viewer.phase('error');
  await expect(viewer.error).toHaveAttribute('data-code', 'load_failed');
  await expect(viewer.error).toContainText('GroundScope could not load a part of itself');
  await expect(viewer.error).toContainText(part);
  await expect(viewer.error).toContainText('ask whoever runs this page');
  await expect(viewer.error).not.toContainText('This file could not be opened');
  await expect(page.getByTestId('error-open')).toHaveCount(0);
  await expect(viewer.chip).toHaveAttribute('data-device', 'none');
}

test('a module that the server does not have', async ({ viewer, page }) => {
  await page.route('**/engine/cpu.wasm', (route) => route.fulfill({ status: 404, body: 'no' }));
  await viewer.goto();
  await viewer.pick(bands());
  await expectPartMissing(viewer, page, /engine\/cpu\.wasm.*404/);
  await page.unroute('**/engine/cpu.wasm');
  await page.getByTestId('error-retry').click();
  await viewer.read();
  await expect(viewer.chip).toHaveAttribute('data-device', /^(cpu|gpu)$/);
});

test('a web page in place of the module', async ({ viewer, page }) => {
  await page.route('**/engine/cpu.wasm', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await viewer.goto();
  await viewer.pick(bands());
  await expectPartMissing(viewer, page, /engine\/cpu\.wasm.*web page in its place/);
});

test('weights that a proxy cut short are fetched anew', async ({ viewer, page }) => {
  let cut = true;
  await page.route('**/*.safetensors', async (route) => {
    if (!cut) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ status: 200, contentType: 'application/octet-stream', body: (await response.body()).subarray(0, 100_000) });
  });
  await viewer.goto();
  await viewer.pick(bands());
  await expectPartMissing(viewer, page, /safetensors.*arrived damaged/);
  await expect(viewer.scan).toBeVisible();
  cut = false;
  await page.getByTestId('error-retry').click();
  await viewer.read();
});

test('a sample that the server does not have is offered again', async ({ viewer, page }) => {
  await page.route('**/sample.png', (route) => route.fulfill({ status: 500, body: 'no' }));
  await viewer.goto();
  await page.getByTestId('try-sample').click();
  await viewer.phase('error');
  await expect(viewer.error).toContainText(/sample could not be fetched\s+The server answered 500/);
  await page.unroute('**/sample.png');
  await page.getByTestId('error-retry').click();
  await viewer.read();
});
