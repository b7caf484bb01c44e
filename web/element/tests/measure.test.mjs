// Lengths are those of the plane, in pixels and with a scale; ends stay on the scan.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { added, lengthPx, lengthUm, moved, withEnd, without } from '../measure.ts';

const SCAN = { width: 100, height: 50 };

test('a length in pixels, and in micrometres with pixels that are not square', () => {
  const line = { ends: [[10, 10], [13, 14]] };
  assert.equal(lengthPx(line), 5);
  assert.equal(lengthUm(line, { lateral_um: 10, axial_um: 4 }), Math.hypot(30, 16));
  assert.equal(lengthUm({ ends: [[0, 7], [50, 7]] }, { lateral_um: 11.5, axial_um: 3.9 }), 575);
  assert.equal(lengthUm({ ends: [[7, 0], [7, 50]] }, { lateral_um: 11.5, axial_um: 3.9 }), 195);
});

test('ends are held on the scan', () => {
  assert.deepEqual(moved([50, 25], 7, -5, SCAN), [57, 20]);
  assert.deepEqual(moved([50, 25], 900, -900, SCAN), [100, 0]);
});

test('lines come, change and go; a click is none', () => {
  const one = added([], [0, 0], [30, 40]);
  assert.deepEqual(one, [{ id: 1, ends: [[0, 0], [30, 40]] }]);
  assert.equal(added(one, [5, 5], [5.5, 5.5]), one);
  const two = added(one, [1, 1], [2, 2]);
  assert.deepEqual(two.map((line) => line.id), [1, 2]);
  assert.deepEqual(withEnd(two, 1, 0, [3, 3])[0].ends, [[3, 3], [30, 40]]);
  assert.deepEqual(withEnd(two, 2, 1, [9, 9])[1].ends, [[1, 1], [9, 9]]);
  assert.deepEqual(without(two, 1).map((line) => line.id), [2]);
  assert.equal(added(without(two, 2), [0, 0], [9, 9]).at(-1).id, 2);
});
