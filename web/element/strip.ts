// <groundscope-strip>: a slider through the scans, and under it the findings over all of them, a row a class and a column a scan.

import { css, html, LitElement, nothing, svg, type PropertyValues, type SVGTemplateResult, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { hueClass } from './palette.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import type { Entry } from './study.js';
import { hasFound, rangesOf, rowsOf, type StudyRow } from './study-rows.js';
import { swatch, swatchStyles } from './swatch.js';
import { controls, hues } from './tokens.js';

/** Rows shown before the others are asked for: on a wide page, and on a narrow one. */
const ROWS = 8;
const FEW_ROWS = 3;
const NARROW = 520;
const ROW = 14;
/** The row of ticks over the classes. */
const TICKS = 10;
/** Width of a slider's thumb. */
const THUMB = 16;

@customElement('groundscope-strip')
export class StudyStrip extends LitElement {
  static override readonly styles = [
    controls,
    hues,
    swatchStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: 84px minmax(0, 1fr);
        padding: 4px 12px 6px 8px;
        border-top: 1px solid var(--gs-line);
        background: var(--gs-panel);
        font-size: 12px;
      }
      .place {
        align-self: center;
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
      }
      .slide {
        height: 24px;
      }
      input {
        display: block;
        height: 24px;
        margin: 0;
        appearance: none;
        background: none;
        cursor: ew-resize;
      }
      input:focus-visible {
        outline-offset: -3px;
      }
      input::-webkit-slider-runnable-track {
        height: 4px;
        border-radius: 2px;
        background: var(--gs-edge);
      }
      input::-moz-range-track {
        height: 4px;
        border-radius: 2px;
        background: var(--gs-edge);
      }
      input::-webkit-slider-thumb {
        width: 16px;
        height: 16px;
        margin-top: -6px;
        appearance: none;
        border: 2px solid var(--gs-panel);
        border-radius: 8px;
        background: var(--gs-strong);
      }
      input::-moz-range-thumb {
        width: 12px;
        height: 12px;
        border: 2px solid var(--gs-panel);
        border-radius: 8px;
        background: var(--gs-strong);
      }
      .names {
        padding-top: 10px;
      }
      .names li {
        display: flex;
        align-items: center;
        gap: 6px;
        height: 14px;
        overflow: hidden;
        white-space: nowrap;
        line-height: 14px;
      }
      .names .swatch {
        width: 22px;
        height: 11px;
      }
      .cells {
        cursor: pointer;
        touch-action: pan-y;
      }
      .cells svg {
        display: block;
        width: 100%;
      }
      .line {
        stroke: var(--gs-line);
      }
      .present {
        fill: var(--hue);
      }
      .uncertain {
        fill: var(--hue);
        fill-opacity: 0.25;
        stroke: var(--hue);
      }
      .tick {
        fill: var(--gs-text);
      }
      .waits {
        fill: var(--gs-line);
      }
      .failed {
        fill: none;
        stroke: var(--gs-bad);
        stroke-width: 1.5;
      }
      .here {
        fill: var(--gs-text);
        fill-opacity: 0.1;
        stroke: var(--gs-text);
      }
      .legend {
        grid-column: 1 / 3;
        display: flex;
        flex-wrap: wrap;
        gap: 0 14px;
        align-items: center;
        min-height: 20px;
        color: var(--gs-muted);
      }
      .legend span {
        display: inline-flex;
        align-items: center;
        gap: 5px;
      }
      .legend svg {
        width: 10px;
        height: 12px;
        --hue: var(--gs-strong);
      }
      .legend .link {
        margin-inline-start: auto;
        min-height: 24px;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  @state() private width = 0;
  @state() private all = false;
  @query('.slide') private readonly slide!: HTMLElement | null;
  @query('input') private readonly slider!: HTMLInputElement | null;
  readonly #resize = new ResizeObserver(() => this.#measure());
  #watched: Element | null = null;

  constructor() {
    super();
    new SessionController(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
    this.#watched = null;
  }

  override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (!session) return nothing;
    const { scans, at, going } = session.state;
    const words = strings.study;
    const current = going ?? at;
    const name = scans[current]?.name ?? '';
    return html`
      <span class="place" aria-hidden="true" data-testid="study-place">${words.place(current + 1, scans.length)}</span>
      <div class="slide">
        <input type="range" min="1" max=${scans.length} step="1" .value=${String(current + 1)} data-testid="study-slider"
          aria-label=${words.slider} aria-valuetext=${words.sliderText(current + 1, scans.length, name)} title=${words.sliderKeys} @input=${this.#onSlide} @keydown=${this.#onKey} />
      </div>
      ${guard([scans, this.width, this.all, strings], () => this.#over(scans))}
    `;
  }

  #over(scans: readonly Entry[]): TemplateResult {
    const words = strings.study;
    const rows = rowsOf(scans);
    const most = this.width < NARROW ? FEW_ROWS : ROWS;
    const folded = rows.length > most;
    const shown = this.all ? rows : rows.slice(0, most);
    const cell = this.width / Math.max(scans.length, 1);
    const height = TICKS + ROW * shown.length + 2;
    return html`
      <ul class="names" aria-hidden="true">${shown.map(({ finding }) => html`<li class=${hueClass(finding.group)} title=${finding.name}>${swatch(finding.class)}${finding.short}</li>`)}</ul>
      <div class="cells" data-testid="study-strip" aria-hidden="true" @pointerdown=${this.#onPointer} @pointermove=${this.#onPointer}>
        <svg height=${height} viewBox="0 0 ${Math.max(this.width, 1)} ${height}">
          ${ticks(scans, cell)}
          ${shown.map((row, index) => cells(row, TICKS + ROW * index, cell, this.width))}
          <rect class="here" y="0.5" width=${Math.max(cell - 1, 2)} height=${height - 1} rx="2" />
        </svg>
      </div>
      <div class="legend">
        ${shown.length > 0
          ? html`<span aria-hidden="true">${legend(svg`<rect class="present" y="1" width="10" height="10" />`)}${words.cellPresent}</span>
              <span aria-hidden="true">${legend(svg`<rect class="uncertain" x="0.5" y="6.5" width="9" height="4" />`)}${words.cellUncertain}</span>`
          : html`<span>${words.nothingYet}</span>`}
        ${scans.some((entry) => entry.state === 'failed')
          ? html`<span aria-hidden="true">${legend(svg`<path class="failed" d="M2 3l6 6M8 3l-6 6" />`)}${words.cellFailed}</span>`
          : nothing}
        ${scans.some((entry) => entry.state === 'waiting')
          ? html`<span aria-hidden="true">${legend(svg`<rect class="waits" y="5" width="10" height="3" />`)}${words.cellUnread}</span>`
          : nothing}
        ${folded
          ? html`<button class="link" data-testid="strip-more" aria-expanded=${String(this.all)} @click=${() => (this.all = !this.all)}>
              ${this.all ? words.fewer : words.more(rows.slice(most).map(({ finding }) => finding.short))}</button>`
          : nothing}
      </div>
      <ul class="unseen" data-testid="study-text" aria-label=${words.strip}>
        ${rows.map((row) => html`<li>${words.row(row.finding.name, rangesOf(row.cells, 'present'), rangesOf(row.cells, 'uncertain'))}</li>`)}
      </ul>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.slide && this.slide !== this.#watched) {
      this.#watched = this.slide;
      this.#resize.disconnect();
      this.#resize.observe(this.slide);
    }
    const { slider } = this;
    const { scans, at, going } = this.session?.state ?? {};
    if (!slider || !scans) return;
    slider.value = String((going ?? at ?? 0) + 1);
    // The thumb's middle stands over the middle of its column.
    const cell = this.width / Math.max(scans.length, 1);
    slider.style.width = `${this.width - cell + THUMB}px`;
    slider.style.marginInlineStart = `${(cell - THUMB) / 2}px`;
    this.renderRoot.querySelector('.here')?.setAttribute('x', String(cell * (going ?? at ?? 0) + 0.5));
  }

  #measure(): void {
    this.width = this.slide?.clientWidth ?? 0;
  }

  readonly #onSlide = (): void => {
    if (this.slider) void this.session?.goTo(this.slider.valueAsNumber - 1);
  };

  /** These two do here what they do everywhere; left alone, they would go by tenths, and the other way round. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const places = { PageDown: 1, PageUp: -1 }[event.key];
    if (places === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void this.session?.goBy(places);
  };

  /** A press chooses a column; a drag goes through them; resting on one tells which it is. */
  readonly #onPointer = (event: PointerEvent): void => {
    const { session } = this;
    const strip = event.currentTarget;
    if (!session || !(strip instanceof HTMLElement)) return;
    const { scans, at, going } = session.state;
    const index = Math.floor(((event.clientX - strip.getBoundingClientRect().left) / this.width) * scans.length);
    const to = Math.min(Math.max(index, 0), scans.length - 1);
    strip.title = strings.study.sliderText(to + 1, scans.length, scans[to]?.name ?? '');
    if ((event.buttons & 1) === 0) return;
    if (event.type === 'pointerdown') strip.setPointerCapture(event.pointerId);
    if (to !== (going ?? at)) void session.goTo(to);
  };
}

/** Over its column: a bar where something was found, a dash where nothing was, a cross where the scan could not be read. */
function ticks(scans: readonly Entry[], cell: number): SVGTemplateResult {
  const wide = Math.min(3, Math.max(cell - 1, 1));
  const half = Math.min(3, cell / 2);
  const d = { found: '', nothing: '', unread: '', failed: '' };
  scans.forEach(({ state, findings }, index) => {
    const middle = (index + 0.5) * cell;
    if (findings && hasFound(findings)) d.found += block(middle - wide / 2, 0, wide, 8);
    else if (findings) d.nothing += block(middle - wide / 2, 4, wide, 2);
    else if (state === 'failed') d.failed += `M${middle - half} ${4 - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
    else d.unread += block(index * cell + 0.5, 3, Math.max(cell - 1, 0.5), 3);
  });
  return svg`<path class="tick" data-tick="found" d=${d.found} /><path class="tick" d=${d.nothing} /><path class="waits" d=${d.unread} /><path class="failed" d=${d.failed} />`;
}

/** One class: high where it is present, low and pale where it is uncertain. */
function cells({ finding, cells: of }: StudyRow, y: number, cell: number, width: number): SVGTemplateResult {
  const gap = cell > 5 ? 1 : 0;
  let [present, uncertain] = ['', ''];
  of.forEach((kind, index) => {
    const x = index * cell + gap / 2;
    if (kind === 'present') present += block(x, y + 2, cell - gap, ROW - 3);
    if (kind === 'uncertain') uncertain += block(x + 0.5, y + ROW - 6, Math.max(cell - gap - 1, 0.5), 4);
  });
  return svg`<g class=${hueClass(finding.group)} data-row=${finding.class}>
    <path class="line" d="M0 ${y + ROW - 0.5}h${width}" /><path class="present" d=${present} /><path class="uncertain" d=${uncertain} />
  </g>`;
}

function block(x: number, y: number, width: number, height: number): string {
  return `M${x.toFixed(1)} ${y}h${width.toFixed(1)}v${height}h${(-width).toFixed(1)}z`;
}

function legend(mark: SVGTemplateResult): TemplateResult {
  return html`<svg viewBox="0 0 10 12">${mark}</svg>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-strip': StudyStrip;
  }
}
