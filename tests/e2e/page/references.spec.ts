// Expert boxes beside the model's: AggIoU per box, hits, misses and false boxes, explained.

import type { Page } from '@playwright/test';
import { bands, png } from '../support/files.ts';
import { aggIouByPixels, cocoFile, referencesFile, type Box, type Reading } from '../support/references.ts';
import { expect, test } from '../support/test.ts';

/** Opens the sample under a known name and gives back what the page read in it. */
async function readSampleAs(viewer: import('../support/viewer.ts').Viewer, name: string): Promise<Reading> {
  await viewer.goto();
  await viewer.pick({ name, mimeType: 'image/png', buffer: await viewer.sampleFile() });
  await viewer.read();
  return viewer.reading();
}

/** A box of the scan's size that touches none of `boxes`. */
function farFrom(boxes: Box[], [width, height]: [number, number]): Box {
  for (let y = 0; y + 20 < height; y += 20) {
    for (let x = 0; x + 30 < width; x += 30) {
      const box: Box = [x, y, x + 30, y + 20];
      if (boxes.every((other) => box[2] <= other[0] || other[2] <= box[0] || box[3] <= other[1] || other[3] <= box[1])) {
        return box;
      }
    }
  }
  throw new Error('the scan is full of boxes');
}

async function figure(page: Page, reference: number): Promise<number> {
  return Number(await page.getByTestId(`reference-${reference}`).getAttribute('data-agg-iou'));
}

test('scores agree with a count of pixels, and each box says why', async ({ viewer, page }) => {
  const reading = await readSampleAs(viewer, 'eye.png');
  const found = reading.findings.find((finding) => finding.boxes.length > 0);
  expect(found, 'the sample has a box').toBeDefined();
  if (!found?.boxes[0]) return;
  const [x1, y1, x2, y2] = found.boxes[0].map(Math.round) as Box;
  const size: [number, number] = [reading.width, reading.height];
  // One box as the model drew it, one cut in half, one where nothing was found.
  const references = [
    { class: found.class, box: [x1, y1, x2, y2] as Box },
    { class: found.class, box: [x1, y1, x1 + Math.ceil((x2 - x1) / 2), y2] as Box },
    { class: found.class, box: farFrom(found.boxes, size) },
  ];
  await page.getByTestId('references-input').setInputFiles(referencesFile('eye.png', size, references));
  await expect(page.getByTestId('score-panel')).toBeVisible();
  for (const [index, { box }] of references.entries()) {
    const expected = aggIouByPixels(box, found.boxes);
    expect(Math.abs((await figure(page, index)) - expected), `AggIoU of reference ${index}`).toBeLessThan(0.006);
    await expect(page.getByTestId(`reference-${index}`)).toHaveAttribute('data-outcome', expected > 0.3 ? 'hit' : 'missed');
  }
  await expect(page.getByTestId(`score-${found.class}`)).toBeVisible();
  await page.getByTestId('reference-2').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('explanation')).not.toBeEmpty();
});

test('boxes of other classes count as false', async ({ viewer, page }) => {
  const reading = await readSampleAs(viewer, 'eye.png');
  const boxes = reading.findings.flatMap((finding) => finding.boxes.map((box) => ({ class: finding.class, box })));
  const size: [number, number] = [reading.width, reading.height];
  const elsewhere = reading.findings.find((finding) => finding.boxes.length === 0)?.class ?? 'vmt';
  await page.getByTestId('references-input').setInputFiles(referencesFile('eye.png', size, [{ class: elsewhere, box: [1, 1, 40, 30] }]));
  await expect(page.getByTestId('reference-0')).toHaveAttribute('data-outcome', 'missed');
  await expect(page.getByTestId(/^false-/)).toHaveCount(boxes.length);
});

test('a COCO file scores like a groundscope-boxes file', async ({ viewer, page }) => {
  const reading = await readSampleAs(viewer, 'eye.png');
  const boxes = reading.findings.flatMap((finding) => finding.boxes.map((box) => ({ class: finding.class, box })));
  await page.getByTestId('references-input').setInputFiles(cocoFile('eye.png', [reading.width, reading.height], boxes));
  await expect(page.getByTestId(/^reference-/)).toHaveCount(boxes.length);
  for (const index of boxes.keys()) {
    expect(await figure(page, index)).toBeGreaterThan(0.3);
  }
  await expect(page.getByTestId(/^false-/)).toHaveCount(0);
});

test('references for another size, or no references at all, are refused and the scan stays', async ({ viewer, page }) => {
  const reading = await readSampleAs(viewer, 'eye.png');
  const bad = [
    referencesFile('eye.png', [reading.width + 1, reading.height], [{ class: 'irf', box: [0, 0, 10, 10] }]),
    referencesFile('another.png', [reading.width, reading.height], [{ class: 'irf', box: [0, 0, 10, 10] }]),
    { name: 'prose.json', mimeType: 'application/json', buffer: Buffer.from('expert boxes, honest') },
  ];
  for (const file of bad) {
    await page.getByTestId('references-input').setInputFiles(file);
    await expect(page.getByTestId('score-panel').or(viewer.error).first()).toContainText(/.{20,}/);
    await expect(page.getByTestId(/^reference-/)).toHaveCount(0);
    await viewer.phase('ready');
    expect(await viewer.scanSize()).toEqual([reading.width, reading.height]);
  }
});

test('boxes of the scan before are told to be another scan\'s, and the new findings are in sight', async ({ viewer, page }) => {
  const reading = await readSampleAs(viewer, 'eye.png');
  await page.getByTestId('references-input').setInputFiles(referencesFile('eye.png', [reading.width, reading.height], [{ class: 'irf', box: [0, 0, 10, 10] }]));
  await expect(page.getByTestId('reference-0')).toBeVisible();
  await viewer.pick({ ...bands(512, 384), name: 'other.png' });
  await expect.poll(() => viewer.scanSize()).toEqual([512, 384]);
  await viewer.read();
  await expect(page.getByTestId('score-error')).toContainText(/These boxes are for eye\.png; the open scan is other\.png/);
  expect(await page.locator('.side').evaluate((side) => side.scrollTop)).toBe(0);
});

test('the sample is scored against its own true boxes', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  const response = await page.request.get('sample-references.json');
  expect(response.ok()).toBe(true);
  await page.getByTestId('references-input').setInputFiles({ name: 'sample-references.json', mimeType: 'application/json', buffer: await response.body() });
  const boxes = ((await response.json()) as { images: { boxes: unknown[] }[] }).images[0]?.boxes.length ?? 0;
  expect(boxes).toBeGreaterThan(0);
  await expect(page.getByTestId(/^reference-/)).toHaveCount(boxes);
  await expect(page.locator('[data-outcome="hit"]').first(), 'the model finds at least one of them').toBeAttached();
});

test('boxes in a table, in VOC, in YOLO and as masks are scored like those of a boxes file', async ({ viewer, page }) => {
  const reading = await readSampleAs(viewer, 'eye.png');
  const found = reading.findings.find((finding) => finding.boxes.length > 0);
  expect(found).toBeDefined();
  if (!found?.boxes[0]) return;
  const [x1, y1, x2, y2] = found.boxes[0].map(Math.round) as Box;
  const { width, height } = reading;
  const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  const voc = `<annotation><filename>eye.png</filename><size><width>${width}</width><height>${height}</height><depth>1</depth></size>
    <object><name>${found.class}</name><bndbox><xmin>${x1}</xmin><ymin>${y1}</ymin><xmax>${x2}</xmax><ymax>${y2}</ymax></bndbox></object></annotation>`;
  const yolo = `0 ${(x1 + x2) / 2 / width} ${(y1 + y2) / 2 / height} ${(x2 - x1) / width} ${(y2 - y1) / height}\n`;
  await page.getByTestId('references-input').setInputFiles(referencesFile('eye.png', [width, height], [{ class: found.class, box: [x1, y1, x2, y2] }]));
  await expect(page.getByTestId('reference-0')).toBeVisible();
  const expected = await figure(page, 0);
  for (const files of [
    [text('boxes.csv', `image,width,height,class,x1,y1,x2,y2\neye.png,${width},${height},${found.class},${x1},${y1},${x2},${y2}\n`)],
    [text('eye.xml', voc)],
    [text('eye.txt', yolo), text('classes.txt', `${found.class}\n`)],
    [{ name: `eye_${found.class}.png`, mimeType: 'image/png', buffer: png(width, height, (x, y) => (x >= x1 && x < x2 && y >= y1 && y < y2 ? 255 : 0)) }],
  ]) {
    await page.getByTestId('drop-references').click();
    await expect(page.getByTestId('reference-0')).toHaveCount(0);
    await page.getByTestId('references-input').setInputFiles(files);
    await expect(page.getByTestId('reference-0')).toBeVisible();
    expect(Math.abs((await figure(page, 0)) - expected), files[0]?.name).toBeLessThan(0.01);
  }
});
