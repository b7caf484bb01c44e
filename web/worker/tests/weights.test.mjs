// Weights of one's own: taken from where they are said to be, checked, and given up again when they cannot be used.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { GroundscopeError } from '../errors.ts';
import { parsePolicy } from '../policy.ts';
import { ChosenFiles } from '../weights.ts';
import { codeOf, settle } from './fake-port.mjs';
import { startEngine, worker } from './started-engine.mjs';

const OURS = new Uint8Array(8).buffer;
const OTHER = new Uint8Array([1, 2, 3]);
const LOADED = { warmUp: 1, selfCheck: 1, check: { passed: true, max_difference: 0, tolerance: 0.01, compared: 9 } };
const WRONG = { ...LOADED, check: { ...LOADED.check, passed: false, max_difference: 5 } };
const INFO = { name: 'other-1', licence: 'CC0', data: [], classes: [] };
const file = () => new File([OTHER], 'other.safetensors');

let engine;
afterEach(() => engine?.dispose());

/** An engine that reads on the CPU. */
async function ready(options) {
  engine = startEngine(options);
  const prepared = engine.prepare('cpu');
  await settle();
  worker('reader').reply('load', LOADED);
  await prepared;
  return engine;
}

test('another file is described, loaded and checked, and its name is told', async () => {
  await ready();
  const used = engine.useWeights(file());
  await settle();
  worker('metrics').reply('describe', INFO);
  await settle();
  const { args } = worker('reader').calls.find(({ method }) => method === 'load');
  assert.deepEqual(new Uint8Array(args.weights), OTHER);
  worker('reader').reply('load', LOADED);
  assert.deepEqual(await used, INFO);
  assert.deepEqual([engine.weightsName, engine.device.state], ['other.safetensors', 'ready']);
});

test('of two choices at once the last one made stays, though the first ends in an error', async () => {
  await ready();
  const first = engine.useWeights(file());
  const second = engine.useWeights(null);
  first.catch(() => undefined);
  await settle();
  assert.equal(worker('metrics').calls.filter(({ method }) => method === 'describe').length, 1, 'one after another');
  worker('metrics').refuse('weights', 'It ends inside its header.');
  await settle();
  await settle();
  worker('metrics').reply('describe', INFO);
  await settle();
  worker('reader').reply('load', LOADED);
  await second;
  assert.deepEqual([engine.weightsName, engine.device.state], [null, 'ready']);
});

test('a file that is no weights file changes nothing', async () => {
  await ready();
  const used = engine.useWeights(file());
  await settle();
  worker('metrics').refuse('weights', 'It ends inside its header.');
  const error = await used.catch((failure) => failure);
  assert.deepEqual([error.code, error.message, error.details], ['weights', 'other.safetensors cannot be used as weights.', 'It ends inside its header.']);
  assert.deepEqual([engine.weightsName, engine.device.state, worker('reader').waiting], [null, 'ready', '']);
});

test('weights whose numbers come out wrong are given up, and the old ones loaded again', async () => {
  await ready();
  const used = engine.useWeights(file());
  used.catch(() => undefined);
  await settle();
  worker('metrics').reply('describe', INFO);
  await settle();
  worker('reader').reply('load', WRONG);
  assert.equal(await codeOf(used), 'self_check_failed');
  await settle();
  const { args } = worker('reader').calls.find(({ method }) => method === 'load');
  assert.deepEqual(new Uint8Array(args.weights), new Uint8Array(OURS));
  worker('reader').reply('load', LOADED);
  await settle();
  assert.deepEqual([engine.weightsName, engine.device.state], [null, 'ready']);
});

test('a policy that cannot be obeyed fails every call', async () => {
  engine = startEngine({ policy: Promise.reject(new GroundscopeError('policy', 'no')) });
  assert.equal(await codeOf(engine.prepare('cpu')), 'policy');
  assert.equal(await codeOf(engine.open(new ArrayBuffer(1))), 'policy');
});

test('the policy limits devices and weights', async () => {
  const policy = parsePolicy(JSON.stringify({ format: 'groundscope-policy/1', devices: ['cpu'], weights: ['0'.repeat(64)] }));
  engine = startEngine({ policy });
  assert.equal(await codeOf(engine.prepare('gpu')), 'weights_not_allowed');
  assert.equal(engine.device.kind, 'cpu', 'no GPU was asked for');
  assert.equal(await codeOf(engine.useWeights(file())), 'weights_not_allowed');
});

test('an address is fetched once, and only from the page\'s own server', async () => {
  startEngine().dispose();
  let fetched = 0;
  globalThis.fetch = async (url) => (fetched++, assert.equal(url.href, 'https://hospital.example/w/mine.safetensors'), new Response(OTHER));
  const files = new ChosenFiles({}, Promise.resolve(parsePolicy('{"format":"groundscope-policy/1"}')), 'w/mine.safetensors');
  assert.equal(files.chosen.name, 'mine.safetensors');
  assert.equal(await files.weights('cpu'), await files.weights('gpu'));
  assert.equal(fetched, 1);
  files.choose({ source: 'https://elsewhere.example/w', name: 'w' });
  assert.equal(await codeOf(files.weights('cpu')), 'weights');
  globalThis.fetch = async () => new Response('', { status: 404 });
  files.choose({ source: '/gone', name: 'gone' });
  await assert.rejects(files.weights('cpu'), /gone could not be loaded: the server answered 404/);
});
