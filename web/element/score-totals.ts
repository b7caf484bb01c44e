// The counts of a score: by class, pooled, and beside what one-to-one matching counts.

import { css, html, type TemplateResult } from 'lit';
import type { ClassScore, OneToOneTotal, ScoreView } from '../worker/api.js';
import { clip } from './labels.js';
import { strings } from './strings.js';

/** Counts and F1 of any way of matching. */
interface Counted {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly f1: number;
}

const cells = ({ tp, fp, fn, f1 }: Counted): TemplateResult => html`<td>${tp}</td><td>${fp}</td><td>${fn}</td><td>${strings.decimal(f1, 2)}</td>`;

const head = (first: string, more: readonly string[] = []): TemplateResult => {
  const words = strings.score;
  const titles = [first, words.tp, words.fp, words.fn, words.f1, ...more];
  return html`<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>`;
};

/** Both ways of matching side by side: the same boxes, two answers. */
export function renderBoth(total: ClassScore, oneToOne: Counted & Pick<OneToOneTotal, 'threshold'>): TemplateResult {
  const words = strings.score;
  return html`
    <table part="table" data-testid="score-both">
      <caption class="unseen">${words.both}</caption>
      ${head(words.method)}
      <tbody>
        <tr data-testid="score-agg-iou"><th scope="row">${words.aggIouName}</th>${cells(total)}</tr>
        <tr data-testid="score-one-to-one"><th scope="row">${words.oneToOne(oneToOne.threshold)}</th>${cells(oneToOne)}</tr>
      </tbody>
    </table>
  `;
}

export function renderCounts({ per_class, total }: Pick<ScoreView, 'per_class' | 'total'>): TemplateResult {
  const words = strings.score;
  const row = (figures: ClassScore): TemplateResult => html`${cells(figures)}<td>${strings.decimal(figures.mean_agg_iou, 2)}</td>`;
  return html`
    <div class="wide" role="group" aria-label=${words.counts} tabindex="0">
      <table part="table">
        <caption class="unseen">${words.counts}</caption>
        ${head(words.class, [words.mean])}
        <tbody>
          ${per_class.filter((one) => one.tp + one.fn + one.fp > 0).map((one) => html`<tr data-testid=${`score-${one.class}`}><th scope="row" title=${one.name}>${clip(one.short)}</th>${row(one)}</tr>`)}
        </tbody>
        <tfoot>
          <tr data-testid="score-total"><th scope="row">${words.total}</th>${row(total)}</tr>
        </tfoot>
      </table>
    </div>
  `;
}

export const totalsStyles = css`
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
    overflow-wrap: anywhere;
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
`;
