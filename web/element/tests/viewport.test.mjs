// Zoom and pan keep the promises that a reader relies on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enclose, fit, panBy, reveal, zoomAt } from '../viewport.ts';

const SCAN = { width: 768, height: 496 };
const STAGE = { width: 960, height: 640 };
const toScan = (view, x, y) => [(x - view.x) / view.scale, (y - view.y) / view.scale];

test('fitting shows the whole scan, centred', () => {
  for (const scan of [SCAN, { width: 300, height: 2000 }, { width: 4000, height: 20 }]) {
    const { scale, x, y } = fit(scan, STAGE);
    assert.ok(x >= 0 && y >= 0);
    assert.ok(x + scan.width * scale <= STAGE.width && y + scan.height * scale <= STAGE.height);
    assert.ok(Math.abs(x - (STAGE.width - scan.width * scale) / 2) < 1e-9);
  }
});

test('zooming keeps the point under the pointer', () => {
  const before = fit(SCAN, STAGE);
  for (const [x, y] of [[480, 320], [300, 200], [700, 500]]) {
    const after = zoomAt(before, 2, x, y, SCAN, STAGE);
    assert.equal(after.scale, before.scale * 2);
    const [a, b] = [toScan(before, x, y), toScan(after, x, y)];
    assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-9);
  }
});

test('zoom ends somewhere in both directions', () => {
  let [near, far] = [fit(SCAN, STAGE), fit(SCAN, STAGE)];
  for (let step = 0; step < 100; step++) {
    near = zoomAt(near, 1.5, 480, 320, SCAN, STAGE);
    far = zoomAt(far, 1 / 1.5, 480, 320, SCAN, STAGE);
  }
  assert.equal(near.scale, 24);
  assert.equal(far.scale, fit(SCAN, STAGE).scale / 2);
});

test('the scan cannot be pushed off the stage', () => {
  for (const [dx, dy] of [[1e6, 0], [-1e6, 0], [0, 1e6], [0, -1e6], [1e6, 1e6]]) {
    const { scale, x, y } = panBy(fit(SCAN, STAGE), dx, dy, SCAN, STAGE);
    assert.ok(x + SCAN.width * scale > 100 && x < STAGE.width - 100, 'across');
    assert.ok(y + SCAN.height * scale > 100 && y < STAGE.height - 100, 'down');
  }
});

test('a box in sight stays where it is, one out of sight is brought in', () => {
  const view = fit(SCAN, STAGE);
  assert.equal(reveal(view, [100, 100, 200, 200], SCAN, STAGE), view);
  const close = zoomAt(view, 6, 480, 320, SCAN, STAGE);
  const box = [10, 10, 40, 40];
  const { scale, x, y } = reveal(close, box, SCAN, STAGE);
  assert.ok(box[0] * scale + x >= 0 && box[2] * scale + x <= STAGE.width);
  assert.ok(box[1] * scale + y >= 0 && box[3] * scale + y <= STAGE.height);
});

test('boxes are enclosed exactly', () => {
  assert.deepEqual(enclose([[10, 20, 30, 40], [5, 25, 28, 60]]), [5, 20, 30, 60]);
  assert.equal(enclose([]), null);
});
