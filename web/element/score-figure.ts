// AggIoU of one expert box, drawn small and written out: the areas, the fraction, and what one-to-one matching says beside it.

import { css, html, svg, type TemplateResult } from 'lit';
import type { PredictionScore, ReferenceScore } from '../worker/api.js';
import { aggregate, aggregateStyles, hatch } from './aggregate.js';
import { dashOf, hueClass } from './palette.js';
import { strings } from './strings.js';
import type { Box } from './viewport.js';

const HATCH = 'figure-hatch';
const KEY_HATCH = 'key-hatch';

/** What the figure shows: the expert box, all that it gathered, and a margin. */
export function frameOf(reference: ReferenceScore): Box {
  const rings = [...reference.union.flat(), [reference.box[0], reference.box[1]] as const, [reference.box[2], reference.box[3]] as const];
  const xs = rings.map((point) => point[0]);
  const ys = rings.map((point) => point[1]);
  const [x1, y1, x2, y2] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const margin = Math.max(x2 - x1, y2 - y1) * 0.06;
  return [x1 - margin, y1 - margin, x2 + margin, y2 + margin];
}

export function renderFigure(reference: ReferenceScore, predictions: readonly PredictionScore[]): TemplateResult {
  const [x1, y1, x2, y2] = frameOf(reference);
  const [width, height] = [x2 - x1, y2 - y1];
  const gathered = predictions.filter(({ index }) => reference.gathered.includes(index));
  return html`
    <figure class="agg-figure" part="figure" data-testid="agg-figure">
      <svg class="drawing" viewBox=${`${x1} ${y1} ${width} ${height}`} role="img" aria-label=${strings.score.figure(reference.name)}>
        ${hatch(HATCH, Math.max(width, height * 2) / 34)}
        ${aggregate(reference, HATCH)}
        ${gathered.map((one) => rectangle(one.box, `gathered ${hueClass(one.group ?? '')}`, dashOf(one.class).array))}
        ${rectangle(reference.box, 'expert-box')}
      </svg>
      ${areas(reference)} ${fraction(reference)}
      <figcaption class="difference" data-testid="difference">${reference.one_to_one.difference}</figcaption>
    </figure>
  `;
}

function rectangle([x1, y1, x2, y2]: Box, name: string, dash = 'none'): TemplateResult {
  return svg`<rect class=${name} x=${x1} y=${y1} width=${x2 - x1} height=${y2 - y1} stroke-dasharray=${dash} />`;
}

/** The key of the drawing, with the areas that the fraction is made of. */
function areas({ areas }: ReferenceScore): TemplateResult {
  const words = strings.score;
  const key = (mark: TemplateResult): TemplateResult => html`<svg class="key" viewBox="0 0 22 14" aria-hidden="true">${mark}</svg>`;
  const marks = {
    reference: svg`<rect class="expert-box" x="1.5" y="1.5" width="19" height="11" />`,
    union: svg`${hatch(KEY_HATCH, 5)}<rect class="union" x="1.5" y="1.5" width="19" height="11" fill=${`url(#${KEY_HATCH})`} />`,
    intersection: svg`<rect class="shared" x="1.5" y="1.5" width="19" height="11" />`,
  };
  return html`
    <dl class="areas" aria-label=${words.areas}>
      ${(['reference', 'union', 'intersection'] as const).map(
        (part) => html`<div><dt>${key(marks[part])}${words.areaOf[part]}</dt><dd data-testid=${`area-${part}`}>${areas[part]} px²</dd></div>`,
      )}
    </dl>
  `;
}

/** The fraction with its numbers: intersection over reference + union - intersection. */
function fraction({ areas, agg_iou }: ReferenceScore): TemplateResult {
  return html`
    <p class="fraction" part="fraction" data-testid="fraction">
      <span>${strings.score.aggIouName} =</span>
      <span class="over"><span>${areas.intersection}</span><span class="unseen"> / (</span><span>${areas.reference} + ${areas.union} \u2212 ${areas.intersection}</span><span class="unseen">)</span></span>
      <span>=</span>
      <span class="over"><span>${areas.intersection}</span><span class="unseen"> / </span><span>${areas.either}</span></span>
      <span>= ${strings.decimal(agg_iou, 3)}</span>
    </p>
  `;
}

export const figureStyles = css`
  ${aggregateStyles}
  .agg-figure {
    display: grid;
    gap: 8px;
    padding: 4px 0 12px;
    font-size: 13px;
    line-height: 1.45;
  }
  .drawing {
    width: 100%;
    height: 150px;
    border-radius: var(--gs-radius);
    background: var(--gs-raised);
  }
  .expert-box,
  .gathered {
    fill: none;
    stroke: var(--gs-reference);
    stroke-width: 2.5;
    vector-effect: non-scaling-stroke;
  }
  .gathered {
    stroke: var(--hue);
    stroke-width: 2;
  }
  .areas div {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    padding: 2px 0;
  }
  .areas dt {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .areas dd,
  .fraction {
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .areas dd {
    text-align: end;
  }
  .key {
    flex: none;
    width: 22px;
    height: 14px;
  }
  .key .expert-box {
    stroke-width: 2;
  }
  .fraction {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 6px;
  }
  .over {
    position: relative;
    display: inline-grid;
    justify-items: center;
  }
  .over > :first-child {
    justify-self: stretch;
    border-bottom: 1px solid currentColor;
    text-align: center;
  }
  .difference {
    overflow-wrap: anywhere;
  }
`;
