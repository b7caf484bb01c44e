// AggIoU as it is defined, drawn: the union of the gathered boxes hatched, what it shares with the expert box filled.

import { css, svg, type TemplateResult } from 'lit';
import type { ReferenceScore, Ring } from '../worker/api.js';

const paths = new WeakMap<readonly Ring[], string>();

/** Rings as one even-odd path; kept, since the same outline is drawn at every move of the scan. */
export function pathOf(rings: readonly Ring[]): string {
  let path = paths.get(rings);
  if (path === undefined) {
    path = rings.map((ring) => `M${ring.map((point) => point.join(' ')).join('L')}Z`).join('');
    paths.set(rings, path);
  }
  return path;
}

/** The hatch as a pattern; `step` is the distance of its lines in the units of what it fills. One of an `id` in a shadow root. */
export function hatch(id: string, step: number): TemplateResult {
  return svg`<defs>
    <pattern id=${id} patternUnits="userSpaceOnUse" width="8" height="8" patternTransform=${`scale(${step / 8}) rotate(45)`}>
      <line class="hatch-casing" x1="4" x2="4" y1="0" y2="8" />
      <line class="hatch" x1="4" x2="4" y1="0" y2="8" />
    </pattern>
  </defs>`;
}

/** Union and intersection of one expert box. */
export function aggregate({ union, intersection }: ReferenceScore, id: string): TemplateResult {
  return svg`
    <path class="union" data-testid="union" d=${pathOf(union)} fill=${`url(#${id})`} fill-rule="evenodd" />
    <path class="shared" data-testid="intersection" d=${pathOf(intersection)} fill-rule="evenodd" />
  `;
}

export const aggregateStyles = css`
  .union,
  .shared {
    vector-effect: non-scaling-stroke;
    pointer-events: none;
  }
  .union {
    stroke: var(--gs-reference);
    stroke-width: 1;
  }
  .shared {
    fill: var(--gs-reference);
    fill-opacity: 0.42;
  }
  .hatch {
    stroke: var(--gs-reference);
    stroke-width: 1.2;
  }
  .hatch-casing {
    stroke: var(--gs-casing);
    stroke-width: 2.6;
    stroke-opacity: 0.55;
  }
`;
