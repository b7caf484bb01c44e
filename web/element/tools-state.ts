// What the tools over the scan know: which one is at work, what was measured and drawn on each scan, which keys are bound.

import type { Boxes, History } from './drawing.js';
import type { KeptDrawing } from './keeping.js';
import type { Line, Point } from './measure.js';
import { DEFAULTS, type Bindings } from './shortcuts.js';
import type { State } from './state.js';
import type { Box } from './viewport.js';

export type Mode = 'measure' | 'draw';

/** The boxes drawn on one scan. */
export interface Drawing extends Omit<KeptDrawing, 'boxes'> {
  readonly history: History;
  /** As they were last saved to a file. */
  readonly saved: Boxes;
}

export interface ToolsState {
  readonly mode: Mode | null;
  /** By scan. */
  readonly lines: ReadonlyMap<string, readonly Line[]>;
  readonly drawings: ReadonlyMap<string, Drawing>;
  /** The line or box that is being drawn. */
  readonly draft: { readonly from: Point; readonly to: Point } | null;
  /** A drawn box while it is dragged: an edit only when it is let go. */
  readonly live: { readonly id: number; readonly box: Box } | null;
  /** Where the arrow keys are, in pixels of the scan; null until they were used. */
  readonly cross: Point | null;
  /** The drawn box that keys and the class apply to. */
  readonly selected: number | null;
  /** Of the next box. */
  readonly classId: string | null;
  /** Whether every class was looked for, not only the drawn ones. */
  readonly every: boolean;
  readonly bindings: Bindings;
  /** Whether drawings and keys are kept on this computer. */
  readonly keeps: boolean;
  /** Told to screen readers. */
  readonly said: string;
}

export function firstTools(): ToolsState {
  return {
    mode: null,
    lines: new Map(),
    drawings: new Map(),
    draft: null,
    live: null,
    cross: null,
    selected: null,
    classId: null,
    every: false,
    bindings: DEFAULTS,
    keeps: false,
    said: '',
  };
}

export interface ToolsHost {
  readonly state: State;
  set(part: Partial<State>): void;
}
