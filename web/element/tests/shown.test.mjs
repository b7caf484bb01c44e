// Hidden classes and low scores leave regions out of the drawing, and verdicts as they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, offNames, shown } from '../shown.ts';

const region = (id, score) => ({ id, score, box: [0, 0, 10, 10], area_px: 100, outline: [] });
const finding = (id, ...scores) => ({
  class: id,
  short: id.toUpperCase(),
  present: true,
  verdict: 'present',
  probability: 0.9,
  boxes: scores.map((score, n) => [n, 0, n + 1, 1]),
  scores,
  regions: scores.map((score, n) => region(`${id}-${n + 1}`, score)),
});
const FINDINGS = { width: 20, height: 20, findings: [finding('irf', 0.9, 0.6, 0.3), finding('srf', 0.5), finding('erm')] };
const ids = (findings) => findings.findings.map((one) => one.regions.map((each) => each.id));

test('nothing hidden is the same findings', () => {
  assert.equal(shown(FINDINGS, { off: new Set(), least: 0 }), FINDINGS);
});

test('a score at the least is shown, one under it is not; boxes and scores go with their regions', () => {
  const some = shown(FINDINGS, { off: new Set(), least: 0.6 });
  assert.deepEqual(ids(some), [['irf-1', 'irf-2'], [], []]);
  assert.deepEqual(some.findings[0].boxes, [[0, 0, 1, 1], [1, 0, 2, 1]]);
  assert.deepEqual(some.findings[0].scores, [0.9, 0.6]);
  assert.equal(below(FINDINGS, { off: new Set(), least: 0.6 }), 2);
  assert.equal(below(FINDINGS, { off: new Set(), least: 0 }), 0);
});

test('a hidden class has no regions, and keeps its verdict', () => {
  const choice = { off: new Set(['irf', 'erm']), least: 0.4 };
  const some = shown(FINDINGS, choice);
  assert.deepEqual(ids(some), [[], ['srf-1'], []]);
  for (const [n, { present, verdict, probability }] of some.findings.entries()) {
    const { present: p, verdict: v, probability: q } = FINDINGS.findings[n];
    assert.deepEqual([present, verdict, probability], [p, v, q]);
  }
  assert.deepEqual(offNames(FINDINGS, choice), ['IRF']);
  assert.equal(below(FINDINGS, choice), 0);
});
