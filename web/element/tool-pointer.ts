// Pointers while a tool is at work: what is dragged over the scan draws a line or a box, or moves what was drawn.

import { HANDLES, movedBox, resizedBox, type Handle } from './drawing.js';
import { moved, type Point } from './measure.js';
import type { Tools } from './tools.js';
import type { Mode } from './tools-state.js';
import type { Box, Size } from './viewport.js';

/** What lies under the pointers. */
export interface Ground {
  readonly tools: () => Tools | undefined;
  readonly mode: () => Mode | null;
  readonly scan: () => Size | null;
  /** The place on the scan, in its pixels, beyond its edges too. */
  readonly place: (event: PointerEvent) => Point;
}

type Grip =
  | { readonly kind: 'new'; readonly from: Point; readonly x: number; readonly y: number; begun: boolean }
  | { readonly kind: 'end'; readonly id: number; readonly end: 0 | 1 }
  | { readonly kind: 'box'; readonly id: number; readonly box: Box; readonly handle: Handle | null; readonly from: Point };

/** A pointer that moved less than this, in CSS pixels, has clicked. */
const SLOP = 4;

export class ToolPointer {
  readonly #ground: Ground;
  readonly #down = new Set<number>();
  #grip: Grip | null = null;
  /** The scan that the grip is on. */
  #scan: Size | null = null;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  onPointerDown(event: PointerEvent): void {
    const [tools, scan] = [this.#ground.tools(), this.#ground.scan()];
    if (!tools || !scan || !this.#ground.mode() || event.button !== 0) return;
    this.#down.add(event.pointerId);
    if (this.#down.size > 1) {
      // A second finger: they pinch, nothing is drawn.
      this.#grip = null;
      tools.dropDraft();
      return;
    }
    this.#grip = this.#gripOf(event, tools, scan);
    this.#scan = scan;
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
  }

  onPointerMove(event: PointerEvent): void {
    const [tools, scan, grip] = [this.#ground.tools(), this.#ground.scan(), this.#grip];
    if (!tools || !scan || !grip || !this.#down.has(event.pointerId)) return;
    // Another scan has come under the hand: what is held was on the one before.
    if (scan !== this.#scan) {
      this.#grip = null;
      return tools.dropDraft();
    }
    const to = this.#ground.place(event);
    const on = moved(to, 0, 0, scan);
    if (grip.kind === 'new') {
      grip.begun ||= Math.hypot(event.clientX - grip.x, event.clientY - grip.y) >= SLOP;
      if (grip.begun) tools.draft(grip.from, on);
    } else if (grip.kind === 'end') tools.moveEnd(grip.id, grip.end, on);
    else {
      const [dx, dy] = [to[0] - grip.from[0], to[1] - grip.from[1]];
      tools.drawn.drag(grip.id, grip.handle ? resizedBox(grip.box, grip.handle, dx, dy, scan) : movedBox(grip.box, dx, dy, scan));
    }
  }

  onPointerUp(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    const [tools, grip] = [this.#ground.tools(), this.#grip];
    this.#grip = null;
    if (!tools || !grip) return;
    if (event.type === 'pointercancel') tools.dropDraft();
    else if (grip.kind === 'box') tools.drawn.letGo();
    else if (grip.kind === 'end') tools.dropPoint(grip.id);
    else if (grip.kind === 'new' && grip.begun) tools.finish();
    else if (grip.kind === 'new') tools.drawn.select(null);
  }

  #gripOf(event: PointerEvent, tools: Tools, scan: Size): Grip {
    const target = event.target instanceof Element ? event.target : null;
    const end = target?.closest('[data-end]');
    if (end) return { kind: 'end', id: Number(end.getAttribute('data-line')), end: end.getAttribute('data-end') === '0' ? 0 : 1 };
    const from = this.#ground.place(event);
    const held = target?.closest('[data-drawn]');
    const one = held && tools.drawn.boxes.find((box) => box.id === Number(held.getAttribute('data-drawn')));
    if (one) {
      tools.drawn.select(one.id);
      const handle = HANDLES.find((name) => name === held.getAttribute('data-handle')) ?? null;
      return { kind: 'box', id: one.id, box: one.box, handle, from };
    }
    return { kind: 'new', from: moved(from, 0, 0, scan), x: event.clientX, y: event.clientY, begun: false };
  }
}
