// Boxes drawn by the reader, over the scan while they are drawn: white as all expert boxes, with handles on the chosen one.

import { css, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Findings } from '../worker/api.js';
import type { Boxes, DrawnBox, Handle } from './drawing.js';
import { HANDLES } from './drawing.js';
import { boxShape, onScreen, tag, transform } from './evidence-layer.js';
import { clip, placeLabels, textWidth, type Rect } from './labels.js';
import { strings } from './strings.js';
import type { Box, Size, Viewport } from './viewport.js';

export interface DrawLayer {
  readonly boxes: Boxes;
  readonly selected: number | null;
  /** The box that is being drawn. */
  readonly draft: Box | null;
  readonly classId: string;
  readonly findings: Findings;
  readonly viewport: Viewport;
  readonly stage: Size;
}

/** Where the classes stand, by the box's id. */
export function drawLabels({ boxes, selected, findings, viewport, stage }: DrawLayer, taken: readonly Rect[]): Map<string, Rect> {
  const wishes = boxes.map((one) => ({
    key: `drawn ${one.id}`,
    around: onScreen(one.box, viewport),
    width: textWidth(shortOf(findings, one.class)) + 10,
    must: one.id === selected,
  }));
  return placeLabels(wishes, stage, taken);
}

export function renderDrawing(layer: DrawLayer, labels: ReadonlyMap<string, Rect>): TemplateResult {
  const { boxes, selected, draft, classId, findings, viewport } = layer;
  const chosen = boxes.find((one) => one.id === selected);
  return svg`
    ${boxes.map((one, index) => guard([one, one.id === selected, index, boxes.length, findings, viewport, strings], () => drawn(layer, one, index)))}
    ${draft ? svg`<g class="drawn draft" transform=${transform(viewport)}>${boxShape(draft, classId, 'expert')}</g>` : nothing}
    ${chosen ? handles(onScreen(chosen.box, viewport), chosen.id) : nothing}
    ${boxes.map((one) => {
      const at = labels.get(`drawn ${one.id}`);
      return at ? tag(at, '', shortOf(findings, one.class), null, one.id === selected) : nothing;
    })}
  `;
}

function drawn({ boxes, selected, findings, viewport }: DrawLayer, one: DrawnBox, index: number): TemplateResult {
  const { x, y, width, height } = onScreen(one.box, viewport);
  return svg`<g class="drawn ${one.id === selected ? 'chosen' : ''}" data-testid=${`drawn-${index + 1}`} data-drawn=${one.id} data-box=${one.box.join(' ')}
    tabindex="0" role="button" aria-pressed=${String(one.id === selected)}
    aria-label=${strings.draw.box(index + 1, boxes.length, nameOf(findings, one.class), one.box)}>
    <g transform=${transform(viewport)}>${boxShape(one.box, one.class, 'expert')}</g>
    <rect class="grab" x=${x} y=${y} width=${width} height=${height} />
  </g>`;
}

/** A side shorter than this on the screen has no handle of its own: the corners would lie under it. */
const ROOM = 56;

function handles({ x, y, width, height }: Rect, id: number): TemplateResult {
  return svg`${HANDLES.map((handle) => {
    const [across, down] = [side(handle, 'w', 'e'), side(handle, 'n', 's')];
    if ((down !== 0 && across === 0 && width < ROOM) || (across !== 0 && down === 0 && height < ROOM)) return nothing;
    const cx = x + (width * (across + 1)) / 2;
    const cy = y + (height * (down + 1)) / 2;
    // What is caught lies outside, so that a small box can still be taken in its middle.
    return svg`<g class="handle handle-${handle}" data-drawn=${id} data-handle=${handle}>
      <rect class="grab" x=${cx - 12 + 7 * across} y=${cy - 12 + 7 * down} width="24" height="24" />
      <rect class="knob" x=${cx - 4.5} y=${cy - 4.5} width="9" height="9" />
    </g>`;
  })}`;
}

function side(handle: Handle, low: string, high: string): -1 | 0 | 1 {
  return handle.includes(low) ? -1 : handle.includes(high) ? 1 : 0;
}

function nameOf(findings: Findings, classId: string): string {
  return findings.findings.find((one) => one.class === classId)?.name ?? classId;
}

function shortOf(findings: Findings, classId: string): string {
  return clip(findings.findings.find((one) => one.class === classId)?.short ?? classId);
}

export const drawStyles = css`
  .drawn {
    cursor: move;
    outline: none;
  }
  .drawn rect {
    vector-effect: non-scaling-stroke;
  }
  .drawn .grab,
  .handle .grab {
    fill: transparent;
    pointer-events: all;
  }
  .drawn.chosen .expert:not(.casing) {
    stroke-width: 3;
  }
  .drawn.chosen .grab {
    fill: #fff;
    fill-opacity: 0.1;
  }
  .drawn:focus-visible .grab {
    stroke: var(--gs-focus-on-scan);
    stroke-width: 2;
    stroke-dasharray: 3 3;
  }
  .knob {
    fill: #fff;
    stroke: #000;
    stroke-width: 1.2;
  }
  .handle-n,
  .handle-s {
    cursor: ns-resize;
  }
  .handle-e,
  .handle-w {
    cursor: ew-resize;
  }
  .handle-nw,
  .handle-se {
    cursor: nwse-resize;
  }
  .handle-ne,
  .handle-sw {
    cursor: nesw-resize;
  }
`;
