// A small laptop and a phone: nothing is cut off, the scan comes first, targets can be hit.

import { bands } from '../support/files.ts';
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
