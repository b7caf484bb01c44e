// The tools over the scan: what is shown of it, measuring, expert boxes drawn on the spot, and the keys.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { bands } from '../support/files.ts';
import { aggIouByPixels, type Box } from '../support/references.ts';
import { expect, test } from '../support/test.ts';
import type { Viewer } from '../support/viewer.ts';

/** The canvas's grey value at a place of the scan. */
function grey(viewer: Viewer, x: number, y: number): Promise<number> {
  return viewer.scan.evaluate((canvas, [left, top]) => {
    return (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(left, top, 1, 1).data[0] ?? NaN;
  }, [x, y] as const);
}

/** The screen point of a place of the scan. */
async function onScreen(viewer: Viewer, [x, y]: readonly [number, number]): Promise<[number, number]> {
  const box = await viewer.scan.boundingBox();
  const [width, height] = await viewer.scanSize();
  if (!box) throw new Error('no scan');
  return [box.x + (x / width) * box.width, box.y + (y / height) * box.height];
}

/** Drags between two places of the scan. */
async function drag(viewer: Viewer, from: readonly [number, number], to: readonly [number, number], button: 'left' | 'right' = 'left'): Promise<void> {
  const { mouse } = viewer.page;
  await mouse.move(...(await onScreen(viewer, from)));
  await mouse.down({ button });
  await mouse.move(...(await onScreen(viewer, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])));
  await mouse.move(...(await onScreen(viewer, to)));
  await mouse.up({ button });
}

/** The sample's true boxes. */
async function truth(page: Page): Promise<{ class: string; box: Box }[]> {
  const text = (await (await page.request.get('sample-references.json')).json()) as { images: { boxes: { class: string; box: Box }[] }[] };
  return text.images[0]?.boxes ?? [];
}

async function drawnBoxes(page: Page): Promise<string[]> {
  return page.getByTestId(/^drawn-\d+$/).evaluateAll((all) => all.map((one) => one.getAttribute('data-box') ?? ''));
}

test.describe('what is shown', () => {
  test('invert and window change the canvas alone, and the model reads the scan as it is', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    const reading = await viewer.reading();
    const [width, height] = await viewer.scanSize();
    const places = [[10, 10], [Math.round(width / 2), Math.round(height / 2)], [width - 5, Math.round(height / 3)]] as const;
    const before = await Promise.all(places.map(([x, y]) => grey(viewer, x, y)));
    await page.keyboard.press('i');
    for (const [index, [x, y]] of places.entries()) expect(await grey(viewer, x, y)).toBe(255 - (before[index] ?? NaN));
    await page.getByTestId('image-button').click();
    await expect(page.getByTestId('image-panel')).toContainText('The model reads the scan as it is.');
    await expect(page.getByTestId('invert')).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page, 'the image panel is open');
    await page.getByTestId('invert').click();
    await page.getByTestId('window-level').fill('0.4');
    await page.getByTestId('window-width').fill('0.4');
    for (const [index, [x, y]] of places.entries()) {
      const share = ((before[index] ?? NaN) / 255 - 0.2) / 0.4;
      expect(Math.abs((await grey(viewer, x, y)) - 255 * Math.min(Math.max(share, 0), 1))).toBeLessThanOrEqual(0.5 + 1e-6);
    }
    await expect(page.getByTestId('scan-note')).toHaveText('Level 40%, width 40%');
    await page.getByTestId('window-reset').click();
    expect(await Promise.all(places.map(([x, y]) => grey(viewer, x, y)))).toEqual(before);
    await page.keyboard.press('Escape');

    await drag(viewer, [100, 100], [200, 150], 'right');
    await expect(page.getByTestId('scan-note')).toContainText(/Level \d+%/);
    expect(await viewer.reading()).toEqual(reading);
  });

  test('the right button keeps its menu away from the scan alone', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    await page.evaluate(() => document.addEventListener('contextmenu', (event) => (document.title = String(event.defaultPrevented))));
    await viewer.scan.click({ button: 'right', force: true, position: { x: 5, y: 5 } });
    await expect(page).toHaveTitle('true');
    await page.getByTestId('summary').click({ button: 'right' });
    await expect(page).toHaveTitle('false');
  });

  test('a class can be hidden, a least score set, and the page says what is missing', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    const reading = await viewer.reading();
    const present = reading.findings.filter((finding) => finding.boxes.length > 0);
    const all = (await viewer.regionIds()).length;
    const first = present[0];
    if (!first) throw new Error('the sample has findings');
    const rows = await viewer.findings();
    await page.getByTestId(`sight-${first.class}`).click();
    await expect(page.getByTestId(new RegExp(`^region-${first.class}-`))).toHaveCount(0);
    await expect(viewer.regions).toHaveCount(all - first.boxes.length);
    await expect(page.getByTestId('scan-note')).toContainText('hidden');
    expect(await viewer.findings(), 'verdicts stay').toEqual(rows);
    await page.getByTestId(`sight-${first.class}`).click();
    await expect(viewer.regions).toHaveCount(all);

    const scores = present.flatMap((finding) => finding.scores);
    const least = Math.ceil(Math.min(...scores) * 100 + 1) / 100;
    const below = scores.filter((score) => score < Math.min(least, 1)).length;
    await page.getByTestId('layers-button').click();
    await page.getByTestId('least-score').fill(String(Math.min(least, 1)));
    await expect(viewer.regions).toHaveCount(all - below);
    if (below > 0) await expect(page.getByTestId('layers-note')).toContainText(new RegExp(`^${below} regions? under \\d+% (is|are) hidden`));
    await expectAccessible(page, 'the layers panel is open');
    expect(await viewer.findings()).toEqual(rows);
  });
});

test.describe('measuring', () => {
  test('a drag has its length, in pixels and with a scale in micrometres', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    await page.getByTestId('tool-measure').click();
    await drag(viewer, [100, 100], [400, 100]);
    const line = page.getByTestId('line-1');
    const px = parseFloat((await line.getAttribute('data-length')) ?? '');
    expect(Math.abs(px - 300)).toBeLessThan(2);
    await drag(viewer, [200, 150], [200, 250]);
    await expect(page.getByTestId('line-2')).toBeAttached();
    await expectAccessible(page, 'lines are measured');

    await page.getByTestId('give-scale').click();
    await expect(page.getByTestId('known-across')).toBeFocused();
    await page.getByTestId('known-across').fill('10');
    await page.getByTestId('known-down').fill('4');
    await page.keyboard.press('Enter');
    await expect(line).toHaveAttribute('data-length', /mm|\u00b5m/);
    const across = (await line.getAttribute('data-length')) ?? '';
    expect(Math.abs(parseFloat(across) - (10 * px) / 1000)).toBeLessThan(0.006);
    const down = (await page.getByTestId('line-2').getAttribute('data-length')) ?? '';
    expect(Math.abs(parseFloat(down) - 400)).toBeLessThan(8);
    await expect(page.getByTestId('give-scale')).toHaveCount(0);
  });

  test('by keyboard alone: set, moved, removed, left', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    await page.keyboard.press('m');
    await expect(page.getByTestId('cross')).toBeVisible();
    await page.keyboard.press('Enter');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    const line = page.getByTestId('line-1');
    await expect(line).toHaveAttribute('data-length', '50.0 px');
    await expect(page.getByTestId('tool-said')).toContainText('50.0 px');
    await page.getByTestId('line-1-end-2').focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    await expect(line).toHaveAttribute('data-length', '40.0 px');
    await page.keyboard.press('ArrowDown');
    await expect(line).toHaveAttribute('data-length', '41.0 px');
    await page.keyboard.press('Delete');
    await expect(line).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('tool-measure')).toHaveAttribute('aria-pressed', 'false');
  });
});

test.describe('drawing expert boxes', () => {
  test('a box over a lesion is scored as its definition says', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    const reading = await viewer.reading();
    const lesion = (await truth(page)).find(({ class: name }) => (reading.findings.find((one) => one.class === name)?.boxes.length ?? 0) > 0);
    if (!lesion) throw new Error('the model finds at least one lesion of the sample');
    await page.keyboard.press('d');
    await page.getByTestId('draw-class').selectOption(lesion.class);
    const [x1, y1, x2, y2] = lesion.box;
    await drag(viewer, [x1, y1], [x2, y2]);
    await expect(page.getByTestId('drawn-1')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByTestId('drawn-row-1').locator('[data-outcome]')).toBeVisible();
    const drawn = ((await drawnBoxes(page))[0] ?? '').split(' ').map(Number) as Box;
    for (const [side, value] of lesion.box.entries()) expect(Math.abs((drawn[side] ?? NaN) - value)).toBeLessThanOrEqual(2);
    const expected = aggIouByPixels(drawn, reading.findings.find((one) => one.class === lesion.class)?.boxes ?? []);
    const figure = Number(await page.getByTestId('reference-0').getAttribute('data-agg-iou'));
    expect(Math.abs(figure - expected)).toBeLessThan(0.006);
    await expectAccessible(page, 'a box is drawn');

    // Other classes were not looked for: none of their boxes is false, until the reader says so.
    const others = reading.findings.filter((one) => one.class !== lesion.class).flatMap((one) => one.boxes).length;
    const falses = page.getByTestId(/^false-/);
    const before = await falses.count();
    await page.getByTestId('every-class').check();
    await expect(falses).toHaveCount(before + others);
  });

  test('boxes are moved, resized, undone, redone and saved', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    await page.getByTestId('tool-draw').click();
    await drag(viewer, [100, 60], [200, 120]);
    const first = ((await drawnBoxes(page))[0] ?? '').split(' ').map(Number) as Box;
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowUp');
    expect(await drawnBoxes(page)).toEqual([[first[0] + 10, first[1] - 1, first[2] + 10, first[3] - 1].join(' ')]);
    await page.keyboard.press('Alt+Shift+ArrowDown');
    const moved = [first[0] + 10, first[1] - 1, first[2] + 10, first[3] + 9];
    expect(await drawnBoxes(page)).toEqual([moved.join(' ')]);
    await page.keyboard.press('Control+z');
    expect(await drawnBoxes(page)).toEqual([first.join(' ')]);
    await page.keyboard.press('Control+Shift+z');
    expect(await drawnBoxes(page)).toEqual([moved.join(' ')]);
    // The corner is dragged back to where it was.
    await drag(viewer, [moved[2] ?? 0, moved[3] ?? 0], [first[2], first[3]]);
    const resized = ((await drawnBoxes(page))[0] ?? '').split(' ').map(Number);
    expect(Math.abs((resized[2] ?? 0) - first[2])).toBeLessThanOrEqual(2);
    await expect(page.getByTestId('drawing-count')).toHaveText('1 box, not saved to a file');

    const coming = page.waitForEvent('download');
    await page.getByTestId('save-drawing').click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe('sample-boxes.json');
    const text = JSON.parse(await readFile(await file.path(), 'utf8')) as { format: string; images: { id: string; boxes: { box: number[] }[] }[] };
    expect(text.format).toBe('groundscope-boxes/1');
    expect(text.images[0]?.id).toBe('sample.png');
    expect(text.images[0]?.boxes[0]?.box).toEqual(resized);
    await expect(page.getByTestId('drawing-count')).toHaveText('1 box');
    await page.getByTestId('drawn-1').focus();
    await page.keyboard.press('Delete');
    await expect(page.getByTestId('drawn-1')).toHaveCount(0);
    await page.getByTestId('undo').click();
    await expect(page.getByTestId('drawn-1')).toHaveCount(1);
  });

  test('by keyboard alone: drawn, moved by a press on it, removed', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowRight');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    const [x1, y1, x2, y2] = ((await drawnBoxes(page))[0] ?? '').split(' ').map(Number) as Box;
    expect([x2 - x1, y2 - y1]).toEqual([50, 30]);
    await page.keyboard.press('ArrowLeft');
    expect(await drawnBoxes(page)).toEqual([[x1 - 1, y1, x2 - 1, y2].join(' ')]);
    // By mouse, from its middle.
    await drag(viewer, [x1 + 25, y1 + 15], [x1 + 45, y1 + 15]);
    const moved = ((await drawnBoxes(page))[0] ?? '').split(' ').map(Number) as Box;
    expect(Math.abs(moved[0] - (x1 + 19))).toBeLessThanOrEqual(1);
    expect([moved[2] - moved[0], moved[3] - moved[1]]).toEqual([50, 30]);
    await page.keyboard.press('Delete');
    expect(await drawnBoxes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('tool-draw')).toHaveAttribute('aria-pressed', 'false');
  });

  test('boxes and lines stay with their scan when another of the study is shown', async ({ viewer, page }) => {
    await viewer.goto();
    const sample = await viewer.sampleFile();
    await page.getByTestId('file-input').setInputFiles([{ name: 'eye-1.png', mimeType: 'image/png', buffer: sample }, bands(512, 384, 'eye-2.png')]);
    await viewer.read();
    await page.keyboard.press('d');
    await drag(viewer, [100, 60], [200, 120]);
    const drawn = await drawnBoxes(page);
    expect(drawn).toHaveLength(1);
    await page.keyboard.press('PageDown');
    await expect.poll(() => viewer.scanSize()).toEqual([512, 384]);
    expect(await drawnBoxes(page)).toEqual([]);
    await page.keyboard.press('PageUp');
    await expect.poll(() => viewer.scanSize()).not.toEqual([512, 384]);
    await expect.poll(() => drawnBoxes(page)).toEqual(drawn);
    await expect(page.getByTestId('reference-0')).toBeAttached();
  });

  test('closing asks while boxes are unsaved; after a reload they are back only with consent', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.keyboard.press('d');
    await drag(viewer, [100, 60], [200, 120]);
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await viewer.readSample();
    await expect(page.getByTestId('drawing-panel')).toHaveCount(0);

    await page.keyboard.press('d');
    await drag(viewer, [100, 60], [200, 120]);
    const [box] = await drawnBoxes(page);
    await page.getByTestId('keep').first().check();
    await page.reload();
    expect(asked, 'what is kept needs no question').toEqual(['beforeunload']);
    await viewer.readSample();
    await expect(page.getByTestId('reference-0')).toBeVisible();
    await page.keyboard.press('d');
    expect(await drawnBoxes(page)).toEqual([box]);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain('sample.png');
    expect(kept.length, 'names and boxes, no pixels').toBeLessThan(1000);
    await page.getByTestId('forget').first().click();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});

test.describe('touch', () => {
  test.use({ hasTouch: true });

  test('a finger draws a line and a box', async ({ viewer, page }) => {
    await viewer.goto();
    await viewer.readSample();
    const session = await page.context().newCDPSession(page);
    const swipe = async (from: [number, number], to: [number, number]) => {
      const [a, b] = [await onScreen(viewer, from), await onScreen(viewer, to)];
      const touch = (type: string, [x, y]: [number, number]) =>
        session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
      await touch('touchStart', a);
      await touch('touchMove', [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      await touch('touchMove', b);
      await touch('touchEnd', b);
    };
    const takeUp = async (tool: string) => {
      await page.getByTestId(tool).tap();
      await expect(page.getByTestId(tool)).toHaveAttribute('aria-pressed', 'true');
      // The strip of the tool takes room from the scan, which is measured anew in the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    };
    await takeUp('tool-measure');
    await swipe([100, 100], [300, 100]);
    expect(Math.abs(parseFloat((await page.getByTestId('line-1').getAttribute('data-length')) ?? '') - 200)).toBeLessThan(3);
    await takeUp('tool-draw');
    await swipe([100, 60], [200, 120]);
    await expect(page.getByTestId('drawn-1')).toBeAttached();
  });
});

test('keys are listed, bound anew, and refused where they are taken', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  await page.keyboard.press('?');
  await expect(page.getByTestId('shortcuts-dialog')).toBeVisible();
  await expectAccessible(page, 'the list of keys is open');
  await page.getByTestId('change-hide').click();
  await page.keyboard.press('m');
  await expect(page.getByTestId('key-told')).toContainText('M is taken: Measure');
  await page.keyboard.press('q');
  await expect(page.getByTestId('key-hide')).toContainText('Q');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('shortcuts-dialog')).toBeHidden();
  await page.keyboard.press('h');
  await expect(page.getByTestId('toggle-all')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('q');
  await expect(page.getByTestId('toggle-all')).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByTestId('shortcuts-button').click();
  await page.getByTestId('reset-keys').click();
  await expect(page.getByTestId('key-hide')).toContainText('H');
});
