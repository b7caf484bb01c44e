// What of the findings is drawn: classes that the reader hid and regions of low scores are left out. Verdicts never change.

import type { Finding, Findings, Region } from '../worker/api.js';
import type { View } from './state.js';

/** What decides it. */
export type Choice = Pick<View, 'off' | 'least'>;

/** The findings with the regions that are drawn, and their boxes and scores; everything else as it is. */
export function shown(findings: Findings, choice: Choice): Findings {
  if (choice.off.size === 0 && choice.least <= 0) return findings;
  return { ...findings, findings: findings.findings.map((finding) => kept(finding, choice)) };
}

function kept(finding: Finding, { off, least }: Choice): Finding {
  const stays = (score: number | undefined): boolean => !off.has(finding.class) && (score === undefined || score >= least);
  const at = (_: unknown, index: number): boolean => stays(finding.regions[index]?.score ?? finding.scores[index]);
  return {
    ...finding,
    regions: finding.regions.filter((region: Region) => stays(region.score)),
    boxes: finding.boxes.filter(at),
    scores: finding.scores.filter(at),
  };
}

/** Regions that the least score alone hides, those of hidden classes left out. */
export function below(findings: Findings, { off, least }: Choice): number {
  return findings.findings
    .filter((finding) => !off.has(finding.class))
    .reduce((sum, finding) => sum + finding.regions.filter((region) => region.score < least).length, 0);
}

/** Labels of hidden classes that have something to draw. */
export function offNames(findings: Findings, { off }: Choice): string[] {
  return findings.findings.filter((finding) => off.has(finding.class) && finding.regions.length > 0).map((finding) => finding.short);
}
