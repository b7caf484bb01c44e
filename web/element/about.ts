// What this is, its limits, and whose scans the model was taught on.

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { icon } from './icons.js';
import { panelStyles, placeUnder } from './popover-panel.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';

@customElement('groundscope-about')
export class About extends LitElement {
  static override readonly styles = [controls, panelStyles];

  @property({ attribute: false }) session: Session | undefined;
  @query('.panel') private readonly panel!: HTMLElement;
  @query('.chip') private readonly chip!: HTMLElement;
  @query('[data-testid="weights-input"]') private readonly picker!: HTMLInputElement;

  constructor() {
    super();
    new SessionController(this);
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    if (!session) return nothing;
    const { model } = session.state;
    const words = strings.about;
    return html`
      <button class="button chip" data-testid="about" popovertarget="panel" aria-label=${words.title}>
        ${icon('info')}<span class="word">${words.title}</span>
      </button>
      <div id="panel" class="panel" popover data-testid="about-panel" role="dialog" aria-labelledby="about-title"
        @toggle=${() => placeUnder(this.panel, this.chip)}>
        <h2 id="about-title">${strings.product}</h2>
        <p>${words.what}</p>
        <p>${words.limits}</p>
        ${model
          ? html`
              <h3>${words.model}</h3>
              <p data-testid="model">${model.name}. ${words.licence}: ${model.licence}.${session.weightsName === null ? '' : ` ${strings.weights.from(session.weightsName)}`}</p>
              ${this.#otherWeights(session)}
              <h3>${words.data}</h3>
              <ul data-testid="attribution">
                ${model.data.map((one) => html`<li>${one.name} (${one.licence}). ${one.attribution}</li>`)}
              </ul>
              <h3>${words.evidence}</h3>
              <ul>
                ${model.classes.map((one) => html`<li>${one.name}: ${strings.figureText(one.figure_text) || strings.evidence[one.evidence].long}</li>`)}
              </ul>
            `
          : html`<p class="muted">${words.noModel}</p>
              ${this.#otherWeights(session)}`}
        <label class="shortcuts">
          <input type="checkbox" data-testid="shortcuts" .checked=${session.state.shortcuts} @change=${this.#onShortcuts} />
          ${words.shortcuts}
        </label>
      </div>
    `;
  }

  #otherWeights(session: Session): TemplateResult {
    const words = strings.weights;
    const { weightsFailure: failure } = session;
    return html`
      ${failure
        ? html`<p class="note bad" role="alert" data-testid="weights-error" data-code=${failure.code}>
            ${failure.title}. ${strings.failureSentence(failure)} ${words.kept}
          </p>`
        : nothing}
      <p class="actions">
        <button class="button" data-testid="other-weights" ?disabled=${session.state.busy !== null} @click=${() => this.picker.click()}>${words.other}</button>
        ${session.otherWeights
          ? html`<button class="button" data-testid="own-weights" ?disabled=${session.state.busy !== null} @click=${() => void session.useWeights(null)}>
              ${words.own}
            </button>`
          : nothing}
      </p>
      <input type="file" hidden accept=".safetensors" data-testid="weights-input" aria-label=${words.label} @change=${this.#onWeights} />
    `;
  }

  readonly #onWeights = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    // Emptied, so that picking the same file again is noticed.
    input.value = '';
    if (file) void this.session?.useWeights(file);
  };

  readonly #onShortcuts = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.session?.useShortcuts(event.target.checked);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-about': About;
  }
}
