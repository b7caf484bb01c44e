// Tells a pointer that moves from one that rests while something scrolls, or appears, under it.

let last: { readonly x: number; readonly y: number } | null = null;

/**
 * True when the pointer itself moved. Only then does it point at something: evidence that dims by itself, because the
 * panel scrolled under a resting hand, would look like a change of the findings.
 */
export function hasMoved({ screenX: x, screenY: y, movementX, movementY }: PointerEvent): boolean {
  const moved = movementX !== 0 || movementY !== 0 || last?.x !== x || last.y !== y;
  last = { x, y };
  return moved;
}
