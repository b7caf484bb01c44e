// A researcher's own page: references and predictions are dropped, and the reports are those of native code, byte for byte.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const ROOT = new URL('../../../', import.meta.url);
const VECTORS = new URL('tests/vectors/wasm/', ROOT);
/** As in crates/wasm/tests/reports.rs, which keeps the reports. */
const SETTINGS = { t2: 0.25, replicates: 200, seed: 7 };

/** Keeps what is dropped, by name, and lets the test call the engine with it. */
const SCRIPT = `
import { GroundScope, namedFiles } from '/own/api.js';
const engine = new GroundScope({ base: '/' });
const dropped = new Map();
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  for (const file of await namedFiles(event.dataTransfer.files)) dropped.set(file.name, file);
  document.title = [...dropped.keys()].sort().join(' ');
});
window.own = { engine, file: (name) => dropped.get(name) };
`;

interface NamedFile {
  name: string;
  bytes: Uint8Array;
}

/** What the page's script offers. */
interface Own {
  file(name: string): NamedFile;
  engine: Record<'scoreGrounding' | 'partialGrounding' | 'mergePartials' | 'evaluate', (request: unknown, options?: object) => Promise<unknown>>;
}

/** The API as a page without a bundler imports it. */
async function bundled(): Promise<string> {
  const { build } = createRequire(new URL('web/package.json', ROOT))('esbuild') as {
    build(options: object): Promise<{ outputFiles: { text: string }[] }>;
  };
  const entry = new URL('web/worker/api.ts', ROOT).pathname;
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', target: 'es2022', write: false });
  return outputFiles[0]?.text ?? '';
}

/** Opens the page and drops files of tests/vectors/wasm on it. */
async function dropOn(page: Page, names: string[]): Promise<void> {
  const served = { '/own/api.js': await bundled(), '/own/own.js': SCRIPT };
  for (const [path, body] of Object.entries(served)) {
    await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  }
  const body = '<!doctype html><link rel="icon" href="data:," /><title>none</title><script type="module" src="/own/own.js"></script>';
  await page.route('**/own/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/own/');
  await page.waitForFunction(() => 'own' in window);
  const files = await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, VECTORS), 'utf8')] as const));
  await page.evaluate((all) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of all) dataTransfer.items.add(new File([text], name));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
  await expect(page).toHaveTitle([...names].sort().join(' '));
}

/** A kept report, as JavaScript writes it. */
async function kept(name: string): Promise<string> {
  return JSON.stringify(JSON.parse(await readFile(new URL(`reports/${name}`, VECTORS), 'utf8')));
}

test('dropped boxes score as on the command line, in one go and in parts', async ({ page }) => {
  await dropOn(page, ['references.json', 'predictions.json']);
  const [whole, merged] = await page.evaluate(async (settings) => {
    const { engine, file } = (window as unknown as { own: Own }).own;
    const request = { references: [file('references.json')], predictions: [file('predictions.json')] };
    const report = await engine.scoreGrounding({ ...request, settings: { ...settings, details: true } });
    const bytes = (await engine.partialGrounding({ ...request, settings })) as Uint8Array;
    const merged = await engine.mergePartials([{ name: '1.part', bytes }]);
    return [JSON.stringify(report), JSON.stringify(merged)];
  }, SETTINGS);
  expect(whole).toBe(await kept('grounding.json'));
  expect(merged).toBe(await kept('merged.json'));
});

test('two models become a report, the same bytes as native code writes', async ({ page }) => {
  await dropOn(page, ['references.json', 'second-reading.json', 'predictions.json', 'answers.jsonl', 'responses.jsonl']);
  const { evaluation, files } = await page.evaluate(async (settings) => {
    const { engine, file } = (window as unknown as { own: Own }).own;
    const report = (await engine.evaluate({
      title: 'Two models',
      references: [file('references.json')],
      secondReading: [file('second-reading.json')],
      runs: [
        { name: 'one', predictions: [file('predictions.json')], answers: file('answers.jsonl'), params: 8 },
        { name: 'two', predictions: [file('responses.jsonl')], reader: { family: 'qwen3-vl' } },
      ],
      settings,
    })) as { evaluation: object; files: NamedFile[] };
    const files = report.files.map(({ name, bytes }): [string, string] => [name, new TextDecoder().decode(bytes)]);
    return { evaluation: JSON.stringify(report.evaluation), files };
  }, SETTINGS);
  expect(evaluation).toBe(await kept('evaluation.json'));
  const hashed = files.map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]);
  expect(JSON.stringify(hashed)).toBe(await kept('evaluation-files.json'));
});

test('a broken file is named, and scoring can be cancelled and goes on', async ({ page }) => {
  await dropOn(page, ['references.json', 'predictions.json']);
  const [broken, cancelled, after] = await page.evaluate(async () => {
    const { engine, file } = (window as unknown as { own: Own }).own;
    const request = { references: [file('references.json')], predictions: [file('predictions.json')] };
    const told = (error: { code: string; message: string }) => `${error.code}: ${error.message}`;
    const fails = (call: Promise<unknown>) => call.then(() => 'no error', told);
    const broken = await fails(engine.scoreGrounding({ ...request, references: [{ name: 'mine.json', bytes: new TextEncoder().encode('{') }] }));
    const cancel = new AbortController();
    const slow = fails(engine.scoreGrounding({ ...request, settings: { replicates: 100_000 } }, { signal: cancel.signal }));
    setTimeout(() => cancel.abort(), 50);
    const cancelled = await slow;
    const report = (await engine.scoreGrounding(request)) as { pooled: { boxes: number } };
    return [broken, cancelled, report.pooled.boxes] as const;
  });
  expect(broken).toMatch(/^references: mine\.json: line 1, column \d/);
  expect(cancelled).toMatch(/^cancelled: /);
  expect(after).toBeGreaterThan(0);
});
