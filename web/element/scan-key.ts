// Tells scans apart by name, size and pixels: files of one name are common, and boxes must never land on another eye.

import type { OpenedScan } from '../worker/api.js';

const checksums = new WeakMap<ImageData, string>();

/** The same for the same picture under the same name, also after a reload. */
export function scanKey({ width, height, pixels }: Pick<OpenedScan, 'width' | 'height' | 'pixels'>, name: string): string {
  return `${name} ${width}x${height} ${checksum(pixels)}`;
}

/** FNV-1a over the pixels' words: no secret, only a difference. Unlike `crypto.subtle` it works over plain HTTP. */
function checksum(pixels: ImageData | undefined): string {
  if (!pixels) return '0';
  const known = checksums.get(pixels);
  if (known !== undefined) return known;
  const { data } = pixels;
  const words = new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  const text = (hash >>> 0).toString(16).padStart(8, '0');
  checksums.set(pixels, text);
  return text;
}
