// A wheel as steps: one a notch of a mouse, one every so far on a touchpad.

/** What is needed of a wheel event. */
export interface Turn {
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly timeStamp: number;
}

/** Pixels a touchpad travels for one step; a mouse's notch is about twice that. */
const FAR = 48;
/** Milliseconds between two steps: a flick must not fly through a whole volume. */
const PAUSE = 40;
/** Milliseconds of rest after which what was left of a step is forgotten. */
const REST = 250;

/** Pixels of one line, where a wheel counts in lines. */
export const LINE = 16;

export class WheelSteps {
  #far = 0;
  #turned = -REST;
  #stepped = -PAUSE;

  /** 1 for the next, -1 for the one before, 0 for none yet. */
  turn({ deltaY, deltaMode, timeStamp }: Turn): -1 | 0 | 1 {
    const way = deltaMode === 0 ? deltaY : deltaY * LINE;
    if (timeStamp - this.#turned > REST || Math.sign(way) !== Math.sign(this.#far)) this.#far = 0;
    this.#turned = timeStamp;
    this.#far += way;
    if (Math.abs(this.#far) < FAR) return 0;
    const step = this.#far > 0 ? 1 : -1;
    this.#far = 0;
    if (timeStamp - this.#stepped < PAUSE) return 0;
    this.#stepped = timeStamp;
    return step;
  }
}
