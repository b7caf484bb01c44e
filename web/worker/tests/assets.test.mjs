// A file of GroundScope's own that does not come is named, and what came damaged is fetched anew, past the browser's cache.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Assets } from '../assets.ts';
import { DeviceKeeper } from '../device.ts';
import { GroundscopeError } from '../errors.ts';
import { WEIGHTS } from '../parts.ts';

const BASE = 'https://hospital.example/';
const quiet = () => undefined;
let requests = [];
/** Answers, by the end of the address. */
let answers = {};

beforeEach(() => {
  requests = [];
  answers = {};
  globalThis.fetch = async (url, options) => {
    requests.push([new URL(url).pathname.slice(1), options?.cache ?? 'default']);
    const answer = answers[new URL(url).pathname.slice(1)];
    if (answer instanceof Error) throw answer;
    return answer ? answer() : new Response(new Uint8Array(8));
  };
  WebAssembly.compileStreaming = async () => ({});
});

const failure = (promise) => promise.then(() => assert.fail('it came'), (error) => error);

test('the server\'s answer is told, with the part that is missing and what to do', async () => {
  answers[WEIGHTS] = () => new Response('', { status: 404 });
  const error = await failure(new Assets(BASE).weights('cpu', quiet));
  assert.equal(error.code, 'load_failed');
  assert.equal(error.message, `The model (${WEIGHTS}) could not be loaded: the server answered 404.`);
  assert.match(error.hint, /^Try again\. .*ask whoever runs this page/);
});

test('a web page in place of a part is recognised', async () => {
  const page = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  Object.assign(answers, { [WEIGHTS]: page, 'engine/cpu.wasm': page });
  const assets = new Assets(BASE);
  for (const promise of [assets.weights('cpu', quiet), assets.module('cpu', quiet)]) {
    assert.match((await failure(promise)).message, /sent a web page in its place/);
  }
});

test('a module sent as something else is told so', async () => {
  answers['engine/cpu.wasm'] = () => new Response('', { headers: { 'Content-Type': 'text/plain' } });
  WebAssembly.compileStreaming = async () => { throw new TypeError('Incorrect response MIME type.'); };
  const error = await failure(new Assets(BASE).module('cpu', quiet));
  assert.match(error.message, /the server sent it as text\/plain, not as application\/wasm/);
  assert.equal(error.details, 'Incorrect response MIME type.');
});

test('a module that does not compile is fetched anew, and its error is a detail', async () => {
  const assets = new Assets(BASE);
  WebAssembly.compileStreaming = async () => { throw new WebAssembly.CompileError('expected magic word'); };
  const error = await failure(assets.module('cpu', quiet));
  assert.doesNotMatch(`${error.message} ${error.hint}`, /magic word/);
  assert.equal(error.details, 'expected magic word');
  WebAssembly.compileStreaming = async () => ({});
  await assets.module('cpu', quiet);
  assert.deepEqual(requests, [['engine/cpu.wasm', 'default'], ['engine/cpu.wasm', 'reload']]);
});

test('without a connection that is said', async () => {
  answers[WEIGHTS] = new TypeError('Failed to fetch');
  const { message, hint } = await failure(new Assets(BASE).weights('cpu', quiet));
  assert.match(message, /could not be reached/);
  assert.match(hint, /Check the connection/);
});

test('weights that the engine cannot parse are fetched anew at the next try, on the GPU too without blaming it', async () => {
  const keeper = new DeviceKeeper(new Assets(BASE));
  let parsed = false;
  const link = {
    alive: true,
    async call(method) {
      if (method === 'probe') return { adapter: 'Test GPU' };
      if (!parsed) throw new GroundscopeError('weights', 'The weights file ends inside its header.');
      return { warmUp: 1, selfCheck: 1, check: { passed: true, max_difference: 0, tolerance: 0.01, compared: 9 } };
    },
  };
  const error = await failure(keeper.ensure(link, 'auto', quiet));
  assert.deepEqual([error.code, error.part], ['load_failed', WEIGHTS]);
  assert.match(error.details, /ends inside its header/);
  parsed = true;
  assert.equal(await keeper.ensure(link, 'auto', quiet), 'gpu');
  const weights = requests.filter(([path]) => path === WEIGHTS);
  assert.deepEqual(weights.map(([, cache]) => cache), ['default', 'reload']);
  // What came well is kept.
  await keeper.ensure({ ...link }, 'auto', quiet);
  assert.equal(requests.filter(([path]) => path === WEIGHTS).length, 2);
});
