// What the user knows of a scan reaches its findings, lasts as long as it may, and is refused without harm.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroundscopeError } from '../../worker/errors.ts';
import { numberOf } from '../known.ts';
import { Session } from '../session.ts';
import { strings } from '../strings.ts';
import { BYTES, engine, FINDINGS, next, opened } from './engine.mjs';

const SCALE = { lateral_um: 11.5, axial_um: 3.9 };
const KNOWN = { scale: SCALE, eye: 'right' };

async function told(api, session, known = KNOWN) {
  const telling = session.know(known);
  const explained = { ...FINDINGS, scale: SCALE };
  (await next(api, 'explain')).resolve(explained);
  await telling;
  return explained;
}

test('what is known goes into the findings, and an answer in the old words goes', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  void session.ask('how large?');
  (await next(api, 'ask')).resolve({ text: 'x', evidence: [], suggestions: [] });
  const explained = await told(api, session);
  assert.equal(session.state.findings, explained);
  assert.deepEqual(session.state.known, KNOWN);
  assert.equal(session.state.answer, null);
});

test('a scale that is refused changes nothing, and a good one clears the refusal', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  const telling = session.know({ scale: { lateral_um: -1, axial_um: 3 }, eye: null });
  (await next(api, 'explain')).reject(new GroundscopeError('scale', 'A scale is two numbers', 'Give both'));
  await telling;
  assert.equal(session.state.knownFailure.code, 'scale');
  assert.equal(session.state.findings, FINDINGS);
  assert.deepEqual(session.state.known, { scale: null, eye: null });
  assert.equal(session.phase, 'ready');
  await told(api, session);
  assert.equal(session.state.knownFailure, null);
});

test('another scan of the same size keeps the scale, one of another size does not, and the eye is asked for again', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  await told(api, session);
  const opening = session.open(BYTES, 'next.png');
  (await next(api, 'open')).resolve({ id: 2, width: 4, height: 4 });
  (await next(api, 'read')).resolve(FINDINGS);
  const explain = await next(api, 'explain');
  assert.deepEqual(explain.args[1], { scale: SCALE, eye: null });
  explain.resolve({ ...FINDINGS, scale: SCALE });
  await opening;
  assert.deepEqual(session.state.findings.scale, SCALE);
  const other = session.open(BYTES, 'other.png');
  (await next(api, 'open')).resolve({ id: 3, width: 5, height: 4 });
  (await next(api, 'read')).resolve(FINDINGS);
  await other;
  assert.deepEqual(session.state.known, { scale: null, eye: null });
  assert.equal(session.state.findings, FINDINGS);
});

test('hiding a region tells what the answer rests on, and a new reading forgets it', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  const hiding = session.hide('irf-1');
  assert.equal(session.phase, 'reading');
  const call = await next(api, 'hide');
  assert.deepEqual(call.args.slice(0, 3), [1, FINDINGS, 'irf-1']);
  const occlusion = { class: 'irf', probability: 0.9, hidden: 0.1, gone: true, rests: 'wholly', text: 'x' };
  call.resolve(occlusion);
  await hiding;
  assert.equal(session.phase, 'ready');
  assert.deepEqual(session.state.hidden, { 'irf-1': occlusion });
  assert.equal(session.state.findings, FINDINGS);
  const again = session.readAgain();
  (await next(api, 'read')).resolve(FINDINGS);
  await again;
  assert.deepEqual(session.state.hidden, {});
});

test('hiding can be cancelled and leaves the findings', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  const hiding = session.hide('irf');
  await next(api, 'hide');
  session.cancel();
  await hiding;
  assert.equal(session.phase, 'ready');
  assert.deepEqual(session.state.hidden, {});
  assert.equal(session.state.findings, FINDINGS);
});

test('what is known in words', () => {
  assert.equal(strings.known.given({ scale: null, eye: null }), 'not given');
  assert.equal(strings.known.given(KNOWN), '11.5 \u00d7 3.9 \u00b5m, right (OD)');
  const region = { place: { text: 'at the RPE, at the fovea' }, extent: { text: '5 px wide', area_mm2: 0.01 } };
  assert.equal(strings.findings.placed(region), 'At the RPE, at the fovea. 5 px wide, 0.01 mm\u00b2.');
});

test('a number may have a point or a comma', () => {
  assert.deepEqual(['11.5', '11,5', ' 3,87 ', 'x'].map(numberOf), [11.5, 11.5, 3.87, NaN]);
});
