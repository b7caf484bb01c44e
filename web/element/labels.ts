// Places the short labels beside their boxes so that they cover neither each other nor the edge of the stage.

import type { Finding } from '../worker/api.js';
import { strings } from './strings.js';
import type { Size } from './viewport.js';

/** What a region is called everywhere: "IRF 2", or "IRF" where it is the only one. */
export function regionLabel(finding: Finding, index: number): string {
  return finding.regions.length > 1 ? strings.findings.region(finding.short, index + 1) : finding.short;
}

/** Letters of a label over the scan: names come from files, too, and may be of any length. */
const LONGEST = 24;

export function clip(text: string): string {
  const letters = [...text];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('').trimEnd()}\u2026` : text;
}

/** A rectangle on the screen, in CSS pixels of the stage. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A label to place: beside `around`, `width` pixels wide; `must` is drawn even where it covers another. */
export interface LabelWish {
  readonly key: string;
  readonly around: Rect;
  readonly width: number;
  readonly must: boolean;
}

export const LABEL_HEIGHT = 18;
const GAP = 3;
/** More labels than this beside each other are noise, and looking for their room takes longer than a frame. */
const MOST = 150;

/**
 * Screen positions by key, clear of `others`. Labels that find no room are left out: their boxes still carry
 * hue and dash.
 */
export function placeLabels(wishes: readonly LabelWish[], stage: Size, others: readonly Rect[] = []): Map<string, Rect> {
  const placed = new Map<string, Rect>();
  const taken: Rect[] = [...others];
  const seen = wishes.filter((wish) => inside(wish.around, stage));
  const ordered = seen.sort((a, b) => Number(b.must) - Number(a.must) || area(b.around) - area(a.around));
  for (const wish of ordered.slice(0, MOST)) {
    const options = candidates(wish, stage);
    const free = options.find((option) => !taken.some((other) => touch(option, other)));
    const chosen = free ?? (wish.must ? options[0] : undefined);
    if (!chosen) continue;
    placed.set(wish.key, chosen);
    taken.push(chosen);
  }
  return placed;
}

/** Above, below, then to the sides, then inside: the nearer to the box's own corner the better. */
function candidates({ around, width }: LabelWish, stage: Size): Rect[] {
  const right = around.x + around.width;
  const below = around.y + around.height;
  const spots: [number, number][] = [
    [around.x, around.y - LABEL_HEIGHT - GAP],
    [right - width, around.y - LABEL_HEIGHT - GAP],
    [around.x, below + GAP],
    [right - width, below + GAP],
    [right + GAP, around.y],
    [around.x - width - GAP, around.y],
    [around.x, around.y - 2 * (LABEL_HEIGHT + GAP)],
    [around.x, below + 2 * GAP + LABEL_HEIGHT],
    [around.x + GAP, around.y + GAP],
  ];
  return spots.map(([x, y]) => ({
    x: Math.min(Math.max(x, 2), Math.max(stage.width - width - 2, 2)),
    y: Math.min(Math.max(y, 2), Math.max(stage.height - LABEL_HEIGHT - 2, 2)),
    width,
    height: LABEL_HEIGHT,
  }));
}

function area(rect: Rect): number {
  return rect.width * rect.height;
}

function touch(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width + 1 && b.x < a.x + a.width + 1 && a.y < b.y + b.height + 1 && b.y < a.y + a.height + 1;
}

function inside(rect: Rect, stage: Size): boolean {
  return rect.x < stage.width && rect.y < stage.height && rect.x + rect.width > 0 && rect.y + rect.height > 0;
}

let pen: CanvasRenderingContext2D | null | undefined;

/** Width of a label's text, measured once for each text. */
const widths = new Map<string, number>();
export function textWidth(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen) pen.font = '600 12px system-ui, sans-serif';
  const width = Math.ceil(pen?.measureText(text).width ?? text.length * 7);
  widths.set(text, width);
  return width;
}
