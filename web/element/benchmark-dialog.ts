// <groundscope-benchmark-dialog>: the benchmarks over the viewer, opened by their files or by the way in on the empty page.

import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import './benchmark-element.js';
import type { GroundscopeBenchmark } from './benchmark-element.js';
import { bytesOf, isJson, type Taken } from './intake.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls, dialogs } from './tokens.js';

/** Bytes of a JSON file that are looked at. */
const HEAD = 4096;

/** Whether files are a benchmark's: JSON lines, or questions of EyeVQA by their first bytes. */
export async function isBenchmark(files: readonly Taken[]): Promise<boolean> {
  if (files.some(({ file }) => /\.jsonl$/i.test(file.name))) return true;
  for (const { file } of files) {
    if (!isJson(file)) continue;
    const head = await bytesOf(file.slice(0, HEAD) as File).catch(() => new ArrayBuffer(0));
    if (new TextDecoder().decode(head).includes('"question_type"')) return true;
  }
  return false;
}

@customElement('groundscope-benchmark-dialog')
export class BenchmarkDialog extends LitElement {
  static override readonly styles = [
    controls,
    dialogs,
    css`
      :host {
        display: contents;
      }
      dialog {
        box-sizing: border-box;
        width: min(1180px, calc(100vw - 16px));
        max-width: none;
        max-height: calc(100vh - 16px);
        padding: 16px 18px;
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 12px;
        margin-bottom: 10px;
      }
      h2 {
        font-size: 16px;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  @property() theme: 'dark' | 'light' = 'dark';
  @query('dialog') private readonly dialog!: HTMLDialogElement;
  @query('groundscope-benchmark') private readonly inner!: GroundscopeBenchmark;

  constructor() {
    super();
    new SessionController(this);
  }

  /** Opens the dialog, with files where there are any. */
  async open(files: readonly Taken[] = []): Promise<void> {
    await this.updateComplete;
    if (!this.dialog.open) this.dialog.showModal();
    if (files.length > 0) await this.inner.takeAll(files);
  }

  override render(): TemplateResult {
    const words = strings.benchmark;
    // Dropping on the dialog is the dialog's, not the viewer's behind it.
    return html`<dialog aria-labelledby="title" data-testid="benchmark-dialog" @dragover=${stop} @drop=${stop} @keydown=${stop} @paste=${stop}>
      <header><h2 id="title">${words.title}</h2><button class="button" data-testid="benchmark-close" @click=${() => this.dialog.close()}>${words.close}</button></header>
      ${this.session ? html`<groundscope-benchmark .engine=${this.session.engine} .theme=${this.theme}></groundscope-benchmark>` : ''}
    </dialog>`;
  }
}

function stop(event: Event): void {
  event.stopPropagation();
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-benchmark-dialog': BenchmarkDialog;
  }
}
