// The engine behind the API, with workers that the test answers for: what waits for what, and that every call settles.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { codeOf, settle } from './fake-port.mjs';
import { started, startEngine, worker } from './started-engine.mjs';

const BYTES = new Uint8Array([1, 2, 3]).buffer;
const INFO = { width: 2, height: 1, format: 'png', bit_depth: 8, colour: 'grey', notes: [] };
const DECODED = { info: INFO, rgba: new Uint8ClampedArray(8) };
const LOADED = { warmUp: 1, selfCheck: 1, check: { passed: true, max_difference: 0, tolerance: 0.01, compared: 9 } };

let engine;

function start() {
  engine = startEngine();
  return engine;
}

/** An engine whose GPU has been asked for and has not answered yet. */
async function starting() {
  start();
  const prepared = engine.prepare('auto');
  prepared.catch(() => undefined);
  await settle();
  worker('reader').reply('probe', { adapter: 'Test GPU' });
  await settle();
  assert.equal(worker('reader').waiting, 'load');
  // In an object: a promise returned by itself would be waited for.
  return { prepared };
}

async function opened() {
  const opening = engine.open(BYTES);
  await settle();
  worker('metrics').reply('decode', DECODED);
  return opening;
}

afterEach(() => engine.dispose());

test('a scan is decoded while the GPU still starts, and read once it runs', async () => {
  const { prepared } = await starting();
  const scan = await opened();
  assert.deepEqual([scan.width, scan.height, scan.pixels.data.length], [2, 1, 8]);
  assert.equal(engine.device.state, 'preparing');

  const reading = engine.read(scan.id);
  await settle();
  const reader = worker('reader');
  assert.equal(reader.waiting, 'load');
  reader.reply('load', LOADED);
  assert.equal((await prepared).kind, 'gpu');
  await settle();
  const held = reader.calls.find((call) => call.method === 'hold');
  assert.deepEqual(new Uint8Array(held.args.bytes), new Uint8Array([1, 2, 3]));
  reader.reply('hold', undefined);
  await settle();
  reader.reply('read', { findings: [] });
  assert.deepEqual(await reading, { findings: [] });
});

test('the reader is given a scan once, and then reads it', async () => {
  const { prepared } = await starting();
  const reader = worker('reader');
  reader.reply('load', LOADED);
  await prepared;
  const scan = await opened();
  for (const calls of ['hold', 'read']) {
    const reading = engine.read(scan.id);
    await settle();
    assert.equal(reader.waiting, calls);
    if (calls === 'hold') reader.reply('hold', undefined);
    await settle();
    reader.reply('read', { findings: [] });
    assert.deepEqual(await reading, { findings: [] });
  }
});

test('the caller keeps its bytes, and a file that is no scan is told without a reader', async () => {
  await starting();
  const opening = engine.open(BYTES);
  await settle();
  worker('metrics').refuse('scan_format');
  assert.equal(await codeOf(opening), 'scan_format');
  assert.equal(BYTES.byteLength, 3);
  assert.equal(worker('reader').waiting, 'load');
});

test('cancelling a decoding rejects at once, and the next scan is decoded', async () => {
  await starting();
  const cancel = new AbortController();
  const first = engine.open(BYTES, { signal: cancel.signal });
  await settle();
  cancel.abort();
  assert.equal(await codeOf(first), 'cancelled');
  assert.equal((await opened()).id, 1);
});

test('cancelling a reading that waits for the GPU leaves the GPU its start', async () => {
  const { prepared } = await starting();
  const scan = await opened();
  const cancel = new AbortController();
  const reading = engine.read(scan.id, { signal: cancel.signal });
  await settle();
  cancel.abort();
  assert.equal(await codeOf(reading), 'cancelled');
  worker('reader').reply('load', LOADED);
  assert.equal((await prepared).state, 'ready');
});

test('a GPU that is lost while it starts or reads is tried on a fresh worker, which is given the scan again', async () => {
  await starting();
  const scan = await opened();
  const reading = engine.read(scan.id);
  await settle();
  worker('reader').send({ kind: 'device-lost', message: 'unplugged' });
  await settle();
  worker('reader').reply('probe', { adapter: 'Test GPU' });
  await settle();
  worker('reader').reply('load', LOADED);
  await settle();
  worker('reader').reply('hold', undefined);
  await settle();
  worker('reader').send({ kind: 'device-lost', message: 'unplugged' });
  await settle();
  // Twice lost: the CPU reads.
  worker('reader').reply('load', LOADED);
  await settle();
  worker('reader').reply('hold', undefined);
  await settle();
  worker('reader').reply('read', { findings: [] });
  assert.deepEqual(await reading, { findings: [] });
  assert.equal(engine.device.kind, 'cpu');
  assert.equal(engine.device.fallback.code, 'device_lost');
});

test('a crash while a scan is decoded is told, and the next one is decoded by a fresh worker', async () => {
  await starting();
  const opening = engine.open(BYTES);
  await settle();
  worker('metrics').send({ kind: 'crashed', message: 'boom' });
  assert.equal(await codeOf(opening), 'engine_crashed');
  assert.equal((await opened()).width, 2);
});

test('a device is getting ready while something waits for it, and else is not loaded', async () => {
  start();
  const cancel = new AbortController();
  const preparing = engine.prepare('auto', { signal: cancel.signal });
  assert.equal(engine.device.state, 'preparing');
  await settle();
  cancel.abort();
  assert.equal(await codeOf(preparing), 'cancelled');
  assert.equal(engine.device.state, 'idle');
  globalThis.fetch = async () => new Response('', { status: 500 });
  const again = engine.prepare('cpu');
  assert.equal(engine.device.state, 'preparing');
  assert.equal(await codeOf(again), 'load_failed');
  assert.equal(engine.device.state, 'idle');
});

test('closing settles what is decoded, prepared and waiting', async () => {
  const { prepared } = await starting();
  const scan = await opened();
  const calls = [prepared, engine.open(BYTES), engine.read(scan.id)];
  await settle();
  engine.dispose();
  assert.deepEqual(await Promise.all(calls.map(codeOf)), ['disposed', 'disposed', 'disposed']);
});

test('what either worker asks of the network, or is refused, reaches the page', async () => {
  await starting();
  const heard = [];
  const stop = engine.onTraffic((traffic) => heard.push(traffic.address));
  const tell = (script, address) => worker(script).send({ kind: 'traffic', traffic: { kind: 'asked', address } });
  tell('reader', 'https://a.example/');
  tell('metrics', 'https://b.example/');
  stop();
  tell('reader', 'https://c.example/');
  assert.deepEqual(heard, ['https://a.example/', 'https://b.example/']);
});

test('scoring two files needs no reader, and no size', async () => {
  engine = startEngine({ readsSoon: false });
  const scoring = engine.score({ references: 'R', predictions: 'P', imageName: 'a.png', settings: { t2: 0.5 }, language: 'de' });
  await settle();
  const call = worker('metrics').take('score');
  assert.deepEqual(call.args, { references: 'R', predictions: 'P', image: { name: 'a.png' }, settings: { t1: 0.1, t2: 0.5, fp: 'undetected' }, language: 'de' });
  assert.deepEqual(started(), ['metrics']);
  worker('metrics').send({ kind: 'result', call: call.call, value: 'scored' });
  assert.equal(await scoring, 'scored');
});

test('questions and findings are worded in the language that is asked for', async () => {
  engine = startEngine({ readsSoon: false });
  for (const [method, call, args] of [
    ['ask', () => engine.ask('Drusen?', 'F', { language: 'de' }), { question: 'Drusen?', findings: 'F', language: 'de' }],
    ['explain', () => engine.explain('F', 'K', { language: 'de' }), { findings: 'F', known: 'K', language: 'de' }],
    ['ask', () => engine.ask('Drusen?', 'F'), { question: 'Drusen?', findings: 'F', language: undefined }],
  ]) {
    const told = call();
    await settle();
    const asked = worker('metrics').take(method);
    assert.deepEqual(asked.args, args);
    worker('metrics').send({ kind: 'result', call: asked.call, value: 'told' });
    assert.equal(await told, 'told');
  }
});
