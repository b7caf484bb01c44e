// Findings over a study: for each class, in which scans it is present or uncertain.

import type { Finding, Findings } from '../worker/api.js';
import { group, type Groups } from './groups.js';
import type { Entry } from './study.js';

/** `unknown`: the scan was not read, or has no answer for the class. */
export type Cell = 'present' | 'uncertain' | 'absent' | 'unknown';

/** One class over all scans. */
export interface StudyRow {
  readonly finding: Pick<Finding, 'class' | 'name' | 'short' | 'group'>;
  /** One for each scan, in their order. */
  readonly cells: readonly Cell[];
  readonly present: number;
  readonly uncertain: number;
}

const grouped = new WeakMap<Findings, Groups>();

/** Groups of one scan's findings; each is sorted once, however often the list is drawn. */
export function groupsOf(findings: Findings): Groups {
  const groups = grouped.get(findings) ?? group(findings);
  grouped.set(findings, groups);
  return groups;
}

/** The classes that are present or uncertain anywhere, the most frequent first. */
export function rowsOf(entries: readonly Entry[]): StudyRow[] {
  const rows = new Map<string, { finding: Finding; cells: Cell[] }>();
  entries.forEach((entry, index) => {
    if (!entry.findings) return;
    const { found, uncertain, absent } = groupsOf(entry.findings);
    const mark = (findings: readonly Finding[], cell: Cell): void => {
      for (const finding of findings) {
        const row = rows.get(finding.class) ?? { finding, cells: entries.map(() => 'unknown' as Cell) };
        row.cells[index] = cell;
        rows.set(finding.class, row);
      }
    };
    mark(found, 'present');
    mark(uncertain, 'uncertain');
    mark(absent, 'absent');
  });
  const count = (cells: readonly Cell[], of: Cell): number => cells.filter((cell) => cell === of).length;
  return [...rows.values()]
    .map(({ finding, cells }) => ({ finding, cells, present: count(cells, 'present'), uncertain: count(cells, 'uncertain') }))
    .filter((row) => row.present + row.uncertain > 0)
    .sort((a, b) => b.present - a.present || b.uncertain - a.uncertain || a.finding.class.localeCompare(b.finding.class));
}

/** Scans of a kind, counted from 1, neighbours together: 3 to 9, 12 to 12. */
export function rangesOf(cells: readonly Cell[], kind: Cell): [number, number][] {
  const ranges: [number, number][] = [];
  cells.forEach((cell, index) => {
    if (cell !== kind) return;
    const last = ranges.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else ranges.push([index + 1, index + 1]);
  });
  return ranges;
}

/** Whether anything is present in a scan. */
export function hasFound(findings: Findings): boolean {
  return groupsOf(findings).found.length > 0;
}
