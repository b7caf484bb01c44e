// Builds every consumer into OUT, each with the package's folder beside it: node build.mjs OUT

import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(here, '../../target/consumers'));

const builders = {
  vite: (from, to) => vite({ root: from, configFile: false, logLevel: 'warn', build: { outDir: to, emptyOutDir: true } }),
  webpack: (from, to) =>
    new Promise((done, failed) => {
      const config = {
        mode: 'production', context: from, entry: './portal.js', target: ['web', 'es2022'], experiments: { outputModule: true },
        output: { path: to, filename: 'portal.js', module: true }, performance: { hints: false },
      };
      webpack(config, (error, stats) => {
        if (error) return failed(error);
        return stats.hasErrors() || stats.hasWarnings() ? failed(new Error(stats.toString('errors-warnings'))) : done();
      });
    }),
  react: (from, to) =>
    esbuild({
      absWorkingDir: from, entryPoints: ['portal.tsx'], outdir: to, bundle: true, format: 'esm', target: 'es2022', jsx: 'automatic', minify: true, logLevel: 'warning',
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
};

for (const [name, build] of Object.entries(builders)) {
  const [from, to] = [path.join(here, name), path.join(out, name)];
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  await build(from, to);
  if (name !== 'vite') for (const file of ['index.html', 'portal.css']) await cp(path.join(from, file), path.join(to, file));
  await cp(path.join(here, 'node_modules/groundscope/dist'), path.join(to, 'groundscope'), { recursive: true });
  console.log(`${name} is in ${to}`);
}
