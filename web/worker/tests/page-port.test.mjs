// The engine on the page's own thread: the same messages as from a worker, and time for the page to show them.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Link } from '../link.ts';
import { PagePort } from '../page-port.ts';
import { codeOf, settle } from './fake-port.mjs';

let frames;
beforeEach(() => {
  frames = [];
  globalThis.requestAnimationFrame = (callback) => frames.push(callback);
});
const paint = async () => {
  await settle();
  frames.splice(0).forEach((frame) => frame());
  await settle();
};

test('a call waits until the page has been painted, and tells its progress', async () => {
  let begun = 0;
  const link = new Link(new PagePort(() => ({ twice: ({ n }, report) => (begun++, report({ stage: 'inference' }), 2 * n) })));
  await link.loaded;
  const told = [];
  const answer = link.call('twice', { n: 4 }, { patience: 1000, onProgress: ({ stage }) => told.push(stage) });
  await settle();
  assert.equal(begun, 0);
  await paint();
  assert.equal(await answer, 8);
  assert.deepEqual(told, ['inference']);
});

test('a page out of sight is not waited for', async () => {
  const link = new Link(new PagePort(() => ({ one: () => 1 })));
  assert.equal(await link.call('one', {}, { patience: 5000 }), 1);
});

test('errors have their code, a trap ends the instance, and what was ended is not heard', async () => {
  const methods = () => ({ refuse: () => { throw { code: 'scan_empty', message: 'Empty.' }; }, trap: () => { throw new WebAssembly.RuntimeError('unreachable'); }, one: () => 1 });
  const link = new Link(new PagePort(methods));
  const refused = codeOf(link.call('refuse', {}, { patience: 1000 }));
  await paint();
  assert.equal(await refused, 'scan_empty');
  const trapped = codeOf(link.call('trap', {}, { patience: 1000 }));
  await paint();
  assert.equal(await trapped, 'engine_crashed');
  const port = new PagePort(methods);
  port.onmessage = () => assert.fail('it was ended');
  port.postMessage({ call: 1, method: 'one', args: {} });
  port.terminate();
  await paint();
});
