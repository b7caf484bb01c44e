// Reading the scans of a study: what a job on the reader does, and what becomes of its entry.

import type { DeviceKind, Findings, GroundScopeApi, OpenedScan, Progress } from '../worker/api.js';
import { failureOf, isCancel, type Failure } from './failure.js';
import type { HeldScans } from './held.js';
import type { Job } from './jobs.js';
import type { Knowing } from './knowing.js';
import type { State } from './state.js';
import { language, strings } from './strings.js';
import type { Entry } from './study.js';

/** What reading needs of its session. */
export interface ReadingHost {
  readonly state: State;
  /** The shown entry; null where nothing is open. */
  readonly shown: Entry | null;
  entry(key: number): Entry | null;
  /** Changes an entry, and what is shown of it. */
  change(key: number, part: Partial<Entry>): void;
  /** An opened scan tells its size, its look and its pages. */
  saw(key: number, scan: OpenedScan, truth: string | null): void;
  /** An entry has new findings. */
  read(key: number, findings: Findings): void;
  /** The shown scan failed. */
  shownFailed(failure: Failure): void;
  /** Nothing more is read unasked. */
  stopRest(notice: string): void;
}

export interface Wish {
  readonly device?: DeviceKind | undefined;
  readonly anyPicture?: boolean | undefined;
}

type Work = (entry: Entry, scan: OpenedScan, signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>;

export class Reading {
  readonly #api: GroundScopeApi;
  readonly #held: HeldScans;
  readonly #knowing: Knowing;
  readonly #host: ReadingHost;

  constructor(api: GroundScopeApi, held: HeldScans, knowing: Knowing, host: ReadingHost) {
    this.#api = api;
    this.#held = held;
    this.#knowing = knowing;
    this.#host = host;
  }

  /** Reads an entry, shown or not. */
  job(key: number, { device, anyPicture = false }: Wish = {}): Job {
    return this.#job(key, true, async (entry, scan, signal, onProgress) => {
      if (device) await this.#api.prepare(device, { signal, onProgress });
      const read = await this.#api.read(scan.id, { signal, onProgress, anyPicture });
      if (signal.aborted) return;
      const findings = await this.#knowing.explain(read, this.#knowing.of(entry.source, scan), signal);
      if (signal.aborted) return;
      this.#host.change(key, { findings, hidden: {}, state: 'read', failure: null, answer: null, asked: [] });
      this.#host.read(key, findings);
    });
  }

  /** What if a class, or a region, of an entry were hidden? */
  hideJob(key: number, findings: Findings, id: string): Job {
    return this.#job(key, false, async (_, scan, signal, onProgress) => {
      const occlusion = await this.#api.hide(scan.id, findings, id, { signal, onProgress, language });
      const entry = this.#host.entry(key);
      if (entry && !signal.aborted) this.#host.change(key, { hidden: { ...entry.hidden, [id]: occlusion } });
    });
  }

  #job(key: number, marks: boolean, work: Work): Job {
    return {
      key,
      work: async (signal, onProgress) => {
        const entry = this.#host.entry(key);
        if (!entry) return;
        const opening = this.#held.take(entry, onProgress);
        const finish = once(() => {
          this.#held.release(key);
          const after = this.#host.entry(key);
          if (after?.state === 'reading') this.#host.change(key, { state: after.findings ? 'read' : 'waiting' });
        });
        // What nobody waits for is let go at once.
        signal.addEventListener('abort', finish, { once: true });
        if (marks) this.#host.change(key, { state: 'reading', failure: null });
        let opened = false;
        try {
          const { scan, truth } = await opening;
          if (signal.aborted) return;
          this.#host.saw(key, scan, truth);
          opened = true;
          await work(entry, scan, signal, onProgress);
        } catch (error) {
          if (!signal.aborted && !isCancel(error)) this.#fail(key, error, opened);
        } finally {
          finish();
        }
      },
    };
  }

  #fail(key: number, error: unknown, opened: boolean): void {
    const failure = { ...failureOf(error, opened ? strings.errors.readTitle : strings.errors.openTitle), again: opened };
    const entry = this.#host.entry(key);
    // Where the device or a part of the page is at fault, the other scans would fail, too.
    const general = failure.code === 'load_failed' || this.#api.device.state === 'failed';
    if (entry && !entry.findings && !general) this.#host.change(key, { state: 'failed', failure });
    if (general) this.#host.stopRest(strings.failureSentence(failure));
    if (this.#host.shown?.key === key) this.#host.shownFailed(failure);
  }
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
