// The privacy shield: what this page and its workers asked of the network since the start, and what was refused; its panel has the rest.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { icon } from './icons.js';
import { panelStyles, placeUnder } from './popover-panel.js';
import './privacy-facts.js';
import type { PrivacyFacts } from './privacy-facts.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';
import type { TrafficWatch } from './traffic.js';

@customElement('groundscope-privacy')
export class PrivacyShield extends LitElement {
  static override readonly styles = [controls, panelStyles];

  @property({ attribute: false }) watch: TrafficWatch | undefined;
  /** For device, model and what is held; without it the panel tells of the traffic alone. */
  @property({ attribute: false }) session: Session | undefined;
  @state() private open = false;
  @query('groundscope-privacy-facts') private readonly facts!: PrivacyFacts;
  @query('.panel') private readonly panel!: HTMLElement;
  @query('.chip') private readonly chip!: HTMLElement;
  #hadFocus = false;
  readonly #onChange = (): void => this.requestUpdate();

  constructor() {
    super();
    new SessionController(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('watch')) return;
    changed.get('watch')?.removeEventListener('change', this.#onChange);
    this.watch?.addEventListener('change', this.#onChange);
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.watch) return nothing;
    const { others, refused } = this.watch.traffic;
    const words = strings.privacy;
    const bad = others.length + refused.length > 0;
    return html`
      <button class="button chip ${bad ? 'bad' : ''}" data-testid="shield" popovertarget="panel"
        data-requests=${others.length} data-refused=${refused.length}>
        <span class=${bad ? '' : 'good'}>${icon('shield')}</span>
        <span>
          <span class="unseen">${words.label}: </span>
          ${words.requests(others.length)}${refused.length > 0 ? `, ${words.refused(refused.length)}` : ''}
        </span>
      </button>
      <div id="panel" class="panel wide" popover data-testid="privacy-panel" role="dialog" aria-labelledby="privacy-title"
        @beforetoggle=${this.#onBeforeToggle} @toggle=${this.#onToggle}>
        <h2 id="privacy-title">${words.headline(others.length, refused.length)}</h2>
        ${bad ? nothing : html`<p>${words.quiet}</p>`}
        ${others.length > 0 ? html`<p class="note bad">${words.some(others.length)}</p>${items(others)}` : nothing}
        ${refused.length > 0
          ? html`<p class="note bad">${words.blocked(refused.length)}</p>
              ${items(refused.map(({ directive, address, inWorker }) => words.refusal(directive, address, inWorker)))}`
          : nothing}
        <groundscope-privacy-facts .watch=${this.watch} .session=${this.session} .open=${this.open}></groundscope-privacy-facts>
      </div>
    `;
  }

  /** Browsers give the focus back from a closed panel, but not from a component inside it. */
  readonly #onBeforeToggle = (): void => {
    this.#hadFocus = this.#holdsFocus;
  };

  get #holdsFocus(): boolean {
    return this.panel.contains(this.shadowRoot?.activeElement ?? null);
  }

  readonly #onToggle = async (event: ToggleEvent): Promise<void> => {
    this.open = event.newState === 'open';
    if (!this.open && this.#hadFocus && (this.#holdsFocus || document.activeElement === document.body)) this.chip.focus();
    await this.updateComplete;
    await this.facts.updateComplete;
    if (this.open) placeUnder(this.panel, this.chip);
  };
}

function items(texts: readonly string[]): TemplateResult {
  return html`<ul>
    ${texts.map((text) => html`<li>${text}</li>`)}
  </ul>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-privacy': PrivacyShield;
  }
}
