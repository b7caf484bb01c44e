// Two files of boxes and their scores: fetched, scored as a whole and image by image, again at every change of the rules.

import type { GroundingImage, GroundingReport, GroundScopeApi, ScoreSettings, ScoreView } from '../worker/api.js';
import { failureOf, isCancel, type Failure } from './failure.js';
import { language } from './strings.js';

/** The text of a file of boxes, or what gets it. */
export type BoxesSource = () => string | Promise<string>;

export interface RunState {
  /** The files are fetched or scored for the first time. */
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** All images, with their figures. */
  readonly report: GroundingReport | null;
  /** The image that is shown. */
  readonly view: ScoreView | null;
}

interface Files {
  readonly references: string;
  readonly predictions: string;
}

/** What the next score is to be of. */
interface Wanted {
  readonly image: string;
  readonly settings: ScoreSettings;
}

export interface RunListener {
  onChange(): void;
  onScored(view: ScoreView, report: GroundingReport): void;
  onFailure(failure: Failure): void;
}

export class ScoreRun {
  state: RunState = { busy: false, failure: null, report: null, view: null };
  readonly #api: GroundScopeApi;
  readonly #listener: RunListener;
  #files: Files | null = null;
  #wanted: Wanted | null = null;
  /** The files that count now: what comes of older ones is dropped. */
  #load: AbortController | null = null;
  #working = false;

  constructor(api: GroundScopeApi, listener: RunListener) {
    this.#api = api;
    this.#listener = listener;
  }

  /** Takes two files. An empty `image` is the worst one. */
  async load(references: BoxesSource, predictions: BoxesSource, image: string, settings: ScoreSettings): Promise<void> {
    this.stop();
    const load = new AbortController();
    this.#load = load;
    this.#files = null;
    this.#wanted = { image, settings };
    this.#set({ busy: true, failure: null, report: null, view: null });
    try {
      const [r, p] = await Promise.all([references(), predictions()]);
      if (this.#load !== load) return;
      this.#files = { references: r, predictions: p };
      await this.#work(load);
    } catch (error) {
      if (this.#load === load) this.#refuse(error);
    }
  }

  /** Another image or other rules: what is shown stays until its score is there; of many steps only the last waits. */
  async want(image: string, settings: ScoreSettings): Promise<void> {
    this.#wanted = { image, settings };
    const load = this.#load;
    if (!load || !this.#files || this.#working) return;
    try {
      await this.#work(load);
    } catch (error) {
      if (this.#load === load) this.#refuse(error);
    }
  }

  stop(): void {
    this.#load?.abort();
    this.#load = null;
    this.#working = false;
  }

  async #work(load: AbortController): Promise<void> {
    this.#working = true;
    try {
      let wanted: Wanted | null = null;
      while (this.#load === load && wanted !== this.#wanted) {
        wanted = this.#wanted;
        if (wanted) await this.#score(wanted, load);
      }
    } finally {
      if (this.#load === load) this.#working = false;
    }
  }

  async #score({ image, settings }: Wanted, load: AbortController): Promise<void> {
    const files = this.#files;
    if (!files) return;
    const known = this.state.report;
    const first = known ?? (await this.#report(files, settings, load.signal));
    const name = image || (this.state.view?.image ?? worstFirst(first)[0]?.id ?? '');
    const view = await this.#api.score({ references: files.references, predictions: files.predictions, imageName: name, settings, language }, { signal: load.signal });
    if (this.#load !== load) return;
    this.#set({ busy: false, failure: null, view, report: first });
    // The whole benchmark may take longer than its one image that is looked at: it comes after it.
    const old = settings.t1 !== first.settings.t1 || settings.t2 !== first.settings.t2 || settings.fp !== first.settings.fp;
    const report = known && old ? await this.#report(files, settings, load.signal) : first;
    if (this.#load !== load) return;
    this.#set({ report });
    this.#listener.onScored(view, report);
  }

  #report({ references, predictions }: Files, settings: ScoreSettings, signal: AbortSignal): Promise<GroundingReport> {
    const file = (name: string, text: string) => [{ name, bytes: new TextEncoder().encode(text) }];
    return this.#api.scoreGrounding(
      { references: file('references', references), predictions: file('predictions', predictions), settings: { ...settings, details: true, beside: false, replicates: 0 } },
      { signal },
    );
  }

  #refuse(error: unknown): void {
    if (isCancel(error)) return;
    const failure = failureOf(error);
    this.#set({ busy: false, failure });
    this.#listener.onFailure(failure);
  }

  #set(part: Partial<RunState>): void {
    this.state = { ...this.state, ...part };
    this.#listener.onChange();
  }
}

/** Images by F1, the lowest first; those with nothing to find and nothing found come last. */
export function worstFirst(report: GroundingReport): GroundingImage[] {
  const rank = ({ figures: { tp, fp, fn, f1 } }: GroundingImage): number => (tp + fp + fn === 0 ? 2 : f1);
  return [...(report.images ?? [])].sort((a, b) => rank(a) - rank(b) || a.figures.mean_agg_iou - b.figures.mean_agg_iou);
}
