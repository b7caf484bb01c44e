// Expert boxes drawn by the reader: those of each scan with their history, their score, their file, and what of them is kept.

import type { Finding, OpenedScan } from '../worker/api.js';
import * as drawing from './drawing.js';
import { group } from './groups.js';
import { browserStore, forget, keep, recall, type KeptDrawing, type Store } from './keeping.js';
import { scanKey } from './scan-key.js';
import type { Scoring } from './scoring.js';
import type { State } from './state.js';
import { strings } from './strings.js';
import type { Drawing, ToolsHost, ToolsState } from './tools-state.js';
import type { Box } from './viewport.js';

/** Scoring waits this long for the next edit. */
const PAUSE = 300;

export class Drawings {
  readonly #host: ToolsHost;
  readonly #scoring: Pick<Scoring, 'load' | 'drop'>;
  readonly #store: Store | null;
  #later: ReturnType<typeof setTimeout> | undefined;
  /** Keys of the scans that were drawn on in this tab since their boxes were kept. */
  readonly #touched = new Set<string>();
  /** The text of drawn boxes that was given to be scored last. */
  #given: string | null = null;

  constructor(host: ToolsHost, scoring: Pick<Scoring, 'load' | 'drop'>, store: Store | null = browserStore()) {
    this.#host = host;
    this.#scoring = scoring;
    this.#store = store;
  }

  /** Takes up what was kept, once the session has its first state. */
  recall(): void {
    const kept = recall(this.#store);
    if (!kept) return;
    const drawings = [...kept.drawings].map(([key, { boxes, ...scan }]) => [key, { ...scan, history: drawing.start(boxes), saved: [] }] as const);
    this.#set({ keeps: true, bindings: kept.bindings, drawings: new Map(drawings) });
  }

  /** Drawn on the open scan; a dragged one where it is now. */
  get boxes(): drawing.Boxes {
    const { live } = this.#state;
    return live ? drawing.withBox(this.#history.present, live.id, live.box) : this.#history.present;
  }

  get selected(): drawing.DrawnBox | null {
    return this.boxes.find((one) => one.id === this.#state.selected) ?? null;
  }

  get keeps(): boolean {
    return this.#state.keeps;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  /** Drawings that closing the page would lose. */
  get unsaved(): boolean {
    const { keeps, drawings } = this.#state;
    return !keeps && [...drawings.values()].some((one) => !drawing.sameBoxes(one.history.present, one.saved));
  }

  /** Whether the open scan's boxes are in no file yet. */
  get unsavedHere(): boolean {
    const one = this.#state.drawings.get(this.#key);
    return one !== undefined && !drawing.sameBoxes(one.history.present, one.saved);
  }

  /** Whether the expert boxes that are scored are those drawn here. */
  get scored(): boolean {
    const { references } = this.#host.state;
    return references !== null && references.text === this.#given;
  }

  /** The class of the next box: the one chosen last, else the most probable one that has regions. */
  get classId(): string {
    const { findings } = this.#host.state;
    const { classId } = this.#state;
    const all = findings?.findings ?? [];
    if (classId !== null && all.some((one) => one.class === classId)) return classId;
    // An uncertain finding may be more probable than its class deserves: what is called present comes first.
    const found = findings ? group(findings).found : [];
    const called = (one: Finding): number => Number(found.includes(one));
    const [first] = all.filter((one) => one.regions.length > 0).sort((a, b) => called(b) - called(a) || (b.probability ?? 0) - (a.probability ?? 0));
    return (first ?? all[0])?.class ?? '';
  }

  select(selected: number | null): void {
    const one = this.boxes.find((box) => box.id === selected);
    this.#set({ selected, ...(one ? { classId: one.class, said: this.#told(one) } : {}) });
  }

  /** Of the next box, and of the chosen one. */
  chooseClass(classId: string): void {
    const { selected } = this;
    this.#set({ classId });
    if (selected) this.edit(drawing.withClass(this.#history.present, selected.id, classId));
  }

  /** Shows a box where it is dragged to. */
  drag(id: number, box: Box): void {
    this.#set({ live: { id, box } });
  }

  /** Lets a dragged box go. */
  letGo(): void {
    const { live } = this.#state;
    this.#set({ live: null });
    if (live) this.edit(drawing.withBox(this.#history.present, live.id, live.box));
  }

  nudge(id: number, box: Box): void {
    this.edit(drawing.withBox(this.#history.present, id, box), `nudge ${id}`);
  }

  remove(id: number): void {
    this.edit(drawing.without(this.#history.present, id));
    this.#set({ selected: null });
  }

  /** Draws a box in the chosen class. */
  add(box: Box): void {
    this.edit(drawing.added(this.#history.present, this.classId, box));
    this.select(this.#history.present.at(-1)?.id ?? null);
  }

  edit(boxes: drawing.Boxes, mark: string | null = null): void {
    this.#put(drawing.edited(this.#history, boxes, mark));
  }

  undo(): void {
    this.#put(drawing.undone(this.#history));
  }

  redo(): void {
    this.#put(drawing.redone(this.#history));
  }

  lookedForEvery(every: boolean): void {
    this.#set({ every });
    this.#scoreSoon();
  }

  /** Scores against the drawn boxes, in place of a file's. */
  score(): void {
    clearTimeout(this.#later);
    const text = this.#text();
    if (text === null) {
      if (this.scored) this.#scoring.drop();
      this.#given = null;
      return;
    }
    this.#given = text;
    void this.#scoring.load(text, strings.draw.here);
  }

  /** The drawn boxes of all scans as a file; scans of one name besides the open one have to be saved one by one. */
  save(): { readonly name: string; readonly text: string } {
    const { name } = this.#host.state;
    const drawings = new Map(this.#state.drawings);
    const own = drawings.get(this.#key);
    const scans = own ? [own] : [];
    for (const one of drawings.values()) {
      if (one.history.present.length > 0 && !scans.some((other) => other.name === one.name)) scans.push(one);
    }
    for (const [key, one] of drawings) if (scans.includes(one)) drawings.set(key, { ...one, saved: one.history.present });
    this.#set({ drawings, said: strings.draw.saved });
    const text = drawing.boxesFile(scans.map(({ history, ...scan }) => ({ ...scan, boxes: history.present })), this.#state.every);
    return { name: scans.length > 1 ? strings.draw.fileOfMany : strings.draw.fileOf(name), text };
  }

  /**
   * Another scan is about to be shown: nothing half drawn or chosen goes along. Gives the expert boxes that it comes with: its
   * drawn ones, unless a file's are wanted.
   */
  referencesOf(scan: OpenedScan, name: string, others: State['references']): State['references'] {
    clearTimeout(this.#later);
    this.#set({ draft: null, live: null, cross: null, selected: null });
    if (others && !this.scored) return others;
    const one = this.#state.drawings.get(scanKey(scan, name));
    this.#given = one && one.history.present.length > 0 ? this.#file(one) : null;
    return this.#given === null ? null : { name: strings.draw.here, text: this.#given, ofSample: false };
  }

  /** Consents to keeping drawings and keys on this computer, or takes it back: then what was kept is deleted. */
  keepAll(keeps: boolean): boolean {
    if (!keeps) forget(this.#store);
    this.#set({ keeps });
    const done = this.keep(true);
    if (!done) this.#set({ keeps: false });
    return done;
  }

  /**
   * Keeps boxes and keys, where that is wanted. `first`: the consent has just been given. Where it has gone, another tab took it
   * back, for all of them.
   */
  keep(first = false): boolean {
    const { keeps, drawings, bindings } = this.#state;
    if (!keeps) return true;
    const kept = recall(this.#store);
    if (!kept && !first) return this.#set({ keeps: false }), true;
    const others = kept?.drawings ?? new Map<string, KeptDrawing>();
    // Only what was just drawn in this tab: what others drew since then stays.
    const own = [...drawings].filter(([key]) => first || this.#touched.has(key)).map(([key, { history, name, width, height }]) => [key, { name, width, height, boxes: history.present }] as const);
    const done = keep(this.#store, { drawings: new Map([...others, ...own]), bindings });
    // Full, or refused by now: what is on the screen is unsaved again, and closing the page asks.
    if (done) this.#touched.clear();
    else this.#host.set({ tools: { ...this.#state, keeps: false }, notice: strings.draw.keepFailed });
    return done;
  }

  get #state(): ToolsState {
    return this.#host.state.tools;
  }

  get #key(): string {
    const { scan, name } = this.#host.state;
    return scan ? scanKey(scan, name) : '';
  }

  get #history(): drawing.History {
    return this.#state.drawings.get(this.#key)?.history ?? EMPTY;
  }

  #set(part: Partial<ToolsState>): void {
    this.#host.set({ tools: { ...this.#state, ...part } });
  }

  #put(history: drawing.History): void {
    const { scan, name } = this.#host.state;
    if (!scan || history === this.#history) return;
    const before = this.#state.drawings.get(this.#key);
    const one: Drawing = { name, width: scan.width, height: scan.height, saved: before?.saved ?? [], history };
    const first = before === undefined || before.history.present.length === 0;
    this.#touched.add(this.#key);
    this.#set({ drawings: new Map(this.#state.drawings).set(this.#key, one) });
    if (!this.selected) this.#set({ selected: null });
    else this.#set({ said: this.#told(this.selected) });
    this.keep();
    // A file of expert boxes that was loaded stays what is scored, until the reader asks for the drawn ones.
    if (this.scored || (first && this.#host.state.references === null)) this.#scoreSoon();
  }

  #scoreSoon(): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.score(), PAUSE);
  }

  #text(): string | null {
    const one = this.#state.drawings.get(this.#key);
    return one && one.history.present.length > 0 ? this.#file(one) : null;
  }

  #file({ history, ...scan }: Drawing): string {
    return drawing.boxesFile([{ ...scan, boxes: history.present }], this.#state.every);
  }

  #told({ class: classId, box: [x1, y1, x2, y2] }: drawing.DrawnBox): string {
    const finding = this.#host.state.findings?.findings.find((one) => one.class === classId);
    return strings.draw.told(finding?.name ?? classId, x1, y1, x2 - x1, y2 - y1);
  }
}

const EMPTY = drawing.start();
