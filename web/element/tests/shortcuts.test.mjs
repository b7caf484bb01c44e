// Every key does one thing, and a key that is taken says by what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIONS, actionOf, bind, bindingsFrom, changes, DEFAULTS } from '../shortcuts.ts';

test('the defaults have no key twice', () => {
  const keys = ACTIONS.flatMap((action) => DEFAULTS[action]);
  assert.equal(new Set(keys).size, keys.length);
  for (const action of ACTIONS) for (const key of DEFAULTS[action]) assert.equal(actionOf(DEFAULTS, key), action);
});

test('letters are the same in both cases, other keys do nothing', () => {
  assert.equal(actionOf(DEFAULTS, 'H'), 'hide');
  assert.equal(actionOf(DEFAULTS, 'q'), null);
  assert.equal(actionOf(DEFAULTS, 'Enter'), null);
});

test('a key bound anew works in place of the old one', () => {
  const { bindings } = bind(DEFAULTS, 'hide', 'Q');
  assert.equal(actionOf(bindings, 'q'), 'hide');
  assert.equal(actionOf(bindings, 'h'), null);
  assert.deepEqual(changes(bindings), { hide: 'q' });
  assert.deepEqual(changes(DEFAULTS), {});
});

test('a taken key is refused and says by what; one that edits or moves is refused', () => {
  assert.deepEqual(bind(DEFAULTS, 'hide', 'm'), { refused: 'taken', by: 'measure' });
  for (const key of ['Enter', 'Tab', ' ', 'ArrowUp', '']) assert.deepEqual(bind(DEFAULTS, 'hide', key), { refused: 'unfit' });
  assert.deepEqual(bind(DEFAULTS, 'hide', 'h').bindings, DEFAULTS);
});

test('what was kept comes back, a swap of two keys too; what is none is left out', () => {
  const { bindings } = bind(DEFAULTS, 'hide', 'q');
  assert.deepEqual(bindingsFrom(changes(bindings)), bindings);
  const swapped = bindingsFrom({ hide: 'm', measure: 'h' });
  assert.equal(actionOf(swapped, 'm'), 'hide');
  assert.equal(actionOf(swapped, 'h'), 'measure');
  assert.deepEqual(bindingsFrom({ hide: 'm' }), DEFAULTS);
  assert.deepEqual(bindingsFrom({ hide: 'Enter', jump: 'x' }), DEFAULTS);
  for (const wrong of [null, 7, 'x', []]) assert.deepEqual(bindingsFrom(wrong), DEFAULTS);
});
