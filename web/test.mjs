// Runs the unit tests of the workers' client and the viewer in Node: bundles each {worker,element,app}/tests/*.test.mjs with esbuild, then `node --test`.

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = path.dirname(fileURLToPath(import.meta.url));
const folders = ['worker/tests', 'element/tests', 'app/tests'].map((folder) => path.join(web, folder));
const out = await mkdtemp(path.join(tmpdir(), 'groundscope-web-tests-'));
try {
  const tests = await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((file) => path.join(folder, file))));
  const entryPoints = tests.flat().filter((file) => file.endsWith('.test.mjs'));
  await build({ entryPoints, outdir: out, entryNames: '[name]', outExtension: { '.js': '.mjs' }, bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' });
  const files = (await readdir(out)).map((file) => path.join(out, file));
  const run = spawnSync(process.execPath, ['--test', ...process.argv.slice(2), ...files], { stdio: 'inherit', cwd: web });
  process.exitCode = run.status ?? 1;
} finally {
  await rm(out, { recursive: true });
}
