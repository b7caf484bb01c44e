// AggIoU as it is defined, drawn and written out; thresholds as sliders; one-to-one matching beside; two files without a scan.

import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { aggIouByPixels, referencesFile, type Box, type Reading } from '../support/references.ts';
import { expect, test } from '../support/test.ts';
import type { Viewer } from '../support/viewer.ts';

interface Scored {
  readonly reading: Reading;
  readonly boxes: readonly Box[];
  readonly found: Box[];
}

/** Reads the sample and scores it against one box of the model's own, half of it, and one where nothing is. */
async function scored(viewer: Viewer, page: Page): Promise<Scored> {
  await viewer.goto();
  await viewer.pick({ name: 'eye.png', mimeType: 'image/png', buffer: await viewer.sampleFile() });
  await viewer.read();
  const reading = await viewer.reading();
  const finding = reading.findings.find(({ boxes }) => boxes.length > 0);
  if (!finding?.boxes[0]) throw new Error('the sample has a box');
  const found = finding.boxes.map((box) => box.map(Math.round) as Box);
  const [x1, y1, x2, y2] = found[0] as Box;
  const boxes: Box[] = [[x1, y1, x2, y2], [x1, y1, x1 + Math.ceil((x2 - x1) / 2), y2], [0, 0, 3, 2]];
  const file = referencesFile('eye.png', [reading.width, reading.height], boxes.map((box) => ({ class: finding.class, box })));
  await page.getByTestId('references-input').setInputFiles(file);
  await expect(page.getByTestId('reference-0')).toBeVisible();
  return { reading, boxes, found };
}

async function slide(slider: Locator, value: number): Promise<void> {
  await slider.evaluate((input, to) => {
    (input as HTMLInputElement).value = to;
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }, String(value));
}

const number = async (locator: Locator): Promise<number> => Number.parseFloat((await locator.textContent()) ?? '');
const order = (page: Page): Promise<string[]> =>
  page.getByTestId(/^reference-/).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-testid') ?? ''));

test('an expert box is drawn as AggIoU is defined, and its fraction is written out', async ({ viewer, page }) => {
  const { boxes, found } = await scored(viewer, page);
  await page.getByTestId('reference-1').click();
  const figure = page.getByTestId('agg-figure');
  await expect(figure).toBeVisible();
  // Over the scan and in the figure.
  await expect(page.getByTestId('union')).toHaveCount(2);
  await expect(page.getByTestId('intersection')).toHaveCount(2);
  const [x1, y1, x2, y2] = boxes[1] as Box;
  expect(await number(figure.getByTestId('area-reference'))).toBe((x2 - x1) * (y2 - y1));
  const shared = await number(figure.getByTestId('area-intersection'));
  const union = await number(figure.getByTestId('area-union'));
  const reference = (x2 - x1) * (y2 - y1);
  const expected = aggIouByPixels(boxes[1] as Box, found);
  expect(Math.abs(shared / (reference + union - shared) - expected)).toBeLessThan(0.006);
  await expect(figure.getByTestId('fraction')).toContainText(`= ${expected.toFixed(2)}`.slice(0, 5));
  await expect(figure.getByTestId('difference')).toContainText('One-to-one matching at IoU 0.5');
  await expect(page.getByTestId('score-one-to-one')).toContainText('One-to-one, IoU 0.5');
  await expectAccessible(page, 'an expert box is explained');
});

test('a slider rescores at once and keeps what is chosen; the thresholds can be put back', async ({ viewer, page }) => {
  await scored(viewer, page);
  await page.getByTestId('reference-0').click();
  const row = page.getByTestId('reference-0');
  await expect(row).toHaveAttribute('data-outcome', 'hit');
  await slide(page.getByTestId('rule-t2'), 1);
  await expect(row).toHaveAttribute('data-outcome', 'missed');
  await expect(page.getByTestId('agg-figure')).toBeVisible();
  await expect(page.getByTestId('score-agg-iou').locator('td').first()).toHaveText('0');
  // One-to-one matching knows nothing of these thresholds.
  await expect(page.getByTestId('score-one-to-one').locator('td').first()).not.toHaveText('0');
  await page.getByTestId('rule-usual').click();
  await expect(row).toHaveAttribute('data-outcome', 'hit');
  await page.getByTestId('rule-t1').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('output[for="rule-t1"]')).toHaveText('0.11');
});

test('the list begins with the worst, and shows one kind alone', async ({ viewer, page }) => {
  await scored(viewer, page);
  expect((await order(page))[0]).toBe('reference-2');
  await page.getByTestId('score-order').selectOption('file');
  expect(await order(page)).toEqual(['reference-0', 'reference-1', 'reference-2']);
  await page.getByTestId('show-missed').click();
  await expect(page.getByTestId('show-missed')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('reference-2')).toBeVisible();
  await expect(page.getByTestId('reference-0')).toHaveCount(0);
  await page.getByTestId('show-false').click();
  await expect(page.getByTestId(/^reference-/)).toHaveCount(0);
});

test('strange boxes: none, a hundred, at the border, of the file\'s own class, without area', async ({ viewer, page }) => {
  const { reading: { width, height } } = await scored(viewer, page);
  const own = 'a class of the file\u2019s own with a name that is far longer than any panel is wide, and goes on';
  await page.getByTestId('references-input').setInputFiles(referencesFile('eye.png', [width, height], [
    { class: own, box: [0, 0, width, height] },
    { class: own, box: [width - 1, height - 1, width, height] },
    { class: own, box: [5, 5, 5, 9] },
  ]));
  await expect(page.getByTestId(/^reference-/)).toHaveCount(2);
  await expect(page.getByTestId('score-panel')).toContainText('1 reference box without area: dropped.');
  await page.getByTestId('reference-1').click();
  await expect(page.getByTestId('fraction')).toContainText('0.000');
  expect(await page.locator('.side').evaluate((side) => side.scrollWidth <= side.clientWidth)).toBe(true);
  await page.getByTestId('references-input').setInputFiles(referencesFile('eye.png', [width, height], []));
  await expect(page.getByTestId('score-panel')).toContainText('This file has no box for this scan.');
  const many = Array.from({ length: 100 }, (_, n) => ({ class: 'irf', box: [n, n, n + 20, n + 10] as Box }));
  await page.getByTestId('references-input').setInputFiles(referencesFile('eye.png', [width, height], many));
  await expect(page.getByTestId(/^reference-/)).toHaveCount(100);
});

/** Puts a <groundscope-score> on the page in place of the viewer, and gathers its events. */
async function element(page: Page, properties: object): Promise<Locator> {
  await page.goto('/');
  await page.evaluate(async (given) => {
    await customElements.whenDefined('groundscope-score');
    const events: [string, unknown][] = [];
    Object.assign(window, { events });
    for (const name of ['groundscope-scored', 'groundscope-error']) document.addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail]));
    const [main, title] = [document.createElement('main'), document.createElement('h1')];
    title.textContent = 'Scores';
    main.append(title, Object.assign(document.createElement('groundscope-score'), given));
    document.body.replaceChildren(main);
  }, properties);
  return page.getByTestId('groundscope-score');
}

const file = (images: { id: string; boxes: { class: string; box: number[] }[] }[]): object => ({
  format: 'groundscope-boxes/1', space: 'pixel', images: images.map((image) => ({ width: 200, height: 100, ...image })),
});
const EXPERTS = file([
  { id: 'good.png', boxes: [{ class: 'srf', box: [10, 10, 60, 60] }] },
  { id: 'bad.png', boxes: [{ class: 'irf', box: [0, 0, 100, 100] }, { class: 'irf', box: [150, 10, 160, 20] }] },
]);
const MODEL = file([
  { id: 'good.png', boxes: [{ class: 'srf', box: [10, 10, 60, 60] }] },
  // Three quarters of the expert box, in three boxes: docs/scoring.md.
  { id: 'bad.png', boxes: [[0, 0, 50, 50], [50, 0, 100, 50], [0, 50, 50, 100]].map((box) => ({ class: 'irf', box })) },
]);

test('<groundscope-score> scores two files without a scan or a model, worst image first', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const scores = await element(page, { referencesData: EXPERTS, predictionsData: JSON.stringify(MODEL), theme: 'light' });
  await expect(scores.getByTestId('score-image').first()).toHaveText('bad.png');
  await expect(scores.getByTestId('score-image').first()).toHaveAttribute('aria-current', 'true');
  await scores.getByTestId('reference-0').click();
  await expect(scores.getByTestId('fraction')).toContainText('7500');
  await expect(scores.getByTestId('difference')).toHaveText(
    'One-to-one matching at IoU 0.5 looks at one box at a time, and the best, IRF 1, reaches IoU 0.250: missed. AggIoU gathers 3 boxes that cover 75% of it: hit.',
  );
  await expect(scores.getByTestId('score-picture').getByTestId('union')).toHaveCount(1);
  await expectAccessible(page, 'two files are scored');
  await scores.getByTestId('next-image').click();
  await expect(scores.getByTestId('reference-0')).toHaveAttribute('data-agg-iou', '1');
  await expect(scores.getByTestId('next-image')).toBeDisabled();
  await slide(scores.getByTestId('rule-t2'), 0.8);
  await scores.getByTestId('previous-image').click();
  await expect(scores.getByTestId('reference-0')).toHaveAttribute('data-outcome', 'missed');
  const events = await page.evaluate(() => (window as unknown as { events: [string, { image: string; report: { pooled: { tp: number } } }][] }).events);
  expect(events.map(([name]) => name)).not.toContain('groundscope-error');
  expect(events[0]?.[1]).toMatchObject({ image: 'bad.png', report: { pooled: { tp: 2, fn: 1, fp: 0 } } });
  expect(events.at(-1)?.[1].report.pooled.tp).toBe(1);
  expect(asked.filter((path) => path.endsWith('.safetensors')).length, 'no model but the page\u2019s own').toBeLessThanOrEqual(1);
});

test('<groundscope-score> says what is wrong with a file, and takes the next one', async ({ page }) => {
  const scores = await element(page, { referencesData: EXPERTS, predictionsData: '{' });
  await expect(scores.getByTestId('score-error')).toHaveAttribute('data-code', 'predictions');
  await page.evaluate((model) => Object.assign(document.querySelector('groundscope-score') ?? {}, { predictionsData: model }), MODEL);
  await expect(scores.getByTestId('reference-0')).toBeVisible();
  await expect(scores.getByTestId('score-error')).toHaveCount(0);
  await page.evaluate(() => document.querySelector('groundscope-score')?.setAttribute('image', 'gone.png'));
  await expect(scores.getByTestId('score-error')).toContainText('gone.png');
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
