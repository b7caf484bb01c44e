// AggIoU against expert boxes: counts by class, each expert box with its outcome, and why.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ClassScore, FalsePositive, ReferenceScore, ScoreView } from '../worker/api.js';
import type { Target } from './highlight.js';
import { icon } from './icons.js';
import { clip } from './labels.js';
import { hueClass } from './palette.js';
import { rowStyles } from './row-styles.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { swatch } from './swatch.js';
import { controls, hues } from './tokens.js';

@customElement('groundscope-scores')
export class Scores extends LitElement {
  static override readonly styles = [
    controls,
    hues,
    rowStyles,
    css`
      :host {
        display: block;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-top: 8px;
      }
      .wide {
        overflow-x: auto;
      }
      table {
        width: 100%;
        margin-top: 10px;
        border-collapse: collapse;
        font-size: 13px;
        font-variant-numeric: tabular-nums;
      }
      th,
      td {
        padding: 4px 0 4px 8px;
        text-align: end;
        font-weight: 400;
      }
      th:first-child {
        padding-left: 0;
        text-align: start;
      }
      thead th {
        color: var(--gs-muted);
        font-size: 12px;
      }
      tbody tr {
        border-top: 1px solid var(--gs-line);
      }
      tfoot tr {
        border-top: 1px solid var(--gs-edge);
      }
      tfoot th,
      tfoot td {
        font-weight: 600;
      }
      caption {
        text-align: start;
        font-size: 12px;
        font-weight: 600;
        color: var(--gs-muted);
      }
      .expert .swatch rect {
        fill: none;
        stroke: var(--gs-reference);
      }
      .outcome {
        display: inline-flex;
        align-items: center;
        gap: 5px;
        grid-column: 3 / 5;
        justify-self: end;
        font-weight: 600;
      }
      .outcome svg.icon {
        align-self: center;
      }
      .hit {
        color: var(--gs-good);
      }
      .missed {
        color: var(--gs-warn);
      }
      .false {
        color: var(--gs-bad);
      }
      .explanation,
      .trouble,
      .small {
        overflow-wrap: anywhere;
      }
      .explanation {
        padding: 2px 0 8px 46px;
        font-size: 13px;
        line-height: 1.45;
      }
      .trouble {
        margin-top: 8px;
        padding: 10px 12px;
        border: 1px solid var(--gs-bad);
        border-radius: var(--gs-radius);
        font-size: 13px;
        line-height: 1.45;
      }
      .rules {
        margin-top: 12px;
        line-height: 1.45;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;

  constructor() {
    super();
    new SessionController(this);
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    if (!session) return nothing;
    const { references, score, scoring, scoreFailure } = session.state;
    const words = strings.score;
    return html`
      <section aria-labelledby="score-title" data-testid="score-panel">
        <h2 id="score-title">${words.title}</h2>
        ${references || score || scoring ? nothing : html`<p class="small muted">${words.formats}</p>`}
        ${scoring ? html`<p class="small muted" role="status" data-testid="scoring">${words.running(scoring)}</p>` : nothing}
        ${references && !score && !scoring && !scoreFailure ? html`<p class="small muted">${words.waiting(references.name)}</p>` : nothing}
        ${scoreFailure
          ? html`<p class="trouble" role="alert" data-testid="score-error" data-code=${scoreFailure.code}>${strings.failureSentence(scoreFailure)}</p>`
          : nothing}
        ${references && score ? this.#score(session, score, references.name) : nothing}
        <p class="actions">
          <button class="button" data-testid="load-references" @click=${this.#load}>${references ? words.other : words.load}</button>
          ${session.state.truth && !references
            ? html`<button class="button" data-testid="sample-references" @click=${() => session.useTruth()}>${words.truth}</button>`
            : nothing}
          ${references
            ? html`<button class="button quiet" data-testid="drop-references" @click=${() => session.dropReferences()}>${words.drop}</button>`
            : nothing}
        </p>
      </section>
    `;
  }

  #score(session: Session, score: ScoreView, file: string): TemplateResult {
    const words = strings.score;
    const { t1, t2, fp } = score.settings;
    return html`
      <p class="small muted">${words.from(file, score.image)}</p>
      ${counts(score)}
      ${score.references.length > 0
        ? html`<h3>${words.references}</h3>
            <ol>
              ${score.references.map((reference, index) => this.#reference(session, reference, index))}
            </ol>`
        : html`<p class="note muted">${words.none}</p>`}
      ${score.false_positives.length > 0
        ? html`<h3>${words.falses}</h3>
            <ol>
              ${score.false_positives.map((one, index) => this.#false(session, score, one, index))}
            </ol>`
        : nothing}
      ${score.notes.map((note) => html`<p class="small muted">${note}</p>`)}
      <p class="small muted rules">${words.rules(t1, t2, fp)}</p>
    `;
  }

  #reference(session: Session, reference: ReferenceScore, index: number): TemplateResult {
    const words = strings.score;
    const target: Target = { kind: 'reference', index };
    const { chosen, pointed } = session.state;
    const open = chosen?.kind === 'reference' && chosen.index === index;
    const lit = open || (pointed?.kind === 'reference' && pointed.index === index);
    const outcome = reference.detected ? 'hit' : 'missed';
    return html`
      <li class="expert ${lit ? 'lit' : ''}">
        <button class="row" data-testid=${`reference-${index}`} data-outcome=${outcome} data-agg-iou=${String(reference.agg_iou)}
          aria-expanded=${String(open)}
          @pointermove=${(event: PointerEvent) => session.pointBy(event, target)} @pointerleave=${() => session.point(null)}
          @focus=${() => session.point(target)} @blur=${() => session.point(null)}
          @click=${() => session.choose(target)}>
          ${swatch(reference.class)}
          <span class="name" title=${reference.name}>${reference.name}</span>
          <span class="outcome ${outcome}">${icon(reference.detected ? 'check' : 'missed')}${words[outcome]}</span>
          <span class="meta"><span>${words.aggIou(reference.agg_iou)}</span><span>${words.gathered(reference.gathered.length)}</span></span>
        </button>
        ${open
          ? html`<p class="explanation" data-testid="explanation">
              ${reference.explanation} <span class="muted">(${words.exact(reference.fraction)})</span>
            </p>`
          : nothing}
      </li>
    `;
  }

  #false(session: Session, score: ScoreView, one: FalsePositive, index: number): TemplateResult {
    const target: Target = { kind: 'false', index: one.index };
    const { chosen } = session.state;
    const open = chosen?.kind === 'false' && chosen.index === one.index;
    const about = score.per_class.find((row) => row.class === one.class);
    return html`
      <li class="${hueClass(about?.group ?? '')} ${open ? 'lit' : ''}">
        <button class="row" data-testid=${`false-${index}`} aria-expanded=${String(open)}
          @pointermove=${(event: PointerEvent) => session.pointBy(event, target)} @pointerleave=${() => session.point(null)}
          @focus=${() => session.point(target)} @blur=${() => session.point(null)}
          @click=${() => session.choose(target)}>
          ${swatch(one.class)}
          <span class="name" title=${about?.name ?? one.class}>${about?.name ?? one.class}</span>
          <span class="outcome false">${icon('cross')}${strings.score.false}</span>
        </button>
        ${open ? html`<p class="explanation">${one.explanation}</p>` : nothing}
      </li>
    `;
  }

  readonly #load = (): void => {
    this.dispatchEvent(new CustomEvent('references-request', { bubbles: true, composed: true }));
  };
}

function counts(score: ScoreView): TemplateResult {
  const words = strings.score;
  const cells = (row: ClassScore): TemplateResult => html`
    <td>${row.tp}</td>
    <td>${row.fp}</td>
    <td>${row.fn}</td>
    <td>${row.f1.toFixed(2)}</td>
    <td>${row.mean_agg_iou.toFixed(2)}</td>
  `;
  return html`
    <div class="wide" role="group" aria-label=${words.counts} tabindex="0">
      <table>
        <caption class="unseen">${words.counts}</caption>
        <thead>
          <tr>
            ${[words.class, words.tp, words.fp, words.fn, words.f1, words.mean].map((title) => html`<th scope="col">${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${score.per_class.map((row) => html`<tr data-testid=${`score-${row.class}`}><th scope="row" title=${row.name}>${clip(row.short)}</th>${cells(row)}</tr>`)}
        </tbody>
        <tfoot>
          <tr data-testid="score-total"><th scope="row">${words.total}</th>${cells(score.total)}</tr>
        </tfoot>
      </table>
    </div>
  `;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-scores': Scores;
  }
}
