// The device panel offers what can be changed, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_POLICY } from '../../worker/policy.ts';
import { DeviceChip } from '../device-chip.ts';
import { textOf } from './template.mjs';

/** Which buttons the panel has for this device. */
function buttons(device, policy) {
  return [...rendered(device, policy).matchAll(/data-testid="(use-\w+)"/g)].map((match) => match[1]);
}

function rendered(device, policy = NO_POLICY) {
  const chip = new DeviceChip();
  chip.session = { policy, state: { device: { state: 'ready', requested: 'auto', kind: 'cpu', adapter: null, selfCheck: null, fallback: null, timings: {}, ...device } } };
  return textOf(chip.render());
}

test('the other device is offered', () => {
  assert.deepEqual(buttons({ kind: 'gpu' }), ['use-cpu']);
  assert.deepEqual(buttons({ requested: 'cpu' }), ['use-gpu']);
});

test('a GPU that cannot be had is not offered, one that may come back is', () => {
  for (const code of ['no_webgpu', 'no_adapter', 'self_check_failed', 'device_lost', 'engine_crashed']) {
    assert.deepEqual(buttons({ fallback: { code, message: '' } }), [], code);
  }
  assert.deepEqual(buttons({ fallback: { code: 'load_failed', message: '' } }), ['use-gpu']);
});

test('a device that the policy forbids is not offered', () => {
  assert.deepEqual(buttons({ kind: 'gpu' }, { ...NO_POLICY, devices: ['auto'] }), []);
  assert.deepEqual(buttons({ requested: 'cpu' }, { ...NO_POLICY, devices: ['cpu'] }), []);
});

test('a device that is not loaded is not said to be getting ready', () => {
  assert.match(rendered({ state: 'idle' }), /data-device=none.*Not loaded/);
  assert.match(rendered({ state: 'preparing' }), /data-device=starting.*Getting ready/);
});
