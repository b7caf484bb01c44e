// Window and invert map every grey value exactly, and leave the scan's own pixels alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjusted, isWhole, mapped, NARROWEST, table, WHOLE } from '../window.ts';

test('the whole window shows every value as it is, inverted as its complement', () => {
  for (let value = 0; value < 256; value++) {
    assert.equal(table(WHOLE, false)[value], value);
    assert.equal(table(WHOLE, true)[value], 255 - value);
  }
});

test('a window spreads its values from black to white and cuts off the rest', () => {
  // Values 0.2 to 0.6 of the range: 51 to 153.
  const shown = table({ level: 0.4, width: 0.4 }, false);
  assert.deepEqual([0, 50, 51, 85, 119, 153, 154, 255].map((value) => shown[value]), [0, 0, 0, 85, 170, 255, 255, 255]);
  const inverted = table({ level: 0.4, width: 0.4 }, true);
  assert.deepEqual([0, 51, 85, 119, 153, 255].map((value) => inverted[value]), [255, 255, 170, 85, 0, 0]);
});

test('pixels are mapped channel by channel, transparency and the source stay', () => {
  const pixels = new Uint8ClampedArray([0, 100, 255, 200, 7, 8, 9, 0]);
  const before = [...pixels];
  assert.deepEqual([...mapped(pixels, table(WHOLE, true))], [255, 155, 0, 200, 248, 247, 246, 0]);
  assert.deepEqual([...pixels], before);
});

test('level and width stay within their ends', () => {
  assert.deepEqual(adjusted(WHOLE, 0.25, -0.5), { level: 0.75, width: 0.5 });
  assert.deepEqual(adjusted(WHOLE, 9, -9), { level: 1, width: NARROWEST });
  assert.deepEqual(adjusted(WHOLE, -9, 9), { level: 0, width: 1 });
  assert.ok(isWhole(WHOLE));
  assert.ok(!isWhole(adjusted(WHOLE, 0.01, 0)));
});
