// Dragging with the right button over the scan changes the window, as in a PACS: across the width, down the level.

import { adjusted, type Window } from './window.js';

/** A drag over this many CSS pixels goes through the whole range. */
const WHOLE_RANGE = 512;

export class WindowDrag {
  readonly #now: () => Window;
  readonly #set: (window: Window) => void;
  #pointer: number | null = null;
  #start: { readonly x: number; readonly y: number; readonly window: Window } | null = null;

  constructor(now: () => Window, set: (window: Window) => void) {
    this.#now = now;
    this.#set = set;
  }

  onPointerDown(event: PointerEvent): void {
    if (event.button !== 2 || event.shiftKey) return;
    this.#pointer = event.pointerId;
    this.#start = { x: event.clientX, y: event.clientY, window: this.#now() };
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
  }

  onPointerMove(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer || !this.#start) return;
    if ((event.buttons & 2) === 0) return this.onPointerUp(event);
    const { x, y, window } = this.#start;
    this.#set(adjusted(window, (event.clientY - y) / WHOLE_RANGE, (event.clientX - x) / WHOLE_RANGE));
  }

  onPointerUp(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    // Some systems ask for the menu only now.
    setTimeout(() => {
      if (this.#pointer === null) this.#start = null;
    }, 50);
  }

  /** The menu stays away after a press of the right button on the scan; with Shift, or by its key, it opens. */
  onContextMenu(event: MouseEvent): void {
    if (this.#start) event.preventDefault();
  }
}
