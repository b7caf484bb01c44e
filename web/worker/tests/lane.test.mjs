// A lane runs one job at a time and always finds a worker for the next.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lane } from '../lane.ts';
import { codeOf, settle, spawner } from './fake-port.mjs';

const PATIENCE = { patience: 1_000 };
const read = (link) => link.call('read', {}, PATIENCE);

test('jobs run one after another on one worker', async () => {
  const { ports, spawn } = spawner();
  const lane = new Lane(spawn);
  const [first, second] = [lane.run(read), lane.run(read)];
  await settle();
  assert.equal(ports[0].calls.length, 1);
  ports[0].answer('a');
  assert.equal(await first, 'a');
  await settle();
  ports[0].answer('b');
  assert.equal(await second, 'b');
  assert.equal(ports.length, 1);
});

test('cancelling a running job rejects at once, ends its worker and leaves the next job a fresh one', async () => {
  const { ports, spawn } = spawner();
  const lane = new Lane(spawn);
  lane.prepareSpare();
  const cancel = new AbortController();
  const first = lane.run(read, cancel.signal);
  const second = lane.run(read);
  await settle();
  cancel.abort();
  assert.equal(await codeOf(first), 'cancelled');
  assert.equal(ports[0].terminated, true);
  await settle();
  assert.equal(ports[1].calls.length, 1);
  ports[1].answer('b');
  assert.equal(await second, 'b');
});

test('cancelling a waiting job does not touch the worker', async () => {
  const { ports, spawn } = spawner();
  const lane = new Lane(spawn);
  const cancel = new AbortController();
  const first = lane.run(read);
  const second = lane.run(read, cancel.signal);
  await settle();
  cancel.abort();
  assert.equal(await codeOf(second), 'cancelled');
  assert.equal(ports[0].terminated, false);
  ports[0].answer('a');
  assert.equal(await first, 'a');
  assert.equal(await codeOf(lane.run(read, cancel.signal)), 'cancelled');
});

test('without a network a cancelled job keeps its worker, and the next job waits for it', async () => {
  const { ports, spawn } = spawner({ load: false });
  const lane = new Lane(spawn);
  ports[0].load();
  const cancel = new AbortController();
  const first = lane.run(read, cancel.signal);
  await settle();
  cancel.abort();
  assert.equal(await codeOf(first), 'cancelled');
  const second = lane.run(read);
  await settle();
  ports[1].fail();
  await settle();
  assert.equal(ports[0].terminated, false);
  ports[0].answer('nobody waits for this');
  await settle();
  ports[0].answer('b');
  assert.equal(await second, 'b');
});

test('a worker that dies is replaced for the next job', async () => {
  const { ports, spawn } = spawner();
  const lane = new Lane(spawn);
  const first = lane.run(read);
  await settle();
  ports[0].fail();
  assert.equal(await codeOf(first), 'engine_crashed');
  const second = lane.run(read);
  await settle();
  ports[1].answer('b');
  assert.equal(await second, 'b');
  ports[1].fail();
  // The spare that was prepared in between takes over.
  const third = lane.run(read);
  await settle();
  ports[2].answer('c');
  assert.equal(await third, 'c');
});

test('a worker that dies while idle is told', async () => {
  const { ports, spawn } = spawner();
  const lane = new Lane(spawn);
  const deaths = [];
  lane.onidledeath = (error) => deaths.push(error.code);
  await settle();
  ports[0].send({ kind: 'device-lost', message: 'unplugged' });
  assert.deepEqual(deaths, ['device_lost']);
});

test('closing settles what runs and what waits', async () => {
  const { ports, spawn } = spawner();
  const lane = new Lane(spawn);
  const calls = [lane.run(read), lane.run(read)];
  await settle();
  lane.dispose();
  assert.deepEqual(await Promise.all(calls.map(codeOf)), ['disposed', 'disposed']);
  assert.equal(ports[0].terminated, true);
  assert.equal(await codeOf(lane.run(read)), 'disposed');
});

test('every worker is heard, the spare too', () => {
  const { ports, spawn } = spawner();
  const lane = new Lane(spawn);
  const heard = [];
  lane.ontraffic = ({ address }) => heard.push(address);
  lane.prepareSpare();
  ports.forEach((port, n) => port.send({ kind: 'traffic', traffic: { kind: 'asked', address: `https://${n}.example/` } }));
  assert.deepEqual(heard, ['https://0.example/', 'https://1.example/']);
});
