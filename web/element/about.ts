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
              <p>${model.name}. ${words.licence}: ${model.licence}.</p>
              <h3>${words.data}</h3>
              <ul data-testid="attribution">
                ${model.data.map((one) => html`<li>${one.name} (${one.licence}). ${one.attribution}</li>`)}
              </ul>
              <h3>${words.evidence}</h3>
              <ul>
                ${model.classes.map((one) => html`<li>${one.name}: ${one.figure_text || strings.evidence[one.evidence].long}</li>`)}
              </ul>
            `
          : html`<p class="muted">${words.noModel}</p>`}
        <label class="shortcuts">
          <input type="checkbox" data-testid="shortcuts" .checked=${session.state.shortcuts} @change=${this.#onShortcuts} />
          ${words.shortcuts}
        </label>
      </div>
    `;
  }

  readonly #onShortcuts = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.session?.useShortcuts(event.target.checked);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-about': About;
  }
}
