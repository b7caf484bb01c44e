// A pointer points when it moves, not when something comes to lie under it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMoved } from '../pointing.ts';

const at = (screenX, screenY, movementX = 0, movementY = 0) => ({ screenX, screenY, movementX, movementY });

test('what scrolls under a resting pointer is not pointed at', () => {
  assert.ok(hasMoved(at(5, 5)), 'the first sign of a pointer');
  assert.ok(!hasMoved(at(5, 5)));
  assert.ok(hasMoved(at(6, 5)), 'a browser that tells no movement');
  assert.ok(!hasMoved(at(6, 5)));
  assert.ok(hasMoved(at(6, 5, 1, 0)));
});
