// Bundles the page and the workers with esbuild. Called by `cargo xtask build` and `cargo xtask pkg`:
//   node build.mjs site OUT GLUE                      the page and the engine's workers
//   node build.mjs package OUT GLUE                   the element and the engine for embedders, and the same workers
//   node build.mjs service-worker OUT GLUE            sw.js of a site; its list is put in front by `cargo xtask pkg --site`
//   node build.mjs single OUT GLUE SITE [POLICY]      one HTML file of what lies in SITE
// GLUE is the folder with the generated JavaScript of the modules: cpu/cpu.js, gpu/gpu.js and benchmark/benchmark.js.

import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { single } from './single.mjs';

const [what, out, glue, site, policy] = process.argv.slice(2);
if (!['site', 'package', 'service-worker', 'single'].includes(what) || !out || !glue || (what === 'single' && !site)) {
  console.error('usage: node build.mjs site|package|service-worker|single OUT GLUE [SITE [POLICY]]');
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
  alias: { '#engine/cpu': path.resolve(glue, 'cpu/cpu.js'), '#engine/gpu': path.resolve(glue, 'gpu/gpu.js'), '#engine/benchmark': path.resolve(glue, 'benchmark/benchmark.js') },
};

const workers = () => build({ ...common, entryPoints: { 'engine/reader': 'worker/reader.ts', 'engine/metrics': 'worker/metrics.ts' }, outdir: out });

if (what === 'site') {
  await workers();
  await build({ ...common, entryPoints: { app: 'app/main.ts' }, outdir: out });
  for (const file of await readdir(path.join(web, 'app'))) {
    if (/\.(html|css|svg|woff2)$/.test(file)) await cp(path.join(web, 'app', file), path.join(out, file));
  }
} else if (what === 'package') {
  await workers();
  // What the entries share is one chunk beside them: a page that uses two of them has one engine's code, and one policy for worker addresses.
  const entryPoints = { groundscope: 'element/index.ts', api: 'worker/api.ts', headless: 'worker/headless.ts' };
  await build({ ...common, entryPoints, splitting: true, chunkNames: 'shared-[hash]', outdir: out });
} else if (what === 'service-worker') {
  await build({ ...common, entryPoints: { sw: 'app/sw.ts' }, format: 'iife', outdir: out });
} else {
  await single({ common, web, site: path.resolve(site), glue, out: path.resolve(out), policy });
}
