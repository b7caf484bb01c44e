// The privacy shield: what this page and its workers asked of the network since the start, and what was refused.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { icon } from './icons.js';
import { panelStyles, placeUnder } from './popover-panel.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';
import type { TrafficWatch } from './traffic.js';

@customElement('groundscope-privacy')
export class PrivacyShield extends LitElement {
  static override readonly styles = [controls, panelStyles];

  @property({ attribute: false }) watch: TrafficWatch | undefined;
  @query('.panel') private readonly panel!: HTMLElement;
  @query('.chip') private readonly chip!: HTMLElement;
  readonly #onChange = (): void => this.requestUpdate();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('watch')) return;
    changed.get('watch')?.removeEventListener('change', this.#onChange);
    this.watch?.addEventListener('change', this.#onChange);
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.watch) return nothing;
    const { own, others, refused } = this.watch.traffic;
    const words = strings.shield;
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
      <div id="panel" class="panel" popover data-testid="privacy-panel" role="dialog" aria-labelledby="privacy-title"
        @toggle=${() => placeUnder(this.panel, this.chip)}>
        <h2 id="privacy-title">${words.title}</h2>
        ${bad ? nothing : html`<p>${words.none}</p>`}
        ${others.length > 0 ? html`<p class="note bad">${words.some(others.length)}</p>${items(others)}` : nothing}
        ${refused.length > 0
          ? html`<p class="note bad">${words.blocked(refused.length)}</p>
              ${items(refused.map(({ directive, address, inWorker }) => words.refusal(directive, address, inWorker)))}`
          : nothing}
        <p class="muted">${policyKnown() ? words.how : words.noPolicy}</p>
        <h3>${words.own(own.length, location.host)}</h3>
        ${items(own.map((address) => new URL(address).pathname))}
      </div>
    `;
  }
}

function items(texts: readonly string[]): TemplateResult {
  return html`<ul>
    ${texts.map((text) => html`<li>${text}</li>`)}
  </ul>`;
}

/** A page cannot read the headers it was served with, but it can see the policy written into it. */
function policyKnown(): boolean {
  return document.querySelector('meta[http-equiv="Content-Security-Policy" i]') !== null;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-privacy': PrivacyShield;
  }
}
