// Runs the unit tests of the workers' client in Node: bundles each worker/tests/*.test.mjs with esbuild, then `node --test`.

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = path.dirname(fileURLToPath(import.meta.url));
const tests = path.join(web, 'worker/tests');
const out = await mkdtemp(path.join(tmpdir(), 'groundscope-web-tests-'));
try {
  const entryPoints = (await readdir(tests)).filter((file) => file.endsWith('.test.mjs')).map((file) => path.join(tests, file));
  await build({ entryPoints, outdir: out, outExtension: { '.js': '.mjs' }, bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' });
  const files = (await readdir(out)).map((file) => path.join(out, file));
  const run = spawnSync(process.execPath, ['--test', ...process.argv.slice(2), ...files], { stdio: 'inherit' });
  process.exitCode = run.status ?? 1;
} finally {
  await rm(out, { recursive: true });
}
