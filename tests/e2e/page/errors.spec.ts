// Files that cannot be read: what happened is said, nothing is lost, and the next good file works.

import { bands, emptyFile, hugePng, textPage, truncatedPng, wrongFile, type TestFile } from '../support/files.ts';
import { expect, test } from '../support/test.ts';

const BAD: [string, () => TestFile][] = [
  ['a file that is no image', wrongFile],
  ['an empty file', emptyFile],
  ['a truncated PNG', truncatedPng],
  ['a PNG whose header promises 4 gigapixels', hugePng],
];

for (const [what, make] of BAD) {
  test(`${what} gets a clear error, then a good file works`, async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.pick(make());
    await viewer.phase('error');
    await expect(viewer.error).toBeVisible();
    expect(await viewer.error.getAttribute('data-code')).toMatch(/^[a-z_]+$/);
    const text = ((await viewer.error.textContent()) ?? '').trim();
    expect(text.length, 'what happened and what to do').toBeGreaterThan(30);
    expect(text, 'no internals').not.toMatch(/undefined|\[object|panicked|RuntimeError|unreachable|\.rs:/);
    await viewer.pick(bands());
    await viewer.read();
    await expect(viewer.error).toHaveCount(0);
    expect(await viewer.scanSize()).toEqual([512, 384]);
    await expect(page.getByTestId('summary')).not.toBeEmpty();
  });
}

test('an error after a good reading loses nothing', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  const [size, rows] = [await viewer.scanSize(), await viewer.findings()];
  await viewer.pick(truncatedPng());
  await viewer.phase('error');
  await page.getByTestId('error-dismiss').click();
  await viewer.phase('ready');
  expect(await viewer.scanSize()).toEqual(size);
  expect(await viewer.findings()).toEqual(rows);
});

test('the details of an error fold out', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.pick(wrongFile());
  const details = page.getByTestId('error-details');
  await expect(details).toBeVisible();
  await details.locator('summary').click();
  await expect(details).toHaveAttribute('open', '');
});

test('a picture that is no B-scan has no findings, unless they are wanted', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.pick(textPage());
  await viewer.read();
  const summary = page.getByTestId('summary');
  await expect(summary).toContainText('does not look like an OCT B-scan');
  await expect(viewer.rows).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('no-b-scan.png') });
  await page.getByTestId('read-anyway').click();
  await expect(page.getByTestId('gate')).toHaveAttribute('data-verdict', 'not_b_scan', { timeout: 120_000 });
  await viewer.read();
  expect((await viewer.findings()).length).toBeGreaterThan(0);
  // The sample is a scan, and nothing is said of it.
  await viewer.goto();
  await viewer.readSample();
  await expect(page.getByTestId('gate')).toHaveCount(0);
});
