// One call each, on one engine that the first call starts; importing starts nothing.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import * as headless from '../headless.ts';
import { codeOf, settle } from './fake-port.mjs';
import { startEngine, worker } from './started-engine.mjs';

const DECODED = { info: { width: 2, height: 1, format: 'png', bit_depth: 8, colour: 'grey', notes: [] }, rgba: new Uint8ClampedArray(8) };
const LOADED = { warmUp: 1, selfCheck: 1, check: { passed: true, max_difference: 0, tolerance: 0.01, compared: 9 } };
const FINDINGS = { findings: [] };

/** A page on which nothing was started yet. */
function page() {
  startEngine().dispose();
  const asked = [];
  const answer = globalThis.fetch;
  globalThis.fetch = async (url, options) => {
    asked.push(new URL(url).pathname);
    return String(url).endsWith('.json') ? new Response('{"format":"groundscope-policy/1","devices":["cpu"]}') : answer(url, options);
  };
  headless.configure({ base: '/g/' });
  return asked;
}

afterEach(() => headless.close());

/** Answers the calls of one reading. */
async function readerReplies() {
  await settle();
  worker('metrics').reply('decode', DECODED);
  await settle();
  for (const [method, value] of [['load', LOADED], ['hold', undefined], ['read', FINDINGS]]) {
    worker('reader').reply(method, value);
    await settle();
  }
}

test('a scan is opened, read and forgotten, under the policy beside the engine', async () => {
  const asked = page();
  assert.deepEqual(asked, [], 'importing and configuring ask for nothing');
  const reading = headless.read(new Blob([new Uint8Array([1, 2])]), { device: 'gpu' });
  await readerReplies();
  assert.deepEqual(await reading, FINDINGS);
  await settle();
  assert.equal(worker('reader').waiting, 'close');
  assert.ok(asked.includes('/g/groundscope-policy.json') && asked.includes('/g/weights/groundscope-oct-1.safetensors'), asked.join(' '));
  assert.equal(headless.engine().device.kind, 'cpu', 'the policy allows no GPU');
});

test('the scan is forgotten when it is not read, too', async () => {
  page();
  const cancel = new AbortController();
  const closed = [];
  headless.engine().close = (scan) => closed.push(scan);
  const reading = headless.read(new ArrayBuffer(2), { signal: cancel.signal });
  await settle();
  worker('metrics').reply('decode', DECODED);
  await settle();
  cancel.abort();
  assert.equal(await codeOf(reading), 'cancelled');
  assert.deepEqual(closed, [1]);
});

test('questions and scores go to the same engine, whole files by what they hold', async () => {
  page();
  const engine = headless.engine();
  const calls = [headless.ask('Any fluid?', FINDINGS), headless.score({ references: '{}', imageName: 'a', width: 1, height: 1, findings: FINDINGS }), headless.score({ references: [], predictions: [] }), headless.evaluate({ runs: [] })];
  for (const method of ['ask', 'score', 'scoreGrounding', 'evaluate']) {
    await settle();
    worker('metrics').reply(method, method);
  }
  assert.deepEqual(await Promise.all(calls), ['ask', 'score', 'scoreGrounding', 'evaluate']);
  assert.equal(headless.engine(), engine);
  headless.close();
  assert.notEqual(headless.engine(), engine);
});
