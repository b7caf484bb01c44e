// Pages built by others' bundlers, served with the documented headers: they read the sample, and their policy has nothing to refuse.

import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { documentedHeaders, serve, violationsOf, type StaticServer } from '../support/static.ts';

const BUILT = path.resolve(process.env.CARGO_TARGET_DIR ?? '../../target', 'consumers');

let server: StaticServer | undefined;
test.afterEach(() => server?.stop());

async function open(page: Page, name: string, site: string): Promise<string[]> {
  server = await serve({ '/': path.join(BUILT, name) }, await documentedHeaders(site));
  const violations = violationsOf(page);
  await page.goto(server.url);
  await expect(page.locator('#present')).toHaveText(/\birf\b/, { timeout: 300_000 });
  await expect(page.getByTestId('finding-irf')).toHaveAttribute('data-present', 'true');
  return violations;
}

for (const name of ['vite', 'webpack', 'react']) {
  test(`${name}: the sample is read`, async ({ page, baseURL }) => {
    const violations = await open(page, name, baseURL ?? '');
    await expect(page.getByTestId('shield')).toHaveAttribute('data-requests', '0');
    expect(violations).toEqual([]);
  });
}

test('webpack: the engine alone gives the same, beside the element', async ({ page, baseURL }) => {
  const violations = await open(page, 'webpack', baseURL ?? '');
  const alone = await page.evaluate(() => (window as unknown as { readAlone(): Promise<{ present: string; answer: string }> }).readAlone());
  expect(alone.present).toBe(await page.locator('#present').textContent());
  expect(alone.answer).toMatch(/intraretinal fluid/i);
  expect(violations).toEqual([]);
});

test('React: an element that was removed and comes again reads again', async ({ page, baseURL }) => {
  const violations = await open(page, 'react', baseURL ?? '');
  await page.locator('#toggle').click();
  await expect(page.locator('groundscope-viewer')).toHaveCount(0);
  await page.locator('#toggle').click();
  await expect(page.locator('#present')).toHaveText(/\birf\b/, { timeout: 300_000 });
  expect(violations).toEqual([]);
});
