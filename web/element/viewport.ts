// Zoom and pan of the scan, as arithmetic on one small value: scan point times `scale` plus `x, y` is a screen point.

/** Where the scan lies in the stage; lengths in CSS pixels, `scale` in CSS pixels a scan pixel. */
export interface Viewport {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A box in scan pixels: x1, y1, x2, y2. */
export type Box = readonly [number, number, number, number];

const MARGIN = 12;
/** The most screen pixels one scan pixel may take. */
const CLOSEST = 24;

/** The whole scan, centred, with a small margin. */
export function fit(scan: Size, stage: Size): Viewport {
  const scale = fitScale(scan, stage);
  return {
    scale,
    x: (stage.width - scan.width * scale) / 2,
    y: (stage.height - scan.height * scale) / 2,
  };
}

function fitScale(scan: Size, stage: Size): number {
  const across = Math.max(stage.width - 2 * MARGIN, 1) / scan.width;
  const down = Math.max(stage.height - 2 * MARGIN, 1) / scan.height;
  return Math.min(across, down);
}

/** Zooms by `factor` so that the scan point under the screen point (`x`, `y`) stays where it is. */
export function zoomAt(
  view: Viewport,
  factor: number,
  x: number,
  y: number,
  scan: Size,
  stage: Size,
): Viewport {
  const least = fitScale(scan, stage) * 0.5;
  const scale = Math.min(Math.max(view.scale * factor, least), CLOSEST);
  const kept = scale / view.scale;
  return hold({ scale, x: x - (x - view.x) * kept, y: y - (y - view.y) * kept }, scan, stage);
}

/** Moves the scan by screen pixels. */
export function panBy(view: Viewport, dx: number, dy: number, scan: Size, stage: Size): Viewport {
  return hold({ scale: view.scale, x: view.x + dx, y: view.y + dy }, scan, stage);
}

/** Keeps the scan's middle third in reach, so that it can never be lost off the stage. */
function hold(view: Viewport, scan: Size, stage: Size): Viewport {
  return {
    scale: view.scale,
    x: within(view.x, scan.width * view.scale, stage.width),
    y: within(view.y, scan.height * view.scale, stage.height),
  };
}

function within(offset: number, length: number, room: number): number {
  const slack = Math.min(length, room) / 3;
  return Math.min(Math.max(offset, slack - length), room - slack);
}

/** Moves the scan as little as needed to bring a box into sight; the same value when it is in sight already. */
export function reveal(view: Viewport, box: Box, scan: Size, stage: Size): Viewport {
  const dx = nudge(box[0] * view.scale + view.x, box[2] * view.scale + view.x, stage.width);
  const dy = nudge(box[1] * view.scale + view.y, box[3] * view.scale + view.y, stage.height);
  return dx === 0 && dy === 0 ? view : panBy(view, dx, dy, scan, stage);
}

function nudge(from: number, to: number, room: number): number {
  const edge = Math.min(24, room / 4);
  if (from >= 0 && to <= room) return 0;
  if (to - from > room - 2 * edge) return room / 2 - (from + to) / 2;
  return from < 0 ? edge - from : room - edge - to;
}

/** The smallest box around all; null for none. */
export function enclose(boxes: readonly Box[]): Box | null {
  const [first, ...rest] = boxes;
  if (!first) return null;
  return rest.reduce<Box>(
    (all, box) => [Math.min(all[0], box[0]), Math.min(all[1], box[1]), Math.max(all[2], box[2]), Math.max(all[3], box[3])],
    first,
  );
}
