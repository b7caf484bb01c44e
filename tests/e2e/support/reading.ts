// What must hold of every reading the page shows, whatever the device.

import { expect } from '@playwright/test';
import type { Viewer } from './viewer.ts';

/** The thirteen biomarkers of the ontology. */
export const BIOMARKERS = [
  'drusen', 'ez_disruption', 'erm', 'fibrosis', 'hard_exudates', 'hrf', 'irf', 'macular_hole', 'ped', 'rpe_loss', 'sdd', 'srf', 'vmt',
] as const;

const VERDICTS = ['present', 'likely', 'uncertain', 'unlikely', 'absent', 'no_answer'];

/** The class of a region id: `irf-1` is of `irf`. */
export function classOf(regionId: string): string {
  return regionId.slice(0, regionId.lastIndexOf('-'));
}

/** Rows and drawings tell the same story: every class listed once, evidence drawn exactly for what is present. */
export async function expectConsistentReading(viewer: Viewer): Promise<void> {
  const rows = await viewer.findings();
  const classes = rows.map((row) => row.class);
  expect(new Set(classes).size, 'each class has one row').toBe(classes.length);
  expect(classes).toEqual(expect.arrayContaining([...BIOMARKERS]));
  for (const row of rows) {
    expect(VERDICTS, `verdict of ${row.class}`).toContain(row.verdict);
    expect(row.present === 'null', `${row.class}: no answer is no presence either`).toBe(row.verdict === 'no_answer');
  }
  const drawn = (await viewer.regionIds()).map(classOf);
  expect(new Set(drawn).size, 'each class drawn is listed').toBe(new Set(drawn.filter((name) => classes.includes(name))).size);
  for (const row of rows) {
    const regions = drawn.filter((name) => name === row.class).length;
    if (row.present !== 'true') {
      expect(regions, `nothing is drawn for ${row.class}, which is not present`).toBe(0);
    }
  }
}

/** Everything drawn lies on the scan. */
export async function expectDrawnInsideTheScan(viewer: Viewer): Promise<void> {
  const scan = await viewer.scan.boundingBox();
  expect(scan, 'the scan is on screen').not.toBeNull();
  if (!scan) {
    return;
  }
  const slack = 3;
  for (const id of await viewer.regionIds()) {
    // The shape itself, without its label, which may stand outside.
    const outside = await viewer.page.getByTestId(`region-${id}`).evaluate(
      (region, [left, top, right, bottom]) =>
        [...region.querySelectorAll('rect, path, polygon')]
          .filter((shape) => shape.closest('[data-label]') === null)
          .map((shape) => shape.getBoundingClientRect())
          .filter((box) => box.width > 0 && (box.left < left || box.top < top || box.right > right || box.bottom > bottom)).length,
      [scan.x - slack, scan.y - slack, scan.x + scan.width + slack, scan.y + scan.height + slack] as const,
    );
    expect(outside, `${id} is drawn inside the scan`).toBe(0);
  }
}

/** A class that the reading shows with evidence, most often the first row. */
export async function aPresentClass(viewer: Viewer): Promise<string> {
  const drawn = new Set((await viewer.regionIds()).map(classOf));
  const present = (await viewer.findings()).find((row) => row.present === 'true' && drawn.has(row.class));
  expect(present, 'the sample shows at least one biomarker with its evidence').toBeDefined();
  return present?.class ?? '';
}
