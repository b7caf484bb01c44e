// What the reader points at, and which regions, boxes and rows that lights up.

import type { Findings, ScoreView } from '../worker/api.js';

/** Something that can be pointed at, from a row, a link or the scan itself. */
export type Target =
  | { readonly kind: 'class'; readonly id: string }
  | { readonly kind: 'region'; readonly id: string }
  | { readonly kind: 'answer'; readonly ids: readonly string[] }
  | { readonly kind: 'reference'; readonly index: number }
  | { readonly kind: 'false'; readonly index: number };

/** Everything that is lit by a target. */
export interface Lit {
  readonly regions: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  /** Expert boxes, by index. */
  readonly references: ReadonlySet<number>;
}

/** Region ids in the order in which `score` numbers the predictions. */
export function regionIds(findings: Findings): string[] {
  return findings.findings.flatMap((finding) => finding.regions.map((region) => region.id));
}

/** Resolves a target; null when it lights nothing, so that nothing is dimmed either. */
export function light(target: Target | null, findings: Findings | null, score: ScoreView | null): Lit | null {
  if (!target || !findings) return null;
  const regions = new Set(litRegions(target, findings, score));
  const references = new Set(target.kind === 'reference' ? [target.index] : []);
  const classes = new Set(
    findings.findings.filter((f) => f.regions.some((r) => regions.has(r.id))).map((f) => f.class),
  );
  if (target.kind === 'class') classes.add(target.id);
  return regions.size + references.size + classes.size === 0 ? null : { regions, classes, references };
}

function litRegions(target: Target, findings: Findings, score: ScoreView | null): readonly string[] {
  switch (target.kind) {
    case 'class':
      return findings.findings.find((f) => f.class === target.id)?.regions.map((r) => r.id) ?? [];
    case 'region':
      return [target.id];
    case 'answer':
      return target.ids;
    case 'reference': {
      const ids = regionIds(findings);
      return (score?.references[target.index]?.gathered ?? []).flatMap((index) => ids[index] ?? []);
    }
    case 'false':
      return regionIds(findings).slice(target.index, target.index + 1);
  }
}

/** True when the two point at the same thing. */
export function sameTarget(a: Target | null, b: Target | null): boolean {
  if (a === null || b === null || a.kind !== b.kind) return a === b;
  if (a.kind === 'answer') return b.kind === 'answer' && a.ids.join() === b.ids.join();
  return 'id' in a ? 'id' in b && a.id === b.id : 'index' in b && a.index === b.index;
}

/** The box of a region, in pixels of the scan. */
export function boxOf(findings: Findings, regionId: string): readonly [number, number, number, number] | null {
  for (const finding of findings.findings) {
    for (const region of finding.regions) if (region.id === regionId) return region.box;
  }
  return null;
}
