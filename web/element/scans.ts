// <groundscope-scans>: the scans that are open together, as a column of pictures with what was found in each.

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Finding } from '../worker/api.js';
import { fileNameStyles, nameParts } from './file-name.js';
import { icon, type IconName } from './icons.js';
import { stemOf } from './intake.js';
import { hueClass } from './palette.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { progressOf, type Entry, type EntryState } from './study.js';
import { groupsOf } from './study-rows.js';
import { swatch, swatchStyles } from './swatch.js';
import type { Thumbnail } from './thumbnail.js';
import { controls, hues } from './tokens.js';

/** Where room is short: "ff #12". */
const SHORT_TAIL = 8;

/** Classes told beside a scan; the others are counted. */
const MOST = 4;

const ICONS: Readonly<Record<Exclude<EntryState, 'read'>, IconName>> = { waiting: 'wait', reading: 'clock', failed: 'warn' };

@customElement('groundscope-scans')
export class ScanList extends LitElement {
  static override readonly styles = [
    controls,
    hues,
    fileNameStyles,
    swatchStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
        background: var(--gs-panel);
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: 2px 8px;
        padding: 10px 10px 6px;
      }
      h2 {
        font-size: 15px;
        font-weight: 600;
      }
      header p {
        font-variant-numeric: tabular-nums;
      }
      .list {
        flex: 1;
        min-height: 0;
        overflow-y: auto;
        padding: 3px;
      }
      .scan {
        position: relative;
        display: grid;
        grid-template: auto minmax(0, 1fr) / 60px minmax(0, 1fr);
        gap: 2px 8px;
        padding: 4px;
        border: 2px solid transparent;
        border-radius: 6px;
        cursor: pointer;
        content-visibility: auto;
        contain-intrinsic-height: auto 58px;
      }
      .scan:hover {
        background: var(--gs-hover);
      }
      .scan[aria-selected='true'] {
        border-color: var(--gs-strong);
        background: var(--gs-raised);
      }
      .scan:focus-visible {
        outline-offset: -2px;
      }
      .picture {
        grid-row: 1 / 3;
        position: relative;
        width: 60px;
        height: 46px;
        overflow: hidden;
        border-radius: 3px;
        background: var(--gs-stage);
        color: var(--gs-muted);
      }
      canvas {
        width: 100%;
        height: 100%;
        object-fit: cover;
      }
      .number {
        position: absolute;
        left: 0;
        bottom: 0;
        padding: 0 4px;
        border-top-right-radius: 3px;
        background: #050608cc;
        color: #e4e7eb;
        font-size: 11px;
        font-variant-numeric: tabular-nums;
      }
      .file-name {
        min-width: 0;
        font-size: 12.5px;
      }
      .scan[aria-selected='true'] .file-name {
        color: var(--gs-text);
        font-weight: 600;
      }
      .what {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 8px;
        min-height: 18px;
        font-size: 12px;
        color: var(--gs-muted);
      }
      .what svg.icon {
        width: 13px;
        height: 13px;
      }
      .what > span {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        white-space: nowrap;
      }
      .what .class {
        color: var(--gs-text);
      }
      .what .swatch {
        width: 20px;
        height: 10px;
      }
      .what .brief {
        display: none;
      }
      .failed {
        color: var(--gs-bad);
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        padding: 6px;
        border-top: 1px solid var(--gs-line);
      }
      .actions .button {
        flex: 1 0 auto;
        padding: 4px 8px;
        font-size: 13px;
      }
      @container (max-width: 1100px) {
        .scan {
          grid-template-columns: 48px minmax(0, 1fr);
        }
        .picture {
          width: 48px;
          height: 37px;
        }
        .what {
          gap: 0 6px;
        }
        .what .swatch {
          width: 14px;
        }
      }
      /* Above the scan: a row of pictures. */
      @container (max-width: 860px) {
        :host {
          display: grid;
          min-height: auto;
          grid-template: auto auto / minmax(0, 1fr) auto;
          align-items: center;
        }
        header {
          justify-content: flex-start;
          align-items: center;
          padding: 0 8px;
        }
        .list {
          grid-row: 2;
          grid-column: 1 / 3;
          display: flex;
          overflow: auto hidden;
        }
        .scan {
          grid-template: auto auto / 64px;
          flex: none;
          padding: 2px;
        }
        .scan .file-name {
          display: none;
        }
        .picture {
          grid-row: 1;
          width: 64px;
          height: 44px;
        }
        .folder {
          display: none;
        }
        .what .long {
          display: none;
        }
        .what .brief {
          display: inline;
        }
        .what {
          max-width: 64px;
          height: 16px;
          min-height: 0;
          overflow: hidden;
          font-size: 11px;
        }
        .what .swatch {
          width: 14px;
        }
        .actions {
          padding: 0 6px;
          border-top: 0;
        }
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  readonly #drawn = new WeakMap<HTMLCanvasElement, Thumbnail>();
  #scrolled: string | null = null;

  constructor() {
    super();
    new SessionController(this);
  }

  override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (!session) return nothing;
    const { scans, at, going, rest } = session.state;
    const words = strings.study;
    const { left, read, failed, total } = progressOf(scans);
    const current = going ?? at;
    return html`
      <header>
        <h2 id="title">${words.title}</h2>
        <p class="small muted" data-testid="study-progress">${words.progress(read, failed, total)}</p>
      </header>
      <div class="list" role="listbox" aria-labelledby="title" aria-orientation="vertical" data-testid="scan-list" @keydown=${this.#onKey} @click=${this.#onClick}>
        ${guard([scans, current, strings], () => repeat(scans, (entry) => entry.key, (entry, index) => item(entry, index, index === current)))}
      </div>
      <div class="actions">
        <button class="button quiet" data-testid="add-scans" title=${words.addLong} @click=${() => this.#ask('add-request')}>${icon('plus')}${words.add}</button>
        <button class="button quiet folder" data-testid="open-folder" title=${words.folderLong} @click=${() => this.#ask('folder-request')}>${icon('open')}${words.folder}</button>
        ${left > 0
          ? html`<button class="button quiet" data-testid="read-rest" data-reading=${String(rest)} title=${rest ? words.stopLong : words.restLong}
              @click=${() => session.readRest(!rest)}>${rest ? words.stop : words.rest(left)}</button>`
          : nothing}
      </div>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { scans, at, going } = this.session?.state ?? {};
    if (!scans) return;
    this.renderRoot.querySelectorAll('canvas').forEach((canvas, index) => this.#draw(canvas, scans[index]?.thumbnail ?? null));
    const shown = scans[going ?? at ?? 0];
    // Within its list alone: the page around the viewer stays where it is.
    if (shown && this.#scrolled !== `${shown.key}`) this.#reveal(going ?? at ?? 0);
    this.#scrolled = `${shown?.key}`;
  }

  #draw(canvas: HTMLCanvasElement, thumbnail: Thumbnail | null): void {
    if (!thumbnail || this.#drawn.get(canvas) === thumbnail) return;
    this.#drawn.set(canvas, thumbnail);
    const { width, height, data } = thumbnail;
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0);
  }

  #reveal(index: number): void {
    const list = this.renderRoot.querySelector('.list');
    const item = this.#options[index];
    if (!list || !item) return;
    const [room, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
    if (box.top < room.top) list.scrollTop += box.top - room.top;
    else if (box.bottom > room.bottom) list.scrollTop += box.bottom - room.bottom;
    if (box.left < room.left) list.scrollLeft += box.left - room.left;
    else if (box.right > room.right) list.scrollLeft += box.right - room.right;
  }

  get #options(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[role="option"]')];
  }

  #ask(name: 'add-request' | 'folder-request'): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true }));
  }

  readonly #onClick = (event: Event): void => {
    const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="option"]') : null;
    if (option) void this.session?.goTo(this.#options.indexOf(option));
  };

  /** The focus goes along: what has it is what is shown. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { session } = this;
    if (!session || event.ctrlKey || event.metaKey || event.altKey) return;
    const { scans, at, going } = session.state;
    const from = going ?? at;
    const last = scans.length - 1;
    const to = { ArrowDown: from + 1, ArrowRight: from + 1, ArrowUp: from - 1, ArrowLeft: from - 1, PageDown: from + 1, PageUp: from - 1, Home: 0, End: last, Enter: from, ' ': from }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const index = Math.min(Math.max(to, 0), last);
    if (index !== from) void session.goTo(index);
    void this.updateComplete.then(() => this.#options[index]?.focus({ preventScroll: true }));
  };
}

function item(entry: Entry, index: number, current: boolean): TemplateResult {
  const words = strings.study;
  const [head, tail] = nameParts(stemOf(entry.name), SHORT_TAIL, SHORT_TAIL);
  return html`<div class="scan" role="option" data-testid=${`scan-${index + 1}`} data-state=${entry.state} title=${entry.failure ? `${entry.name}: ${entry.failure.message}` : entry.name}
    aria-selected=${String(current)} tabindex=${current ? 0 : -1}>
    <span class="unseen">${words.option(index + 1, entry.name, told(entry))}</span>
    <span class="picture" aria-hidden="true"><canvas width="1" height="1"></canvas><span class="number">${index + 1}</span></span>
    <span class="file-name" aria-hidden="true"><span class="head">${head}</span><span class="tail">${tail}</span></span>
    <span class="what" aria-hidden="true">${what(entry)}</span>
  </div>`;
}

function what({ state, findings }: Entry): TemplateResult | TemplateResult[] {
  if (state !== 'read' || !findings) {
    const now = state === 'read' ? 'waiting' : state;
    return html`<span class=${now}>${icon(ICONS[now])}${twoLengths(strings.study.state[now], strings.study.brief[now])}</span>`;
  }
  const { found, uncertain } = groupsOf(findings);
  if (findings.gate?.verdict === 'not_b_scan' && found.length + uncertain.length === 0) return html`<span>${icon('warn')}${twoLengths(strings.study.noScan, strings.study.brief.noScan)}</span>`;
  if (found.length + uncertain.length === 0) return html`<span>${icon('check')}${twoLengths(strings.study.state.read, strings.study.brief.read)}</span>`;
  const shown = [...found.map((finding) => label(finding, true)), ...uncertain.map((finding) => label(finding, false))];
  return shown.length <= MOST ? shown : [...shown.slice(0, MOST - 1), html`<span>+${shown.length - MOST + 1}</span>`];
}

/** Where the list is a column the first is shown, where it is a row of small pictures the second. */
function twoLengths(long: string, brief: string): TemplateResult {
  return html`<span class="long">${long}</span><span class="brief">${brief}</span>`;
}

function label(finding: Finding, sure: boolean): TemplateResult {
  return html`<span class="${hueClass(finding.group)} ${sure ? 'class' : ''}">${swatch(finding.class)}${finding.short}${sure ? '' : '?'}</span>`;
}

/** The same in words. */
function told({ state, findings, failure }: Entry): string {
  const words = strings.study;
  if (failure) return failure.message;
  if (state !== 'read' || !findings) return words.state[state === 'read' ? 'waiting' : state];
  const { found, uncertain } = groupsOf(findings);
  if (findings.gate?.verdict === 'not_b_scan' && found.length + uncertain.length === 0) return words.noScan;
  return strings.findings.summary(found.map((f) => f.name), uncertain.map((f) => f.name)) || words.state.read;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-scans': ScanList;
  }
}
