// Which scan of a study is shown: the first of what was chosen, then whichever the reader goes to.

import type { OpenedScan, Progress } from '../worker/api.js';
import { GroundscopeError } from '../worker/errors.js';
import { failureOf, isCancel, type Failure } from './failure.js';
import type { Held, HeldScans } from './held.js';
import type { Knowing } from './knowing.js';
import type { State } from './state.js';
import { strings } from './strings.js';
import { NOTHING_KNOWN, withEntry, withPages, type Entry } from './study.js';
import { thumbnailOf } from './thumbnail.js';

/** What showing needs of its session. */
export interface ShowingHost {
  readonly state: State;
  set(part: Partial<State>): void;
  entry(key: number): Entry | null;
  change(key: number, part: Partial<Entry>): void;
  shownFailed(failure: Failure): void;
  /** The shown scan makes way: what runs for it alone is ended. */
  leave(): void;
  /** The reader has come to a scan and stays. */
  arrived(): void;
  /** The expert boxes that a scan comes with: those drawn on it, unless a file's (`others`) are wanted. */
  referencesOf(scan: OpenedScan, name: string, others: State['references']): State['references'];
}

export class Showing {
  /** The entry whose scan is shown, and held for that. */
  key: number | null = null;
  /** The entry shown before one that could not be opened. */
  back: number | null = null;
  readonly #held: HeldScans;
  readonly #knowing: Knowing;
  readonly #host: ShowingHost;
  /** Where the reader wants to be, until that is shown. */
  #target: number | null = null;
  #stepping: Promise<void> | null = null;

  constructor(held: HeldScans, knowing: Knowing, host: ShowingHost) {
    this.#held = held;
    this.#knowing = knowing;
    this.#host = host;
  }

  /** True while another scan is on its way. */
  get moves(): boolean {
    return this.#target !== null;
  }

  /** Shows nothing any more. */
  close(): void {
    this.stay();
    this.back = null;
    this.#leave(null);
    this.#held.forget();
    this.#knowing.forget();
  }

  /** Stays with what is shown. */
  stay(): void {
    this.#target = null;
  }

  /** Tries one file after another. With the first that can be opened, the others take the place of what was open. */
  async first(files: readonly Entry[], signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void> {
    let entries = files;
    let first: unknown = null;
    for (const entry of files) {
      const end = (): void => this.#held.release(entry.key);
      signal.addEventListener('abort', end, { once: true });
      try {
        const held = await this.#held.take(entry, onProgress);
        if (signal.aborted) return;
        this.#knowing.renew(held.scan);
        this.#host.set({ scans: entries, at: 0, going: null, study: this.#host.state.study + 1, rest: true });
        return this.#show(entry.key, held);
      } catch (error) {
        if (signal.aborted) return;
        this.#held.release(entry.key);
        const failure = failureOf(error, strings.errors.openTitle);
        if (failure.code === 'load_failed') throw error;
        first ??= error;
        entries = withEntry(entries, entry.key, { state: 'failed', failure });
      } finally {
        signal.removeEventListener('abort', end);
      }
    }
    throw files.length > 1 ? noneOf(files.length, first) : first;
  }

  /** Shows an entry. Resolves when the last wish is shown, or cannot be. */
  go(key: number): Promise<void> {
    this.#target = key;
    this.#stepping ??= this.#step().finally(() => (this.#stepping = null));
    return this.#stepping;
  }

  /** An opened scan: how it looks, how large it is, and whether its file has more pages. */
  saw(key: number, scan: OpenedScan, truth: string | null): void {
    const { state } = this.#host;
    const entry = this.#host.entry(key);
    if (!entry || entry.size) return;
    const shown = state.scans[state.at]?.key;
    const thumbnail = scan.pixels ? thumbnailOf(scan.pixels) : null;
    const size = { width: scan.width, height: scan.height };
    const scans = withPages(withEntry(state.scans, key, { size, thumbnail, truth }), key, scan.pages);
    const index = (of: number | null | undefined): number => scans.findIndex((one) => one.key === of);
    this.#host.set({
      scans,
      at: Math.max(index(shown), 0),
      going: this.#target === null ? null : index(this.#target),
      ...(shown === key ? { name: scans[index(key)]?.name ?? '' } : {}),
    });
  }

  /** The target may change on the way. */
  async #step(): Promise<void> {
    while (this.#target !== null) {
      const entry = this.#host.entry(this.#target);
      if (!entry) break;
      let held: Held | null = null;
      try {
        held = await this.#held.take(entry);
      } catch (error) {
        this.#held.release(entry.key);
        if (this.#target === entry.key && !isCancel(error)) this.#showFailed(entry, error);
      }
      // What the reader has gone past is shown all the same: a quick hand sees the volume go by.
      const wanted = this.#target !== null && this.#host.entry(entry.key) !== null;
      if (held && wanted) this.#show(entry.key, held);
      else if (held) this.#held.release(entry.key);
      if (this.#target === entry.key) this.#target = null;
    }
    this.#target = null;
    this.#host.set({ going: null });
    this.#host.arrived();
  }

  /** An opened scan takes the place of the shown one. The sample's true boxes are true of the sample alone. */
  #show(key: number, { scan, truth }: Held): void {
    this.saw(key, scan, truth);
    this.#leave(key);
    const entry = this.#host.entry(key);
    if (!entry) return;
    const { references } = this.#host.state;
    this.#host.set({
      ...this.#about(entry),
      scan,
      truth,
      known: this.#knowing.of(entry.source, scan),
      references: this.#host.referencesOf(scan, entry.name, references?.ofSample && truth !== references.text ? null : references),
      failure: entry.failure,
    });
  }

  /** In place of a scan that cannot be opened stands why. */
  #showFailed(entry: Entry, error: unknown): void {
    const failure = { ...failureOf(error, strings.errors.openTitle), again: false };
    if (this.key !== null) this.back = this.key;
    this.#host.change(entry.key, { state: 'failed', failure });
    this.#leave(null);
    this.#host.set({ ...this.#about(entry), scan: null, truth: null, known: NOTHING_KNOWN });
    this.#host.shownFailed(failure);
  }

  #leave(next: number | null): void {
    this.#host.leave();
    if (this.key !== null) this.#held.release(this.key);
    this.key = next;
  }

  /** What is shown beside a scan goes with it; a chosen class is followed through the study. */
  #about(entry: Entry): Partial<State> & Pick<State, 'at'> {
    const { scans, chosen } = this.#host.state;
    const { name, findings, hidden, question, answer, asked } = entry;
    return {
      at: scans.findIndex((one) => one.key === entry.key), name, findings, hidden, question, answer, asked,
      asking: false, knownFailure: null, score: null, scoreFailure: null, pointed: null, notice: '',
      chosen: scans.length > 1 && chosen?.kind === 'class' ? chosen : null,
    };
  }
}

/** None of many files could be opened; the first tells why. */
function noneOf(files: number, first: unknown): GroundscopeError {
  const { code, message, hint, details } = failureOf(first);
  return new GroundscopeError(code, strings.study.none(files, message), hint, details);
}
