// A scan small enough to be kept: each of its pixels is the mean of a block.

export interface Thumbnail {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

const WIDTH = 96;
const TALLEST = 96;

/** At most 96 by 96 pixels, with the scan's proportions. */
export function thumbnailOf(pixels: { readonly width: number; readonly height: number; readonly data: ArrayLike<number> }): Thumbnail {
  const shrink = Math.max(pixels.width / WIDTH, pixels.height / TALLEST, 1);
  const width = Math.max(1, Math.floor(pixels.width / shrink));
  const height = Math.max(1, Math.floor(pixels.height / shrink));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, pixels.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, pixels.width);
      let [red, green, blue] = [0, 0, 0];
      for (let row = top; row < bottom; row++) {
        for (let from = 4 * (row * pixels.width + left); from < 4 * (row * pixels.width + right); from += 4) {
          red += pixels.data[from] ?? 0;
          green += pixels.data[from + 1] ?? 0;
          blue += pixels.data[from + 2] ?? 0;
        }
      }
      const covered = (bottom - top) * (right - left);
      data.set([red / covered, green / covered, blue / covered, 255], 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

/** The pixels that one pixel of the thumbnail stands for. */
function span(at: number, of: number, length: number): [number, number] {
  return [Math.floor((at * length) / of), Math.floor(((at + 1) * length) / of)];
}
