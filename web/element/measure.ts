// Measuring on the scan: lines between two points, their length in pixels and, where the scale is known, in micrometres.

import type { Scale } from '../worker/api.js';
import type { Size } from './viewport.js';

/** A place on the scan in its pixels, from the top left corner. */
export type Point = readonly [number, number];

export interface Line {
  readonly id: number;
  readonly ends: readonly [Point, Point];
}

/** A shorter line is a slip of the hand. */
export const LEAST = 1;

/** Length in pixels of the scan. */
export function lengthPx({ ends: [[x1, y1], [x2, y2]] }: Pick<Line, 'ends'>): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

/** Length in micrometres: pixels of a B-scan are not square. */
export function lengthUm({ ends: [[x1, y1], [x2, y2]] }: Pick<Line, 'ends'>, { lateral_um, axial_um }: Scale): number {
  return Math.hypot((x2 - x1) * lateral_um, (y2 - y1) * axial_um);
}

/** The point moved, held on the scan. */
export function moved([x, y]: Point, dx: number, dy: number, { width, height }: Size): Point {
  return [within(x + dx, width), within(y + dy, height)];
}

/** The lines with one more, if it is long enough to be meant. */
export function added(lines: readonly Line[], from: Point, to: Point): readonly Line[] {
  const line: Line = { id: 1 + Math.max(0, ...lines.map((other) => other.id)), ends: [from, to] };
  return lengthPx(line) < LEAST ? lines : [...lines, line];
}

/** The lines with one end of one line elsewhere. */
export function withEnd(lines: readonly Line[], id: number, end: 0 | 1, to: Point): readonly Line[] {
  return lines.map((line) => (line.id === id ? { id, ends: end === 0 ? [to, line.ends[1]] : [line.ends[0], to] } : line));
}

export function without(lines: readonly Line[], id: number): readonly Line[] {
  return lines.filter((line) => line.id !== id);
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
