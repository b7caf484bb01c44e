// Measured lines over the scan: each with its ends and its length.

import { css, nothing, svg, type TemplateResult } from 'lit';
import { LABEL_HEIGHT, placeLabels, textWidth, type LabelWish, type Rect } from './labels.js';
import type { Line, Point } from './measure.js';
import { strings } from './strings.js';
import type { Size, Viewport } from './viewport.js';

export interface MeasureLayer {
  readonly lines: readonly Line[];
  /** The line that is being drawn. */
  readonly draft: Pick<Line, 'ends'> | null;
  readonly lengthOf: (line: Pick<Line, 'ends'>) => string;
  /** Whether ends can be taken hold of. */
  readonly active: boolean;
  readonly viewport: Viewport;
  readonly stage: Size;
}

/** Where the lengths stand, by `line N` and `draft`. */
export function measureLabels({ lines, draft, lengthOf, viewport, stage }: MeasureLayer): Map<string, Rect> {
  const wish = (key: string, line: Pick<Line, 'ends'>, must: boolean): LabelWish => {
    return { key, around: around(line, viewport), width: textWidth(lengthOf(line)) + 10, must };
  };
  const wishes = lines.map((line) => wish(`line ${line.id}`, line, true));
  return placeLabels(draft ? [...wishes, wish('draft', draft, true)] : wishes, stage);
}

export function renderMeasures(layer: MeasureLayer, labels: ReadonlyMap<string, Rect>): TemplateResult {
  const { lines, draft, lengthOf, active, viewport } = layer;
  return svg`
    ${lines.map((line, index) => {
      const length = lengthOf(line);
      return svg`<g class="measure" data-testid=${`line-${index + 1}`} data-length=${length}>
        ${stroke(line, viewport)}
        ${active ? ([0, 1] as const).map((end) => handle(line, end, index + 1, length, viewport)) : nothing}
        ${label(labels.get(`line ${line.id}`), length)}
      </g>`;
    })}
    ${draft ? svg`<g class="measure draft">${stroke(draft, viewport)}${label(labels.get('draft'), lengthOf(draft))}</g>` : nothing}
  `;
}

export function toScreen([x, y]: Point, viewport: Viewport): Point {
  return [x * viewport.scale + viewport.x, y * viewport.scale + viewport.y];
}

/** The line with ticks at its ends, in a dark casing that shows on bright layers. */
function stroke({ ends }: Pick<Line, 'ends'>, viewport: Viewport): TemplateResult {
  const [[x1, y1], [x2, y2]] = [toScreen(ends[0], viewport), toScreen(ends[1], viewport)];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [tx, ty] = [(-(y2 - y1) / length) * 6, ((x2 - x1) / length) * 6];
  const path = `M${x1} ${y1}L${x2} ${y2}M${x1 - tx} ${y1 - ty}L${x1 + tx} ${y1 + ty}M${x2 - tx} ${y2 - ty}L${x2 + tx} ${y2 + ty}`;
  return svg`<path class="cased" d=${path} /><path class="rule" d=${path} />`;
}

function handle(line: Line, end: 0 | 1, n: number, length: string, viewport: Viewport): TemplateResult {
  const [x, y] = toScreen(line.ends[end], viewport);
  return svg`<g class="end" data-testid=${`line-${n}-end-${end + 1}`} data-line=${line.id} data-end=${end} tabindex="0" role="button"
    aria-label=${strings.measure.end(n, end === 0 ? 1 : 2, length)}>
    <circle class="grab" cx=${x} cy=${y} r="12" /><circle class="dot" cx=${x} cy=${y} r="4.5" />
  </g>`;
}

function label(at: Rect | undefined, text: string): TemplateResult | typeof nothing {
  if (!at) return nothing;
  return svg`<g class="length" transform=${`translate(${at.x} ${at.y})`} aria-hidden="true">
    <rect width=${at.width} height=${LABEL_HEIGHT} rx="3" /><text x="5" y="13">${text}</text>
  </g>`;
}

function around({ ends }: Pick<Line, 'ends'>, viewport: Viewport): Rect {
  const [[x1, y1], [x2, y2]] = [toScreen(ends[0], viewport), toScreen(ends[1], viewport)];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2) - 6, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) + 12 };
}

export const measureStyles = css`
  .cased,
  .rule {
    fill: none;
    stroke: #000;
    stroke-width: 5;
    stroke-opacity: 0.75;
  }
  .rule {
    stroke: #f0e442;
    stroke-width: 1.8;
    stroke-opacity: 1;
  }
  .end {
    cursor: move;
    outline: none;
  }
  .grab {
    fill: transparent;
    pointer-events: all;
  }
  .dot {
    fill: #000;
    fill-opacity: 0.4;
    stroke: #f0e442;
    stroke-width: 1.8;
  }
  .end:focus-visible .grab {
    stroke: #fff;
    stroke-width: 2;
  }
  .length {
    pointer-events: none;
  }
  .length rect {
    fill: #050608;
    fill-opacity: 0.85;
  }
  .length text {
    font: 600 12px var(--gs-font);
    font-variant-numeric: tabular-nums;
    fill: #f0e442;
  }
`;
