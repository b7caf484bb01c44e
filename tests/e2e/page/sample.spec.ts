// From a click on "Try the sample" to an answer with its evidence, on the CPU.

import { expect, test } from '../support/test.ts';
import { aPresentClass, classOf, expectConsistentReading, expectDrawnInsideTheScan } from '../support/reading.ts';

test.beforeEach(async ({ viewer }) => {
  await viewer.goto();
  await viewer.readSample();
});

test('the sample is read and its evidence drawn', async ({ viewer, page }) => {
  await expectConsistentReading(viewer);
  await expectDrawnInsideTheScan(viewer);
  await aPresentClass(viewer);
  await expect(viewer.chip).toHaveAttribute('data-device', 'cpu');
  await expect(page.getByText('not a medical device').filter({ visible: true }).first()).toBeVisible();
  await expect(viewer.error).toHaveCount(0);
});

test('the scan is really painted, not a black canvas', async ({ viewer }) => {
  const spread = await viewer.scan.evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    let [low, high] = [255, 0];
    for (let index = 0; index < data.length; index += 4) {
      low = Math.min(low, data[index] ?? 0);
      high = Math.max(high, data[index] ?? 0);
    }
    return high - low;
  });
  expect(spread).toBeGreaterThan(100);
});

test('rows stand in the order a reader needs: present, then uncertain, then absent', async ({ viewer }) => {
  const shown = (await viewer.findings()).map((row) => row.verdict).filter((verdict) => verdict !== 'no_answer');
  const order = ['present', 'likely', 'uncertain', 'unlikely', 'absent'];
  const ranks = shown.map((verdict) => order.indexOf(verdict));
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
});

test('pointing at a finding lights its evidence and dims the rest', async ({ viewer, page }) => {
  const name = await aPresentClass(viewer);
  await viewer.row(name).hover();
  for (const id of await viewer.regionIds()) {
    const mine = classOf(id) === name;
    await expect(page.getByTestId(`region-${id}`)).toHaveAttribute(mine ? 'data-lit' : 'data-dim', 'true');
  }
  await page.mouse.move(2, 2);
  await expect(viewer.evidence.locator('[data-lit="true"]')).toHaveCount(0);
});

test('a question is answered in a sentence whose citations light the evidence', async ({ viewer, page }) => {
  const name = await aPresentClass(viewer);
  const verdict = await viewer.row(name).getAttribute('data-verdict');
  const answer = await viewer.ask(`Is there ${name.replaceAll('_', ' ')}?`);
  expect(answer.trim().length).toBeGreaterThan(10);
  await expect(viewer.answer).toHaveAttribute('data-verdict', verdict ?? '');
  await expect(page.getByTestId('understood')).toBeVisible();
  const cites = page.getByTestId(/^cite-/);
  expect(await cites.count()).toBeGreaterThan(0);
  for (const cite of await cites.all()) {
    const id = ((await cite.getAttribute('data-testid')) ?? '').replace('cite-', '');
    expect(classOf(id)).toBe(name);
    await cite.hover();
    await expect(page.getByTestId(`region-${id}`)).toHaveAttribute('data-lit', 'true');
  }
});

test('synonyms and abbreviations are understood, with what they were understood as', async ({ viewer, page }) => {
  for (const [question, term] of [
    ['Is there subretinal fluid?', /subretinal fluid/i],
    ['where is the IRF', /intraretinal fluid/i],
    ['drusen?', /drusen/i],
    ['cystoid macular oedema', /intraretinal fluid/i],
  ] as const) {
    await viewer.ask(question);
    await expect(page.getByTestId('understood'), question).toHaveText(term);
  }
});

test('a class without validation gets no answer, and says so', async ({ viewer }) => {
  const silent = (await viewer.findings()).find((row) => row.verdict === 'no_answer');
  test.skip(silent === undefined, 'this model answers for every class');
  await viewer.ask(`Is there ${silent?.class.replaceAll('_', ' ')}?`);
  await expect(viewer.answer).toHaveAttribute('data-verdict', 'no_answer');
});

test('an unknown term is said to be unknown, and a suggestion leads on', async ({ viewer, page }) => {
  await viewer.ask('Is there a zebra?');
  await expect(viewer.answer).toContainText(/don.t know/i);
  const suggestions = page.getByTestId('suggestion');
  expect(await suggestions.count()).toBeGreaterThan(0);
  await suggestions.first().click();
  await expect(viewer.answer).not.toContainText(/don.t know/i);
});

test('what is drawn can be hidden and shown again', async ({ viewer, page }) => {
  const visible = () => viewer.evidence.locator('rect:visible, path:visible, polygon:visible').count();
  const before = await visible();
  expect(before).toBeGreaterThan(0);
  await page.getByTestId('toggle-all').click();
  await expect.poll(visible).toBe(0);
  await page.getByTestId('toggle-all').click();
  await expect.poll(visible).toBe(before);
  await page.getByTestId('layers-button').click();
  await page.getByTestId('toggle-boxes').click();
  await expect.poll(visible).toBeLessThan(before);
});

test('zooming enlarges the scan and its evidence together', async ({ viewer, page }) => {
  const id = (await viewer.regionIds())[0] ?? '';
  const widths = async () => {
    const scan = await viewer.scan.boundingBox();
    const region = await page.getByTestId(`region-${id}`).locator('rect, path, polygon').first().boundingBox();
    return [scan?.width ?? 0, region?.width ?? 0] as const;
  };
  const [scan, region] = await widths();
  await page.getByTestId('zoom-in').click();
  await expect.poll(async () => (await widths())[0]).toBeGreaterThan(scan * 1.1);
  const [scanNow, regionNow] = await widths();
  expect(regionNow / region).toBeCloseTo(scanNow / scan, 1);
  await page.getByTestId('zoom-fit').click();
  await expect.poll(async () => (await widths())[0]).toBeCloseTo(scan, 0);
});
