// The page as one HTML file: script and style allowed by their hashes, everything else carried in it. Called by build.mjs.

import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** What the page needs besides its script: the elements' ids are those of app/carried.ts. */
const CARRIED = {
  'cpu-module': 'engine/cpu.wasm',
  'benchmark-module': 'engine/benchmark.wasm',
  weights: 'weights/groundscope-oct-1.safetensors',
  sample: 'sample.png',
  'sample-references': 'sample-references.json',
};

/** Writes `out` from the site in `site`; `policy` is the path of IT's policy, if there is one. */
export async function single({ common, web, site, glue, out, policy }) {
  const script = await bundle(common, web, glue);
  const style = await readFile(path.join(site, 'app.css'), 'utf8');
  const icon = await readFile(path.join(site, 'icon.svg'), 'base64');
  const rules = policy ? escaped(await readFile(policy, 'utf8')) : '';
  const blocks = await Promise.all(Object.entries(CARRIED).map(async ([id, file]) => block(id, gzipSync(await readFile(path.join(site, file)), { level: 9 }).toString('base64'))));
  const csp = [
    "default-src 'none'", `script-src ${hashOf(script)} 'wasm-unsafe-eval'`, `style-src ${hashOf(style)}`, "connect-src 'none'", 'img-src blob: data:',
    "form-action 'none'", "base-uri 'none'", "require-trusted-types-for 'script'", 'trusted-types lit-html',
  ].join('; ');
  const page = await readFile(path.join(site, 'index.html'), 'utf8');
  const html = replaced(page, [
    [/content="default-src[^"]*"/, `content="${csp}"`],
    [/<!-- The server sends[^>]*-->/, '<!-- One file, for a folder or a share: nothing is asked for, and nothing can be sent. -->'],
    [/<link rel="icon"[^>]*>/, `<link rel="icon" href="data:image/svg+xml;base64,${icon}" type="image/svg+xml" />`],
    [/<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`],
    [/\s*<script type="module" src="app.js"><\/script>/, ''],
    ['</body>', `${blocks.join('\n')}\n${block('policy', rules, 'application/json')}\n<script type="module">${script}</script>\n</body>`],
  ]);
  await writeFile(out, html);
  console.log(`${(await stat(out)).size} bytes in ${out}`);
}

async function bundle(common, web, glue) {
  const result = await build({
    ...common, entryPoints: [path.join(web, 'app/single.ts')], write: false, legalComments: 'inline', charset: 'ascii', plugins: [createEngine(glue)],
  });
  const text = result.outputFiles[0].text;
  // A browser would end the script there.
  return text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/** The module's generated code holds one instance; wrapped in a function, each call has one of its own. */
function createEngine(glue) {
  return {
    name: 'create-engine',
    setup(bundler) {
      bundler.onResolve({ filter: /^#engine\/create-(cpu|benchmark)$/ }, ({ path: name }) => ({ path: name.replace('#engine/create-', ''), namespace: 'engine' }));
      bundler.onLoad({ filter: /.*/, namespace: 'engine' }, async ({ path: name }) => {
        const entry = path.resolve(glue, `${name}/${name}.js`);
        const inner = await build({ entryPoints: [entry], bundle: true, format: 'iife', globalName: 'engine', target: 'es2022', write: false, logLevel: 'error' });
        return { contents: `export function createEngine() {\n${inner.outputFiles[0].text}\nreturn engine;\n}`, loader: 'js' };
      });
    },
  };
}

function replaced(text, changes) {
  for (const [what, by] of changes) {
    const next = text.replace(what, () => by);
    if (next === text) throw new Error(`index.html has nothing like ${what}`);
    text = next;
  }
  return text;
}

function block(id, text, type = 'application/octet-stream') {
  return `<script type="${type}" id="${id}">${text}</script>`;
}

/** JSON that ends no element. */
function escaped(json) {
  return json.replaceAll('<', '\\u003c');
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
