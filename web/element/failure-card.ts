// An error, where the scan would be: what happened, what it means, what to do; the details fold out and can be copied.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { icon } from './icons.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';

@customElement('groundscope-failure')
export class FailureCard extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        place-items: center;
        padding: 16px;
        overflow: auto;
      }
      .card {
        width: min(520px, 100%);
        padding: 20px 22px;
        border: 1px solid var(--gs-bad);
        border-radius: 12px;
        background: var(--gs-panel);
      }
      h2 {
        display: flex;
        align-items: center;
        gap: 8px;
        font-size: 17px;
      }
      h2 svg {
        color: var(--gs-bad);
      }
      p {
        margin-top: 10px;
        line-height: 1.5;
        overflow-wrap: anywhere;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-top: 16px;
      }
      details {
        margin-top: 14px;
        font-size: 13px;
        color: var(--gs-muted);
      }
      summary {
        min-height: 24px;
        cursor: pointer;
      }
      pre {
        margin: 8px 0;
        padding: 10px;
        border-radius: 6px;
        background: var(--gs-raised);
        color: var(--gs-text);
        font-size: 12px;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  @state() private copied = '';

  constructor() {
    super();
    new SessionController(this);
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    const failure = session?.state.failure;
    if (!session || !failure) return nothing;
    const words = strings.errors;
    const { scan, findings, device, scans, name } = session.state;
    // A file that failed says nothing of the scan that was open before it.
    const unread = failure.again === true && scan !== null && findings === null;
    // Neither another scan nor another device helps where a file of the page's own is missing.
    const lacksPart = failure.code === 'load_failed';
    const others = scans.length > 1;
    const meaning = !scan ? (others ? strings.study.othersOpen : words.lost) : unread ? words.unread : words.kept;
    return html`
      <section class="card" role="alert" data-testid="error" data-code=${failure.code} aria-labelledby="title">
        <h2 id="title">${icon('warn')}${failure.title}</h2>
        ${!scan && others ? html`<p><strong>${name}</strong></p>` : nothing}
        <p>${failure.message}</p>
        <p class="muted">${meaning}</p>
        ${failure.hint ? html`<p><strong>${words.whatToDo}</strong> ${failure.hint}</p>` : nothing}
        <div class="actions">
          ${unread || failure.retry
            ? html`<button class="button primary" data-testid="error-retry" @click=${() => session.retry()}>${words.retry}</button>`
            : html`<button class="button primary" data-testid="error-open" @click=${this.#open}>${words.another}</button>`}
          ${failure.retry && !lacksPart && !unread
            ? html`<button class="button" data-testid="error-open" @click=${this.#open}>${words.another}</button>`
            : nothing}
          ${unread && !lacksPart && device.kind === 'gpu'
            ? html`<button class="button" data-testid="error-cpu" @click=${() => session.readAgain('cpu')}>${words.onCpu}</button>`
            : nothing}
          <button class="button" data-testid="error-dismiss" @click=${() => session.dismissFailure()}>${scan ? words.back : others ? strings.study.backToOthers : words.close}</button>
        </div>
        <details data-testid="error-details">
          <summary>${words.details}</summary>
          <pre>${this.#details()}</pre>
          <button class="button" data-testid="error-copy" @click=${this.#copy}>${words.copy}</button>
          <span role="status">${this.copied}</span>
        </details>
      </section>
    `;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.actions .button')?.focus();
  }

  /** What a report of the problem needs. The scan's name is not part of it: names often carry a patient's. */
  #details(): string {
    const { failure, device } = this.session?.state ?? {};
    return [
      `${failure?.code}: ${failure?.message}`,
      failure?.details ?? '',
      `device: ${device?.kind}, ${device?.state}, requested ${device?.requested}${device?.adapter ? `, ${device.adapter}` : ''}`,
      device?.fallback ? `fallback: ${device.fallback.code}: ${device.fallback.message}` : '',
      `browser: ${navigator.userAgent}`,
    ]
      .filter((line) => line !== '')
      .join('\n');
  }

  readonly #open = (): void => {
    this.dispatchEvent(new CustomEvent('open-request', { bubbles: true, composed: true }));
  };

  readonly #copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.#details());
      this.copied = strings.errors.copied;
    } catch {
      // Not allowed here (an unsafe origin, a frame): the text can still be selected by hand.
      this.copied = strings.errors.copyFailed;
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-failure': FailureCard;
  }
}
