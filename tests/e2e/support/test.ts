// `test` with the page at hand, and a watch on it: an error that nobody handled fails the test it happened in.

import { test as base, expect } from '@playwright/test';
import { Viewer } from './viewer.ts';

export { expect };

interface Fixtures {
  viewer: Viewer;
  /** Patterns of console errors that this test provokes. */
  expectedErrors: RegExp[];
}

export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  viewer: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        errors.push(message.text());
      }
    });
    await use(new Viewer(page));
    expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
  },
});
