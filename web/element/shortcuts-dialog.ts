// The list of keys: what each does, and a way to bind the single ones anew.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { renderKeeping } from './drawing-panel.js';
import { icon } from './icons.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { ACTIONS, FIXED, printed, type Action, type FixedAction } from './shortcuts.js';
import { strings } from './strings.js';
import { controls, dialogs } from './tokens.js';

@customElement('groundscope-shortcuts')
export class ShortcutsDialog extends LitElement {
  static override readonly styles = [
    controls,
    dialogs,
    css`
      :host {
        display: inline-block;
      }
      .opener {
        min-height: 24px;
        padding: 1px 8px;
        font-size: 12.5px;
      }
      @media (max-width: 620px) {
        .opener .word {
          display: none;
        }
        td:first-child {
          width: 1%;
        }
      }
      dialog {
        width: min(640px, calc(100vw - 16px));
        max-height: calc(100vh - 16px);
        padding: 18px 20px;
      }
      h2 {
        font-size: 16px;
      }
      table {
        width: 100%;
        margin-top: 10px;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 3px 6px;
        text-align: start;
        font-weight: 400;
      }
      thead th {
        font-size: 12px;
        color: var(--gs-muted);
      }
      tbody tr {
        border-top: 1px solid var(--gs-line);
      }
      td:last-child:not(.wide) {
        text-align: end;
      }
      kbd {
        display: inline-block;
        margin: 1px 3px 1px 0;
        padding: 1px 7px;
        border: 1px solid var(--gs-edge);
        border-radius: 4px;
        background: var(--gs-raised);
        white-space: nowrap;
        font: 600 12px var(--gs-font);
      }
      .change {
        min-height: 26px;
        padding: 1px 9px;
        font-size: 12px;
      }
      .told {
        min-height: 20px;
        margin-top: 8px;
        color: var(--gs-warn);
      }
      .actions {
        display: flex;
        justify-content: space-between;
        gap: 8px;
        margin-top: 14px;
      }
      label {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 28px;
      }
      .why {
        padding-inline-start: 24px;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  /** The action that waits for its key. */
  @state() private waiting: Action | null = null;
  @state() private told = '';
  @query('dialog') private readonly dialog!: HTMLDialogElement;

  constructor() {
    super();
    new SessionController(this);
  }

  open(): void {
    this.waiting = null;
    this.told = '';
    this.dialog.showModal();
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    if (!session) return nothing;
    const words = strings.shortcuts;
    const { bindings, keeps } = session.state.tools;
    return html`
      <button class="button quiet opener" data-testid="shortcuts-button" aria-label=${words.title} title=${words.title} aria-haspopup="dialog" @click=${() => this.open()}>
        ${icon('keyboard')}<span class="word">${words.button}</span>
      </button>
      <dialog data-testid="shortcuts-dialog" aria-labelledby="keys-title" @keydown=${this.#onKey} @close=${() => (this.waiting = null)}>
        <h2 id="keys-title">${words.title}</h2>
        ${session.state.shortcuts ? nothing : html`<p class="muted">${words.off}</p>`}
        <table>
          <thead><tr><th scope="col">${words.key}</th><th scope="col">${words.does}</th><td></td></tr></thead>
          <tbody>
            ${ACTIONS.map((action) => this.#row(action, bindings[action]))}
            ${(Object.keys(FIXED) as FixedAction[]).map((action) => html`<tr><td>${keys(FIXED[action])}</td><td class="wide" colspan="2">${words.fixed[action]}</td></tr>`)}
          </tbody>
        </table>
        <p class="told" role="status" data-testid="key-told">${this.told}</p>
        <p class="small muted">${words.visit}</p>
        ${renderKeeping(session.tools, keeps, words.keep)}
        <p class="actions">
          <button class="button" data-testid="reset-keys" @click=${() => session.tools.resetKeys()}>${words.reset}</button>
          <button class="button primary" data-testid="close-shortcuts" @click=${() => this.dialog.close()}>${words.close}</button>
        </p>
      </dialog>
    `;
  }

  #row(action: Action, bound: readonly string[]): TemplateResult {
    const words = strings.shortcuts;
    const what = words.actions[action];
    const waits = this.waiting === action;
    return html`<tr data-testid=${`key-${action}`}>
      <td>${keys(bound.map(printed))}</td>
      <td>${what}</td>
      <td><button class="button change" data-testid=${`change-${action}`} aria-label=${waits ? words.press : words.changeLong(what)}
        @click=${() => this.#wait(waits ? null : action)}>${waits ? words.press : words.change}</button></td>
    </tr>`;
  }

  #wait(action: Action | null): void {
    this.waiting = action;
    this.told = action ? strings.shortcuts.press : '';
  }

  /** The next key is the new one; Escape and Tab do what they always do. */
  readonly #onKey = (event: KeyboardEvent): void => {
    // The dialog's keys are no keys of the page under it.
    event.stopPropagation();
    const { waiting, session } = this;
    if (!waiting || !session || event.ctrlKey || event.metaKey || event.altKey || ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Escape') return this.#wait(null);
    const words = strings.shortcuts;
    const bound = session.tools.bind(waiting, event.key);
    if ('bindings' in bound) {
      this.#wait(null);
      this.told = '';
    } else this.told = bound.refused === 'unfit' ? words.unfit : words.taken(printed(event.key), words.actions[bound.by]);
  };
}

/** Keys together, each as the reader's keyboard has it. */
function onKeyboard(name: string): string {
  const own = strings.shortcuts.keyNames;
  return name.split(' + ').map((key) => own[key] ?? key).join(' + ');
}

function keys(names: readonly string[]): TemplateResult[] {
  return names.map((name) => html`<kbd>${onKeyboard(name)}</kbd>`);
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-shortcuts': ShortcutsDialog;
  }
}
