// References files made from what the page itself found, so that their scores can be worked out by hand.

import type { TestFile } from './files.ts';

/** `[x1, y1, x2, y2]` in pixels of the scan. */
export type Box = [number, number, number, number];

/** The part of the page's findings that these tests read. */
export interface Reading {
  width: number;
  height: number;
  device: string;
  model: string;
  findings: { class: string; present: boolean | null; probability: number | null; verdict: string; boxes: Box[]; scores: number[]; area_px: number }[];
}

/** A groundscope-boxes/1 file for one image. */
export function referencesFile(image: string, size: [number, number], boxes: { class: string; box: Box }[]): TestFile {
  const text = JSON.stringify({ format: 'groundscope-boxes/1', space: 'pixel', images: [{ id: image, width: size[0], height: size[1], boxes }] });
  return { name: 'references.json', mimeType: 'application/json', buffer: Buffer.from(text) };
}

/** The same boxes as a COCO file. */
export function cocoFile(image: string, size: [number, number], boxes: { class: string; box: Box }[]): TestFile {
  const names = [...new Set(boxes.map((box) => box.class))];
  const text = JSON.stringify({
    images: [{ id: 1, file_name: image, width: size[0], height: size[1] }],
    categories: names.map((name, index) => ({ id: index + 1, name })),
    annotations: boxes.map(({ class: name, box: [x1, y1, x2, y2] }, index) => ({
      id: index + 1, image_id: 1, category_id: names.indexOf(name) + 1, bbox: [x1, y1, x2 - x1, y2 - y1], area: (x2 - x1) * (y2 - y1), iscrowd: 0,
    })),
  });
  return { name: 'instances.json', mimeType: 'application/json', buffer: Buffer.from(text) };
}

/** Area of the overlap of two boxes. */
function overlap(a: Box, b: Box): number {
  return Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
}

const area = (box: Box) => overlap(box, box);

/** AggIoU of whole-pixel boxes by counting pixels: slow, obvious, and none of the code under test (docs/scoring.md). */
export function aggIouByPixels(reference: Box, predictions: Box[], t1 = 0.1): number {
  const gathered = predictions.filter((box) => overlap(box, reference) / Math.min(area(box), area(reference)) > t1);
  const inside = (box: Box, x: number, y: number) => x >= box[0] && x < box[2] && y >= box[1] && y < box[3];
  const all = [reference, ...gathered];
  let [both, either] = [0, 0];
  for (let y = Math.min(...all.map((box) => box[1])); y < Math.max(...all.map((box) => box[3])); y += 1) {
    for (let x = Math.min(...all.map((box) => box[0])); x < Math.max(...all.map((box) => box[2])); x += 1) {
      const [hit, wanted] = [gathered.some((box) => inside(box, x, y)), inside(reference, x, y)];
      both += hit && wanted ? 1 : 0;
      either += hit || wanted ? 1 : 0;
    }
  }
  return gathered.length === 0 ? 0 : both / either;
}
