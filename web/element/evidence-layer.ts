// The model's regions and the expert boxes, as SVG over the scan.

import { css, nothing, svg, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { Finding, Findings, ReferenceScore, Region, Ring, ScoreView } from '../worker/api.js';
import { aggregate, aggregateStyles, hatch, pathOf } from './aggregate.js';
import { group } from './groups.js';
import type { Lit, Target } from './highlight.js';
import { regionIds } from './highlight.js';
import { clip, LABEL_HEIGHT, placeLabels, regionLabel, textWidth, type LabelWish, type Rect } from './labels.js';
import { dashOf, hueClass } from './palette.js';
import { hasMoved } from './pointing.js';
import type { View } from './session.js';
import { strings } from './strings.js';
import type { Box, Size, Viewport } from './viewport.js';

/** Everything the layer is drawn from. */
export interface Layer {
  readonly findings: Findings;
  /** Regions that are drawn (`shown.ts`). */
  readonly drawn: ReadonlySet<string>;
  /** Where labels of other layers are. */
  readonly taken: readonly Rect[];
  readonly score: ScoreView | null;
  readonly view: View;
  readonly viewport: Viewport;
  readonly stage: Size;
  readonly lit: Lit | null;
  readonly target: Target | null;
  /** The region that the Tab key reaches; the others are reached with the arrow keys. */
  readonly tabStop: string | null;
  readonly onPoint: (target: Target | null) => void;
  readonly onChoose: (target: Target) => void;
}

/** A region with what its label says. */
interface Item {
  readonly finding: Finding;
  readonly region: Region;
  readonly n: number;
  readonly isFalse: boolean;
  /** Of a finding that is only uncertain: drawn lighter. */
  readonly unsure: boolean;
  readonly label: string;
}

/** Regions in the order of drawing: the largest first, so that a small one is never buried. */
export function drawingOrder(findings: Findings): Region[] {
  return findings.findings.flatMap((f) => f.regions).sort((a, b) => size(b.box) - size(a.box));
}

function size(box: Box): number {
  return (box[2] - box[0]) * (box[3] - box[1]);
}

export function renderLayer(layer: Layer): TemplateResult {
  const items = itemsOf(layer);
  const order = drawingOrder(layer.findings).map((region) => region.id);
  const labels = placeLabels([...regionWishes(layer, items), ...referenceWishes(layer)], layer.stage, layer.taken);
  const drawn = order.flatMap((id) => items.get(id) ?? []);
  return svg`
    ${layer.score ? union(layer, layer.score) : nothing}
    ${drawn.map((item) => region(layer, item))}
    ${layer.score ? references(layer, layer.score) : nothing}
    ${drawn.map((item) => regionTag(layer, item, labels.get(`region ${item.region.id}`)))}
    ${layer.score?.references.map((reference, index) => {
      const at = labels.get(`reference ${index}`);
      return at ? referenceTag(layer, reference, index, at) : nothing;
    })}
  `;
}

/** Numbered as in the whole findings, so that hiding one renames no other. */
function itemsOf({ findings, score, drawn }: Layer): Map<string, Item> {
  const ids = regionIds(findings);
  const falses = new Set(score?.false_positives.flatMap((f) => ids[f.index] ?? []));
  const uncertain = new Set(group(findings).uncertain);
  const items = new Map<string, Item>();
  for (const finding of findings.findings) {
    const unsure = uncertain.has(finding);
    finding.regions.forEach((region, index) => {
      if (!drawn.has(region.id)) return;
      items.set(region.id, { finding, region, n: index + 1, isFalse: falses.has(region.id), unsure, label: regionLabel(finding, index) });
    });
  }
  return items;
}

function region(layer: Layer, item: Item): TemplateResult {
  const { view, viewport, lit } = layer;
  const { finding, n } = item;
  const { id, box, outline, score } = item.region;
  const isLit = lit?.regions.has(id) ?? false;
  const dim = lit !== null && !isLit;
  const target: Target = { kind: 'region', id };
  const order = layer.target?.kind === 'reference' ? [...(lit?.regions ?? [])].indexOf(id) : -1;
  return svg`
    <g
      class=${classMap({ region: true, [hueClass(finding.group)]: true, lit: isLit, dim, unsure: item.unsure, [`step-${Math.min(order, 7)}`]: order >= 0 })}
      data-testid=${`region-${id}`}
      data-region=${id}
      data-lit=${String(isLit)}
      data-dim=${String(dim)}
      tabindex=${layer.tabStop === id ? '0' : '-1'}
      role="button"
      aria-pressed=${String(layer.target?.kind === 'region' && layer.target.id === id)}
      aria-label=${strings.scan.region(labelText(item), finding.name, n, finding.regions.length, score)}
      @pointermove=${(event: PointerEvent) => hasMoved(event) && layer.onPoint(target)}
      @pointerleave=${() => layer.onPoint(null)}
      @focus=${() => layer.onPoint(target)}
      @blur=${() => layer.onPoint(null)}
      @click=${() => layer.onChoose(target)}
    >
      <g transform=${transform(viewport)}>
        ${view.masks ? mask(outline, isLit ? Math.min(view.opacity + 0.15, 1) : view.opacity * (item.unsure ? 0.5 : 1)) : nothing}
        ${view.boxes ? boxShape(box, finding.class, 'box') : nothing}
        ${hitArea(box, viewport, layer.findings)}
      </g>
    </g>
  `;
}

function labelText({ label, isFalse }: Item): string {
  return isFalse ? `${label} ${strings.scan.false}` : label;
}

function mask(outline: readonly Ring[], opacity: number): TemplateResult {
  return svg`<path class="mask" d=${pathOf(outline)} fill-rule="evenodd" fill-opacity=${opacity} />`;
}

/** The rectangle with a dark casing under it, so that it shows on bright layers too. */
export function boxShape(box: Box, classId: string, kind: string): TemplateResult {
  const [x1, y1, x2, y2] = box;
  const dash = dashOf(classId);
  return svg`
    <rect class=${`casing ${kind}`} x=${x1} y=${y1} width=${x2 - x1} height=${y2 - y1} />
    <rect class=${kind} x=${x1} y=${y1} width=${x2 - x1} height=${y2 - y1}
      stroke-dasharray=${dash.array} stroke-linecap=${dash.round ? 'round' : 'butt'} />
  `;
}

/** At least 24 screen pixels each way, so that a speck can be pointed at, but never beyond the scan. */
function hitArea(box: Box, viewport: Viewport, scan: Size): TemplateResult {
  const least = 24 / viewport.scale;
  const [x1, x2] = widen(box[0], box[2], least, scan.width);
  const [y1, y2] = widen(box[1], box[3], least, scan.height);
  return svg`<rect class="hit" x=${x1} y=${y1} width=${x2 - x1} height=${y2 - y1} />`;
}

/** Widens a range to `least` about its middle, moved to stay within 0..`end`. */
function widen(from: number, to: number, least: number, end: number): [number, number] {
  const length = Math.min(Math.max(to - from, least), end);
  const start = Math.min(Math.max((from + to - length) / 2, 0), end - length);
  return [start, start + length];
}

/** More expert boxes than this are drawn as one shape: those in question alone can be pointed at, the others from the list. */
const MANY = 400;

function references(layer: Layer, score: ScoreView): TemplateResult {
  const { viewport, lit } = layer;
  const isMany = score.references.length > MANY;
  return svg`${isMany ? crowd(layer, score) : nothing}${score.references.map((reference, index) => {
    if (isMany && !lit?.references.has(index)) return nothing;
    const isLit = lit?.references.has(index) ?? false;
    return svg`
      <g class=${classMap({ reference: true, lit: isLit, dim: lit !== null && !isLit })} data-reference=${index}
        @pointermove=${(event: PointerEvent) => hasMoved(event) && layer.onPoint({ kind: 'reference', index })}
        @pointerleave=${() => layer.onPoint(null)}
        @click=${() => layer.onChoose({ kind: 'reference', index })}>
        <g transform=${transform(viewport)}>
          ${boxShape(reference.box, reference.class, 'expert')}
          ${frame(reference.box)}
        </g>
      </g>
    `;
  })}`;
}

function crowd({ viewport, lit }: Layer, score: ScoreView): TemplateResult {
  const path = crowdPath(score);
  return svg`<g class=${classMap({ reference: true, dim: lit !== null })} data-testid="many-references" transform=${transform(viewport)}>
    <path class="casing expert" d=${path} /><path class="expert" d=${path} />
  </g>`;
}

/** Made once a score: the boxes don't move. */
const crowds = new WeakMap<ScoreView, string>();
function crowdPath(score: ScoreView): string {
  const known = crowds.get(score);
  if (known !== undefined) return known;
  const path = score.references.map(({ box: [x1, y1, x2, y2] }) => `M${x1} ${y1}H${x2}V${y2}H${x1}Z`).join('');
  crowds.set(score, path);
  return path;
}

/** Screen pixels between the lines that hatch a union. */
const HATCH_STEP = 9;

/** What the gathered boxes of the expert box in question cover, together and of it, under everything else. */
function union({ target, viewport }: Layer, score: ScoreView): TemplateResult | typeof nothing {
  const reference = target?.kind === 'reference' ? score.references[target.index] : undefined;
  if (!reference || reference.union.length === 0) return nothing;
  return svg`${hatch('union-hatch', HATCH_STEP / viewport.scale)}<g transform=${transform(viewport)}>${aggregate(reference, 'union-hatch')}</g>`;
}

/** An expert box is caught at its border only, so that the model's boxes inside it can still be pointed at. */
export function frame(box: Box): TemplateResult {
  return svg`<rect class="border-hit" x=${box[0]} y=${box[1]} width=${box[2] - box[0]} height=${box[3] - box[1]} />`;
}

export type Outcome = 'hit' | 'missed' | 'false';

const MARK: Record<Outcome, TemplateResult> = {
  hit: svg`<path d="m2 5.5 2.5 2.5L9.5 3" />`,
  missed: svg`<circle cx="6" cy="5.5" r="3.6" stroke-dasharray="1.8 1.4" />`,
  false: svg`<path d="m3 2.5 6 6M9 2.5l-6 6" />`,
};

function regionTag(layer: Layer, item: Item, at: Rect | undefined): TemplateResult | typeof nothing {
  if (!at) return nothing;
  const isLit = layer.lit?.regions.has(item.region.id) ?? false;
  return tag(at, hueClass(item.finding.group), labelText(item), item.isFalse ? 'false' : null, isLit);
}

function referenceTag(layer: Layer, reference: ReferenceScore, index: number, at: Rect): TemplateResult {
  const isLit = layer.lit?.references.has(index) ?? false;
  return tag(at, '', referenceText(reference), reference.detected ? 'hit' : 'missed', isLit);
}

export function referenceText({ short, detected }: ReferenceScore): string {
  return `${clip(short)} ${detected ? strings.scan.hit : strings.scan.missed}`;
}

/** Labels lie above every box: a box over a word would make it unreadable. */
export function tag(at: Rect, hue: string, text: string, outcome: Outcome | null, isLit: boolean): TemplateResult {
  return svg`
    <g class=${`label ${hue} ${isLit ? 'lit-label' : ''}`} data-label transform=${`translate(${at.x} ${at.y})`} aria-hidden="true">
      <rect width=${at.width} height=${LABEL_HEIGHT} rx="3" />
      ${outcome ? svg`<g class="mark" transform="translate(3 3.5)">${MARK[outcome]}</g>` : nothing}
      <text x=${outcome ? 19 : 5} y="13">${text}</text>
    </g>
  `;
}

function regionWishes({ view, viewport, lit }: Layer, items: ReadonlyMap<string, Item>): LabelWish[] {
  if (!view.boxes && !view.masks) return [];
  return [...items.values()].flatMap((item) => {
    const { region, isFalse } = item;
    const isLit = lit?.regions.has(region.id) ?? false;
    if (lit && !isLit) return [];
    return { key: `region ${region.id}`, around: onScreen(region.box, viewport), width: textWidth(labelText(item)) + 10 + (isFalse ? 14 : 0), must: isLit };
  });
}

function referenceWishes({ score, viewport, lit }: Layer): LabelWish[] {
  const all = score?.references ?? [];
  return all.flatMap((reference, index) => {
    const isLit = lit?.references.has(index) ?? false;
    if (!isLit && (lit || all.length > MANY)) return [];
    const text = referenceText(reference);
    return { key: `reference ${index}`, around: onScreen(reference.box, viewport), width: textWidth(text) + 24, must: isLit };
  });
}

export function onScreen(box: Box, { scale, x, y }: Viewport): Rect {
  return { x: box[0] * scale + x, y: box[1] * scale + y, width: (box[2] - box[0]) * scale, height: (box[3] - box[1]) * scale };
}

export function transform({ scale, x, y }: Viewport): string {
  return `translate(${x} ${y}) scale(${scale})`;
}

export const layerStyles = css`
  ${aggregateStyles}
  .region {
    cursor: pointer;
    outline: none;
  }
  .region rect,
  .reference rect,
  .reference path,
  .region path {
    vector-effect: non-scaling-stroke;
  }
  .mask {
    fill: var(--hue);
    stroke: var(--hue);
    stroke-width: 1;
    stroke-opacity: 0.75;
  }
  .box,
  .expert {
    fill: none;
    stroke: var(--hue);
    stroke-width: 2;
  }
  .expert {
    stroke: var(--gs-reference);
  }
  .casing {
    stroke: var(--gs-casing);
    stroke-width: 3.5;
    stroke-opacity: 0.6;
  }
  .unsure:not(.lit) .box {
    stroke-width: 1.25;
  }
  .unsure:not(.lit) .casing {
    stroke-width: 2.5;
  }
  .unsure:not(.lit) .mask {
    stroke-opacity: 0.5;
  }
  .casing.expert {
    stroke-width: 4.5;
    stroke-opacity: 1;
  }
  .hit {
    fill: transparent;
    stroke: none;
  }
  .border-hit {
    fill: none;
    stroke: transparent;
    stroke-width: 10;
    pointer-events: stroke;
    cursor: pointer;
  }
  .lit .box,
  .lit .expert {
    stroke-width: 3;
  }
  .lit .casing {
    stroke-width: 5.5;
    stroke-opacity: 0.85;
  }
  .dim {
    opacity: 0.22;
  }
  .region:focus-visible .hit {
    stroke: var(--gs-focus-on-scan);
    stroke-width: 2;
  }
  .label {
    pointer-events: none;
  }
  .label rect {
    fill: #050608;
    fill-opacity: 0.82;
  }
  .label text {
    font: 600 12px var(--gs-font);
    fill: var(--hue, var(--gs-reference));
  }
  .mark {
    fill: none;
    stroke: var(--hue, var(--gs-reference));
    stroke-width: 1.7;
    stroke-linecap: round;
  }
  .lit-label rect {
    fill-opacity: 1;
    stroke: var(--hue, var(--gs-reference));
    stroke-width: 1;
  }
  @media (prefers-reduced-motion: no-preference) {
    .region,
    .reference {
      transition: opacity 120ms;
    }
    /* The union grows as its boxes are gathered, one after another. */
    .region[class*='step-'] .box {
      animation: gather 260ms both;
    }
    .region.step-1 .box {
      animation-delay: 120ms;
    }
    .region.step-2 .box {
      animation-delay: 240ms;
    }
    .region.step-3 .box {
      animation-delay: 360ms;
    }
    .region.step-4 .box {
      animation-delay: 480ms;
    }
    .region.step-5 .box,
    .region.step-6 .box,
    .region.step-7 .box {
      animation-delay: 600ms;
    }
    .union,
    .shared {
      animation: gather 400ms 200ms both;
    }
    @keyframes gather {
      from {
        opacity: 0;
      }
    }
  }
`;
