// axe-core finds nothing to object to, in every state of the page and both themes.

import { expectAccessible } from '../support/axe.ts';
import { truncatedPng } from '../support/files.ts';
import { referencesFile } from '../support/references.ts';
import { expect, test } from '../support/test.ts';

test('empty, with its panels open', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.phase('idle', 'starting');
  await expectAccessible(page, 'nothing is open');
  for (const [button, panel] of [['device-chip', 'device-panel'], ['shield', 'privacy-panel'], ['about', 'about-panel']] as const) {
    await page.getByTestId(button).click();
    await expect(page.getByTestId(panel)).toBeVisible();
    await expectAccessible(page, `${panel} is open`);
    await page.keyboard.press('Escape');
  }
});

test('a scan read, a question answered, references loaded', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  await expectAccessible(page, 'a scan is read');
  await viewer.ask('Is there subretinal fluid?');
  await expectAccessible(page, 'a question is answered');
  await viewer.ask('Is there a zebra?');
  await expectAccessible(page, 'a term is unknown');
  const reading = await viewer.reading();
  const found = reading.findings.find((finding) => finding.boxes.length > 0);
  const box = (found?.boxes[0] ?? [0, 0, 10, 10]) as [number, number, number, number];
  await page.getByTestId('references-input').setInputFiles(
    referencesFile(await viewer.scanName(), [reading.width, reading.height], [{ class: found?.class ?? 'irf', box }]),
  );
  await expect(page.getByTestId('score-panel')).toBeVisible();
  await expectAccessible(page, 'references are scored');
});

test('an error, and the light theme', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.pick(truncatedPng());
  await viewer.phase('error');
  await expectAccessible(page, 'an error is shown');
  await page.getByTestId('error-dismiss').click();
  const before = await page.locator('html').getAttribute('data-theme');
  await page.getByTestId('theme').click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', before ?? '');
  await expectAccessible(page, 'the other theme is on');
  await viewer.readSample();
  await expectAccessible(page, 'a scan is read in the other theme');
});

test('reading, while it lasts', async ({ viewer, page }) => {
  await viewer.goto();
  await page.getByTestId('try-sample').click();
  await expect(page.getByTestId('cancel')).toBeVisible();
  await expectAccessible(page, 'a scan is being read');
});

for (const [name, width, height, theme] of [['a phone', 390, 844, 'light'], ['200 % zoom on a small laptop', 683, 384, 'dark']] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width, height } });

    test(`every state, ${theme}`, async ({ viewer, page }) => {
      await viewer.goto();
      if (theme === 'light') await page.getByTestId('theme').click();
      await expectAccessible(page, 'nothing is open');
      await viewer.pick(truncatedPng());
      await viewer.phase('error');
      await page.getByTestId('error-details').click();
      await expectAccessible(page, 'the details of an error are open');
      await page.getByTestId('error-dismiss').click();
      await viewer.readSample();
      await viewer.row('irf').click();
      await expectAccessible(page, 'a row is open');
      await page.getByTestId('known').locator('summary').click();
      await page.getByTestId('known-across').fill('5000');
      await page.getByTestId('known-down').fill('3');
      await page.keyboard.press('Tab');
      await expect(page.getByTestId('known-error')).toBeVisible();
      await expectAccessible(page, 'a scale is refused');
      await viewer.ask('Is there subretinal fluid?');
      await page.getByTestId('sample-references').click();
      await expect(page.getByTestId('score-panel')).toBeVisible();
      await page.getByTestId('reference-0').click();
      await expect(page.getByTestId('explanation')).toBeVisible();
      await expectAccessible(page, 'an expert box is chosen');
      for (const [button, panel] of [['device-chip', 'device-panel'], ['shield', 'privacy-panel'], ['about', 'about-panel']] as const) {
        await page.getByTestId(button).click();
        await expect(page.getByTestId(panel)).toBeVisible();
        await expectAccessible(page, `${panel} is open`);
        await page.keyboard.press('Escape');
      }
    });
  });
}
