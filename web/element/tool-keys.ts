// Keys while a tool is at work: a cross to draw with, and nudging what was drawn.

import { movedBox, resizedBox } from './drawing.js';
import { moved, type Point } from './measure.js';
import type { Tools } from './tools.js';
import type { Mode } from './tools-state.js';
import type { Size } from './viewport.js';

/** What the keys work on. */
export interface Keyed {
  readonly tools: Tools;
  readonly mode: Mode;
  readonly scan: Size;
  /** Where the cross is, or would begin. */
  readonly cross: Point;
  /** Whether a line or box is being drawn. */
  readonly drafting: boolean;
  /** Puts the focus on the scan: what had it is gone. */
  readonly refocus: () => void;
}

const STEPS: Readonly<Record<string, Point>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 10;

/** True when the key was the tool's. */
export function onToolKey(event: KeyboardEvent, keyed: Keyed): boolean {
  if (event.ctrlKey || event.metaKey) return onHistoryKey(event, keyed);
  const target = event.target instanceof Element ? event.target : null;
  const step = STEPS[event.key];
  const far = event.shiftKey ? FAR : 1;
  const end = target?.closest('[data-end]');
  if (end && onEndKey(event, keyed, end, step && [step[0] * far, step[1] * far])) return true;
  if (!end && onBoxKey(event, keyed, target?.closest('[data-drawn]') ?? null, step && [step[0] * far, step[1] * far])) return true;
  if (event.key === 'Escape') {
    if (target?.closest('[data-end], [data-drawn]')) keyed.refocus();
    keyed.tools.back();
    return true;
  }
  if (event.altKey || target?.closest('[data-end], [data-drawn], [data-region]')) return false;
  return onCrossKey(event, keyed, step && [step[0] * far, step[1] * far]);
}

/** Undo and redo of drawing, wherever the focus is. */
export function onHistoryKey(event: KeyboardEvent, { tools, mode }: Pick<Keyed, 'tools' | 'mode'>): boolean {
  if (mode !== 'draw' || event.altKey || !(event.ctrlKey || event.metaKey)) return false;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) tools.drawn.undo();
  else if (key === 'y' || key === 'z') tools.drawn.redo();
  else return false;
  return true;
}

function onEndKey(event: KeyboardEvent, { tools, scan, refocus }: Keyed, element: Element, step: Point | undefined): boolean {
  const id = Number(element.getAttribute('data-line'));
  const end = element.getAttribute('data-end') === '0' ? 0 : 1;
  const at = tools.lines.find((line) => line.id === id)?.ends[end];
  if (!at) return false;
  if (step) tools.moveEnd(id, end, moved(at, step[0], step[1], scan), true);
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    tools.removeLine(id);
    refocus();
  } else return false;
  return true;
}

function onBoxKey(event: KeyboardEvent, { tools, scan, drafting, refocus }: Keyed, element: Element | null, step: Point | undefined): boolean {
  const id = element ? Number(element.getAttribute('data-drawn')) : null;
  const one = id === null ? (drafting ? null : tools.drawn.selected) : tools.drawn.boxes.find((box) => box.id === id);
  if (!one) return false;
  if (step) {
    const [dx, dy] = step;
    tools.drawn.select(one.id);
    tools.drawn.nudge(one.id, event.altKey ? resizedBox(one.box, 'se', dx, dy, scan) : movedBox(one.box, dx, dy, scan));
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    tools.drawn.remove(one.id);
    refocus();
  } else if (element && (event.key === 'Enter' || event.key === ' ')) tools.drawn.select(tools.drawn.selected?.id === one.id ? null : one.id);
  else return false;
  return true;
}

function onCrossKey(event: KeyboardEvent, { tools, scan, cross, drafting }: Keyed, step: Point | undefined): boolean {
  if (step) tools.cross(moved(cross, step[0], step[1], scan));
  else if (event.key === 'Enter' && drafting) tools.finish();
  else if (event.key === 'Enter') {
    tools.draft(cross, cross);
    tools.cross(cross);
  } else return false;
  return true;
}
