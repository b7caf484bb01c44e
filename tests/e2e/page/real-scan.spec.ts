// Real scans through the page, where the development data is there; none of it is shown or kept anywhere else.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expectConsistentReading, expectDrawnInsideTheScan } from '../support/reading.ts';
import { expect, test } from '../support/test.ts';

const DATA = path.resolve(import.meta.dirname, '../../../../shared/data');

// A picture of a failed page would hold the scan.
test.use({ screenshot: 'off' });

for (const set of ['oct-lesions', 'oct-masks', 'oct-healthy', 'oct-srf']) {
  test(`a scan of ${set} is read through the page`, async ({ viewer, page }) => {
    const folder = path.join(DATA, set);
    test.skip(!existsSync(folder), 'the development data is not there: no real scan was read');
    const file = firstScan(folder);
    test.skip(file === undefined, `${set} has no scan`);
    await viewer.goto();
    await viewer.pick(file ?? '');
    await viewer.read();
    await expectConsistentReading(viewer);
    await expectDrawnInsideTheScan(viewer);
    await expect(page.getByTestId('summary')).not.toBeEmpty();
    expect((await viewer.ask('Is there intraretinal fluid?')).length).toBeGreaterThan(10);
  });
}

function firstScan(folder: string): string | undefined {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(png|jpe?g|tiff?|bmp)$/i.test(name) && !/mask|label|grader/i.test(name))
    .sort()
    .map((name) => path.join(folder, name))[0];
}
