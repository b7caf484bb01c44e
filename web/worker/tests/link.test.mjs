// Each call of a link settles, whatever happens to its worker.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Link } from '../link.ts';
import { codeOf, spawner } from './fake-port.mjs';

const PATIENCE = { patience: 1_000 };

function linked(options) {
  const { ports, spawn } = spawner(options);
  const link = new Link(spawn());
  return { link, port: ports[0] };
}

test('answers reach the call they belong to', async () => {
  const { link, port } = linked();
  const [first, second] = [link.call('one', {}, PATIENCE), link.call('two', { x: 1 }, PATIENCE)];
  assert.deepEqual(port.calls.map(({ method, args }) => [method, args]), [['one', {}], ['two', { x: 1 }]]);
  const [one, two] = port.calls;
  port.send({ kind: 'result', call: two.call, value: 'b' });
  port.send({ kind: 'result', call: one.call, value: 'a' });
  assert.deepEqual(await Promise.all([first, second]), ['a', 'b']);
  assert.equal(link.busy, false);
});

test('an error of the engine rejects its call alone', async () => {
  const { link, port } = linked();
  const [first, second] = [link.call('one', {}, PATIENCE), link.call('two', {}, PATIENCE)];
  port.refuse('scan_empty', 'The file is empty.');
  port.answer(2);
  await assert.rejects(first, { name: 'GroundscopeError', code: 'scan_empty', message: 'The file is empty.' });
  assert.equal(await second, 2);
  assert.equal(link.alive, true);
});

test('a panic, an uncaught error and an unreadable answer reject everything that is pending', async () => {
  const breaks = [
    (port) => port.send({ kind: 'crashed', message: 'boom' }),
    (port) => port.fail(),
    (port) => port.onmessageerror({}),
  ];
  for (const breakIt of breaks) {
    const { link, port } = linked();
    await link.loaded;
    let told = null;
    link.ondeath = (error) => (told = error.code);
    const calls = [link.call('one', {}, PATIENCE), link.call('two', {}, PATIENCE)];
    breakIt(port);
    assert.deepEqual(await Promise.all(calls.map(codeOf)), ['engine_crashed', 'engine_crashed']);
    assert.equal(told, 'engine_crashed');
    assert.equal(port.terminated, true);
    assert.equal(await codeOf(link.call('three', {}, PATIENCE)), 'engine_crashed');
  }
});

test('a lost device is told as such', async () => {
  const { link, port } = linked();
  const call = link.call('read', {}, PATIENCE);
  port.send({ kind: 'device-lost', message: 'unplugged' });
  assert.equal(await codeOf(call), 'device_lost');
});

test('a worker that falls silent is ended; progress is a sign of life', async () => {
  const { link, port } = linked();
  const seen = [];
  const call = link.call('read', {}, { patience: 60, onProgress: (progress) => seen.push(progress.loaded) });
  for (const loaded of [1, 2, 3]) {
    await new Promise((later) => setTimeout(later, 35));
    port.send({ kind: 'progress', call: port.calls[0].call, progress: { stage: 'inference', device: 'cpu', loaded } });
  }
  assert.equal(link.alive, true);
  assert.equal(await codeOf(call), 'timed_out');
  assert.deepEqual(seen, [1, 2, 3]);
  assert.equal(port.terminated, true);
});

test('a script that cannot be loaded is told as such', async () => {
  const { link, port } = linked({ load: false });
  const call = link.call('start', {}, PATIENCE);
  port.fail();
  assert.equal(await codeOf(link.loaded), 'load_failed');
  assert.equal(await codeOf(call), 'load_failed');
  await assert.rejects(link.loaded, { message: /engine\/reader\.js/, hint: /Try again.*ask whoever runs this page/ });
});

test('what a worker asked of the network is passed on and settles nothing', async () => {
  const { link, port } = linked();
  const heard = [];
  link.ontraffic = (traffic) => heard.push(traffic);
  const call = link.call('one', {}, PATIENCE);
  const traffic = { kind: 'refused', directive: 'connect-src', address: 'https://leak.example/', policy: 'p' };
  port.send({ kind: 'traffic', traffic });
  assert.deepEqual(heard, [traffic]);
  assert.equal(link.busy, true);
  port.answer(1);
  assert.equal(await call, 1);
});
