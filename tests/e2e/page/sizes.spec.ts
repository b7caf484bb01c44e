// A small laptop and a phone: nothing is cut off, the scan comes first, targets can be hit.

import type { Page } from '@playwright/test';
import { bands, truncatedPng } from '../support/files.ts';
import { expect, test } from '../support/test.ts';

for (const [name, viewport] of [['a small laptop', { width: 1366, height: 768 }], ['a phone', { width: 390, height: 844 }]] as const) {
  test.describe(name, () => {
    test.use({ viewport });

    test('no sideways scrolling, empty or read', async ({ viewer, page }) => {
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await viewer.goto();
      expect(await overflow()).toBeLessThanOrEqual(0);
      await viewer.readSample();
      expect(await overflow()).toBeLessThanOrEqual(0);
      await viewer.ask('Is there subretinal fluid?');
      expect(await overflow()).toBeLessThanOrEqual(0);
    });

    test('the scan is seen whole and without scrolling', async ({ viewer }) => {
      await viewer.goto();
      await viewer.readSample();
      const box = await viewer.scan.boundingBox();
      expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
      expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      expect(box?.width ?? 0, 'and large enough to be read').toBeGreaterThan(viewport.width * 0.45);
    });

    test('odd shapes of scans are shown whole, in their proportions', async ({ viewer }) => {
      await viewer.goto();
      for (const [width, height] of [[1400, 200], [220, 900]] as const) {
        await viewer.pick(bands(width, height, `${width}x${height}.png`));
        await expect.poll(() => viewer.scanSize()).toEqual([width, height]);
        await viewer.read();
        const box = await viewer.scan.boundingBox();
        expect((box?.width ?? 0) / (box?.height ?? 1) / (width / height)).toBeCloseTo(1, 1);
      }
    });
  });
}

test.describe('touch on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the way from sample to answer, and buttons large enough for a finger', async ({ viewer, page }) => {
    await viewer.goto();
    await page.getByTestId('try-sample').tap();
    await viewer.read();
    await page.getByTestId('ask-input').fill('drusen?');
    await page.getByTestId('ask-button').tap();
    await expect(viewer.answer).toContainText(/drusen/i);
    const small = await page.getByRole('button').evaluateAll((buttons) =>
      buttons
        .map((button) => [button.getAttribute('data-testid') ?? button.textContent ?? '', button.getBoundingClientRect()] as const)
        .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(([id]) => id),
    );
    expect(small, 'smaller than 24 px').toEqual([]);
  });
});

/** Words that are cut off without an ellipsis, in every shadow tree: `element: text`. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    const walk = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) walk(element.shadowRoot);
        const style = getComputedStyle(element);
        const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
        const isSeen = element.checkVisibility() && element.clientWidth > 1;
        if (!own || !isSeen || style.textOverflow === 'ellipsis' || element.closest('.unseen')) continue;
        const clips = /hidden|clip/.test(`${style.overflowX}${style.overflowY}`);
        const box = element.getBoundingClientRect();
        const clipper = element.parentElement;
        const outer = clipper && /hidden|clip/.test(getComputedStyle(clipper).overflowX) ? clipper.getBoundingClientRect() : null;
        const isCut = (clips && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)) || (outer !== null && box.right > outer.right + 1);
        if (isCut) cut.push(`${element.localName}.${element.className}: ${(element.textContent ?? '').trim().slice(0, 40)}`);
      }
    };
    walk(document);
    return cut;
  });

for (const language of ['en', 'de']) {
  test(`with the text spacing of WCAG 1.4.12 no word is cut off (${language})`, async ({ viewer, page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await viewer.goto();
    await page.getByTestId('language').selectOption(language);
    await page.getByTestId('file-input').setInputFiles([bands(300, 200, 'a.png'), bands(320, 200, 'b.png'), truncatedPng()]);
    await expect(page.getByTestId('scan-3')).toHaveAttribute('data-state', 'failed');
    await expect(page.getByTestId('scan-2')).toHaveAttribute('data-state', 'read');
    expect(await cutOff(page), 'as it comes').toEqual([]);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('*:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }');
      const spread = (root: Document | ShadowRoot): void => {
        root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
        for (const element of root.querySelectorAll('*')) if (element.shadowRoot) spread(element.shadowRoot);
      };
      spread(document);
    });
    expect(await cutOff(page), 'spaced').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  });
}
