// Several scans together: gone through by wheel, keys, slider and strip; each is read once, and one that cannot be is marked.

import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { bands, type TestFile, tiff, wrongFile } from '../support/files.ts';
import { expect, test } from '../support/test.ts';
import type { Viewer } from '../support/viewer.ts';

const SIZES = [[320, 240], [330, 240], [340, 240], [350, 240], [360, 240]] as const;
const NAMES = ['eye 1.png', 'eye 2.png', 'eye 9.png', 'eye 10.png', 'eye 11.png'];

/** Five small scans out of order, and a letter called "eye 3". */
function files(): TestFile[] {
  const scans = SIZES.map(([width, height], index) => bands(width, height, NAMES[index]));
  return [...scans.reverse(), { ...wrongFile(), name: 'eye 3.png' }];
}

async function openStudy(viewer: Viewer, page: Page): Promise<void> {
  await viewer.goto();
  await page.getByTestId('file-input').setInputFiles(files());
  await viewer.read();
}

async function allRead(page: Page): Promise<void> {
  await expect(page.getByTestId('study-progress')).toHaveText('5 of 6 read, 1 failed', { timeout: 120_000 });
}

/** The shown scan, by its width: the canvas is what counts. */
async function shows(viewer: Viewer, width: number): Promise<void> {
  await expect.poll(() => viewer.scanSize()).toEqual([width, 240]);
}

/** Puts the pointer on the scan; a layer for pointing lies over it. */
async function over(viewer: Viewer, page: Page): Promise<void> {
  const box = await viewer.scan.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
}

const selected = (page: Page): Locator => page.getByTestId('scan-list').locator('[aria-selected="true"]');

test('scans are in order, read one after another, and the unreadable one is marked', async ({ viewer, page }) => {
  await page.addInitScript(() => {
    window.addEventListener('groundscope-study', (event) => Object.assign(window, { study: (event as CustomEvent).detail }));
  });
  await openStudy(viewer, page);
  await shows(viewer, 320);
  await expect(page.getByTestId(/^scan-\d+$/)).toHaveCount(6);
  await allRead(page);
  const states = await page.getByTestId(/^scan-\d+$/).evaluateAll((all) => all.map((one) => one.getAttribute('data-state')));
  expect(states).toEqual(['read', 'read', 'failed', 'read', 'read', 'read']);
  await expect(page.getByTestId('scan-4')).toHaveAccessibleName(/^Scan 4, eye 9\.png: /);
  await expect(viewer.status).toContainText('All scans are done: 5 read, 1 could not be read');
  await expect(page.getByTestId('read-rest')).toBeHidden();
  const study = await page.evaluate(() => (window as unknown as { study: { name: string; state: string; findings: object | null }[] }).study);
  expect(study.map(({ name, state }) => `${name}: ${state}`)).toContain('eye 3.png: failed');
  expect(study.filter(({ findings }) => findings !== null)).toHaveLength(5);
  await expectAccessible(page, 'a study is read');
});

test('wheel, keys, slider, list and strip all go through the scans', async ({ viewer, page }) => {
  await openStudy(viewer, page);
  await over(viewer, page);
  await page.mouse.wheel(0, 100);
  await shows(viewer, 330);
  await page.keyboard.press('PageUp');
  await shows(viewer, 320);
  await page.keyboard.press('End');
  await shows(viewer, 360);
  await expect(selected(page)).toHaveAttribute('data-testid', 'scan-6');
  await page.keyboard.press('Home');
  await shows(viewer, 320);
  const slider = page.getByTestId('study-slider');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await shows(viewer, 330);
  await expect(slider).toHaveAttribute('aria-valuetext', 'scan 2 of 6, eye 2.png');
  await page.getByTestId('scan-4').click();
  await shows(viewer, 340);
  await page.getByTestId('scan-4').focus();
  await page.keyboard.press('ArrowDown');
  await shows(viewer, 350);
  await expect(page.getByTestId('scan-5')).toBeFocused();
  const strip = page.getByTestId('study-strip');
  const box = await strip.boundingBox();
  await strip.click({ position: { x: (box?.width ?? 0) * (5.5 / 6), y: 8 } });
  await shows(viewer, 360);
  await expect(page.getByTestId('study-place')).toHaveText('6 of 6');
});

test('Ctrl and the wheel zoom, and with one scan the wheel alone does', async ({ viewer, page }) => {
  await openStudy(viewer, page);
  const width = async () => (await viewer.scan.boundingBox())?.width ?? 0;
  const before = await width();
  await over(viewer, page);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await shows(viewer, 320);
  await viewer.pick(bands(400, 300, 'one.png'));
  await viewer.read();
  await expect(page.getByTestId('scan-list')).toBeHidden();
  const whole = await width();
  await over(viewer, page);
  await page.mouse.wheel(0, -100);
  await expect.poll(width).toBeGreaterThan(whole);
});

test('coming to the unreadable one says why, and one comes back', async ({ viewer, page }) => {
  await openStudy(viewer, page);
  await allRead(page);
  await page.getByTestId('scan-2').click();
  await shows(viewer, 330);
  await page.keyboard.press('PageDown');
  await viewer.phase('error');
  await expect(viewer.error).toContainText('The other scans are still open.');
  await page.getByTestId('error-dismiss').click();
  await viewer.phase('ready');
  await shows(viewer, 330);
  await page.getByTestId('scan-3').click();
  await viewer.phase('error');
  await page.getByTestId('study-slider').focus();
  await page.keyboard.press('ArrowRight');
  await viewer.phase('ready');
  await shows(viewer, 340);
});

test('reading the rest can be stopped and taken up again, and scans can be added', async ({ viewer, page }) => {
  await openStudy(viewer, page);
  await page.getByTestId('read-rest').click();
  await expect(page.getByTestId('read-rest')).toHaveAttribute('data-reading', 'false');
  await expect(page.locator('[data-state="reading"]')).toHaveCount(0);
  await page.getByTestId('add-input').setInputFiles([bands(370, 240, 'late.png')]);
  await expect(page.getByTestId(/^scan-\d+$/)).toHaveCount(7);
  await expect(page.getByTestId('study-progress')).toHaveText('6 of 7 read, 1 failed', { timeout: 120_000 });
});

test('a folder: its pictures are a study, what is hidden or no picture is left alone', async ({ viewer, page }, info) => {
  const { mkdir, writeFile } = await import('node:fs/promises');
  const folder = info.outputPath('eyes');
  await mkdir(`${folder}/right`, { recursive: true });
  await writeFile(`${folder}/b.png`, bands(320, 240).buffer);
  await writeFile(`${folder}/right/a.png`, bands(330, 240).buffer);
  await writeFile(`${folder}/.hidden.png`, 'x');
  await writeFile(`${folder}/notes.txt`, 'x');
  await viewer.goto();
  await page.getByTestId('folder-input').setInputFiles(folder);
  await viewer.read();
  await shows(viewer, 320);
  await expect(page.getByTestId(/^scan-\d+$/)).toHaveCount(2);
  await expect(viewer.status).toContainText('1 other file was left alone');
});

test('the pages of a TIFF volume are its scans', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.pick(tiff([[320, 240], [330, 240], [340, 240]]));
  await viewer.read();
  await expect(page.getByTestId(/^scan-\d+$/)).toHaveCount(3);
  await expect(page.getByTestId('scan-name')).toHaveAttribute('title', 'volume.tif #1');
  await page.keyboard.press('End');
  await shows(viewer, 340);
  await expect(page.getByTestId('scan-name')).toHaveAttribute('title', 'volume.tif #3');
  await expect(page.getByTestId('study-progress')).toHaveText('3 of 3 read', { timeout: 120_000 });
});

test('none of several readable: that is said, and what was open stays', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.pick(bands(320, 240));
  await viewer.read();
  await page.getByTestId('file-input').setInputFiles([wrongFile(), { ...wrongFile(), name: 'other.png' }]);
  await viewer.phase('error');
  await expect(viewer.error).toContainText('None of the 2 files could be opened');
  await page.getByTestId('error-dismiss').click();
  await viewer.phase('ready');
  await shows(viewer, 320);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing is cut off, and the slider goes through the scans', async ({ viewer, page }) => {
    await openStudy(viewer, page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    await page.getByTestId('study-slider').fill('2');
    await shows(viewer, 330);
    await expectAccessible(page, 'a study on a phone');
  });
});
