// The tools over the scan: which one is at work, what it is doing, the lines that were measured, and the keys.

import { boxBetween } from './drawing.js';
import { Drawings } from './drawings.js';
import type { Store } from './keeping.js';
import * as measure from './measure.js';
import type { Line, Point } from './measure.js';
import { scanKey } from './scan-key.js';
import type { Scoring } from './scoring.js';
import { bind, DEFAULTS, type Action, type Bound } from './shortcuts.js';
import { strings } from './strings.js';
import type { Mode, ToolsHost, ToolsState } from './tools-state.js';

export class Tools {
  /** Expert boxes drawn here. */
  readonly drawn: Drawings;
  readonly #host: ToolsHost;

  constructor(host: ToolsHost, scoring: Pick<Scoring, 'load' | 'drop'>, store?: Store | null) {
    this.#host = host;
    this.drawn = new Drawings(host, scoring, store);
  }

  get lines(): readonly Line[] {
    return this.#state.lines.get(this.#key) ?? [];
  }

  /** Takes up a tool, or puts it down. */
  toggle(mode: Mode): void {
    const on = this.#state.mode !== mode;
    const { findings, scan, view } = this.#host.state;
    if (on && (mode === 'draw' ? !findings : !scan)) return void this.#host.set({ notice: strings.tools.notYet[mode] });
    this.#set({ mode: on ? mode : null, draft: null, live: null, cross: null, selected: null, said: on ? strings.tools.on[mode] : strings.tools.off });
    if (on && view.hidden && mode === 'measure') this.#host.set({ view: { ...view, hidden: false } });
  }

  /** One step out: of the line or box that is being drawn, of the chosen box, of the tool. */
  back(): void {
    const { mode, draft, selected } = this.#state;
    if (draft) this.#set({ draft: null });
    else if (selected !== null) this.#set({ selected: null });
    else if (mode) this.toggle(mode);
  }

  draft(from: Point, to: Point): void {
    this.#set({ draft: { from, to }, selected: null });
  }

  dropDraft(): void {
    this.#set({ draft: null, live: null });
  }

  /** Ends the line or box that is being drawn. */
  finish(): void {
    const { draft, mode } = this.#state;
    const { scan, findings } = this.#host.state;
    this.#set({ draft: null });
    if (!draft || !scan || (mode === 'draw' && !findings)) return;
    if (mode === 'measure') return this.#setLines(measure.added(this.lines, draft.from, draft.to));
    const box = boxBetween(draft.from, draft.to, scan);
    if (box) this.drawn.add(box);
  }

  cross(cross: Point): void {
    const { draft } = this.#state;
    this.#set({ cross, draft: draft && { ...draft, to: cross } });
  }

  /** `tell`: a screen reader is told the new length. */
  moveEnd(id: number, end: 0 | 1, to: Point, tell = false): void {
    this.#setLines(measure.withEnd(this.lines, id, end, to));
    const line = this.lines.find((one) => one.id === id);
    if (tell && line) this.#set({ said: this.lengthOf(line) });
  }

  /** A line whose ends were dragged onto each other measures nothing. */
  dropPoint(id: number): void {
    const line = this.lines.find((one) => one.id === id);
    if (line && measure.lengthPx(line) < measure.LEAST) this.removeLine(id);
  }

  removeLine(id: number): void {
    this.#setLines(measure.without(this.lines, id));
  }

  removeLines(): void {
    this.#setLines([]);
  }

  /** A line's length in words, in micrometres too where the scale is known. */
  lengthOf(line: Pick<Line, 'ends'>): string {
    const { known, findings } = this.#host.state;
    const scale = known.scale ?? findings?.scale;
    return strings.measure.length(measure.lengthPx(line), scale ? measure.lengthUm(line, scale) : null);
  }

  bind(action: Action, key: string): Bound {
    const bound = bind(this.#state.bindings, action, key);
    if ('bindings' in bound) this.#set({ bindings: bound.bindings });
    this.drawn.keep();
    return bound;
  }

  resetKeys(): void {
    this.#set({ bindings: DEFAULTS });
    this.drawn.keep();
  }

  get #state(): ToolsState {
    return this.#host.state.tools;
  }

  get #key(): string {
    const { scan, name } = this.#host.state;
    return scan ? scanKey(scan, name) : '';
  }

  #set(part: Partial<ToolsState>): void {
    this.#host.set({ tools: { ...this.#state, ...part } });
  }

  #setLines(lines: readonly Line[]): void {
    const all = new Map(this.#state.lines).set(this.#key, lines);
    const last = lines.at(-1);
    this.#set({ lines: all, said: last && lines.length > this.lines.length ? strings.measure.line(lines.length, this.lengthOf(last)) : '' });
  }}
