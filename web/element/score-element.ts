// <groundscope-score>: expert boxes and predicted boxes of any images go in; their scores are counted, drawn and explained.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { DEFAULT_SCORE_SETTINGS, type GroundingReport, type GroundScopeApi, type ScoreSettings, type ScoreView } from '../worker/api.js';
import { GroundScope } from '../worker/client.js';
import { sameTarget, type Target } from './highlight.js';
import { fetchBytes } from './intake.js';
import { hasMoved } from './pointing.js';
import { scoreElementStyles } from './score-element-styles.js';
import { renderImages } from './score-images.js';
import { START, type ScoreList } from './score-list.js';
import { renderPicture } from './score-picture.js';
import { renderRows } from './score-rows.js';
import { renderRules } from './score-rules.js';
import { ScoreRun, worstFirst, type BoxesSource } from './score-run.js';
import { renderBoth, renderCounts } from './score-totals.js';
import { isLanguage, speak, strings } from './strings.js';

/** Properties at whose change the files are read again, and those at whose change they are only scored again. */
const FILES = ['references', 'predictions', 'referencesData', 'predictionsData'] as const;
const RULES = ['image', 't1', 't2', 'fp', 'lang'] as const;

/** A file of boxes as text, or the object that its JSON is. */
export type BoxesData = string | object;

/**
 * Attributes: `references` and `predictions` (addresses of two files of boxes), `image` (which of their images; default: the worst), `t1`,
 * `t2`, `fp` (docs/scoring.md), `scan` (address of the image's picture; `{image}` in it stands for the image's name), `lang`, `theme`. Events, both
 * bubbling: `groundscope-scored` with `image`, `view` and `report`, `groundscope-error` with code, message, hint. Loads no model.
 */
@customElement('groundscope-score')
export class GroundscopeScore extends LitElement {
  static override readonly styles = scoreElementStyles;

  /** Addresses of files of boxes. */
  @property() references = '';
  @property() predictions = '';
  /** The same as text or objects; they come before the addresses. */
  @property({ attribute: false }) referencesData: BoxesData | undefined;
  @property({ attribute: false }) predictionsData: BoxesData | undefined;
  @property() image = '';
  @property({ type: Number }) t1 = DEFAULT_SCORE_SETTINGS.t1;
  @property({ type: Number }) t2 = DEFAULT_SCORE_SETTINGS.t2;
  @property() fp: ScoreSettings['fp'] = DEFAULT_SCORE_SETTINGS.fp;
  @property() scan = '';
  @property({ reflect: true }) theme: 'dark' | 'light' = 'dark';
  /** A language that the page's texts have; all elements of a page speak one. */
  @property() override lang = '';
  /** Folder of the workers and modules; default: the folder of this script. */
  @property() assets = new URL('.', import.meta.url).href;
  /** Another engine behind the same API, which stays the page's own; to be set before the element is connected. */
  @property({ attribute: false }) engine: GroundScopeApi | undefined;

  @state() private list: ScoreList = START;
  @state() private chosen: Target | null = null;
  @state() private pointed: Target | null = null;
  @state() private width = 0;
  @state() private allImages = false;
  /** The image that the reader went to. */
  @state() private stepped = '';
  @query('.view') private readonly room!: HTMLElement | null;
  #own: GroundScope | undefined;
  #run: ScoreRun | undefined;
  readonly #sizes = new ResizeObserver(() => this.#measure());

  /** The score of the image that is shown, null while there is none. */
  get view(): ScoreView | null {
    return this.#run?.state.view ?? null;
  }

  /** The scores of all images, as `groundscope score grounding --details --json` gives them. */
  get report(): GroundingReport | null {
    return this.#run?.state.report ?? null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
    if (this.#run) return;
    this.#own = this.engine ? undefined : new GroundScope({ base: this.assets, readsSoon: false });
    const api = this.engine ?? this.#own;
    if (!api) return;
    this.#run = new ScoreRun(api, {
      onChange: () => this.requestUpdate(),
      onScored: (view, report) => this.#tell('groundscope-scored', { image: view.image, view, report }),
      onFailure: (failure) => this.#tell('groundscope-error', { code: failure.code, message: failure.message, hint: failure.hint }),
    });
    if (this.hasUpdated) this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    // An element that is only moved is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#run?.stop();
      this.#own?.dispose();
      this.#run = undefined;
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lang') && isLanguage(this.lang)) speak(this.lang);
    // The page's own choice, or other files: where the reader went before counts no more.
    if (changed.has('image') || FILES.some((name) => changed.has(name))) this.stepped = '';
  }

  override render(): TemplateResult {
    const words = strings.score;
    const { busy, failure, view, report } = this.#run?.state ?? { busy: false, failure: null, view: null, report: null };
    return html`
      <section class="scores" aria-label=${words.title} data-testid="groundscope-score" aria-busy=${String(busy)}>
        ${busy ? html`<p class="small muted" role="status">${words.scoringFiles}</p>` : nothing}
        ${failure ? html`<p class="trouble" role="alert" part="error" data-testid="score-error" data-code=${failure.code}>${strings.failureSentence(failure)}</p>` : nothing}
        ${!busy && !failure && !this.#given ? html`<p class="small muted">${words.needsFiles}</p>` : nothing}
        ${view && report ? this.#scores(view, report) : nothing}
      </section>
    `;
  }

  #scores(view: ScoreView, report: GroundingReport): TemplateResult {
    const words = strings.score;
    const images = worstFirst(report);
    const many = images.length > 1;
    return html`
      <div class="view" part="view">
        <h2 class="head">${view.image}</h2>
        ${this.width > 0 ? renderPicture(view, this.#pictureHost(view)) : nothing}
        ${many ? html`<h3>${words.allImages(images.length)}</h3>${renderBoth(report.pooled, { ...report.one_to_one.pooled, threshold: report.one_to_one.iou })}
          ${renderImages(images, { shown: view.image, all: this.allImages, show: (image) => this.#show(image), showAll: () => (this.allImages = true) })}` : nothing}
      </div>
      <div class="panel" part="panel">
        ${many ? html`<h3>${words.thisImage}</h3>` : nothing}
        ${renderBoth(view.total, view.one_to_one)}
        ${renderRules({ t1: this.t1, t2: this.t2, fp: this.fp }, (part) => Object.assign(this, part))}
        ${renderRows(view, {
          list: this.list,
          chosen: this.chosen,
          pointed: this.pointed,
          pointBy: (event, target) => hasMoved(event) && this.#point(target),
          point: (target) => this.#point(target),
          choose: (target) => this.#choose(target),
          arrange: (part) => (this.list = { ...this.list, ...part }),
        })}
        ${renderCounts(view)}
        ${view.notes.map((note) => html`<p class="small muted">${note}</p>`)}
      </div>
    `;
  }

  #pictureHost(view: ScoreView) {
    const scan = this.scan.replaceAll('{image}', view.image.split('/').map(encodeURIComponent).join('/'));
    return { width: this.width, scan, target: this.pointed ?? this.chosen, choose: (target: Target) => this.#choose(target) };
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.#measure();
    if (FILES.some((name) => changed.has(name))) this.#load();
    else if (RULES.some((name) => changed.has(name)) || changed.has('stepped' as keyof GroundscopeScore)) void this.#run?.want(this.stepped || this.image, this.#settings);
  }

  get #settings(): ScoreSettings {
    return { t1: this.t1, t2: this.t2, fp: this.fp };
  }

  get #given(): boolean {
    return (this.references !== '' || this.referencesData !== undefined) && (this.predictions !== '' || this.predictionsData !== undefined);
  }

  #load(): void {
    if (!this.#given) return;
    [this.chosen, this.pointed] = [null, null];
    void this.#run?.load(source(this.referencesData, this.references), source(this.predictionsData, this.predictions), this.image, this.#settings);
  }

  #show(image: string): void {
    [this.chosen, this.pointed] = [null, null];
    this.stepped = image;
  }

  #point(target: Target | null): void {
    this.pointed = target;
  }

  #choose(target: Target): void {
    this.chosen = sameTarget(target, this.chosen) ? null : target;
    this.pointed = null;
  }

  #measure(): void {
    const width = Math.floor(this.room?.clientWidth ?? 0);
    if (width > 0) this.width = width;
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

function source(data: BoxesData | undefined, address: string): BoxesSource {
  if (data !== undefined) return () => (typeof data === 'string' ? data : JSON.stringify(data));
  return async () => new TextDecoder().decode(await fetchBytes(new URL(address, document.baseURI), 'fetch'));
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-score': GroundscopeScore;
  }
}
