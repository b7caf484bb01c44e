// Scrolling goes scan by scan: a notch is one, a touchpad's small ways add up, and a flick does not fly.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WheelSteps } from '../wheel.ts';

const turns = (...all) => {
  const wheel = new WheelSteps();
  return all.map(([timeStamp, deltaY, deltaMode = 0]) => wheel.turn({ timeStamp, deltaY, deltaMode }));
};

test('one notch is one step, in pixels or in lines', () => {
  assert.deepEqual(turns([0, 100], [100, 120], [200, -100]), [1, 1, -1]);
  assert.deepEqual(turns([0, 3, 1], [100, -3, 1]), [1, -1]);
});

test('small ways add up, until the direction changes or the hand rests', () => {
  assert.deepEqual(turns([0, 20], [10, 20], [20, 20]), [0, 0, 1]);
  assert.deepEqual(turns([0, 20], [10, -40], [20, -20]), [0, 0, -1]);
  assert.deepEqual(turns([0, 40], [400, 40], [410, 40]), [0, 0, 1]);
});

test('a flick takes its time', () => {
  assert.deepEqual(turns([0, 300], [10, 300], [20, 300], [45, 300]), [1, 0, 0, 1]);
});
