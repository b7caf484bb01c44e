// <groundscope-export>: what was read, saved as a file: picture, drawing, report, table, annotations, transcript.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { Findings } from '../worker/api.js';
import { holdsAll, pngOf, rasterised, requestOf, SAVE_FORMATS, type SaveFormat } from './exporting.js';
import { failureOf } from './failure.js';
import { icon } from './icons.js';
import { panelStyles, placeUnder } from './popover-panel.js';
import { saveFile } from './save.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';
import { shownPixels } from './window.js';

@customElement('groundscope-export')
export class ExportMenu extends LitElement {
  static override readonly styles = [
    controls,
    panelStyles,
    css`
      :host {
        display: block;
      }
      .panel {
        padding: 8px;
      }
      .panel h2 {
        padding: 6px 10px;
      }
      .panel p {
        padding: 0 10px 6px;
      }
      .item {
        display: grid;
        width: 100%;
        padding: 7px 10px;
        border: 0;
        border-radius: var(--gs-radius);
        background: none;
        text-align: start;
        cursor: pointer;
      }
      .item:hover,
      .item:focus-visible {
        background: var(--gs-hover);
      }
      .item:focus-visible {
        outline-offset: -2px;
      }
      .item[aria-disabled='true'] {
        color: var(--gs-muted);
        cursor: default;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  /** Findings as they are drawn now: what is hidden or below a slider is left out of pictures. */
  @property({ attribute: false }) shown: (findings: Findings) => Findings = (findings) => findings;
  /** The formats offered; none: no button. */
  @property({ attribute: false }) formats: readonly SaveFormat[] = SAVE_FORMATS;
  @state() private saving: SaveFormat | null = null;
  @query('.panel') private readonly panel!: HTMLElement;
  @query('.open') private readonly button!: HTMLElement;

  constructor() {
    super();
    new SessionController(this);
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.session?.state.findings || this.formats.length === 0) return nothing;
    const words = strings.save;
    return html`
      <button class="button open" data-testid="save" popovertarget="panel">${icon('save')}${words.button}</button>
      <div id="panel" class="panel" popover data-testid="save-panel" role="dialog" aria-labelledby="save-title"
        @toggle=${this.#onToggle} @keydown=${this.#onKey}>
        <h2 id="save-title">${words.title}</h2>
        <p class="muted small">${words.stays}</p>
        ${this.formats.map((format) => this.#item(format))}
      </div>
    `;
  }

  #item(format: SaveFormat): TemplateResult {
    const { name, what } = strings.save.formats[format];
    return html`<button class="item" data-testid=${`save-${format}`} aria-disabled=${String(this.saving !== null)} @click=${() => this.save(format)}>
      <span>${this.saving === format ? strings.save.saving(name) : name}</span><span class="muted small">${what}${this.#of(format)}</span>
    </button>`;
  }

  /** Of several scans: which are in the file. */
  #of(format: SaveFormat): string {
    const read = this.session?.state.scans.filter((one) => one.findings !== null).length ?? 0;
    if (read < 2) return '';
    return ` ${holdsAll(format) ? strings.save.allScans(read) : strings.save.thisScan}`;
  }

  /** Writes the file and hands it to the browser's downloads; what came of it is told in the status line. */
  async save(format: SaveFormat): Promise<void> {
    const { session } = this;
    const scan = session?.state.scan;
    if (!session || !scan || this.saving !== null || !this.formats.includes(format)) return;
    this.saving = format;
    try {
      const answers = session.state.asked;
      const request = await requestOf(session.state, { format, shown: this.shown, answers, png: pngOf, date: strings.save.date(new Date()) });
      if (!request) return;
      const written = await session.export(request);
      const file = format === 'png' ? await rasterised(written, shownPixels(scan.pixels, session.state.view.window, session.state.view.invert)) : written;
      saveFile(file.name, file.mime, file.bytes);
      session.note(strings.save.done(file.name));
      this.panel.hidePopover();
    } catch (error) {
      session.note(`${strings.save.failed}: ${strings.failureSentence(failureOf(error))}`);
    } finally {
      this.saving = null;
    }
  }

  /** An open panel has the focus inside, so that the keyboard goes on there. */
  readonly #onToggle = (event: ToggleEvent): void => {
    placeUnder(this.panel, this.button);
    if (event.newState === 'open') this.panel.querySelector<HTMLElement>('.item')?.focus();
  };

  /** Up and down go from format to format, as in a menu. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const items = [...this.panel.querySelectorAll<HTMLElement>('.item')];
    const at = items.findIndex((item) => item.matches(':focus'));
    items[(at + step + items.length) % items.length]?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-export': ExportMenu;
  }
}
