// Where a region lies, how large it is, and whether the answer rests on it: told in words, by pointer and by keyboard.

import { expectAccessible } from '../support/axe.ts';
import { aPresentClass } from '../support/reading.ts';
import { expect, test } from '../support/test.ts';

test('a region has a place and a size, in micrometres once the scale is given', async ({ viewer, page }) => {
  await viewer.goto();
  await expect(page.getByTestId('known')).toHaveCount(0);
  await viewer.readSample();
  const present = await aPresentClass(viewer);
  await viewer.row(present).click();
  const place = page.getByTestId(`place-${present}-1`);
  await expect(place).toContainText(/^(In|At|Below|From) .*\b(third|thirds|width)\. \d+ px wide and \d+ px high\.$/);

  await page.getByTestId('known').locator('summary').click();
  await page.getByTestId('known-across').fill('10');
  await page.getByTestId('known-down').fill('4');
  await page.keyboard.press('Enter');
  await expect(place).toContainText(/ \(.*(\u00b5m|mm) by .*(\u00b5m|mm)\), [\d.]+ mm\u00b2\.$/);
  expect(await viewer.ask(`How large is ${present}?`)).toMatch(/px \([\d.]+ mm\u00b2\)/);
  await expectAccessible(page, 'a scale is given');

  // The box is measured by the engine: pixels times micrometres.
  const { extent } = await page.evaluate((id) => {
    type Shown = { findings: { class: string; regions: { extent: { width_px: number; width_um: number } }[] }[] };
    const element = document.querySelector('groundscope-viewer') as unknown as { session: { state: { findings: Shown } } };
    const found = element.session.state.findings.findings.find((finding) => finding.class === id);
    return found?.regions[0] ?? { extent: { width_px: 0, width_um: 1 } };
  }, present);
  expect(extent.width_um).toBe(10 * extent.width_px);
});

test('a scale that is none is refused in words, and what was there stays', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  await page.getByTestId('known').locator('summary').click();
  await page.getByTestId('known-across').fill('0');
  await page.getByTestId('known-down').fill('4');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('known-error')).toContainText('two numbers of micrometres per pixel');
  await expectAccessible(page, 'a scale is refused');
  await expect(page.getByTestId('known').locator('summary')).toContainText('not given');
  await viewer.phase('ready');
});

test('the eye turns sides into nasal and temporal, or says why it does not', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  const present = await aPresentClass(viewer);
  await viewer.row(present).click();
  await page.getByTestId('known').locator('summary').click();
  await page.getByTestId('known-eye').selectOption('left');
  await expect(page.getByTestId('known').locator('summary')).toContainText('left (OS)');
  const told = page.getByTestId(`place-${present}-1`);
  if (await page.getByTestId('no-fovea').isVisible()) await expect(told).toContainText(/third|width/);
  else await expect(told).toContainText(/fovea/);
});

test('what if a region were hidden, by keyboard alone', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  const present = await aPresentClass(viewer);
  await viewer.row(present).focus();
  await page.keyboard.press('Enter');
  const button = page.getByTestId(`hide-${present}`);
  await button.focus();
  await page.keyboard.press('Enter');
  const outcome = page.getByTestId(`hidden-${present}`);
  await expect(outcome).toContainText(/^Without .* the probability .*: the answer /, { timeout: 120_000 });
  await expect(outcome).toHaveAttribute('data-rests', /^(wholly|partly|not)$/);
  await viewer.phase('ready');
  await expect(button).toBeFocused();
  await expectAccessible(page, 'a region was hidden');
});

test('hiding is cancelled like a reading, and the findings stay', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  const present = await aPresentClass(viewer);
  await viewer.row(present).click();
  const before = await viewer.findings();
  await page.getByTestId(`hide-${present}`).click();
  await page.getByTestId('cancel').click();
  await viewer.phase('ready');
  expect(await viewer.findings()).toEqual(before);
  await expect(page.getByTestId(`hidden-${present}`)).toHaveCount(0);
});
