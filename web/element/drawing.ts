// Expert boxes drawn on the scan: the edits, their history for undo and redo, and the file that they make.

import type { Box, Size } from './viewport.js';

/** `box` in whole pixels of the scan; right and bottom are edges, as in every boxes file. */
export interface DrawnBox {
  readonly id: number;
  readonly class: string;
  readonly box: Box;
}

export type Boxes = readonly DrawnBox[];

/** What was, is, and was undone. `mark` names the run of nudges that the present belongs to. */
export interface History {
  readonly past: readonly Boxes[];
  readonly present: Boxes;
  readonly future: readonly Boxes[];
  readonly mark: string | null;
}

/** Which edges a handle moves: west or east, north or south. */
export type Handle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';

export const HANDLES: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** Shorter sides are a slip of the hand. */
export const LEAST_SIDE = 3;

export function start(present: Boxes = []): History {
  return { past: [], present, future: [], mark: null };
}

/** Takes an edit. Edits of one mark in a row (nudges of one box) are undone together. */
export function edited(history: History, present: Boxes, mark: string | null = null): History {
  if (sameBoxes(history.present, present)) return history;
  const goesOn = mark !== null && mark === history.mark;
  return { past: goesOn ? history.past : [...history.past, history.present], present, future: [], mark };
}

export function undone(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], mark: null };
}

export function redone(history: History): History {
  const [after, ...rest] = history.future;
  if (!after) return history;
  return { past: [...history.past, history.present], present: after, future: rest, mark: null };
}

export function sameBoxes(a: Boxes, b: Boxes): boolean {
  return a === b || (a.length === b.length && a.every((one, index) => same(one, b[index])));
}

function same(a: DrawnBox, b: DrawnBox | undefined): boolean {
  return a === b || (a.id === b?.id && a.class === b.class && a.box.join() === b.box.join());
}

/** The box between two points, on whole pixels and inside the scan; null where it is too small to be meant. */
export function boxBetween([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], { width, height }: Size): Box | null {
  const [left, right] = [clamp(Math.min(x1, x2), width), clamp(Math.max(x1, x2), width)];
  const [top, bottom] = [clamp(Math.min(y1, y2), height), clamp(Math.max(y1, y2), height)];
  return right - left < LEAST_SIDE || bottom - top < LEAST_SIDE ? null : [left, top, right, bottom];
}

export function added(boxes: Boxes, classId: string, box: Box): Boxes {
  return [...boxes, { id: 1 + Math.max(0, ...boxes.map((other) => other.id)), class: classId, box }];
}

export function without(boxes: Boxes, id: number): Boxes {
  return boxes.filter((one) => one.id !== id);
}

export function withClass(boxes: Boxes, id: number, classId: string): Boxes {
  return boxes.map((one) => (one.id === id ? { ...one, class: classId } : one));
}

export function withBox(boxes: Boxes, id: number, box: Box): Boxes {
  return boxes.map((one) => (one.id === id ? { ...one, box } : one));
}

/** The box elsewhere, of the same size and inside the scan. */
export function movedBox([x1, y1, x2, y2]: Box, dx: number, dy: number, { width, height }: Size): Box {
  const x = Math.round(Math.min(Math.max(dx, -x1), width - x2));
  const y = Math.round(Math.min(Math.max(dy, -y1), height - y2));
  return [x1 + x, y1 + y, x2 + x, y2 + y];
}

/** The box with the edges of one handle moved, never thinner than allowed, inside the scan. */
export function resizedBox([x1, y1, x2, y2]: Box, handle: Handle, dx: number, dy: number, { width, height }: Size): Box {
  const west = handle.includes('w') ? clamp(Math.min(x1 + dx, x2 - LEAST_SIDE), width) : x1;
  const east = handle.includes('e') ? clamp(Math.max(x2 + dx, x1 + LEAST_SIDE), width) : x2;
  const north = handle.includes('n') ? clamp(Math.min(y1 + dy, y2 - LEAST_SIDE), height) : y1;
  const south = handle.includes('s') ? clamp(Math.max(y2 + dy, y1 + LEAST_SIDE), height) : y2;
  return [west, north, east, south];
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(Math.round(value), 0), most);
}

/** One scan with its drawn boxes. */
export interface DrawnScan {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: Boxes;
}

/**
 * A groundscope-boxes/1 file. Where not `every` class was looked for, it asks of each scan about its drawn classes alone,
 * so that nothing else the model found counts as false.
 */
export function boxesFile(scans: readonly DrawnScan[], every: boolean): string {
  const asked = scans.flatMap(({ name, boxes }) => [...new Set(boxes.map((one) => one.class))].map((classId) => [name, classId]));
  const images = scans.map(({ name, width, height, boxes }) => ({
    id: name,
    width,
    height,
    boxes: boxes.map((one) => ({ class: one.class, box: one.box })),
  }));
  return JSON.stringify({ format: 'groundscope-boxes/1', space: 'pixel', ...(every ? {} : { asked }), images }, null, 2);
}
