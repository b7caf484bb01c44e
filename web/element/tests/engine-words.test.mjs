// Every error that the engine can give has words in German: the page shows no English sentence between German ones.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { engine } from '../strings/de-engine.ts';

// The tests are bundled elsewhere and run in `web`.
const crates = path.resolve('..', 'crates');
const rust = (folder) =>
  readdirSync(path.join(crates, folder), { recursive: true })
    .filter((name) => name.endsWith('.rs'))
    .map((name) => readFileSync(path.join(crates, folder, name), 'utf8'));
const all = (texts, pattern) => texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]));

test('every code of the Rust crates and of the workers has its German words', () => {
  const codes = new Set([
    ...all(rust('wasm/src'), /Failure::(?:new|told|of_file)\(\s*"([a-z_]+)"/g),
    ...['imaging/src/error.rs', 'model/src/error.rs'].flatMap((file) =>
      all([readFileSync(path.join(crates, file), 'utf8')], /Self::\w+(?:\(_\)|\s*\{\s*\.\.\s*\})? => "([a-z_]+)"/g)),
    ...['no_webgpu', 'no_adapter', 'load_failed', 'self_check_failed', 'device_lost', 'engine_crashed'],
  ]);
  assert.ok(codes.size > 25, 'the codes are found in the sources');
  assert.deepEqual([...codes].filter((code) => !Object.hasOwn(engine, code)), []);
});

test('each says what happened and what to do next', () => {
  for (const [code, { message, hint }] of Object.entries(engine)) {
    assert.match(message, /\.$/, code);
    assert.match(hint, /\.$/, code);
  }
});
