// What the user knows of a scan and the file does not tell: its scale and its eye. Kept in memory, and told to the engine.

import type { Eye, Findings, GroundScopeApi, Known, Scale } from '../worker/api.js';
import { failureOf, isCancel } from './failure.js';
import type { ScanSource, State } from './state.js';
import { language, type Language } from './strings.js';

/** What a reading is worded in. */
const ENGINE: Language = 'en';

/** What it needs of its session. */
export interface KnowingHost {
  readonly state: State;
  set(part: Partial<State>): void;
  /** An answer with the old words beside findings with the new ones would be a puzzle. */
  forgetAnswer(): void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export class Knowing {
  readonly #api: GroundScopeApi;
  readonly #host: KnowingHost;
  #run: AbortController | null = null;
  /** By width and height: scans of one study and one size have one scale. */
  #scales = new Map<string, Scale | null>();
  /** By file: the pages of a volume show one eye. */
  #eyes = new Map<ScanSource, Eye | null>();
  /** In which language findings were worded, where it is not the engine's own. */
  readonly #languages = new WeakMap<Findings, Language>();

  constructor(api: GroundScopeApi, host: KnowingHost) {
    this.#api = api;
    this.#host = host;
  }

  /** Explains the findings with what is known now. What is refused changes nothing; what was said last counts. */
  async tell(known: Known): Promise<void> {
    const { findings, scan, scans, at } = this.#host.state;
    const source = scans[at]?.source;
    if (!findings || !scan || source === undefined) return;
    this.stop();
    const run = new AbortController();
    this.#run = run;
    try {
      const explained = await this.#worded(findings, known, run.signal);
      if (run.signal.aborted) return;
      this.#scales.set(sizeKey(scan), known.scale);
      this.#eyes.set(source, known.eye);
      this.#host.forgetAnswer();
      this.#host.set({ findings: explained, known, knownFailure: null });
    } catch (error) {
      if (!run.signal.aborted && !isCancel(error)) this.#host.set({ knownFailure: failureOf(error) });
    }
  }

  /** Findings of a new reading with what is known of their scan. */
  async explain(findings: Findings, known: Known, signal: AbortSignal): Promise<Findings> {
    return known.scale || known.eye || language !== ENGINE ? this.#worded(findings, known, signal) : findings;
  }

  /** Whether findings are explained with what is known now, in the language that the page speaks. */
  isToldOf(findings: Findings, known: Known): boolean {
    const { scale, eye } = findings;
    const sameScale = scale?.lateral_um === known.scale?.lateral_um && scale?.axial_um === known.scale?.axial_um;
    return sameScale && (eye ?? null) === known.eye && (this.#languages.get(findings) ?? ENGINE) === language;
  }

  async #worded(findings: Findings, known: Known, signal: AbortSignal): Promise<Findings> {
    const spoken = language;
    const explained = await this.#api.explain(findings, known, { signal, language: spoken });
    this.#languages.set(explained, spoken);
    return explained;
  }

  /** What is known of a scan of the study. */
  of(source: ScanSource, size: Size): Known {
    return { scale: this.#scales.get(sizeKey(size)) ?? null, eye: this.#eyes.get(source) ?? null };
  }

  /** Other scans are opened: those of the same size have the same scale, but may show the other eye. */
  renew(size: Size): void {
    const { known, scan: before } = this.#host.state;
    const alike = before?.width === size.width && before.height === size.height;
    this.#eyes.clear();
    this.#scales.clear();
    if (alike) this.#scales.set(sizeKey(size), known.scale);
  }

  /** Knows nothing of any scan any more. */
  forget(): void {
    this.stop();
    this.#eyes.clear();
    this.#scales.clear();
  }

  /** Ends what runs; its result is not wanted any more. */
  stop(): void {
    this.#run?.abort();
    this.#run = null;
  }
}

function sizeKey({ width, height }: Size): string {
  return `${width} ${height}`;
}
