// What the page keeps on this computer, and only where its user said so: drawn boxes by scan, and keys bound anew. No pixels.

import type { Boxes } from './drawing.js';
import { bindingsFrom, changes, DEFAULTS, type Bindings } from './shortcuts.js';

/** The one entry in the browser's storage. That it exists is the consent. */
export const ENTRY = 'groundscope-kept';

const FORMAT = 'groundscope-kept/1';

/** Drawn boxes of one scan. */
export interface KeptDrawing {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: Boxes;
}

export interface Kept {
  readonly drawings: ReadonlyMap<string, KeptDrawing>;
  readonly bindings: Bindings;
}

/** The part of `localStorage` that is used. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; null where it is refused, as in some frames and private windows. */
export function browserStore(): Store | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** What was kept; null without consent. What cannot be read counts as nothing kept, with the consent given. */
export function recall(store: Store | null): Kept | null {
  const text = attempt(() => store?.getItem(ENTRY) ?? null);
  return text === null ? null : parsed(text);
}

/** Keeps it. False where the browser refuses, as when its storage is full. */
export function keep(store: Store | null, { drawings, bindings }: Kept): boolean {
  const scans = [...drawings].filter(([, drawing]) => drawing.boxes.length > 0);
  const text = JSON.stringify({ format: FORMAT, drawings: Object.fromEntries(scans), keys: changes(bindings) });
  return attempt(() => (store?.setItem(ENTRY, text), store !== null)) ?? false;
}

/** Deletes everything that was kept, and the consent with it. */
export function forget(store: Store | null): void {
  attempt(() => store?.removeItem(ENTRY));
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

function parsed(text: string): Kept {
  const value = attempt(() => JSON.parse(text) as unknown);
  if (!isRecord(value) || value['format'] !== FORMAT) return { drawings: new Map(), bindings: DEFAULTS };
  const drawings = isRecord(value['drawings']) ? Object.entries(value['drawings']) : [];
  return {
    drawings: new Map(drawings.flatMap(([key, drawing]) => (isDrawing(drawing) ? [[key, drawing] as const] : []))),
    bindings: bindingsFrom(value['keys']),
  };
}

/** The storage is the origin's: other scripts and older versions write there too. */
function isDrawing(value: unknown): value is KeptDrawing {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !Array.isArray(value['boxes'])) return false;
  const { width, height } = value;
  if (!isLength(width) || !isLength(height)) return false;
  const ids = value['boxes'].map((one: unknown) => (isRecord(one) ? one['id'] : null));
  return new Set(ids).size === ids.length && value['boxes'].every((one: unknown) => isBox(one, width, height));
}

function isBox(value: unknown, width: number, height: number): boolean {
  if (!isRecord(value) || typeof value['class'] !== 'string' || !isLength(value['id'])) return false;
  const { box } = value;
  if (!Array.isArray(box) || box.length !== 4 || !box.every(Number.isInteger)) return false;
  const [x1, y1, x2, y2] = box as [number, number, number, number];
  return 0 <= x1 && x1 < x2 && x2 <= width && 0 <= y1 && y1 < y2 && y2 <= height;
}

function isLength(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
