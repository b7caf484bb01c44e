// The scan on a canvas with its evidence over it, to be zoomed, moved and pointed at.

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { OpenedScan } from '../worker/api.js';
import { drawingOrder, layerStyles, renderLayer } from './evidence-layer.js';
import { Gestures, ZOOM_STEP } from './gestures.js';
import { boxOf, sameTarget, type Target } from './highlight.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls, hues } from './tokens.js';
import { renderToolbar, toolbarStyles } from './toolbar.js';
import { enclose, fit, panBy, reveal, zoomAt, type Size, type Viewport } from './viewport.js';

@customElement('groundscope-stage')
export class Stage extends LitElement {
  static override readonly styles = [
    controls,
    hues,
    layerStyles,
    toolbarStyles,
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
      .hidden-note {
        position: absolute;
        top: 10px;
        left: 10px;
        padding: 4px 10px;
        border-radius: 6px;
        background: #050608d9;
        color: #e4e7eb;
        font-size: 13px;
        pointer-events: none;
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
  #revealed: Target | null = null;
  readonly #resize = new ResizeObserver(() => this.#measure());
  readonly #gestures = new Gestures({
    pan: (dx, dy) => this.#look((view, scan) => panBy(view, dx, dy, scan, this.size)),
    zoom: (factor, x, y) => this.#look((view, scan) => zoomAt(view, factor, x, y, scan, this.size)),
    zoomMiddle: (factor) => this.zoomBy(factor),
    fit: () => this.fit(),
  });

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

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    const scan = session?.state.scan;
    if (!session || !scan) return nothing;
    const { findings, view, score, name, pointed, chosen } = session.state;
    return html`
      <div
        class="stage on-scan ${this.#gestures.dragging ? 'dragging' : ''}"
        tabindex="0"
        role="group"
        aria-label=${strings.scan.label(name, scan.width, scan.height)}
        aria-describedby="keys"
        @pointerdown=${this.#gestures.onPointerDown}
        @pointermove=${this.#gestures.onPointerMove}
        @pointerup=${this.#gestures.onPointerUp}
        @pointercancel=${this.#gestures.onPointerUp}
        @click=${this.#onClick}
        @keydown=${this.#onKey}
      >
        <canvas data-testid="scan" width=${scan.width} height=${scan.height} aria-hidden="true"></canvas>
        <p id="keys" class="unseen">${strings.scan.keys} ${strings.scan.evidenceKeys}</p>
        <svg class="evidence" data-testid="evidence" role="group" aria-label=${strings.scan.evidence} ?hidden=${view.hidden || !findings}>
          ${findings
            ? renderLayer({
                findings,
                score,
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
        ${view.hidden && findings ? html`<p class="hidden-note">${strings.toolbar.hiddenNote}</p>` : nothing}
      </div>
      ${renderToolbar({
        name,
        view,
        ready: findings !== null,
        scale: this.viewport.scale,
        zoom: (direction) => this.zoomBy(direction > 0 ? ZOOM_STEP : 1 / ZOOM_STEP),
        fit: () => this.fit(),
        show: (part) => session.show(part),
        open: () => this.dispatchEvent(new CustomEvent('open-request', { bubbles: true, composed: true })),
      })}
    `;
  }

  protected override willUpdate(): void {
    const findings = this.session?.state.findings;
    const order = findings ? drawingOrder(findings) : [];
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

  /** Draws the pixels when the scan is another one. */
  #paint(): void {
    const scan = this.session?.state.scan ?? null;
    if (scan === this.#drawn || !this.canvas || !this.stage) return;
    this.#drawn = scan;
    if (!scan) return;
    this.canvas.getContext('2d')?.putImageData(scan.pixels, 0, 0);
    this.#resize.disconnect();
    this.#resize.observe(this.stage);
    // Wheel listeners made by templates are passive in some browsers, and the page would scroll along.
    this.stage.addEventListener('wheel', this.#gestures.onWheel, { passive: false });
    this.stage.addEventListener('click', this.#gestures.onClickCapture, { capture: true });
    this.#fitted = true;
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

  #point(target: Target | null): void {
    if (!this.#gestures.dragging) this.session?.point(target);
  }

  /** A click beside all evidence lets go of what was chosen. */
  readonly #onClick = (event: MouseEvent): void => {
    const hit = event.target instanceof Element && event.target.closest('[data-region], [data-reference]');
    if (!hit) this.session?.choose(null);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const region = event.target instanceof SVGElement ? event.target.closest('[data-region]') : null;
    if (region && this.#onRegionKey(event, region.getAttribute('data-region') ?? '')) {
      event.preventDefault();
      event.stopPropagation();
    } else if (!region && this.handleKey(event, true)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

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
