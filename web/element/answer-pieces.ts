// An answer's sentence, cut where it cites regions, so that each can be pointed at.

import type { Answer, Findings } from '../worker/api.js';
import { regionLabel } from './labels.js';

/** A piece of an answer: words, or a region to point at. */
export type Piece = { readonly text: string } | { readonly region: string };

/** Splits an answer at the region ids it cites. An answer that names none has its regions listed after it. */
export function pieces(answer: Pick<Answer, 'text' | 'evidence'>): Piece[] {
  const cited = new Set<string>();
  const inside = answer.text.split(/([a-z_]+-\d+)/).map((part): Piece => {
    if (!answer.evidence.includes(part)) return { text: part };
    cited.add(part);
    return { region: part };
  });
  const rest = cited.size > 0 ? [] : answer.evidence.flatMap((region): Piece[] => [{ text: ' ' }, { region }]);
  return [...inside, ...rest].filter((piece) => !('text' in piece) || piece.text !== '');
}

/** The label of the region with this id. */
export function labelOf(findings: Findings, id: string): string {
  for (const finding of findings.findings) {
    const index = finding.regions.findIndex((region) => region.id === id);
    if (index >= 0) return regionLabel(finding, index);
  }
  return id;
}
