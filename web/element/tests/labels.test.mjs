// Labels cover neither each other nor the stage's edge; what is lit is always named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeLabels } from '../labels.ts';

const STAGE = { width: 400, height: 300 };
const wish = (key, x, y, must = false) => ({ key, around: { x, y, width: 30, height: 20 }, width: 60, must });
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('no two labels overlap and all lie on the stage', () => {
  const wishes = Array.from({ length: 60 }, (_, n) => wish(`r${n}`, (n * 37) % 390, (n * 53) % 290));
  const placed = [...placeLabels(wishes, STAGE).values()];
  assert.ok(placed.length >= 10, `only ${placed.length} placed`);
  placed.forEach((a, n) => {
    assert.ok(a.x >= 0 && a.y >= 0 && a.x + a.width <= STAGE.width && a.y + a.height <= STAGE.height);
    for (const b of placed.slice(n + 1)) assert.ok(!overlap(a, b));
  });
});

test('a lit label is placed even in a crowd, and keeps its place over others', () => {
  const crowd = Array.from({ length: 40 }, (_, n) => wish(`r${n}`, 180 + (n % 3), 140 + (n % 5)));
  const without = placeLabels(crowd, STAGE);
  assert.ok(without.size < crowd.length);
  const lit = crowd.find((one) => !without.has(one.key));
  const placed = placeLabels(crowd.map((one) => (one === lit ? { ...one, must: true } : one)), STAGE);
  assert.ok(placed.has(lit.key));
});

test('a box out of sight has no label', () => {
  assert.equal(placeLabels([wish('far', 900, 10), wish('up', 10, -400)], STAGE).size, 0);
});
