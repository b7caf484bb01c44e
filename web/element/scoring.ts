// Expert boxes and their score: the boxes chosen last are the ones shown, and a score belongs to its boxes and its findings.

import { GroundscopeError, type GroundScopeApi, type ScoreSettings } from '../worker/api.js';
import { failureOf, isCancel, type Failure } from './failure.js';
import type { State } from './session.js';
import { language, strings } from './strings.js';

/** The text of a file of expert boxes, or what reads it. */
export type ReferencesSource = string | (() => Promise<string>);

/** What scoring needs of its session. */
export interface ScoringHost {
  readonly state: State;
  set(part: Partial<State>): void;
  /** Whether the policy of the page lets boxes be scored. */
  readonly scores: boolean;
  failed(failure: Failure): void;
}

export class Scoring {
  /** How often expert boxes were chosen. */
  loads = 0;
  readonly #api: GroundScopeApi;
  readonly #host: ScoringHost;
  /** Taken at the moment of choice: what comes of an older choice is dropped. */
  #choice: object | null = null;
  #run: AbortController | null = null;

  constructor(api: GroundScopeApi, host: ScoringHost) {
    this.#api = api;
    this.#host = host;
  }

  /** Takes expert boxes; they are scored at once, or when the scan that is being opened has been read. */
  async load(source: ReferencesSource, name: string, ofSample = false): Promise<void> {
    if (!this.#host.scores) return this.#host.set({ notice: strings.policy.noScore });
    const choice = {};
    this.#choice = choice;
    this.loads++;
    this.stop();
    const before = this.#host.state.references;
    this.#host.set({ score: null, scoreFailure: null, scoring: name, chosen: null, pointed: null });
    try {
      const text = typeof source === 'string' ? source : await source();
      if (this.#choice !== choice) return;
      this.#host.set({ references: { name, text, ofSample }, scoring: null });
      if (this.#ready) return await this.score();
      await this.#api.parseReferences(text);
    } catch (error) {
      if (this.#choice !== choice || isCancel(error)) return;
      this.stop();
      this.#host.set({ references: before });
      if (this.#ready) await this.score();
      if (this.#choice === choice) this.#refuse(error);
    }
  }

  drop(): void {
    this.#choice = null;
    this.stop();
    this.#host.set({ references: null, score: null, scoreFailure: null, chosen: null, pointed: null });
  }

  /** Ends the scoring that runs; its result is not wanted any more. */
  stop(): void {
    this.#run?.abort();
    this.#run = null;
    if (this.#host.state.scoring !== null) this.#host.set({ scoring: null });
  }

  /** Scores the findings, where boxes were loaded while nothing could be scored. */
  async catchUp(): Promise<void> {
    const { score, scoreFailure, scoring } = this.#host.state;
    if (!score && !scoreFailure && scoring === null) await this.score();
  }

  async score(): Promise<void> {
    await this.#score({ score: null, scoreFailure: null });
  }

  /** Other thresholds: the shown score stays until the new one is there, and of many steps of a slider only the last waits. */
  async rescore(part: Partial<ScoreSettings>): Promise<void> {
    this.#host.set({ scoreSettings: { ...this.#host.state.scoreSettings, ...part } });
    if (this.#run) return;
    const { score, scoreFailure } = this.#host.state;
    if (score) await this.#score({});
    else if (scoreFailure) await this.score();
  }

  async #score(before: Partial<State>): Promise<void> {
    const { references, findings, scan, name } = this.#host.state;
    if (!references || !findings || !scan) return;
    this.stop();
    const run = new AbortController();
    this.#run = run;
    this.#host.set({ ...before, ...('score' in before && { scoring: references.name }) });
    const { width, height } = scan;
    const input = { references: references.text, imageName: name, width, height, findings };
    try {
      for (;;) {
        const settings = this.#host.state.scoreSettings;
        const score = await this.#api.score({ ...input, settings, language }, { signal: run.signal });
        if (this.#run !== run) return;
        this.#host.set({ score });
        // The slider has moved on meanwhile.
        if (settings === this.#host.state.scoreSettings) return;
      }
    } catch (error) {
      if (this.#run === run) this.#refuse(error);
    } finally {
      if (this.#run === run) this.stop();
    }
  }

  /** While a scan is being opened or read, boxes wait for it: they may be its own. */
  get #ready(): boolean {
    const { findings, busy } = this.#host.state;
    return findings !== null && busy === null;
  }

  #refuse(error: unknown): void {
    if (error instanceof GroundscopeError && error.code === 'disposed') return;
    const scoreFailure = failureOf(error);
    this.#host.set({ scoreFailure });
    // Of several scans some have no boxes in a file: each says so, and none is an error.
    if (this.#host.state.scans.length < 2) this.#host.failed(scoreFailure);
  }
}
