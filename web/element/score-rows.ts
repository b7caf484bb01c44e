// The rows of a score: each expert box with its outcome, its figure when it is open, and each box that counts as false.

import { css, html, nothing, type TemplateResult } from 'lit';
import type { FalsePositive, ReferenceScore, PredictionScore, ScoreView } from '../worker/api.js';
import type { Target } from './highlight.js';
import { icon } from './icons.js';
import { hueClass } from './palette.js';
import { figureStyles, renderFigure } from './score-figure.js';
import { PAGE, paged, renderMore } from './paging.js';
import { counted, listed, ORDERS, SHOWN, type Order, type ScoreList } from './score-list.js';
import { strings } from './strings.js';
import { swatch } from './swatch.js';

/** What the rows need of what holds them. */
export interface RowsHost {
  readonly list: ScoreList;
  readonly chosen: Target | null;
  readonly pointed: Target | null;
  /** A pointer over a row. */
  pointBy(event: PointerEvent, target: Target): void;
  point(target: Target | null): void;
  choose(target: Target): void;
  arrange(part: Partial<ScoreList>): void;
}

export function renderRows(score: ScoreView, host: RowsHost): TemplateResult {
  const words = strings.score;
  const all = listed(score, host.list);
  const references = paged(all.references, host.list.rows, ({ index }) => is(host.chosen, 'reference', index));
  const falses = paged(all.falses, host.list.rows, ({ index }) => is(host.chosen, 'false', index));
  const predictions = new Map(score.predictions.map((one) => [one.index, one]));
  const empty = references.length + falses.length === 0;
  return html`
    ${choices(score, host)}
    ${score.references.length === 0 ? html`<p class="note muted">${words.none}</p>` : nothing}
    ${empty && score.references.length > 0 ? html`<p class="note muted" data-testid="nothing-shown">${words.nothingShown}</p>` : nothing}
    ${references.length > 0
      ? html`<h3>${words.references}</h3>
          <ol part="list">
            ${references.map(({ reference, index }) => referenceRow(score, reference, index, host))}
          </ol>
          ${renderMore(references.length, all.references.length, (rows) => host.arrange({ rows }))}`
      : nothing}
    ${falses.length > 0
      ? html`<h3>${words.falses}</h3>
          <ol part="list">
            ${falses.map((one, row) => falseRow(predictions.get(one.index), one, row, host))}
          </ol>
          ${renderMore(falses.length, all.falses.length, (rows) => host.arrange({ rows }))}`
      : nothing}
  `;
}

function choices(score: ScoreView, { list, arrange }: RowsHost): TemplateResult {
  const words = strings.score;
  const numbers = counted(score);
  return html`
    <div class="choices">
      <div class="shows" role="group" aria-label=${words.show}>
        ${SHOWN.map(
          (show) => html`<button class="button" data-testid=${`show-${show}`} aria-pressed=${String(list.show === show)} @click=${() => arrange({ show, rows: PAGE })}>
            ${words.shows[show]} <span class="muted">${numbers[show]}</span>
          </button>`,
        )}
      </div>
      <select aria-label=${words.order} data-testid="score-order" @change=${(event: Event) => arrange({ order: (event.currentTarget as HTMLSelectElement).value as Order, rows: PAGE })}>
        ${ORDERS.map((order) => html`<option value=${order} .selected=${list.order === order}>${words.orders[order]}</option>`)}
      </select>
    </div>
  `;
}

function referenceRow(score: ScoreView, reference: ReferenceScore, index: number, host: RowsHost): TemplateResult {
  const words = strings.score;
  const target: Target = { kind: 'reference', index };
  const open = is(host.chosen, 'reference', index);
  const outcome = reference.detected ? 'hit' : 'missed';
  return html`
    <li class="expert ${open || is(host.pointed, 'reference', index) ? 'lit' : ''}">
      <button class="row" data-testid=${`reference-${index}`} data-outcome=${outcome} data-agg-iou=${String(reference.agg_iou)}
        aria-expanded=${String(open)}
        @pointermove=${(event: PointerEvent) => host.pointBy(event, target)} @pointerleave=${() => host.point(null)}
        @focus=${() => host.point(target)} @blur=${() => host.point(null)}
        @click=${() => host.choose(target)}>
        ${swatch(reference.class)}
        <span class="name" title=${reference.name}>${reference.name}</span>
        <span class="verdict-word ${outcome}">${icon(reference.detected ? 'check' : 'missed')}${words[outcome]}</span>
        <span class="meta"><span>${words.aggIou(reference.agg_iou)}</span><span>${words.gathered(reference.gathered.length)}</span></span>
      </button>
      ${open
        ? html`<p class="explanation" data-testid="explanation">${reference.explanation}</p>
            ${renderFigure(reference, score.predictions)}`
        : nothing}
    </li>
  `;
}

function falseRow(about: PredictionScore | undefined, one: FalsePositive, row: number, host: RowsHost): TemplateResult {
  const target: Target = { kind: 'false', index: one.index };
  const open = is(host.chosen, 'false', one.index);
  return html`
    <li class="${hueClass(about?.group ?? '')} ${open || is(host.pointed, 'false', one.index) ? 'lit' : ''}">
      <button class="row" data-testid=${`false-${row}`} aria-expanded=${String(open)}
        @pointermove=${(event: PointerEvent) => host.pointBy(event, target)} @pointerleave=${() => host.point(null)}
        @focus=${() => host.point(target)} @blur=${() => host.point(null)}
        @click=${() => host.choose(target)}>
        ${swatch(one.class)}
        <span class="name" title=${about?.name ?? one.class}>${about?.name ?? one.class}</span>
        <span class="verdict-word false">${icon('cross')}${strings.score.false}</span>
        ${about && about.label !== about.short ? html`<span class="meta">${about.label}</span>` : nothing}
      </button>
      ${open ? html`<p class="explanation" data-testid="explanation">${one.explanation}</p>` : nothing}
    </li>
  `;
}

function is(target: Target | null, kind: 'reference' | 'false', index: number): boolean {
  return target?.kind === kind && target.index === index;
}

export const rowsStyles = css`
  ${figureStyles}
  .choices,
  .shows {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .choices {
    justify-content: space-between;
    margin-top: 14px;
    font-size: 13px;
  }
  .shows .button {
    min-height: 28px;
    padding: 2px 9px;
  }
  .shows .button[aria-pressed='true'] {
    background: var(--gs-hover);
    border-color: var(--gs-strong);
    font-weight: 600;
  }
  .expert .swatch rect {
    fill: none;
    stroke: var(--gs-reference);
  }
  .verdict-word {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    grid-column: 3 / 5;
    justify-self: end;
    font-weight: 600;
  }
  .verdict-word svg.icon {
    align-self: center;
  }
  .verdict-word.hit {
    color: var(--gs-good);
  }
  .verdict-word.missed {
    color: var(--gs-warn);
  }
  .verdict-word.false {
    color: var(--gs-bad);
  }
  .explanation {
    padding: 2px 0 8px;
    font-size: 13px;
    line-height: 1.45;
    overflow-wrap: anywhere;
  }
`;
