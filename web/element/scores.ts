// The side panel's scores: the model's boxes against expert boxes, counted, drawn and explained.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ScoreView } from '../worker/api.js';
import { rowStyles } from './row-styles.js';
import { renderRows, rowsStyles, type RowsHost } from './score-rows.js';
import { renderRules, rulesStyles } from './score-rules.js';
import { renderBoth, renderCounts, totalsStyles } from './score-totals.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls, hues } from './tokens.js';

@customElement('groundscope-scores')
export class Scores extends LitElement {
  static override readonly styles = [
    controls,
    hues,
    rowStyles,
    totalsStyles,
    rulesStyles,
    rowsStyles,
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
      .trouble,
      .small {
        overflow-wrap: anywhere;
      }
      .trouble {
        margin-top: 8px;
        padding: 10px 12px;
        border: 1px solid var(--gs-bad);
        border-radius: var(--gs-radius);
        font-size: 13px;
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
    const { scoreSettings } = session.state;
    return html`
      <p class="small muted">${strings.score.from(file, score.image)}</p>
      ${renderBoth(score.total, score.one_to_one)}
      ${renderRules(scoreSettings, (part) => session.scoreBy(part))}
      ${renderRows(score, rowsOf(session))}
      ${renderCounts(score)}
      ${score.notes.map((note) => html`<p class="small muted">${note}</p>`)}
    `;
  }

  readonly #load = (): void => {
    this.dispatchEvent(new CustomEvent('references-request', { bubbles: true, composed: true }));
  };
}

function rowsOf(session: Session): RowsHost {
  const { scoreList, chosen, pointed } = session.state;
  return {
    list: scoreList,
    chosen,
    pointed,
    pointBy: (event, target) => session.pointBy(event, target),
    point: (target) => session.point(target),
    choose: (target) => session.choose(target),
    arrange: (part) => session.arrangeScores(part),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-scores': Scores;
  }
}
