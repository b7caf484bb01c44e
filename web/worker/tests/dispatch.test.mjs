// The worker's end: one answer a call, a last word when the engine breaks, and whatever the network saw of it.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { answerCalls, Moved } from '../dispatch.ts';

let told;
let listeners;
let seeResources;

beforeEach(() => {
  told = [];
  listeners = {};
  Object.assign(globalThis, {
    onmessage: null,
    postMessage: (message, options) => told.push({ ...message, moved: options.transfer.length }),
    addEventListener: (kind, listener) => (listeners[kind] = listener),
    PerformanceObserver: class {
      constructor(callback) {
        seeResources = (...names) => callback({ getEntries: () => names.map((name) => ({ name })) });
      }
      observe(options) {
        assert.deepEqual(options, { type: 'resource', buffered: true });
      }
    },
  });
});

const ask = (method, args) => globalThis.onmessage({ data: { call: 7, method, args } });
const violation = (part) => ({
  disposition: 'enforce', effectiveDirective: 'connect-src', blockedURI: 'https://leak.example/?pixels=1', sourceFile: 'engine/reader.js',
  originalPolicy: "connect-src 'self'", ...part,
});

test('a call is answered once, with what moves', async () => {
  answerCalls({ twice: ({ n }) => 2 * n, buffer: () => new Moved('b', [new ArrayBuffer(1)]) });
  assert.deepEqual(told, [{ kind: 'loaded', moved: 0 }]);
  await ask('twice', { n: 4 });
  await ask('buffer', {});
  assert.deepEqual(told.slice(1), [
    { kind: 'result', call: 7, value: 8, moved: 0 },
    { kind: 'result', call: 7, value: 'b', moved: 1 },
  ]);
});

test('an error is told with its code, a trap as the end of the engine', async () => {
  answerCalls({
    refuse: () => { throw { code: 'scan_empty', message: 'Empty.', hint: 'Another.' }; },
    trap: () => { throw new WebAssembly.RuntimeError('unreachable'); },
  });
  await ask('refuse', {});
  await ask('trap', {});
  assert.deepEqual(told.slice(1), [
    { kind: 'error', call: 7, error: { code: 'scan_empty', message: 'Empty.', hint: 'Another.' }, moved: 0 },
    { kind: 'crashed', message: 'unreachable', moved: 0 },
  ]);
});

test('what the policy refuses is passed on, what it only reports is not', () => {
  answerCalls({});
  listeners['securitypolicyviolation'](violation({ disposition: 'report' }));
  listeners['securitypolicyviolation'](violation({}));
  listeners['securitypolicyviolation'](violation({ blockedURI: '' }));
  const refused = { kind: 'refused', directive: 'connect-src', policy: "connect-src 'self'" };
  assert.deepEqual(told.slice(1).map(({ traffic }) => traffic), [
    { ...refused, address: 'https://leak.example/?pixels=1' },
    { ...refused, address: 'engine/reader.js' },
  ]);
});

test('what the worker asks of the network is passed on', () => {
  answerCalls({});
  seeResources('https://hospital.example/a', 'https://hospital.example/b');
  assert.deepEqual(told.slice(1).map(({ kind, traffic }) => [kind, traffic.kind, traffic.address]), [
    ['traffic', 'asked', 'https://hospital.example/a'],
    ['traffic', 'asked', 'https://hospital.example/b'],
  ]);
});
