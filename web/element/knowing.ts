// What the user knows of a scan and the file does not tell: its scale and its eye. Kept in memory, and told to the engine.

import type { Findings, GroundScopeApi, Known, OpenedScan } from '../worker/api.js';
import { failureOf, isCancel } from './failure.js';
import type { State } from './state.js';

/** What it needs of its session. */
export interface KnowingHost {
  readonly state: State;
  set(part: Partial<State>): void;
  /** An answer with the old words beside findings with the new ones would be a puzzle. */
  forgetAnswer(): void;
}

export class Knowing {
  readonly #api: GroundScopeApi;
  readonly #host: KnowingHost;
  #run: AbortController | null = null;

  constructor(api: GroundScopeApi, host: KnowingHost) {
    this.#api = api;
    this.#host = host;
  }

  /** Explains the findings with what is known now. What is refused changes nothing; what was said last counts. */
  async tell(known: Known): Promise<void> {
    const { findings } = this.#host.state;
    if (!findings) return;
    this.stop();
    const run = new AbortController();
    this.#run = run;
    try {
      const explained = await this.#api.explain(findings, known, { signal: run.signal });
      if (run.signal.aborted) return;
      this.#host.forgetAnswer();
      this.#host.set({ findings: explained, known, knownFailure: null });
    } catch (error) {
      if (!run.signal.aborted && !isCancel(error)) this.#host.set({ knownFailure: failureOf(error) });
    }
  }

  /** Findings of a new reading with what is known of their scan. */
  async explain(findings: Findings, signal: AbortSignal): Promise<Findings> {
    const { known } = this.#host.state;
    this.stop();
    return known.scale || known.eye ? this.#api.explain(findings, known, { signal }) : findings;
  }

  /** What is still known when another scan is opened: one of the same size has the same scale, but may show the other eye. */
  of(scan: OpenedScan): Known {
    const { known, scan: before } = this.#host.state;
    const alike = before?.width === scan.width && before.height === scan.height;
    return { scale: alike ? known.scale : null, eye: null };
  }

  /** Ends what runs; its result is not wanted any more. */
  stop(): void {
    this.#run?.abort();
    this.#run = null;
  }
}
