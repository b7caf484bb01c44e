// The boxes that the reader drew on the open scan: a list to choose from, the score against them, and where they are kept.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { DrawnBox } from './drawing.js';
import { saves } from './exporting.js';
import { icon } from './icons.js';
import { PAGE, paged, renderMore } from './paging.js';
import { hueClass } from './palette.js';
import { rowStyles } from './row-styles.js';
import { saveFile } from './save.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { swatch } from './swatch.js';
import { controls, hues } from './tokens.js';

@customElement('groundscope-drawing')
export class DrawingPanel extends LitElement {
  static override readonly styles = [
    controls,
    hues,
    rowStyles,
    css`
      :host {
        display: block;
      }
      .drawn {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .drawn .row {
        flex: 1;
        width: auto;
        margin: 0;
        grid-template-columns: 36px minmax(0, 1fr);
      }
      .drawn .meta {
        grid-column: 2;
      }
      .drawn .button {
        flex: none;
        width: 30px;
        min-height: 30px;
        padding: 4px;
      }
      .outcome {
        padding: 0;
        border: 0;
        font-size: 12px;
        font-weight: 600;
      }
      .hit {
        color: var(--gs-good);
      }
      .missed {
        color: var(--gs-warn);
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        margin-top: 8px;
      }
      label {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 28px;
      }
      .small {
        line-height: 1.4;
      }
      .why {
        padding-inline-start: 24px;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  @state() private rows = PAGE;

  constructor() {
    super();
    new SessionController(this);
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    const drawing = session?.state.tools.mode === 'draw';
    if (!session) return nothing;
    const words = strings.draw;
    const { boxes, unsavedHere, selected } = session.tools.drawn;
    const shown = paged(boxes, this.rows, (one) => one.id === selected?.id);
    return html`
      <section aria-labelledby="drawn-title" data-testid="drawing-panel" data-unsaved=${String(unsavedHere)}>
        <h2 id="drawn-title">${words.title}</h2>
        ${boxes.length === 0 ? html`<p class="muted note">${words.none} ${words.hint} ${words.keysHint}</p>` : nothing}
        ${drawing
          ? html`<ol>${shown.map((one, index) => this.#row(session, one, index))}</ol>
              ${renderMore(shown.length, boxes.length, (rows) => (this.rows = rows))}`
          : nothing}
        ${boxes.length > 0 ? this.#actions(session, drawing) : nothing}
        ${drawing ? this.#choices(session) : nothing}
      </section>
    `;
  }

  #row(session: Session, one: DrawnBox, index: number): TemplateResult {
    const words = strings.draw;
    const { tools, state } = session;
    const finding = state.findings?.findings.find((each) => each.class === one.class);
    const name = finding?.name ?? one.class;
    const chosen = tools.drawn.selected?.id === one.id;
    return html`<li class="drawn ${hueClass(finding?.group ?? '')} ${chosen ? 'lit' : ''}">
      <button class="row" data-testid=${`drawn-row-${index + 1}`} aria-pressed=${String(chosen)} @click=${() => tools.drawn.select(chosen ? null : one.id)}>
        ${swatch(one.class)}<span class="name">${name}</span>
        <span class="meta"><span>${words.row(one.box)}</span>${this.#outcome(session, index)}</span>
      </button>
      <button class="button quiet" data-testid=${`remove-drawn-${index + 1}`} aria-label=${words.removeOne(index + 1, name)} title=${words.remove}
        @click=${() => tools.drawn.remove(one.id)}>${icon('bin')}</button>
    </li>`;
  }

  /** How the model did against this box; the engine lists references in the order of the file. */
  #outcome({ state, tools }: Session, index: number): TemplateResult | typeof nothing {
    const one = tools.drawn.scored && !state.tools.live ? state.score?.references[index] : undefined;
    if (!one) return nothing;
    const outcome = one.detected ? 'hit' : 'missed';
    return html`<span class="outcome ${outcome}" data-outcome=${outcome}>${strings.score[outcome]}, ${strings.score.aggIou(one.agg_iou)}</span>`;
  }

  #actions({ state, tools }: Session, drawing: boolean): TemplateResult {
    const words = strings.draw;
    const { boxes, unsavedHere, scored } = tools.drawn;
    return html`
      <p class="small muted" data-testid="drawing-count">${unsavedHere ? words.unsaved(boxes.length) : words.count(boxes.length)}</p>
      ${!scored && state.references ? html`<p class="small muted">${words.otherScored(state.references.name)}</p>` : nothing}
      <p class="actions">
        ${saves(this.session?.policy, 'boxes')
          ? html`<button class="button" data-testid="save-drawing" @click=${() => this.#save(tools)}>${icon('save')}${words.save}</button>`
          : html`<span class="small muted" data-testid="save-refused">${words.notSaved}</span>`}
        ${scored ? nothing : html`<button class="button" data-testid="score-drawing" @click=${() => tools.drawn.score()}>${words.score}</button>`}
        ${drawing ? nothing : html`<button class="button quiet" data-testid="edit-drawing" @click=${() => tools.toggle('draw')}>${icon('pencil')}${words.edit}</button>`}
      </p>
    `;
  }

  #choices({ state, tools }: Session): TemplateResult {
    const words = strings.draw;
    return html`
      <label><input type="checkbox" data-testid="every-class" aria-describedby="every-why" .checked=${state.tools.every}
        @change=${(event: Event) => event.target instanceof HTMLInputElement && tools.drawn.lookedForEvery(event.target.checked)} />${words.every}</label>
      <p class="small muted why" id="every-why">${words.everyWhy}</p>
      ${renderKeeping(tools, state.tools.keeps, words.keep)}
    `;
  }

  #save(tools: Session['tools']): void {
    const { name, text } = tools.drawn.save();
    saveFile(name, 'application/json', text);
  }
}

/** The consent to keeping drawings and keys on this computer, and the way to take it back. */
export function renderKeeping(tools: Session['tools'], keeps: boolean, label: string): TemplateResult {
  const words = strings.draw;
  const onChange = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const refused = !tools.drawn.keepAll(target.checked);
    target.checked = tools.drawn.keeps;
    target.setCustomValidity(refused ? words.keepFailed : '');
    target.reportValidity();
  };
  return html`
    <label class="keep"><input type="checkbox" data-testid="keep" aria-describedby="keep-why" .checked=${keeps} @change=${onChange} />${label}</label>
    <p class="small muted why" id="keep-why">${words.keepWhy}
      ${keeps ? html`<button class="link" data-testid="forget" @click=${() => tools.drawn.keepAll(false)}>${words.forget}</button>` : nothing}</p>
  `;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-drawing': DrawingPanel;
  }
}
