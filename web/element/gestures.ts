// Pointer, wheel and keys on the stage, turned into pan, zoom and fit.

import type { Action } from './shortcuts.js';
import { LINE, WheelSteps } from './wheel.js';

/** What a gesture asks for; points are in CSS pixels of the stage. */
export interface GestureTarget {
  readonly pan: (dx: number, dy: number) => void;
  readonly zoom: (factor: number, x: number, y: number) => void;
  readonly zoomMiddle: (factor: number) => void;
  readonly fit: () => void;
  /** True where the wheel goes from scan to scan: there are several. */
  readonly several: () => boolean;
  readonly step: (places: 1 | -1) => void;
  /** What a key does, by the table of keys. */
  readonly action: (key: string) => Action | null;
  /** True while a tool takes what one pointer does; two still pinch. */
  readonly holds: () => boolean;
}

export const ZOOM_STEP = 1.3;
/** From so many pixels on a step is a wheel's, not a touchpad's. */
const NOTCH = 50;
const KEY_STEP = 48;
/** A pointer that moved less than this has clicked, not dragged. */
const SLOP = 4;

/** Follows the pointers on one element. One drags, two pinch. */
export class Gestures {
  readonly #target: GestureTarget;
  readonly #points = new Map<number, { x: number; y: number }>();
  #start: { x: number; y: number } | null = null;
  #dragging = false;
  readonly #wheel = new WheelSteps();

  constructor(target: GestureTarget) {
    this.#target = target;
  }

  get dragging(): boolean {
    return this.#dragging;
  }

  readonly onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#points.set(event.pointerId, at(event));
    if (this.#points.size === 1) {
      this.#start = at(event);
      this.#dragging = false;
    }
  };

  readonly onPointerMove = (event: PointerEvent): void => {
    const before = this.#points.get(event.pointerId);
    if (!before || !this.#start) return;
    const now = at(event);
    if (this.#points.size === 1 && this.#target.holds()) return void this.#points.set(event.pointerId, now);
    if (!this.#dragging) {
      if (this.#points.size === 1 && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) < SLOP) return;
      this.#dragging = true;
      // Captured only now: captured from the start, a click would never reach the region under it.
      if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    }
    this.#points.set(event.pointerId, now);
    const other = [...this.#points].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.#pinch(before, now, other);
    else this.#target.pan(now.x - before.x, now.y - before.y);
  };

  readonly onPointerUp = (event: PointerEvent): void => {
    this.#points.delete(event.pointerId);
    if (this.#points.size === 0) this.#start = null;
  };

  /** A drag ends in a click event of its own; it must not choose what lies under it. */
  readonly onClickCapture = (event: Event): void => {
    if (!this.#dragging) return;
    this.#dragging = false;
    event.stopPropagation();
    event.preventDefault();
  };

  readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (this.#target.several() && !event.ctrlKey) {
      const step = this.#wheel.turn(event);
      if (step !== 0) this.#target.step(step);
      return;
    }
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    // A pinch on a touchpad arrives as a wheel with Ctrl and small steps; the notch of a real wheel is a large one.
    const pinch = Math.abs(event.deltaY * lines) < NOTCH ? 0.01 : 0.003;
    const speed = event.ctrlKey ? pinch : 0.0016;
    const { x, y } = at(event);
    this.#target.zoom(Math.exp(-event.deltaY * lines * speed), x, y);
  };

  /** True when the key was one of the stage's. */
  onKey(event: KeyboardEvent, panning: boolean): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = event.shiftKey ? KEY_STEP * 4 : KEY_STEP;
    const target = this.#target;
    const actions: Partial<Record<Action, () => void>> = {
      zoomIn: () => target.zoomMiddle(ZOOM_STEP),
      zoomOut: () => target.zoomMiddle(1 / ZOOM_STEP),
      fit: () => target.fit(),
    };
    const action = target.action(event.key);
    const moves: Record<string, (() => void) | undefined> = {
      ArrowLeft: panning ? () => target.pan(step, 0) : undefined,
      ArrowRight: panning ? () => target.pan(-step, 0) : undefined,
      ArrowUp: panning ? () => target.pan(0, step) : undefined,
      ArrowDown: panning ? () => target.pan(0, -step) : undefined,
    };
    const move = moves[event.key] ?? (action ? actions[action] : undefined);
    move?.();
    return move !== undefined;
  }

  #pinch(before: { x: number; y: number }, now: { x: number; y: number }, other: { x: number; y: number }): void {
    const from = Math.hypot(before.x - other.x, before.y - other.y);
    const to = Math.hypot(now.x - other.x, now.y - other.y);
    this.#target.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (from > 0) this.#target.zoom(to / from, (now.x + other.x) / 2, (now.y + other.y) / 2);
  }
}

function at(event: MouseEvent): { x: number; y: number } {
  const box = event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : { left: 0, top: 0 };
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
