// Bundles the page and the workers with esbuild. Called by `cargo xtask build`:
//   node build.mjs site OUT GLUE      the page and the engine's workers
//   node build.mjs package OUT GLUE   the element for embedders, and the same workers
// GLUE is the folder with the generated JavaScript of both modules: cpu/cpu.js and gpu/gpu.js.

import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [what, out, glue] = process.argv.slice(2);
if (!['site', 'package'].includes(what) || !out || !glue) {
  console.error('usage: node build.mjs site|package OUT GLUE');
  process.exit(2);
}
const web = path.dirname(fileURLToPath(import.meta.url));

/** One file each: nothing is split, so a worker is one request and the policy can list it. */
const common = {
  absWorkingDir: web,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'linked',
  logLevel: 'warning',
  alias: { '#engine/cpu': path.resolve(glue, 'cpu/cpu.js'), '#engine/gpu': path.resolve(glue, 'gpu/gpu.js') },
};

await build({ ...common, entryPoints: { 'engine/reader': 'worker/reader.ts', 'engine/metrics': 'worker/metrics.ts' }, outdir: out });

if (what === 'site') {
  await build({ ...common, entryPoints: { app: 'app/main.ts' }, outdir: out });
  for (const file of await readdir(path.join(web, 'app'))) {
    if (/\.(html|css|svg|woff2)$/.test(file)) await cp(path.join(web, 'app', file), path.join(out, file));
  }
} else {
  await build({ ...common, entryPoints: { groundscope: 'element/index.ts', api: 'worker/api.ts' }, outdir: out });
}
