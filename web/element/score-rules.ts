// The rules of AggIoU, to be tried: both thresholds as sliders, and which boxes count as false.

import { css, html, nothing, type TemplateResult } from 'lit';
import { DEFAULT_SCORE_SETTINGS, type ScoreSettings } from '../worker/api.js';
import { strings } from './strings.js';

const RULES = ['undetected', 'ungathered'] as const;

/** `onChange` is told at every step of a slider. */
export function renderRules(settings: ScoreSettings, onChange: (part: Partial<ScoreSettings>) => void): TemplateResult {
  const words = strings.score;
  const slider = (key: 't1' | 't2'): TemplateResult => html`
    <label for=${`rule-${key}`} title=${words[`${key}Long`]}>${words[key]}</label>
    <input id=${`rule-${key}`} type="range" min="0" max="1" step="0.01" data-testid=${`rule-${key}`} aria-description=${words[`${key}Long`]}
      .value=${String(settings[key])} @input=${(event: Event) => onChange({ [key]: Number((event.currentTarget as HTMLInputElement).value) })} />
    <output for=${`rule-${key}`}>${words.threshold(settings[key])}</output>
  `;
  const changed = settings.t1 !== DEFAULT_SCORE_SETTINGS.t1 || settings.t2 !== DEFAULT_SCORE_SETTINGS.t2;
  return html`
    <div class="rules" role="group" aria-label=${words.rules} part="rules">
      ${slider('t1')} ${slider('t2')}
      <label for="rule-fp">${words.fpRule}</label>
      <select id="rule-fp" data-testid="rule-fp" @change=${(event: Event) => onChange({ fp: (event.currentTarget as HTMLSelectElement).value as ScoreSettings['fp'] })}>
        ${RULES.map((rule) => html`<option value=${rule} .selected=${settings.fp === rule}>${words.fpRules[rule]}</option>`)}
      </select>
      <p class="small muted wide-cell">
        ${words.rules}
        ${changed
          ? html`<button class="link" data-testid="rule-usual" @click=${() => onChange({ t1: DEFAULT_SCORE_SETTINGS.t1, t2: DEFAULT_SCORE_SETTINGS.t2 })}>${words.usual}</button>`
          : nothing}
      </p>
    </div>
  `;
}

export const rulesStyles = css`
  .rules {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) 3ch;
    align-items: center;
    gap: 6px 10px;
    margin-top: 10px;
    font-size: 13px;
  }
  .rules input {
    width: 100%;
    min-height: 24px;
    accent-color: var(--gs-strong);
  }
  .rules output {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .rules select,
  .choices select {
    min-width: 0;
    min-height: 28px;
    padding: 2px 6px;
    border: 1px solid var(--gs-edge);
    border-radius: var(--gs-radius);
    background: var(--gs-panel);
    color: inherit;
    font: inherit;
  }
  .rules select {
    grid-column: 2 / 4;
    max-width: 100%;
  }
  .wide-cell {
    grid-column: 1 / -1;
  }
`;
