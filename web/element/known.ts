// What the reader knows of the scan and its file does not tell: micrometres per pixel, and which eye it is.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Eye } from '../worker/api.js';
import { icon } from './icons.js';
import { rowStyles } from './row-styles.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';

const EYES: readonly Eye[] = ['right', 'left'];

@customElement('groundscope-known')
export class KnownForm extends LitElement {
  static override readonly styles = [
    controls,
    rowStyles,
    css`
      :host {
        display: block;
      }
      form {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 12px;
        padding: 6px 0;
      }
      label {
        display: grid;
        gap: 2px;
        font-size: 12px;
        color: var(--gs-muted);
      }
      input,
      select {
        width: 96px;
        min-height: 32px;
        padding: 2px 8px;
        border: 1px solid var(--gs-edge);
        border-radius: var(--gs-radius);
        background: var(--gs-bg);
        color: var(--gs-text);
        font: inherit;
        font-size: 14px;
      }
      select {
        width: 124px;
      }
      p {
        line-height: 1.4;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  @query('[name="across"]') private readonly across!: HTMLInputElement;
  @query('[name="down"]') private readonly down!: HTMLInputElement;
  @query('select') private readonly eye!: HTMLSelectElement;

  constructor() {
    super();
    new SessionController(this);
  }

  /** Opens the form, to be filled in. */
  async open(): Promise<void> {
    await this.updateComplete;
    const details = this.renderRoot.querySelector('details');
    if (!details) return;
    details.open = true;
    this.across.focus();
  }

  override render(): TemplateResult | typeof nothing {
    const { scan, findings, known, knownFailure } = this.session?.state ?? {};
    if (!findings || !known) return nothing;
    const words = strings.known;
    // Another scan gets a fresh form: what was typed for the last one, and not taken, must not stand beside it.
    return html`
      <details data-testid="known">
        <summary>${icon('ruler')}${words.title}: ${words.given(known)}</summary>
        ${keyed(scan, html`<form @change=${this.#tell} @submit=${this.#submit} aria-describedby="known-why">
          <label>${words.across}${number('across', known.scale?.lateral_um, words.acrossExample)}</label>
          <label>${words.down}${number('down', known.scale?.axial_um, words.downExample)}</label>
          <label>${words.eye}
            <select name="eye" data-testid="known-eye">
              <option value="" .selected=${!known.eye}>${words.notGiven}</option>
              ${EYES.map((eye) => html`<option value=${eye} .selected=${known.eye === eye}>${words.eyes[eye]}</option>`)}
            </select>
          </label>
        </form>`)}
        <div aria-live="polite">
          ${knownFailure
            ? html`<p class="doubt" data-testid="known-error">${icon('warn')}${strings.failureSentence(knownFailure)}</p>`
            : nothing}
          ${known.eye && findings.fovea === undefined ? html`<p class="small" data-testid="no-fovea">${words.noFovea}</p>` : nothing}
        </div>
        <p class="small muted" id="known-why">${words.why}</p>
      </details>
    `;
  }

  /** A scale is two numbers: one alone is none yet. What they are worth, the engine says. */
  readonly #tell = (): void => {
    const [across, down] = [this.across.value, this.down.value];
    const complete = across.trim() !== '' && down.trim() !== '';
    const eye = EYES.find((name) => name === this.eye.value) ?? null;
    void this.session?.know({ scale: complete ? { lateral_um: numberOf(across), axial_um: numberOf(down) } : null, eye });
  };

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.#tell();
  };
}

/** A number with a point or a comma, whatever the language: a field of numbers drops the other one without a word. */
export function numberOf(text: string): number {
  return Number(text.trim().replace(',', '.'));
}

function number(name: string, value: number | undefined, example: string): TemplateResult {
  return html`<input type="text" inputmode="decimal" autocomplete="off" spellcheck="false" writingsuggestions="false" name=${name} data-testid=${`known-${name}`}
    placeholder=${example} .value=${value === undefined ? '' : String(value)} />`;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-known': KnownForm;
  }
}
