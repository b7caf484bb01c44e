// One image of UltraG-Bench: its tasks, and the masks of reference and prediction over the picture.

import { css, html, nothing, svg, type TemplateResult } from 'lit';
import type { BenchmarkCaseView, CaseTask, ToldText } from '../worker/api.js';
import { strings } from './strings.js';

/** Which task is shown, of which run, and which sentence of a report is pointed at. */
export interface CaseChoice {
  readonly task: number;
  readonly run: number;
  readonly sentence: { readonly of: 'reference' | 'run'; readonly at: number } | null;
}

export const FIRST: CaseChoice = { task: 0, run: 0, sentence: null };

export interface CaseHost {
  readonly choice: CaseChoice;
  readonly change: (part: Partial<CaseChoice>) => void;
  /** The picture's address, where the reader has opened it. */
  readonly picture: string | null;
}

const path = (outline: ToldText['outline']): string => outline.map((ring) => `M${ring.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('');

/** The masks of a task: of a report those of the sentence in question, or all. */
function shownOf(texts: readonly ToldText[], only: number | null): readonly ToldText[] {
  return only === null ? texts : texts.filter((_, at) => at === only);
}

export function renderCase(view: BenchmarkCaseView, host: CaseHost): TemplateResult {
  const words = strings.benchmark;
  const { choice, change } = host;
  const task = view.tasks[choice.task] ?? view.tasks[0];
  if (!task) return html`<p class="small muted">${words.noTask}</p>`;
  const run = task.runs[choice.run] ?? task.runs[0];
  const only = (of: 'reference' | 'run'): number | null => (choice.sentence?.of === of ? choice.sentence.at : null);
  const reference = shownOf(task.reference, choice.sentence?.of === 'run' ? matching(task, choice) : only('reference'));
  const predicted = shownOf(run?.told ?? [], choice.sentence?.of === 'reference' ? null : only('run'));
  // Lines as thick on every picture: a two-hundredth of its longer side.
  const stroke = Math.max(view.width, view.height) / 200;
  return html`
    <div class="case" data-testid="benchmark-case">
      <figure>
        <svg viewBox="0 0 ${view.width} ${view.height}" role="img" aria-label=${words.picture(view.file_name)} data-testid="case-picture">
          <rect class="ground" width=${view.width} height=${view.height} />
          ${host.picture ? svg`<image href=${host.picture} width=${view.width} height=${view.height} preserveAspectRatio="none" />` : nothing}
          ${predicted.map(({ outline }) => svg`<path class="predicted" data-testid="case-predicted" d=${path(outline)} stroke-width=${stroke} />`)}
          ${reference.map(({ outline }) => svg`<path class="reference-casing" d=${path(outline)} stroke-width=${stroke * 1.8} /><path class="reference" data-testid="case-reference" d=${path(outline)} stroke-width=${stroke} stroke-dasharray=${`${stroke * 3} ${stroke * 2}`} />`)}
        </svg>
        <figcaption class="small muted"><span class="key reference-key"></span>${words.referenceMask} <span class="key predicted-key"></span>${words.predictedMask}
          ${host.picture ? nothing : html`<span data-testid="no-picture">${words.noPicture(view.file_name)}</span>`}</figcaption>
      </figure>
      <div class="tasks">
        <label class="small muted">${words.task}
          <select data-testid="case-task" @change=${(event: Event) => change({ task: (event.currentTarget as HTMLSelectElement).selectedIndex, sentence: null })}>
            ${view.tasks.map((one, at) => html`<option .selected=${at === choice.task}>${words.tasks[one.task]}: ${one.asked || words.tasks[one.task]}</option>`)}
          </select>
        </label>
        ${task.runs.length > 1
          ? html`<label class="small muted">${words.run}
              <select data-testid="case-run" @change=${(event: Event) => change({ run: (event.currentTarget as HTMLSelectElement).selectedIndex, sentence: null })}>
                ${task.runs.map((one, at) => html`<option .selected=${at === choice.run}>${one.run}</option>`)}
              </select>
            </label>`
          : nothing}
        <h4>${words.reference}</h4>
        ${renderTold(task, task.reference, 'reference', host)}
        ${run
          ? html`<h4>${run.run}</h4>
              ${run.told.length === 0 ? html`<p class="muted" data-testid="case-status">${words.status[run.score.status]}</p>` : renderTold(task, run.told, 'run', host)}
              <p class="figures" data-testid="case-figures">${words.caseFigures(run.score.figures)}</p>
              ${run.score.mask_valid === false ? html`<p class="small">${words.invalidMask}</p>` : nothing}
              ${run.score.tags.length > 0 ? html`<p class="small" data-testid="case-tags">${run.score.tags.map((tag) => words.tags[tag] ?? tag).join('; ')}</p>` : nothing}`
          : nothing}
      </div>
    </div>
  `;
}

/** The reference sentence that stands where a run's sentence does, where it has one. */
function matching(task: CaseTask, { sentence }: CaseChoice): number | null {
  return sentence && sentence.at < task.reference.length ? sentence.at : null;
}

function renderTold(task: CaseTask, texts: readonly ToldText[], of: 'reference' | 'run', { choice, change }: CaseHost): TemplateResult {
  const words = strings.benchmark;
  if (task.task !== 'report') return html`${texts.map(({ text }) => html`<p class="told">${text || words.noText}</p>`)}`;
  return html`<ol class="sentences">
    ${texts.map(({ text, section, outline }, at) => {
      const isChosen = choice.sentence?.of === of && choice.sentence.at === at;
      return html`<li><button class="sentence" aria-pressed=${String(isChosen)} data-testid=${`sentence-${of}-${at}`}
        @click=${() => change({ sentence: isChosen ? null : { of, at } })}>
        ${section ? html`<span class="small muted">${section}</span>` : nothing} ${text || words.noText}
        ${outline.length === 0 ? html`<span class="small muted">(${words.noMask})</span>` : nothing}</button></li>`;
    })}
  </ol>`;
}

export const caseStyles = css`
  .case {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(260px, 2fr);
    gap: 12px 18px;
    align-items: start;
  }
  @container (max-width: 720px) {
    .case {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  figure {
    margin: 0;
  }
  .case svg {
    display: block;
    width: 100%;
    max-height: 60vh;
    border-radius: 4px;
  }
  .ground {
    fill: #050608;
  }
  .predicted {
    fill: #e69f00;
    fill-opacity: 0.3;
    fill-rule: evenodd;
    stroke: #e69f00;
  }
  .reference-casing {
    fill: none;
    stroke: #000;
  }
  .reference {
    fill: none;
    stroke: #fff;
  }
  .key {
    display: inline-block;
    width: 22px;
    height: 10px;
    margin: 0 4px 0 10px;
  }
  .reference-key {
    margin-left: 0;
    border: 2px dashed #fff;
    background: #000;
  }
  .predicted-key {
    border: 2px solid #e69f00;
    background: #e69f004d;
  }
  .tasks label {
    display: block;
    margin-bottom: 8px;
  }
  .tasks select {
    display: block;
    width: 100%;
    min-height: 30px;
    margin-top: 2px;
    border: 1px solid var(--gs-edge);
    border-radius: var(--gs-radius);
    background: var(--gs-panel);
    color: var(--gs-text);
    font: inherit;
  }
  h4 {
    margin: 10px 0 2px;
    font-size: 13px;
    overflow-wrap: anywhere;
  }
  .told,
  .figures {
    overflow-wrap: anywhere;
  }
  .figures {
    font-variant-numeric: tabular-nums;
  }
  .sentences {
    margin: 0;
    padding-inline-start: 22px;
  }
  .sentence {
    width: 100%;
    min-height: 28px;
    padding: 3px 6px;
    border: 1px solid transparent;
    border-radius: 6px;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .sentence:hover {
    background: var(--gs-hover);
  }
  .sentence[aria-pressed='true'] {
    border-color: var(--gs-strong);
    background: var(--gs-raised);
  }
  .sentence:focus-visible {
    outline: 2px solid var(--gs-focus);
  }
`;
