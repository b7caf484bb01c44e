// The whole way without a pointer: everything can be reached, is seen to be reached, and says what it is.

import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** What has the focus, through shadow roots: its test id, name, and whether the focus can be seen. */
async function focused(page: Page) {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) {
      element = element.shadowRoot.activeElement;
    }
    if (!element || element === document.body) {
      return null;
    }
    const style = getComputedStyle(element);
    const ring = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    // A shape of the scan may show its focus by its own stroke.
    return { id: element.getAttribute('data-testid') ?? '', visible: ring || element.closest('svg') !== null, tag: element.tagName.toLowerCase() };
  });
}

/** Presses Tab until the element with this test id has the focus. */
async function tabTo(page: Page, id: RegExp, presses = 120): Promise<string> {
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now && id.test(now.id)) {
      expect(now.visible, `the focus on ${now.id} can be seen`).toBe(true);
      return now.id;
    }
  }
  throw new Error(`Tab does not reach ${id}`);
}

test('sample, findings, question, evidence and error, by keyboard alone', async ({ viewer, page }) => {
  await viewer.goto();
  await tabTo(page, /^try-sample$/);
  await page.keyboard.press('Enter');
  await viewer.read();

  const row = (await tabTo(page, /^finding-/)).replace('finding-', '');
  await expect(viewer.row(row)).toBeFocused();

  await tabTo(page, /^ask-input$/);
  await page.keyboard.type('Is there subretinal fluid?');
  await page.keyboard.press('Enter');
  await expect(viewer.answer).toContainText(/subretinal fluid/i);

  const region = await tabTo(page, /^region-/);
  await expect(page.getByTestId(region)).toHaveAttribute('data-lit', 'true');
});

test('a button opens the device and privacy panels, Escape closes them and gives the focus back', async ({ viewer, page }) => {
  await viewer.goto();
  for (const [button, panel] of [['device-chip', 'device-panel'], ['shield', 'privacy-panel'], ['about', 'about-panel']] as const) {
    await page.getByTestId(button).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId(panel)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId(panel)).toBeHidden();
    expect((await focused(page))?.id).toBe(button);
  }
});

test('the focus is never trapped: Tab goes all the way round', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  await page.locator('body').focus();
  const seen = new Set<string>();
  let left = false;
  for (let press = 0; press < 200 && !left; press += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    left = now === null && press > 5;
    seen.add(now?.id ?? '');
  }
  expect(left, 'Tab leaves the page at its end').toBe(true);
  expect(seen.size).toBeGreaterThan(12);
});

test('progress and results are announced', async ({ viewer, page }) => {
  await viewer.goto();
  const live = await viewer.status.evaluate((element) => {
    const region = element.closest('[aria-live], [role="status"], output');
    return region?.getAttribute('aria-live') ?? (region?.tagName === 'OUTPUT' ? 'polite' : region?.getAttribute('role'));
  });
  expect(['polite', 'status']).toContain(live);
  await viewer.readSample();
  await viewer.ask('drusen?');
  const announced = await viewer.answer.evaluate((element) => element.closest('[aria-live], [role="status"], [role="alert"], output') !== null);
  expect(announced, 'the answer is announced').toBe(true);
  await expect(page.getByRole('heading').first()).toBeAttached();
});
