// A question in words, and its answer in one sentence whose regions are links into the scan.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Answer, Findings } from '../worker/api.js';
import { labelOf, pieces } from './answer-pieces.js';
import { regionIds, type Target } from './highlight.js';
import { rowStyles } from './row-styles.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { shown } from './shown.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';

@customElement('groundscope-ask')
export class Ask extends LitElement {
  static override readonly styles = [
    controls,
    rowStyles,
    css`
      :host {
        display: block;
      }
      form {
        display: flex;
        gap: 8px;
      }
      input {
        flex: 1;
        min-width: 0;
        min-height: 36px;
        padding: 4px 12px;
        border: 1px solid var(--gs-edge);
        border-radius: var(--gs-radius);
        background: var(--gs-bg);
      }
      input::placeholder {
        color: var(--gs-muted);
        opacity: 1;
      }
      .more {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        margin-top: 8px;
        font-size: 13px;
      }
      .more .button {
        flex: none;
        min-height: 26px;
        padding: 2px 10px;
        border-radius: 13px;
        font-size: 12.5px;
      }
      .answer {
        margin-top: 10px;
        font-size: 15px;
        line-height: 1.45;
      }
      .understood {
        margin-top: 4px;
        font-size: 12px;
        color: var(--gs-muted);
      }
      .cite {
        display: inline-block;
        min-width: 24px;
        min-height: 24px;
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  @query('input') private readonly field!: HTMLInputElement;

  constructor() {
    super();
    new SessionController(this);
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    if (!session) return nothing;
    const { findings, answer, asking, question, scan, busy, scoring } = session.state;
    const words = strings.ask;
    // The field's autocomplete, spellcheck and writingsuggestions keep browsers from asking services of their own about the text.
    const waiting = busy ? words.soon : scan ? words.unread : words.first;
    return html`
      <section aria-labelledby="ask-title">
        <h2 id="ask-title">${words.title}</h2>
        ${keyed(session.forgets, html`<form @submit=${this.#submit} aria-busy=${String(asking)}>
          <input type="text" data-testid="ask-input" aria-label=${words.label} placeholder=${words.placeholder}
            .value=${question} autocomplete="off" spellcheck="false" writingsuggestions="false" enterkeyhint="send" maxlength="300"
            aria-describedby=${findings ? nothing : 'ask-waiting'} />
          <button class="button" data-testid="ask-button" ?disabled=${!findings}>${words.button}</button>
        </form>`)}
        <div aria-live="polite">${findings && answer ? this.#answer(session, findings, answer) : nothing}</div>
        ${findings && !answer && !asking ? chips(words.try, words.examples, 'example', (text) => this.#ask(text)) : nothing}
        ${asking && scoring ? html`<p class="understood" role="status">${words.behindScoring}</p>` : nothing}
        ${findings ? nothing : html`<p class="understood" id="ask-waiting">${waiting}</p>`}
      </section>
    `;
  }

  #answer(session: Session, findings: Findings, answer: Answer): TemplateResult {
    const words = strings.ask;
    return html`
      <p class="answer" data-testid="answer" data-verdict=${answer.verdict ?? ''}>
        ${pieces(answer).map((piece) => ('text' in piece ? piece.text : cite(session, findings, piece.region)))}
      </p>
      <p class="understood" data-testid="understood">
        ${answer.understood ? words.understood(answer.understood) : words.notUnderstood}
      </p>
      ${isHidden(session, findings, answer)
        ? html`<p class="understood" data-testid="cited-hidden">${words.notDrawn}
            <button class="link" data-testid="show-cited" @click=${() => session.show({ off: new Set(), least: 0, hidden: false })}>${words.draw}</button></p>`
        : nothing}
      ${session.state.scans.length > 1
        ? html`<p class="understood" data-testid="answered-for">${words.thisScan(session.state.at + 1, session.state.scans.length)}</p>`
        : nothing}
      ${answer.suggestions.length > 0
        ? chips(words.instead, answer.suggestions, 'suggestion', (text) => this.#ask(text))
        : nothing}
    `;
  }

  #ask(question: string): void {
    this.field.value = question;
    void this.session?.ask(question);
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.session?.ask(this.field.value);
  };
}

/** Whether the reader has hidden something that the answer rests on. */
function isHidden({ state: { view } }: Session, findings: Findings, { evidence }: Answer): boolean {
  if (view.hidden) return evidence.length > 0;
  const drawn = regionIds(shown(findings, view));
  return evidence.some((id) => !drawn.includes(id));
}

function chips(label: string, texts: readonly string[], testId: string, ask: (text: string) => void): TemplateResult {
  return html`<p class="more">
    <span class="muted">${label}</span>
    ${texts.map((text) => html`<button class="button" type="button" data-testid=${testId} @click=${() => ask(text)}>${text}</button>`)}
  </p>`;
}

function cite(session: Session, findings: Findings, id: string): TemplateResult {
  const target: Target = { kind: 'region', id };
  return html`<button
    class="link cite"
    data-testid=${`cite-${id}`}
    @pointermove=${(event: PointerEvent) => session.pointBy(event, target)}
    @pointerleave=${() => session.point(null)}
    @focus=${() => session.point(target)}
    @blur=${() => session.point(null)}
    @click=${() => session.choose(target)}
  >${labelOf(findings, id)}</button>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-ask': Ask;
  }
}
