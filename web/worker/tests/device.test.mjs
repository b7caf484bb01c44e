// The GPU is used where it computes rightly; otherwise the CPU is, and the reason is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeviceKeeper } from '../device.ts';
import { GroundscopeError } from '../errors.ts';

const RIGHT = { warmUp: 1, selfCheck: 1, check: { passed: true, max_difference: 1e-6, tolerance: 0.01, compared: 9 } };
const WRONG = { warmUp: 1, selfCheck: 1, check: { passed: false, max_difference: 1, tolerance: 0.01, compared: 9 } };
const ASSETS = { module: async () => ({}), weights: async () => new ArrayBuffer(8) };
const lost = new GroundscopeError('device_lost', 'The GPU was lost.');

/** A worker with these answers: `probe`, and `load` by device. */
function link({ adapter = 'Test GPU', gpu = RIGHT, cpu = RIGHT } = {}) {
  const calls = [];
  return {
    alive: true,
    calls,
    async call(method, args) {
      calls.push(method === 'load' ? `load ${args.device}` : method);
      if (method === 'probe') return adapter === null ? { adapter, code: 'no_adapter', message: 'None.' } : { adapter };
      const result = args.device === 'gpu' ? gpu : cpu;
      if (result instanceof Error) throw result;
      return result;
    },
  };
}

const ensure = (keeper, worker, device = 'auto') => keeper.ensure(worker, device, () => undefined);

test('auto takes the GPU where there is an adapter, once', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  const worker = link();
  assert.equal(await ensure(keeper, worker), 'gpu');
  assert.equal(await ensure(keeper, worker), 'gpu');
  assert.deepEqual(worker.calls, ['probe', 'load gpu']);
  assert.deepEqual([keeper.status.state, keeper.status.adapter, keeper.status.fallback], ['ready', 'Test GPU', null]);
});

test('what is waited for is told before its first byte', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  const steps = [];
  await keeper.ensure(link(), 'auto', ({ stage, device }) => steps.push(`${stage} ${device}`));
  assert.deepEqual(steps, ['module gpu', 'weights gpu']);
});

test('without an adapter the CPU is used, and why is told', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  const worker = link({ adapter: null });
  assert.equal(await ensure(keeper, worker), 'cpu');
  assert.equal(await ensure(keeper, worker), 'cpu');
  assert.deepEqual(worker.calls, ['probe', 'load cpu']);
  assert.equal(keeper.status.fallback.code, 'no_adapter');
  assert.equal(keeper.status.adapter, null);
});

test('the CPU on request asks for no adapter and is no fallback', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  const worker = link();
  assert.equal(await ensure(keeper, worker, 'cpu'), 'cpu');
  assert.deepEqual(worker.calls, ['load cpu']);
  assert.equal(keeper.status.fallback, null);
  assert.equal(await ensure(keeper, worker, 'auto'), 'gpu');
  assert.equal(await ensure(keeper, worker, 'cpu'), 'cpu');
  assert.deepEqual(worker.calls, ['load cpu', 'probe', 'load gpu']);
  assert.deepEqual([keeper.status.kind, keeper.status.adapter, keeper.status.selfCheck.passed], ['cpu', null, true]);
});

test('a GPU that computes wrong numbers is never asked again', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  assert.equal(await ensure(keeper, link({ gpu: WRONG })), 'cpu');
  assert.equal(keeper.status.fallback.code, 'self_check_failed');
  assert.match(keeper.status.fallback.message, /wrong numbers/);
  const fresh = link();
  assert.equal(await ensure(keeper, fresh, 'gpu'), 'cpu');
  assert.deepEqual(fresh.calls, ['load cpu']);
  assert.equal(keeper.status.fallback.code, 'self_check_failed');
});

test('a GPU that cannot be opened leaves the CPU, with the reason', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  assert.equal(await ensure(keeper, link({ gpu: new GroundscopeError('gpu_refused', 'No.') })), 'cpu');
  assert.equal(keeper.status.fallback.code, 'load_failed');
});

test('when even the CPU computes wrong numbers nothing is read', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  await assert.rejects(ensure(keeper, link({ adapter: null, cpu: WRONG })), { code: 'self_check_failed' });
  assert.equal(keeper.status.state, 'failed');
});

test('a lost GPU is tried once more on a fresh worker, then the CPU reads', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  await ensure(keeper, link());
  assert.equal(keeper.failed(lost), true);
  assert.equal(await ensure(keeper, link()), 'gpu');
  assert.equal(keeper.failed(lost), true);
  assert.equal(await ensure(keeper, link()), 'cpu');
  assert.equal(keeper.status.fallback.code, 'device_lost');
  assert.equal(keeper.failed(new GroundscopeError('engine_crashed', 'Boom.')), false);
});

test('a GPU that is lost, hangs or runs out of memory while it loads counts the same', async () => {
  for (const code of ['device_lost', 'timed_out', 'out_of_memory']) {
    const keeper = new DeviceKeeper(ASSETS);
    const failure = new GroundscopeError(code, 'The GPU failed.');
    for (let n = 0; n < 2; n++) {
      const dying = link({ gpu: failure });
      // A worker that hung or died is gone before its call is rejected.
      dying.alive = code === 'out_of_memory';
      await assert.rejects(ensure(keeper, dying), { code });
      assert.equal(keeper.breaksWorker(failure), code !== 'timed_out');
      assert.equal(keeper.failed(failure), true);
    }
    const worker = link();
    assert.equal(await ensure(keeper, worker), 'cpu');
    assert.deepEqual(worker.calls, ['load cpu']);
    assert.match(keeper.status.fallback.message, /failed twice/);
  }
});

test('fresh workers that die before they load anything are not tried for ever', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  await ensure(keeper, link());
  assert.deepEqual([1, 2, 3].map(() => keeper.failed(new GroundscopeError('engine_crashed', 'Boom.'))), [true, true, false]);
});

test('a good reading in between forgives a loss', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  for (let n = 0; n < 3; n++) {
    assert.equal(await ensure(keeper, link()), 'gpu');
    keeper.succeeded(10);
    assert.equal(keeper.failed(lost), true);
  }
});

test('errors that are no device failure change nothing', async () => {
  const keeper = new DeviceKeeper(ASSETS);
  await ensure(keeper, link());
  for (const code of ['unknown_scan', 'cancelled', 'scan_empty']) {
    assert.equal(keeper.failed(new GroundscopeError(code, code)), false);
  }
  assert.equal(keeper.status.state, 'ready');
});

test('a worker that was replaced while it loaded has no say any more', async () => {
  let arrive;
  const slow = new Promise((resolve) => (arrive = resolve));
  const keeper = new DeviceKeeper({ ...ASSETS, module: () => slow });
  const old = link();
  const stale = ensure(keeper, old);
  await new Promise((later) => setTimeout(later, 5));
  // "Use CPU" while the GPU's module was still on its way.
  Object.assign(old, { alive: false, call: async () => { throw new GroundscopeError('cancelled', 'Replaced.'); } });
  assert.equal(await ensure(keeper, link(), 'cpu'), 'cpu');
  const { status } = keeper;
  arrive({});
  await assert.rejects(stale, { code: 'cancelled' });
  assert.equal(keeper.status, status);
  assert.deepEqual([status.state, status.requested, status.kind], ['ready', 'cpu', 'cpu']);
});
