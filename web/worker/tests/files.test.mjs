// Whole files through the engine: what the metrics worker is asked, what comes back, and that it can be cancelled.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { namedFiles } from '../files.ts';
import { codeOf, settle } from './fake-port.mjs';
import { startEngine, worker } from './started-engine.mjs';

const FILE = { name: 'boxes.json', bytes: new TextEncoder().encode('{}') };
const GROUNDING = { references: [FILE], predictions: [FILE], settings: { t2: 0.25, details: true } };

/** Every call, what it sends to the worker if that is not its request, and its request. */
const CALLS = [
  ['scoreGrounding', GROUNDING],
  ['partialGrounding', GROUNDING],
  ['mergePartials', [FILE], { files: [FILE] }],
  ['parseOutput', { kind: 'boxes', text: '{}', family: 'gemini' }],
  ['parseOutput', { kind: 'presence', text: '{}' }],
  ['scorePresence', { references: [FILE], answers: FILE }],
  ['describeReferences', { sets: [{ name: 'mine', files: [FILE] }] }],
  ['convert', { files: [FILE], to: 'yolo' }],
  ['evaluate', { references: [FILE], runs: [{ name: 'one', predictions: [FILE] }] }],
];

let engine;
afterEach(() => engine.dispose());

test('each call goes to the metrics worker as it is, and its report comes back', async () => {
  engine = startEngine();
  for (const [method, request, sent] of CALLS) {
    const calling = engine[method](request);
    await settle();
    const metrics = worker('metrics');
    assert.equal(metrics.waiting, method);
    assert.deepEqual(metrics.calls[0].args, sent ?? request);
    const report = { of: method };
    metrics.reply(method, report);
    assert.equal(await calling, report);
  }
  assert.equal(worker('reader').waiting, '', 'the reader is not asked');
  assert.equal(FILE.bytes.byteLength, 2, 'the caller keeps its bytes');
});

test('cancelling ends the worker at once, and the next call runs on another', async () => {
  engine = startEngine();
  // A first call brings up the spare that takes over.
  const first = engine.scoreGrounding(GROUNDING);
  await settle();
  worker('metrics').reply('scoreGrounding', {});
  await first;
  await settle();
  const busy = worker('metrics');
  const cancel = new AbortController();
  const evaluating = engine.evaluate(CALLS.at(-1)[1], { signal: cancel.signal });
  await settle();
  assert.equal(busy.waiting, 'evaluate');
  cancel.abort();
  assert.equal(await codeOf(evaluating), 'cancelled');
  assert.ok(busy.terminated);
  const next = engine.scoreGrounding(GROUNDING);
  await settle();
  worker('metrics').reply('scoreGrounding', { pooled: {} });
  assert.deepEqual(await next, { pooled: {} });
});

test('what is wrong with a file reaches the caller with its code, message and hint', async () => {
  engine = startEngine();
  const scoring = engine.scoreGrounding(GROUNDING);
  await settle();
  const metrics = worker('metrics');
  const { call } = metrics.take('scoreGrounding');
  metrics.send({ kind: 'error', call, error: { code: 'references', message: 'boxes.json: it is empty.', hint: 'Fill it.' } });
  await assert.rejects(scoring, { name: 'GroundscopeError', code: 'references', message: 'boxes.json: it is empty.', hint: 'Fill it.' });
});

test('a large benchmark is not taken for a worker that hangs', async (t) => {
  engine = startEngine();
  await settle();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const scoring = engine.scoreGrounding(GROUNDING);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  assert.equal(worker('metrics').waiting, 'scoreGrounding');
  t.mock.timers.tick(600_000);
  worker('metrics').reply('scoreGrounding', { pooled: {} });
  assert.deepEqual(await scoring, { pooled: {} });
});

test('dropped files are read under their names, those of a folder under their paths', async () => {
  engine = startEngine();
  const plain = Object.assign(new File(['{}'], 'boxes.json'), { webkitRelativePath: '' });
  const nested = Object.assign(new File(['0 1 1 1 1'], 'eye.txt'), { webkitRelativePath: 'set/labels/eye.txt' });
  const [first, second] = await namedFiles([plain, nested]);
  assert.deepEqual(first, { name: 'boxes.json', bytes: new Uint8Array([123, 125]) });
  assert.equal(second.name, 'labels/eye.txt');
  assert.equal(second.bytes.byteLength, 9);
  const gone = Object.assign(new File([''], 'gone.json'), { webkitRelativePath: '', arrayBuffer: () => Promise.reject(new Error('not found')) });
  await assert.rejects(namedFiles([gone]), { code: 'file', message: 'gone.json cannot be read.', details: 'not found' });
});
