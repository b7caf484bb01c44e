// axe-core on the page as it stands, shadow roots included.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with a readable list when axe finds violations in this `state` of the page. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Evaluated through the debugger: a script element would be refused by the page's policy, as it should.
  await page.evaluate(source);
  // Its rule for WCAG 2.2, the size of targets, is off unless asked for.
  const results = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run(document, { rules: { 'target-size': { enabled: true } } }));
  const violations = results.violations.map((violation) => `${violation.id}: ${violation.help}\n    ${violation.nodes.map((node) => node.target.join(' ')).join('\n    ')}`);
  expect(violations, `accessibility while ${state}`).toEqual([]);
  expect(results.passes.length, 'axe looked at something').toBeGreaterThan(5);
}
