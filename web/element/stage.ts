// The scan on a canvas with its evidence over it, to be zoomed, moved and pointed at.

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { OpenedScan } from '../worker/api.js';
import { drawingOrder, layerStyles, renderLayer } from './evidence-layer.js';
import { Gestures, ZOOM_STEP } from './gestures.js';
import { boxOf, regionIds, sameTarget, type Target } from './highlight.js';
import { imageNote } from './image-panel.js';
import { layersNote } from './layers-panel.js';
import type { Point } from './measure.js';
import { panelStyles } from './popover-panel.js';
import type { Session, View } from './session.js';
import { SessionController } from './session-controller.js';
import { actionOf, printed } from './shortcuts.js';
import { shown } from './shown.js';
import { strings } from './strings.js';
import { controls, hues } from './tokens.js';
import { onToolKey } from './tool-keys.js';
import { crossOf, overlay, overlayStyles } from './tool-overlay.js';
import { ToolPointer } from './tool-pointer.js';
import { renderToolStrip, toolStripStyles } from './tool-strip.js';
import { renderToolbar, toolbarStyles } from './toolbar.js';
import type { Mode } from './tools-state.js';
import { enclose, fit, panBy, reveal, zoomAt, type Size, type Viewport } from './viewport.js';
import { shownPixels, WHOLE } from './window.js';
import { WindowDrag } from './window-drag.js';

@customElement('groundscope-stage')
export class Stage extends LitElement {
  static override readonly styles = [
    controls,
    hues,
    layerStyles,
    overlayStyles,
    panelStyles,
    toolbarStyles,
    toolStripStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        container-type: inline-size;
        min-width: 0;
        min-height: 0;
      }
      .stage {
        --gs-focus-on-scan: #f0e442;
        position: relative;
        flex: 1;
        min-height: 0;
        overflow: hidden;
        background: var(--gs-stage);
        touch-action: none;
        cursor: grab;
        user-select: none;
      }
      .stage.dragging {
        cursor: grabbing;
      }
      .stage:focus-visible {
        outline-offset: -2px;
        border-radius: 0;
      }
      canvas {
        position: absolute;
        top: 0;
        left: 0;
        transform-origin: 0 0;
      }
      canvas.near {
        image-rendering: pixelated;
      }
      svg.evidence {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        overflow: hidden;
      }
      .working {
        cursor: crosshair;
      }
      .notes {
        position: absolute;
        top: 10px;
        left: 10px;
        display: grid;
        gap: 4px;
        justify-items: start;
        max-width: calc(100% - 20px);
        pointer-events: none;
      }
      .notes p {
        padding: 4px 10px;
        border-radius: 6px;
        background: #050608d9;
        color: #e4e7eb;
        font-size: 13px;
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;
  @state() private viewport: Viewport = { scale: 1, x: 0, y: 0 };
  @state() private size: Size = { width: 0, height: 0 };
  @state() private tabStop: string | null = null;
  @query('canvas') private readonly canvas!: HTMLCanvasElement | null;
  @query('.stage') private readonly stage!: HTMLElement | null;

  #fitted = true;
  #drawn: OpenedScan | null = null;
  #study = 0;
  /** The window that the canvas shows. */
  #painted: Pick<View, 'window' | 'invert'> | null = null;
  #revealed: Target | null = null;
  readonly #resize = new ResizeObserver(() => this.#measure());
  readonly #gestures = new Gestures({
    pan: (dx, dy) => this.#look((view, scan) => panBy(view, dx, dy, scan, this.size)),
    zoom: (factor, x, y) => this.#look((view, scan) => zoomAt(view, factor, x, y, scan, this.size)),
    zoomMiddle: (factor) => this.zoomBy(factor),
    fit: () => this.fit(),
    several: () => (this.session?.state.scans.length ?? 0) > 1,
    step: (places) => void this.session?.goBy(places),
    action: (key) => (this.session ? actionOf(this.session.state.tools.bindings, key) : null),
    holds: () => this.#mode !== null,
  });
  readonly #toolPointer = new ToolPointer({
    tools: () => this.session?.tools,
    mode: () => this.#mode,
    scan: () => this.session?.state.scan ?? null,
    place: (event) => this.#place(event),
  });
  readonly #windowDrag = new WindowDrag(
    () => this.session?.state.view.window ?? WHOLE,
    (window) => this.session?.show({ window }),
  );

  constructor() {
    super();
    new SessionController(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
  }

  /** Takes the focus, for a reader whose button has just gone. */
  override focus(options?: FocusOptions): void {
    this.stage?.focus({ preventScroll: true, ...options });
  }

  zoomBy(factor: number): void {
    const { width, height } = this.size;
    this.#look((view, scan) => zoomAt(view, factor, width / 2, height / 2, scan, this.size));
  }

  fit(): void {
    this.#look((_, scan) => fit(scan, this.size));
    this.#fitted = true;
  }

  /** Keys of the stage; the viewer calls this too, for keys pressed while nothing has the focus. */
  handleKey(event: KeyboardEvent, panning: boolean): boolean {
    return this.#gestures.onKey(event, panning);
  }

  /** Takes up a tool or puts it down; `focus`: keys go to the scan then. */
  toggle(mode: Mode, focus: boolean): void {
    this.session?.tools.toggle(mode);
    if (focus && this.#mode !== null) this.focus();
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    const scan = session?.state.scan;
    if (!session || !scan) return nothing;
    const { findings, view, score, name, pointed, chosen, tools } = session.state;
    const key = (action: 'hide' | 'help'): string => printed(tools.bindings[action][0] ?? '');
    const over = overlay(session, this.viewport, this.size);
    const notes = findings ? [view.hidden ? strings.toolbar.hiddenNote(key('hide')) : layersNote(view, findings), imageNote(view)] : [imageNote(view)];
    return html`
      <div
        class="stage on-scan ${this.#gestures.dragging ? 'dragging' : ''} ${tools.mode ? 'working' : ''}"
        tabindex="0"
        role="group"
        aria-label=${strings.scan.label(name, scan.width, scan.height)}
        aria-describedby="keys"
        @pointerdown=${this.#onPointerDown}
        @pointermove=${this.#onPointerMove}
        @pointerup=${this.#onPointerUp}
        @pointercancel=${this.#onPointerUp}
        @contextmenu=${(event: MouseEvent) => this.#windowDrag.onContextMenu(event)}
        @click=${this.#onClick}
        @keydown=${this.#onKey}
      >
        <canvas data-testid="scan" width=${scan.width} height=${scan.height} aria-hidden="true"></canvas>
        <p id="keys" class="unseen">${strings.scan.keys(key('help'))} ${session.state.scans.length > 1 ? strings.study.keys : ''} ${strings.scan.evidenceKeys}</p>
        <svg class="evidence" data-testid="evidence" role="group" aria-label=${strings.scan.evidence} ?hidden=${view.hidden || !findings}>
          ${findings
            ? renderLayer({
                findings,
                drawn: new Set(regionIds(shown(findings, view))),
                taken: over.labels,
                // Whoever draws expert boxes sees their own, and no outcome that would lead the hand.
                score: tools.mode === 'draw' ? null : score,
                view,
                viewport: this.viewport,
                stage: this.size,
                lit: session.lit,
                target: pointed ?? chosen,
                tabStop: this.tabStop,
                onPoint: (target) => this.#point(target),
                onChoose: (target) => session.choose(target),
              })
            : nothing}
        </svg>
        <svg class="tools" data-testid="tools" role="group" aria-label=${tools.mode ? strings[tools.mode].label : strings.measure.label}
          ?hidden=${view.hidden && tools.mode === null}>
          ${over.shapes}
        </svg>
        <div class="notes">${notes.filter((note) => note !== '').map((note) => html`<p data-testid="scan-note">${note}</p>`)}</div>
        <p class="unseen" aria-live="polite" data-testid="tool-said">${tools.said}</p>
      </div>
      ${renderToolStrip(session, () => this.dispatchEvent(new CustomEvent('scale-request', { bubbles: true, composed: true })))}
      ${renderToolbar({
        name,
        view,
        findings,
        mode: tools.mode,
        bindings: tools.bindings,
        scale: this.viewport.scale,
        zoom: (direction) => this.zoomBy(direction > 0 ? ZOOM_STEP : 1 / ZOOM_STEP),
        fit: () => this.fit(),
        show: (part) => session.show(part),
        toggle: (mode, event) => this.toggle(mode, event instanceof MouseEvent && event.detail === 0),
        open: () => this.dispatchEvent(new CustomEvent('open-request', { bubbles: true, composed: true })),
      })}
    `;
  }

  protected override willUpdate(): void {
    const findings = this.session?.state.findings;
    const order = findings && this.session ? drawingOrder(shown(findings, this.session.state.view)) : [];
    if (!order.some((region) => region.id === this.tabStop)) this.tabStop = order[0]?.id ?? null;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#paint();
    const { canvas, viewport } = this;
    if (canvas) {
      canvas.style.transform = `translate(${viewport.x}px, ${viewport.y}px) scale(${viewport.scale})`;
      canvas.classList.toggle('near', viewport.scale * devicePixelRatio >= 4);
    }
    this.#reveal();
  }

  /** Draws the pixels when the scan or its window is another one. */
  #paint(): void {
    const { scan = null, view, study = 0 } = this.session?.state ?? {};
    if (!this.canvas || !this.stage || !view) return;
    const { window, invert } = view;
    const other = scan !== this.#drawn;
    if (!other && this.#painted?.window === window && this.#painted.invert === invert) return;
    // Within a study, scans of one size are looked at in one place.
    const kept = this.#study === study && this.#drawn?.width === scan?.width && this.#drawn?.height === scan?.height;
    this.#drawn = scan;
    this.#study = study;
    this.#painted = { window, invert };
    if (!scan) return;
    this.canvas.getContext('2d')?.putImageData(shownPixels(scan.pixels, window, invert), 0, 0);
    if (!other) return;
    this.#resize.disconnect();
    this.#resize.observe(this.stage);
    // Wheel listeners made by templates are passive in some browsers, and the page would scroll along.
    this.stage.addEventListener('wheel', this.#gestures.onWheel, { passive: false });
    this.stage.addEventListener('click', this.#gestures.onClickCapture, { capture: true });
    if (!kept) this.#fitted = true;
    this.#measure();
  }

  #measure(): void {
    if (!this.stage) return;
    this.size = { width: this.stage.clientWidth, height: this.stage.clientHeight };
    if (this.#fitted) this.fit();
  }

  #look(next: (view: Viewport, scan: Size) => Viewport): void {
    const scan = this.session?.state.scan;
    if (!scan) return;
    this.viewport = next(this.viewport, scan);
    this.#fitted = false;
  }

  /** What was just chosen, in a row or an answer, is brought into sight. */
  #reveal(): void {
    const session = this.session;
    const { chosen, findings, score } = session?.state ?? {};
    if (!session || !findings || sameTarget(chosen ?? null, this.#revealed)) return;
    this.#revealed = chosen ?? null;
    if (!chosen || this.size.width === 0) return;
    const expert = chosen.kind === 'reference' ? (score?.references[chosen.index]?.box ?? null) : null;
    const lit = [...(session.lit?.regions ?? [])].map((id) => boxOf(findings, id));
    const around = enclose([expert, ...lit].filter((box) => box !== null));
    if (!around) return;
    const next = reveal(this.viewport, around, findings, this.size);
    if (next !== this.viewport) this.#look(() => next);
  }

  get #mode(): Mode | null {
    return this.session?.state.tools.mode ?? null;
  }

  /** The place on the scan under a pointer, in pixels of the scan. */
  #place(event: PointerEvent): Point {
    const { left, top } = this.stage?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const { scale, x, y } = this.viewport;
    return [(event.clientX - left - x) / scale, (event.clientY - top - y) / scale];
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    this.#toolPointer.onPointerDown(event);
    this.#windowDrag.onPointerDown(event);
    this.#gestures.onPointerDown(event);
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    this.#toolPointer.onPointerMove(event);
    this.#windowDrag.onPointerMove(event);
    this.#gestures.onPointerMove(event);
  };

  readonly #onPointerUp = (event: PointerEvent): void => {
    this.#toolPointer.onPointerUp(event);
    this.#windowDrag.onPointerUp(event);
    this.#gestures.onPointerUp(event);
  };

  #point(target: Target | null): void {
    if (!this.#gestures.dragging) this.session?.point(target);
  }

  /** A click beside all evidence lets go of what was chosen. */
  readonly #onClick = (event: MouseEvent): void => {
    const hit = event.target instanceof Element && event.target.closest('[data-region], [data-reference]');
    if (!hit) this.session?.choose(null);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (this.handleToolKey(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const region = event.target instanceof SVGElement ? event.target.closest('[data-region]') : null;
    if (region && this.#onRegionKey(event, region.getAttribute('data-region') ?? '')) {
      event.preventDefault();
      event.stopPropagation();
    } else if (!region && this.handleKey(event, true)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** Keys of the tool at work. */
  handleToolKey(event: KeyboardEvent): boolean {
    const { session } = this;
    const scan = session?.state.scan;
    const mode = this.#mode;
    if (!session || !scan || !mode) return false;
    const drafting = session.state.tools.draft !== null;
    return onToolKey(event, { tools: session.tools, mode, scan, cross: crossOf(session, this.viewport, this.size), drafting, refocus: () => this.focus() });
  }

  /** On a region the arrow keys go from region to region, and Enter or Space chooses. */
  #onRegionKey(event: KeyboardEvent, id: string): boolean {
    const { session } = this;
    const findings = session?.state.findings;
    if (!session || !findings) return false;
    const ids = drawingOrder(findings).map((region) => region.id);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = ids[(ids.indexOf(id) + step + ids.length) % ids.length] ?? id;
      this.tabStop = next;
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<SVGElement>(`[data-region="${CSS.escape(next)}"]`)?.focus(),
      );
      return true;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      session.choose({ kind: 'region', id });
      return true;
    }
    if (event.key === 'Escape') {
      session.choose(null);
      this.stage?.focus();
      return true;
    }
    return false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-stage': Stage;
  }
}
