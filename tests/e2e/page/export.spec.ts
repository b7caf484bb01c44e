// What was read is saved as files: each is what it says, and none of them costs a request.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Saves in a format: the file's name and bytes. */
async function save(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByTestId('save').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId(`save-${format}`).click()]);
  await expect(page.getByTestId('save-panel')).toBeHidden();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const text = async (page: Page, format: string): Promise<{ name: string; text: string }> => {
  const { name, bytes } = await save(page, format);
  return { name, text: bytes.toString('utf8') };
};

/** Width and height of a PNG. */
const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('every format is saved under the scan\'s name', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  const answer = await viewer.ask('Where is the fluid?');
  const reading = await viewer.reading();
  const found = reading.findings.filter((finding) => finding.boxes.length > 0);
  expect(found.length, 'the sample has findings').toBeGreaterThan(0);
  const boxes = found.reduce((sum, finding) => sum + finding.boxes.length, 0);

  const svg = await text(page, 'svg');
  expect(svg.name).toBe('sample-findings.svg');
  expect(svg.text.match(/data-region=/g)).toHaveLength(boxes);
  expect(svg.text).toContain('href="data:image/png;base64,iVBOR');
  expect(svg.text).toContain('Research and teaching, not a medical device');

  const png = await save(page, 'png');
  expect(png.name).toBe('sample-findings.png');
  const [width, height] = sizeOf(png.bytes);
  expect(width).toBeGreaterThanOrEqual(reading.width);
  expect(height / width, 'a legend stands under the scan').toBeGreaterThan(reading.height / reading.width);

  const csv = await text(page, 'csv');
  expect(csv.name).toBe('sample-findings.csv');
  const absent = reading.findings.length - found.length;
  expect(csv.text.trimEnd().split('\n')).toHaveLength(1 + boxes + absent);

  const coco = await text(page, 'coco');
  expect(coco.name).toBe('sample-coco.json');
  const annotations = JSON.parse(coco.text) as { images: { file_name: string }[]; annotations: { bbox: number[] }[] };
  expect(annotations.images.map((image) => image.file_name)).toEqual(['sample.png']);
  const corners = annotations.annotations.map(({ bbox: [x = 0, y = 0, w = 0, h = 0] }) => [x, y, x + w, y + h]);
  expect(corners).toEqual(found.flatMap((finding) => finding.boxes));

  const json = await text(page, 'json');
  expect(json.name).toBe('sample-findings.json');
  const [entry] = JSON.parse(json.text) as [{ file: string; findings: unknown[]; answers: { text: string }[] }];
  expect(entry.file).toBe('sample.png');
  expect(entry.findings).toHaveLength(reading.findings.length);
  expect(entry.answers).toHaveLength(1);

  const report = await text(page, 'report');
  expect(report.name).toBe('sample-report.html');
  expect(report.text).toContain('<h1>sample.png</h1>');
  expect(report.text).toContain('Where is the fluid?');

  const transcript = await text(page, 'transcript');
  expect(transcript.name).toBe('sample-transcript.md');
  expect(transcript.text).toContain('Where is the fluid?');
  expect(answer.length).toBeGreaterThan(0);

  await expect(viewer.shield).toHaveAttribute('data-requests', '0');
  await expect(viewer.shield).toHaveAttribute('data-refused', '0');
});

test('the report shows itself under its own policy', async ({ viewer, page, context }) => {
  await viewer.goto();
  await viewer.readSample();
  const { text: report } = await text(page, 'report');
  const other = await context.newPage();
  const said: string[] = [];
  other.on('console', (message) => said.push(message.text()));
  other.on('pageerror', (error) => said.push(error.message));
  await other.setContent(report);
  await expect(other.locator('article')).toHaveCount(1);
  // The style came through: the sheet is white and has a width in millimetres.
  const sheet = await other.locator('article').evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(sheet).toBe('rgb(255, 255, 255)');
  const drawn = await other.locator('figure image').evaluate((element) => element.getBoundingClientRect().width);
  expect(drawn).toBeGreaterThan(200);
  expect(said).toEqual([]);
  await other.close();
});

test('pictures leave out what is hidden, and the keyboard is enough', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  await page.getByTestId('layers-button').click();
  await page.getByTestId('toggle-masks').click();
  await page.keyboard.press('Escape');
  await page.getByTestId('save').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('save-png')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('save-svg')).toBeFocused();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const drawing = (await readFile(await file.path())).toString('utf8');
  expect(drawing).not.toContain('<path');
  expect(drawing).toContain('data-region=');
  await expect(viewer.status).toContainText('sample-findings.svg');
  await page.getByTestId('save').click();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('save-panel')).toBeHidden();
});
