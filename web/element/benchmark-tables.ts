// The tables of a benchmark: EyeVQA's runs by type and group, UltraG-Bench's runs by task.

import { css, html, nothing, type TemplateResult } from 'lit';
import type { EyeVqaComparison, EyeVqaRun, UltraGReport } from '../worker/api.js';
import { strings } from './strings.js';

const TYPES = ['SC', 'MS', 'VS', 'TF', 'RK', 'PL', 'BB'];
const GROUPS = ['DR', 'GL', 'PM', 'MD', 'MU', 'OT'];

const score = (value: number | null | undefined): string => (value === null || value === undefined ? '\u2013' : strings.benchmark.score(value));
const share = (value: unknown): string => (typeof value === 'number' ? strings.benchmark.share(value) : '\u2013');

/** EyeVQA: every run by type, the best first; below it types and groups of the chosen run, and tests against the others. */
export function renderEyeVqa(comparison: EyeVqaComparison, chosen: number, choose: (run: number) => void): TemplateResult {
  const words = strings.benchmark;
  const run = comparison.runs[chosen] ?? comparison.runs[0];
  const types = TYPES.filter((type) => comparison.runs.some((one) => type in one.types));
  return html`
    <div class="wide-table" tabindex="0" role="region" aria-label=${words.runs}>
      <table part="table" data-testid="eyevqa-runs">
        <caption>${words.eyevqaCaption}</caption>
        <thead><tr><th scope="col">${words.run}</th><th scope="col">${words.total}</th><th scope="col">${words.interval}</th><th scope="col">${words.ofTypes}</th>
          ${types.map((type) => html`<th scope="col"><abbr title=${words.types[type] ?? type}>${type}</abbr></th>`)}</tr></thead>
        <tbody>
          ${comparison.runs.map((one, at) => html`<tr aria-current=${String(one === run)}>
            <th scope="row">${comparison.runs.length > 1 ? html`<button class="link" @click=${() => choose(at)}>${one.name}</button>` : one.name}</th>
            <td data-testid="eyevqa-total">${score(one.total.score)}</td>
            <td>${one.total.interval ? words.between(...one.total.interval) : '\u2013'}</td><td>${score(one.macro.score)}</td>
            ${types.map((type) => html`<td>${score(one.types[type]?.score)}</td>`)}</tr>`)}
        </tbody>
      </table>
    </div>
    ${run ? renderCells(run, types) : nothing} ${run ? renderTests(comparison, run, types) : nothing} ${renderRanks(comparison)}
  `;
}

function renderCells({ name, report }: EyeVqaRun, types: readonly string[]): TemplateResult {
  const words = strings.benchmark;
  const groups = GROUPS.filter((group) => group in report.groups);
  return html`
    <h3>${words.cellsOf(name)}</h3>
    <div class="wide-table" tabindex="0" role="region" aria-label=${words.cellsOf(name)}>
      <table part="table" data-testid="eyevqa-cells">
        <thead><tr><th scope="col">${words.type}</th><th scope="col">${words.scoreName}</th><th scope="col">n</th><th scope="col">${words.refused}</th><th scope="col">${words.unreadable}</th>
          ${groups.map((group) => html`<th scope="col"><abbr title=${words.groups[group] ?? group}>${group}</abbr></th>`)}</tr></thead>
        <tbody>
          ${types.map((type) => {
            const own = report.types[type];
            return html`<tr><th scope="row">${words.types[type] ?? type}</th><td>${score(own?.score)}</td><td>${own?.n ?? 0}</td><td>${own?.refused ?? 0}</td><td>${own?.unreadable ?? 0}</td>
              ${groups.map((group) => {
                const cell = report.cells[type]?.[group];
                return html`<td title=${cell ? `n ${cell.n}` : ''}>${score(cell?.score)}</td>`;
              })}</tr>`;
          })}
        </tbody>
      </table>
    </div>
    ${report.unknown_questions > 0 ? html`<p class="small muted">${words.unknownQuestions(report.unknown_questions)}</p>` : nothing}
  `;
}

function renderTests({ pairs }: EyeVqaComparison, run: EyeVqaRun, types: readonly string[]): TemplateResult | typeof nothing {
  const own = pairs.filter(({ first, second }) => first === run.name || second === run.name);
  if (own.length === 0) return nothing;
  const words = strings.benchmark;
  return html`
    <h3>${words.testsOf(run.name)}</h3>
    <div class="wide-table" tabindex="0" role="region" aria-label=${words.testsOf(run.name)}>
      <table part="table" data-testid="eyevqa-tests">
        <thead><tr><th scope="col">${words.against}</th>${[...types, 'total'].map((type) => html`<th scope="col">${type === 'total' ? words.total : type}</th>`)}</tr></thead>
        <tbody>
          ${own.map((pair) => {
            const sign = pair.first === run.name ? 1 : -1;
            return html`<tr><th scope="row">${sign === 1 ? pair.second : pair.first}</th>
              ${[...types, 'total'].map((type) => {
                const test = pair.tests[type];
                const clear = (test?.p_holm ?? 1) < 0.05;
                return html`<td title=${test ? words.p(test.p_holm, test.test) : ''}>${test ? words.difference(sign * test.difference) : '\u2013'}${clear ? html`<span aria-label=${words.significant}>*</span>` : nothing}</td>`;
              })}</tr>`;
          })}
        </tbody>
      </table>
    </div>
    <p class="small muted">${words.testsNote}</p>
  `;
}

function renderRanks({ spearman }: EyeVqaComparison): TemplateResult | typeof nothing {
  if (!spearman) return nothing;
  const words = strings.benchmark;
  return html`
    <h3>${words.ranks(spearman.models)}</h3>
    <div class="wide-table" tabindex="0" role="region" aria-label=${words.ranks(spearman.models)}>
      <table part="table" data-testid="eyevqa-ranks">
        <thead><tr><td></td>${spearman.types.map((type) => html`<th scope="col">${type}</th>`)}</tr></thead>
        <tbody>${spearman.types.map((type, at) => html`<tr><th scope="row">${type}</th>${spearman.rho[at]?.map((rho) => html`<td>${share(rho)}</td>`)}</tr>`)}</tbody>
      </table>
    </div>
  `;
}

const TASKS = [
  ['segmentation', ['iou', 'dice']],
  ['vqa', ['answer_accuracy', 'grounded_accuracy']],
  ['report', ['rouge_l', 'sem_acc', 'presence', 'category', 'location', 'size']],
] as const;

/** UltraG-Bench: a row a run, its tasks' image macro means; below it the mistakes of each. */
export function renderUltraG(runs: readonly { name: string; report: UltraGReport }[]): TemplateResult {
  const words = strings.benchmark;
  const first = runs[0]?.report;
  return html`
    <div class="wide-table" tabindex="0" role="region" aria-label=${words.runs}>
      <table part="table" data-testid="ultrag-runs">
        <caption>${words.ultragCaption(first?.profile ?? 'strict')}</caption>
        <thead>
          <tr><td></td>${TASKS.map(([task, metrics]) => html`<th scope="colgroup" colspan=${metrics.length}>${words.tasks[task]} (n ${first?.tasks[task].n ?? 0})</th>`)}</tr>
          <tr><th scope="col">${words.run}</th>${TASKS.flatMap(([, metrics]) => metrics.map((metric) => html`<th scope="col">${words.metrics[metric]}</th>`))}</tr>
        </thead>
        <tbody>
          ${runs.map(({ name, report }) => html`<tr><th scope="row">${name}</th>
            ${TASKS.flatMap(([task, metrics]) => metrics.map((metric) => html`<td data-testid=${`ultrag-${metric}`}>${share(report.tasks[task][metric])}</td>`))}</tr>`)}
        </tbody>
      </table>
    </div>
    ${runs.map(({ name, report }) => html`<p class="small muted" data-testid="ultrag-failures">${words.failures(name, report.format_success_rate, report.failures)}</p>`)}
  `;
}

export const tableStyles = css`
  .wide-table {
    overflow-x: auto;
    border-radius: 4px;
  }
  .wide-table:focus-visible {
    outline: 2px solid var(--gs-focus);
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  caption {
    padding: 0 0 6px;
    color: var(--gs-muted);
    font-size: 12.5px;
    text-align: start;
  }
  th,
  td {
    padding: 4px 10px 4px 0;
    text-align: end;
    font-weight: 400;
    white-space: nowrap;
  }
  th:first-child,
  td:first-child {
    text-align: start;
    overflow-wrap: anywhere;
  }
  thead th {
    color: var(--gs-muted);
    font-size: 12.5px;
  }
  tbody tr {
    border-top: 1px solid var(--gs-line);
  }
  tr[aria-current='true'] th {
    font-weight: 600;
  }
  thead th[scope='colgroup'] {
    padding-inline-start: 14px;
    text-align: center;
    border-bottom: 1px solid var(--gs-line);
  }
  abbr {
    text-decoration: none;
  }
  h3 {
    margin: 18px 0 6px;
    font-size: 14px;
    font-weight: 600;
  }
`;
