// The order of the findings: present, uncertain, absent, no answer.

import type { Finding, Findings, Verdict } from '../worker/api.js';

export interface Groups {
  readonly found: readonly Finding[];
  readonly uncertain: readonly Finding[];
  readonly absent: readonly Finding[];
  readonly noAnswer: readonly Finding[];
}

/** The verdicts, the surest that it is there first. */
const ORDER: readonly Verdict[] = ['present', 'likely', 'uncertain', 'unlikely', 'absent', 'no_answer'];

/** Sorts findings for a reader in a hurry, by their words, then the most probable first. What is probable but below its threshold is uncertain. */
export function group(findings: Findings): Groups {
  const answered = findings.findings
    .filter((f) => f.present !== null)
    .sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || (b.probability ?? 0) - (a.probability ?? 0));
  const high = (f: Finding): boolean => f.verdict === 'present' || f.verdict === 'likely';
  const found = answered.filter((f) => f.present && high(f));
  const absent = answered.filter((f) => f.verdict === 'unlikely' || f.verdict === 'absent');
  return {
    found,
    absent,
    uncertain: answered.filter((f) => !found.includes(f) && !absent.includes(f)),
    noAnswer: findings.findings.filter((f) => f.present === null),
  };
}
