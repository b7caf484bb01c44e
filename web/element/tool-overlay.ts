// What the tools draw over the scan: lines, drawn boxes, and the cross of the arrow keys.

import { css, nothing, svg, type TemplateResult } from 'lit';
import { boxBetween } from './drawing.js';
import { drawLabels, drawStyles, renderDrawing, type DrawLayer } from './draw-layer.js';
import type { Rect } from './labels.js';
import { moved, type Point } from './measure.js';
import { measureLabels, measureStyles, renderMeasures, toScreen, type MeasureLayer } from './measure-layer.js';
import type { Session } from './session.js';
import type { Size, Viewport } from './viewport.js';

export interface Overlay {
  readonly shapes: TemplateResult;
  /** Where its labels are, so that others keep clear of them. */
  readonly labels: readonly Rect[];
}

export function overlay(session: Session, viewport: Viewport, stage: Size): Overlay {
  const { mode, cross } = session.state.tools;
  const measures = measuring(session, viewport, stage);
  const lengths = measureLabels(measures);
  const boxes = drawing(session, viewport, stage);
  const names = boxes ? drawLabels(boxes, [...lengths.values()]) : null;
  const shapes = svg`
    ${mode ? svg`<rect class="catch" width="100%" height="100%" />` : nothing}
    ${renderMeasures(measures, lengths)}
    ${boxes && names ? renderDrawing(boxes, names) : nothing}
    ${mode ? crossAt(toScreen(crossOf(session, viewport, stage), viewport), cross !== null) : nothing}
  `;
  return { shapes, labels: [...lengths.values(), ...(names?.values() ?? [])] };
}

/** Where the arrow keys are, in pixels of the scan; before they were used, in the middle of what is seen. */
export function crossOf({ state: { tools, scan } }: Session, { scale, x, y }: Viewport, stage: Size): Point {
  if (tools.cross) return tools.cross;
  const middle: Point = [Math.round((stage.width / 2 - x) / scale), Math.round((stage.height / 2 - y) / scale)];
  return scan ? moved(middle, 0, 0, scan) : middle;
}

function measuring({ state, tools }: Session, viewport: Viewport, stage: Size): MeasureLayer {
  const { mode, draft } = state.tools;
  return {
    lines: tools.lines,
    draft: mode === 'measure' && draft ? { ends: [draft.from, draft.to] } : null,
    lengthOf: (line) => tools.lengthOf(line),
    active: mode === 'measure',
    viewport,
    stage,
  };
}

function drawing({ state, tools }: Session, viewport: Viewport, stage: Size): DrawLayer | null {
  const { findings, scan } = state;
  const { mode, draft, selected } = state.tools;
  if (mode !== 'draw' || !findings || !scan) return null;
  const { boxes, classId } = tools.drawn;
  return { boxes, selected, draft: draft && boxBetween(draft.from, draft.to, scan), classId, findings, viewport, stage };
}

/** The cross in its casing. */
function crossAt([x, y]: Point, used: boolean): TemplateResult {
  const path = `M${x - 14} ${y}H${x - 4}M${x + 4} ${y}H${x + 14}M${x} ${y - 14}V${y - 4}M${x} ${y + 4}V${y + 14}`;
  const kept = used ? 'used' : '';
  return svg`<path class=${`cross casing ${kept}`} d=${path} /><path class=${`cross ${kept}`} data-testid="cross" d=${path} />`;
}

export const overlayStyles = [
  measureStyles,
  drawStyles,
  css`
    svg.tools {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      overflow: hidden;
      pointer-events: none;
    }
    .catch {
      fill: transparent;
      pointer-events: all;
    }
    .cross {
      fill: none;
      stroke: #f0e442;
      stroke-width: 1.5;
      pointer-events: none;
    }
    .cross.casing {
      stroke: #000;
      stroke-width: 4;
      stroke-opacity: 0.7;
    }
    /* A pointer needs no cross; keys do. */
    .cross:not(.used) {
      display: none;
    }
    .stage:focus-visible .cross {
      display: inline;
    }
  `,
];
