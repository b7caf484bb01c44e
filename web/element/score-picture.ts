// An image's expert boxes and predicted boxes, drawn over its picture or over nothing.

import { css, nothing, svg, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { PredictionScore, ScoreView } from '../worker/api.js';
import { aggregate, hatch } from './aggregate.js';
import { boxShape, frame, onScreen, referenceText, tag, transform } from './evidence-layer.js';
import type { Target } from './highlight.js';
import { clip, placeLabels, textWidth, type LabelWish } from './labels.js';
import { hueClass } from './palette.js';
import { strings } from './strings.js';
import type { Viewport } from './viewport.js';

const HATCH = 'picture-hatch';
const HATCH_STEP = 9;
/** A picture is never drawn higher than this many screen pixels. */
const HIGHEST = 520;

export interface PictureHost {
  /** Screen pixels across. */
  readonly width: number;
  /** Address of the image's picture; empty for none. */
  readonly scan: string;
  readonly target: Target | null;
  choose(target: Target): void;
}

export function renderPicture(view: ScoreView, host: PictureHost): TemplateResult {
  const scale = Math.max(Math.min(host.width / view.width, HIGHEST / view.height), 1e-6);
  const size = { width: host.width, height: view.height * scale };
  const viewport: Viewport = { scale, x: (host.width - view.width * scale) / 2, y: 0 };
  const { target } = host;
  const chosen = target?.kind === 'reference' ? view.references[target.index] : undefined;
  const lit = new Set(chosen ? chosen.gathered : target?.kind === 'false' ? [target.index] : []);
  const is = (index: number): boolean => target?.kind === 'reference' && target.index === index;
  const labels = placeLabels([...predictionWishes(view, viewport, lit, target), ...referenceWishes(view, viewport, target)], size);
  return svg`<svg class="picture on-scan" part="picture" width=${size.width} height=${size.height} viewBox=${`0 0 ${size.width} ${size.height}`}
    role="img" data-testid="score-picture" aria-label=${strings.score.picture(view.image, view.references.length, view.predictions.length)}>
    <rect class="ground" x=${viewport.x} width=${view.width * scale} height=${size.height} />
    ${host.scan ? svg`<image href=${host.scan} x=${viewport.x} width=${view.width * scale} height=${size.height} preserveAspectRatio="none" />` : nothing}
    ${chosen ? svg`${hatch(HATCH, HATCH_STEP / scale)}<g transform=${transform(viewport)}>${aggregate(chosen, HATCH)}</g>` : nothing}
    ${view.predictions.map(
      (one) => svg`<g class=${classMap({ prediction: true, [hueClass(one.group ?? '')]: true, lit: lit.has(one.index), dim: target !== null && !lit.has(one.index) })}
        transform=${transform(viewport)} @click=${() => choosePrediction(view, one, host)}>
        ${boxShape(one.box, one.class, 'box')}${frame(one.box)}
      </g>`,
    )}
    ${view.references.map(
      (reference, index) => svg`<g class=${classMap({ reference: true, lit: is(index), dim: target !== null && !is(index) })}
        transform=${transform(viewport)} @click=${() => host.choose({ kind: 'reference', index })}>
        ${boxShape(reference.box, reference.class, 'expert')}${frame(reference.box)}
      </g>`,
    )}
    ${view.predictions.map((one) => {
      const at = labels.get(`prediction ${one.index}`);
      return at ? tag(at, hueClass(one.group ?? ''), predictionText(one), one.outcome === 'false' ? 'false' : null, lit.has(one.index)) : nothing;
    })}
    ${view.references.map((reference, index) => {
      const at = labels.get(`reference ${index}`);
      return at ? tag(at, '', referenceText(reference), reference.detected ? 'hit' : 'missed', is(index)) : nothing;
    })}
  </svg>`;
}

/** A box that counts is explained by the expert box that gathered it. */
function choosePrediction(view: ScoreView, { index, outcome }: PredictionScore, host: PictureHost): void {
  const gatherer = view.references.findIndex((reference) => reference.gathered.includes(index));
  if (outcome === 'false' || gatherer < 0) host.choose({ kind: 'false', index });
  else host.choose({ kind: 'reference', index: gatherer });
}

function predictionText({ label, outcome }: PredictionScore): string {
  return outcome === 'false' ? `${clip(label)} ${strings.scan.false}` : clip(label);
}

function predictionWishes(view: ScoreView, viewport: Viewport, lit: ReadonlySet<number>, target: Target | null): LabelWish[] {
  const shown = view.predictions.filter(({ index }) => target === null || lit.has(index));
  return shown.map((one) => ({
    key: `prediction ${one.index}`,
    around: onScreen(one.box, viewport),
    width: textWidth(predictionText(one)) + (one.outcome === 'false' ? 24 : 10),
    must: lit.has(one.index),
  }));
}

function referenceWishes(view: ScoreView, viewport: Viewport, target: Target | null): LabelWish[] {
  return view.references.flatMap((reference, index) => {
    const must = target?.kind === 'reference' && target.index === index;
    if (target && !must) return [];
    return [{ key: `reference ${index}`, around: onScreen(reference.box, viewport), width: textWidth(referenceText(reference)) + 24, must }];
  });
}

export const pictureStyles = css`
  .picture {
    display: block;
    max-width: 100%;
  }
  .ground {
    fill: #050608;
  }
  .prediction rect {
    vector-effect: non-scaling-stroke;
  }
`;
