// The page on WebGPU, the page on the CPU and the native command line read the sample alike.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { groundscope } from '../support/cli.ts';
import { expectSameReading } from '../support/compare.ts';
import type { Reading } from '../support/references.ts';
import { expect, test } from '../support/test.ts';

test('WebGPU, WASM on the CPU and native agree on the sample', async ({ viewer, page }) => {
  await viewer.goto();
  await viewer.readSample();
  const gpu = await viewer.reading();
  expect(gpu.device).toBe('gpu');

  await page.goto('/?device=cpu');
  await viewer.readSample();
  const cpu = await viewer.reading();
  expect(cpu.device).toBe('cpu');
  expectSameReading(gpu, cpu, 'WebGPU against WASM');

  const folder = await mkdtemp(path.join(tmpdir(), 'groundscope-'));
  try {
    const file = path.join(folder, 'sample.png');
    await writeFile(file, await viewer.sampleFile());
    const [native] = JSON.parse(await groundscope('read', file, '--device', 'cpu', '--json')) as Reading[];
    expect(native, 'the command line reads the sample').toBeDefined();
    if (native) {
      expectSameReading(cpu, native, 'WASM against native');
      // Nothing was compared if nothing was found.
      expect(native.findings.some((finding) => finding.boxes.length > 0)).toBe(true);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
