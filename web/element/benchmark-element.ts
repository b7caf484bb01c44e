// <groundscope-benchmark>: files of EyeVQA or UltraG-Bench go in; tables come out, and every image with its masks.

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { BenchmarkCase, GroundScopeApi } from '../worker/api.js';
import { GroundScope } from '../worker/client.js';
import { caseStyles, FIRST, renderCase, type CaseChoice } from './benchmark-case.js';
import { BenchmarkRun, type BenchmarkRules } from './benchmark-run.js';
import { renderEyeVqa, renderUltraG, tableStyles } from './benchmark-tables.js';
import { carriesFiles, takenOf, type Taken } from './intake.js';
import { filesIn, foldersOf } from './folders.js';
import { icon } from './icons.js';
import { paged, PAGE, renderMore } from './paging.js';
import { saveFile } from './save.js';
import { isLanguage, speak, strings } from './strings.js';
import { controls, tokens } from './tokens.js';

/**
 * Attributes: `lang`, `theme`, `assets`. `take(files)` opens files; dropping them does the same. Event, bubbling: `groundscope-scored` with the
 * result (`BenchmarkResult`). Loads no model.
 */
@customElement('groundscope-benchmark')
export class GroundscopeBenchmark extends LitElement {
  static override readonly styles = [
    tokens,
    controls,
    tableStyles,
    caseStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
        color: var(--gs-text);
        background: var(--gs-panel);
        font: 14px/1.4 var(--gs-font);
      }
      .drop {
        padding: 14px;
        border: 1.5px dashed var(--gs-edge);
        border-radius: 10px;
      }
      .drop .row:first-child {
        margin: 0;
      }
      .drop.over {
        background: var(--gs-hover);
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 12px;
        align-items: center;
        margin: 10px 0;
      }
      .row select {
        min-height: 28px;
        border: 1px solid var(--gs-edge);
        border-radius: var(--gs-radius);
        background: var(--gs-panel);
        color: inherit;
        font: inherit;
      }
      .trouble {
        padding: 10px 12px;
        border: 1px solid var(--gs-bad);
        border-radius: var(--gs-radius);
        overflow-wrap: anywhere;
      }
      .images {
        max-height: 260px;
        margin-bottom: 12px;
        overflow-y: auto;
      }
      .images:focus-visible {
        outline: 2px solid var(--gs-focus);
      }
    `,
  ];

  @property({ reflect: true }) theme: 'dark' | 'light' = 'dark';
  @property() override lang = '';
  /** Folder of the workers and modules; default: the folder of this script. */
  @property() assets = new URL('.', import.meta.url).href;
  /** Another engine behind the same API, which stays the page's own; to be set before the element is connected. */
  @property({ attribute: false }) engine: Pick<GroundScopeApi, 'scoreBenchmark' | 'benchmarkCase'> | undefined;

  @state() private rules: BenchmarkRules = { profile: 'strict', coordinates: 'unit' };
  @state() private chosen = 0;
  @state() private choice: CaseChoice = FIRST;
  @state() private rows = PAGE;
  @state() private over = false;
  @query('input[data-testid="benchmark-input"]') private readonly picker!: HTMLInputElement;
  @query('input[data-testid="benchmark-folder"]') private readonly folder!: HTMLInputElement;
  #own: GroundScope | undefined;
  #run: BenchmarkRun | undefined;
  #told: object | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#run) return;
    this.#own = this.engine ? undefined : new GroundScope({ base: this.assets, readsSoon: false });
    const engine = this.engine ?? this.#own;
    if (engine) this.#run = new BenchmarkRun(engine, () => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is only moved is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#run?.clear();
      this.#own?.dispose();
      this.#run = undefined;
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lang') && isLanguage(this.lang)) speak(this.lang);
  }

  /** Opens files: a benchmark's, and pictures by their names. */
  async take(files: Iterable<File>): Promise<void> {
    await this.takeAll(takenOf(files));
  }

  /** The same with the folders that the files lie in. */
  async takeAll(files: readonly Taken[]): Promise<void> {
    [this.chosen, this.choice] = [0, FIRST];
    await this.#run?.take(files);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const result = this.#run?.state.result ?? null;
    if (result === this.#told) return;
    this.#told = result;
    if (result) this.dispatchEvent(new CustomEvent('groundscope-scored', { bubbles: true, composed: true, detail: result }));
  }

  override render(): TemplateResult {
    const words = strings.benchmark;
    const { busy, failure, result } = this.#run?.state ?? { busy: false, failure: null, result: null };
    return html`
      <section aria-label=${words.title} aria-busy=${String(busy)} data-testid="groundscope-benchmark"
        @dragover=${this.#onDrag} @dragleave=${() => (this.over = false)} @drop=${this.#onDrop}>
        <div class="drop ${this.over ? 'over' : ''}">
          ${result ? nothing : html`<p>${words.explain}</p>`}
          <div class="row">
            <button class="button ${result ? '' : 'primary'}" data-testid="benchmark-open" @click=${() => this.picker.click()}>${icon('open')}${words.open}</button>
            <button class="button" @click=${() => this.folder.click()}>${words.openFolder}</button>
            ${result || failure ? html`<button class="button quiet" data-testid="benchmark-clear" @click=${() => this.#run?.clear()}>${words.clear}</button>` : nothing}
          </div>
          ${result ? nothing : html`<p class="small muted">${words.stays}</p>`}
        </div>
        <div role="status">${busy ? html`<p data-testid="benchmark-busy">${words.scoring}</p>` : nothing}</div>
        ${failure ? html`<p class="trouble" role="alert" data-testid="benchmark-error" data-code=${failure.code}>${strings.failureSentence(failure)}</p>` : nothing}
        ${result ? this.#result() : nothing}
        <input type="file" hidden multiple data-testid="benchmark-input" aria-label=${words.open} @change=${this.#onPicked} />
        <input type="file" hidden webkitdirectory data-testid="benchmark-folder" aria-label=${words.openFolder} @change=${this.#onPicked} />
      </section>
    `;
  }

  #result(): TemplateResult | typeof nothing {
    const words = strings.benchmark;
    const { result, view, names } = this.#run?.state ?? { result: null, view: null, names: [] };
    if (!result) return nothing;
    return html`
      <div class="row">
        <span class="small muted">${words.files(names)}</span>
        ${result.kind === 'ultrag' ? this.#select('profile', ['strict', 'reference']) : this.#select('coordinates', ['unit', 'percent', 'norm1000'])}
        <button class="button" data-testid="benchmark-save" @click=${() => saveFile(`${result.kind}-scores.json`, 'application/json', JSON.stringify(result, null, 1))}>${words.save}</button>
      </div>
      ${result.notes.map((note) => html`<p class="small muted">${note}</p>`)}
      ${result.kind === 'eyevqa'
        ? html`<p class="small muted">${words.questions(result.questions)}</p>${renderEyeVqa(result.comparison, this.chosen, (run) => (this.chosen = run))}`
        : html`${renderUltraG(result.runs)}
            <h3>${words.images(result.cases.length)}</h3>
            ${this.#images(result.cases, result.runs.map(({ name }) => name), view?.sample_id ?? null)}
            ${view ? renderCase(view, { choice: this.choice, change: (part) => (this.choice = { ...this.choice, ...part }), picture: this.#run?.pictureOf(view.file_name) ?? null }) : nothing}`}
    `;
  }

  #select<Key extends keyof BenchmarkRules>(key: Key, values: readonly BenchmarkRules[Key][]): TemplateResult {
    const words = strings.benchmark;
    return html`<label class="small">${words[key]}
      <select data-testid=${`benchmark-${key}`} @change=${(event: Event) => this.#rule({ [key]: values[(event.currentTarget as HTMLSelectElement).selectedIndex] })}>
        ${values.map((value) => html`<option .selected=${this.rules[key] === value}>${words.values[value]}</option>`)}
      </select></label>`;
  }

  #rule(part: Partial<BenchmarkRules>): void {
    this.rules = { ...this.rules, ...part };
    void this.#run?.score(this.rules);
  }

  #images(cases: readonly BenchmarkCase[], runs: readonly string[], shown: string | null): TemplateResult {
    const words = strings.benchmark;
    const rows = paged(cases, this.rows, ({ sample_id }) => sample_id === shown);
    const figure = (value: number | null | undefined) => html`<td>${typeof value === 'number' ? words.share(value) : '\u2013'}</td>`;
    return html`<div class="images wide-table" tabindex="0" role="region" aria-label=${words.images(cases.length)}>
      <table part="images" data-testid="benchmark-images">
        <thead><tr><th scope="col">${words.image}</th><th scope="col">${words.organ}</th>
          ${runs.map((run) => html`<th scope="col">${runs.length > 1 ? `${run}: ` : ''}${words.metrics.iou}</th><th scope="col">${words.metrics.grounded_accuracy}</th><th scope="col">${words.metrics.sem_acc}</th>`)}</tr></thead>
        <tbody>${rows.map((one) => html`<tr aria-current=${String(one.sample_id === shown)}>
          <th scope="row"><button class="link" data-testid="benchmark-image" @click=${() => this.#show(one.sample_id)}>${one.file_name}</button></th><td>${one.organ}</td>
          ${runs.map((_, at) => html`${figure(one.iou[at])}${figure(one.grounded[at])}${figure(one.sem_acc[at])}`)}</tr>`)}</tbody>
      </table>
      ${renderMore(rows.length, cases.length, (more) => (this.rows = more))}
    </div>`;
  }

  #show(id: string): void {
    this.choice = { ...FIRST, run: this.choice.run };
    void this.#run?.show(id);
  }

  readonly #onPicked = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const files = [...(input.files ?? [])];
    input.value = '';
    if (files.length > 0) void this.take(files);
  };

  readonly #onDrag = (event: DragEvent): void => {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    this.over = true;
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.over = false;
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    const folders = foldersOf(event.dataTransfer);
    if (folders) void filesIn(folders).then((files) => this.takeAll(files));
    else void this.take(event.dataTransfer?.files ?? []);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-benchmark': GroundscopeBenchmark;
  }
}
