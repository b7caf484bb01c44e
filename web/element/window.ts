// Window, level and invert: how the scan's grey values are shown. The scan's own pixels are never changed.

/** In parts of the whole range of grey, 0..1: `width` values about `level` are spread from black to white. */
export interface Window {
  readonly level: number;
  readonly width: number;
}

/** Every value as it is. */
export const WHOLE: Window = { level: 0.5, width: 1 };

/** A window of no width would be a threshold that hides everything else. */
export const NARROWEST = 0.02;

export function isWhole({ level, width }: Window): boolean {
  return level === WHOLE.level && width === WHOLE.width;
}

/** What each 8-bit value is shown as. */
export function table({ level, width }: Window, invert: boolean): Uint8ClampedArray {
  const least = level - width / 2;
  const shown = new Uint8ClampedArray(256);
  for (let value = 0; value < 256; value++) {
    const share = (value / 255 - least) / width;
    // The clamped array rounds and cuts off.
    shown[value] = 255 * (invert ? 1 - share : share);
  }
  return shown;
}

/** The pixels through the table, as RGBA; transparency stays. */
export function mapped(pixels: Uint8ClampedArray, shown: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at++) {
    const value = pixels[at] ?? 0;
    out[at] = at % 4 === 3 ? value : (shown[value] ?? 0);
  }
  return out;
}

/** The scan's pixels as they are shown: themselves, where nothing is changed. */
export function shownPixels(pixels: ImageData, window: Window, invert: boolean): ImageData {
  if (isWhole(window) && !invert) return pixels;
  return new ImageData(mapped(pixels.data, table(window, invert)), pixels.width, pixels.height);
}

/** Moves level and width by parts of the range, within their ends. */
export function adjusted({ level, width }: Window, byLevel: number, byWidth: number): Window {
  return { level: within(level + byLevel, 0, 1), width: within(width + byWidth, NARROWEST, 1) };
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
