// Files that a user might open, good and bad, made here byte by byte.

import { crc32, deflateSync } from 'node:zlib';

/** What Playwright's `setInputFiles` takes. */
export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** IHDR of an 8-bit grey image. */
function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(8, 8);
  return chunk('IHDR', data);
}

/** An 8-bit grey PNG with the values of `grey(x, y)`. */
export function png(width: number, height: number, grey: (x: number, y: number) => number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.writeUInt8(grey(x, y) & 0xff, y * (width + 1) + 1 + x);
    }
  }
  return Buffer.concat([SIGNATURE, header(width, height), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** An uncompressed 8-bit grey TIFF with a page for each size. */
export function tiff(sizes: readonly (readonly [width: number, height: number])[], name = 'volume.tif'): TestFile {
  const parts: Buffer[] = [Buffer.from('49492a0008000000', 'hex')];
  let at = 8;
  sizes.forEach(([width, height], page) => {
    const fields = [[256, 4, width], [257, 4, height], [258, 3, 8], [259, 3, 1], [262, 3, 1], [273, 4, at + 126], [277, 3, 1], [278, 4, height], [279, 4, width * height]];
    const directory = Buffer.alloc(126);
    directory.writeUInt16LE(fields.length, 0);
    fields.forEach(([tag = 0, type = 0, value = 0], index) => {
      directory.writeUInt16LE(tag, 2 + 12 * index);
      directory.writeUInt16LE(type, 4 + 12 * index);
      directory.writeUInt32LE(1, 6 + 12 * index);
      directory.writeUInt32LE(value, 10 + 12 * index);
    });
    const pixels = Buffer.alloc(width * height + ((width * height) % 2), 0);
    for (let y = 0; y < height; y += 1) pixels.fill(y > height * 0.4 && y < height * 0.7 ? 120 + 20 * page : 12, y * width, (y + 1) * width);
    const next = at + 126 + pixels.length;
    directory.writeUInt32LE(page === sizes.length - 1 ? 0 : next, 2 + 12 * fields.length);
    parts.push(directory, pixels);
    at = next;
  });
  return { name, mimeType: 'image/tiff', buffer: Buffer.concat(parts) };
}

/** Bright bands on a dark ground: no eye, but a valid scan of the given size. */
export function bands(width = 512, height = 384, name = 'bands.png'): TestFile {
  const noise = (x: number, y: number) => ((x * 7919 + y * 104729) ^ (x * y)) % 23;
  const buffer = png(width, height, (x, y) => (y > height * 0.4 && y < height * 0.7 ? 90 + ((y >> 4) % 3) * 50 : 12) + noise(x, y));
  return { name, mimeType: 'image/png', buffer };
}

/** A page of text lines: a valid picture, and no scan. */
export function textPage(): TestFile {
  const ink = (x: number, y: number) => y % 24 < 9 && Math.floor(x / 7) % 5 !== 0 && x > 40 && x < 700;
  return { name: 'report.png', mimeType: 'image/png', buffer: png(768, 496, (x, y) => (ink(x, y) ? 30 : 210)) };
}

/** The first half of a good PNG. */
export function truncatedPng(): TestFile {
  const whole = bands(640, 480).buffer;
  return { name: 'truncated.png', mimeType: 'image/png', buffer: whole.subarray(0, whole.length >> 1) };
}

/** A header that promises 4 gigapixels, with next to nothing behind it. */
export function hugePng(): TestFile {
  const buffer = Buffer.concat([SIGNATURE, header(65_535, 65_535), chunk('IDAT', deflateSync(Buffer.alloc(64))), chunk('IEND', Buffer.alloc(0))]);
  return { name: 'huge.png', mimeType: 'image/png', buffer };
}

/** No bytes at all. */
export function emptyFile(): TestFile {
  return { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) };
}

/** Not an image, although its name says so. */
export function wrongFile(): TestFile {
  return { name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear colleague, please find the report below.\n'.repeat(20)) };
}
