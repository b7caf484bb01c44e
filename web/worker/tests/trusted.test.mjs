// Only the installation's two workers and its service worker become worker addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedScriptUrl } from '../trusted.ts';

const BASE = 'https://hospital.example/tools/groundscope/';
const ORIGIN = 'https://hospital.example';

test('the installation\'s own workers pass', () => {
  assert.equal(checkedScriptUrl('engine/reader.js', BASE, ORIGIN), `${BASE}engine/reader.js`);
  assert.equal(checkedScriptUrl('engine/metrics.js', BASE, ORIGIN), `${BASE}engine/metrics.js`);
  assert.equal(checkedScriptUrl('sw.js', BASE, ORIGIN), `${BASE}sw.js`);
});

test('everything else is refused', () => {
  const bad = [
    'engine/other.js', 'engine/sw.js', '../sw.js', '../engine/reader.js', 'engine/reader.js?x=1', 'https://elsewhere.example/engine/reader.js',
    'blob:https://hospital.example/1', 'data:text/javascript,1', '//elsewhere.example/engine/reader.js',
  ];
  for (const input of bad) assert.throws(() => checkedScriptUrl(input, BASE, ORIGIN), TypeError, input);
  assert.throws(() => checkedScriptUrl('engine/reader.js', 'https://elsewhere.example/', ORIGIN), TypeError);
});
