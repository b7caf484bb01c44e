// Two readings of the same scan, held against each other.

import { expect } from '@playwright/test';
import type { Reading } from './references.ts';

/** Probabilities within 1e-3, presence alike, boxes within 1 px. */
export function expectSameReading(actual: Reading, expected: Reading, what: string): void {
  expect([actual.width, actual.height], `${what}: size`).toEqual([expected.width, expected.height]);
  expect(actual.findings.map((finding) => finding.class), `${what}: classes`).toEqual(expected.findings.map((finding) => finding.class));
  for (const [index, finding] of actual.findings.entries()) {
    const other = expected.findings[index];
    const name = `${what}: ${finding.class}`;
    expect(finding.present, `${name}, presence`).toBe(other?.present);
    if (finding.probability !== null) {
      expect(Math.abs(finding.probability - (other?.probability ?? NaN)), `${name}, probability`).toBeLessThanOrEqual(1e-3);
    } else {
      expect(other?.probability, `${name}, no answer`).toBeNull();
    }
    expect(finding.boxes.length, `${name}, number of boxes`).toBe(other?.boxes.length);
    for (const [place, box] of finding.boxes.entries()) {
      for (const [side, value] of box.entries()) {
        expect(Math.abs(value - (other?.boxes[place]?.[side] ?? NaN)), `${name}, box ${place}, side ${side}`).toBeLessThanOrEqual(1);
      }
    }
  }
}
