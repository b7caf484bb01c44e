// Scans and expert boxes that take a while to come: the last choice wins, and a score belongs to its boxes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroundscopeError } from '../../worker/errors.ts';
import { refusal } from '../failure.ts';
import { Session } from '../session.ts';
import { BYTES, deferred, engine, FINDINGS, next, opened, turn } from './engine.mjs';

const SCORE = { image: 'eye', references: [], false_positives: [], per_class: [], notes: [] };
const pending = (api, name) => api.calls.filter((call) => call.name === name && !call.seen).length;

/** A session with a scan that has been read, and boxes that have been scored. */
async function scored() {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  void session.loadReferences('{}', 'first.json');
  (await next(api, 'score')).resolve(SCORE);
  await turn();
  assert.equal(session.state.score, SCORE);
  return { api, session };
}

test('a scan that comes late does not replace the one chosen after it', async () => {
  const api = engine();
  const session = new Session(api);
  const slow = deferred();
  let signal;
  const sample = session.open((given) => ((signal = given), slow.promise), 'sample.png');
  assert.equal(session.phase, 'reading', 'it can be cancelled while it is fetched');
  assert.equal(session.progress.stage, 'fetch');
  await opened(api, session, 2);
  assert.ok(signal.aborted, 'nothing is fetched that nobody wants');
  slow.resolve({ bytes: BYTES, truth: '{}' });
  await sample;
  assert.equal(pending(api, 'open'), 0);
  assert.deepEqual([session.state.name, session.state.truth, session.phase], ['eye.png', null, 'ready']);
});

test('a sample that is cancelled while it is fetched is not opened', async () => {
  const api = engine();
  const session = new Session(api);
  const slow = deferred();
  const sample = session.open(() => slow.promise, 'sample.png');
  session.cancel();
  slow.resolve({ bytes: BYTES });
  await sample;
  assert.equal(pending(api, 'open'), 0);
  assert.deepEqual([session.phase, session.state.failure], ['idle', null]);
});

test('a file that does not come is told under its own title, and can be tried again', async () => {
  const api = engine();
  const session = new Session(api);
  let tries = 0;
  await session.open(async () => {
    if (tries++ === 0) throw refusal('sample', 'The server answered 500.');
    return { bytes: BYTES };
  }, 'sample.png');
  const { title, retry, code } = session.state.failure;
  assert.deepEqual([title, retry, code], ['The sample could not be fetched', true, 'sample']);
  void session.retry();
  (await next(api, 'open')).resolve({ id: 1, width: 4, height: 4 });
  await next(api, 'read');
  assert.equal(session.state.failure, null);
});

test('a part of GroundScope that is missing is not blamed on the file, and opening can be tried again', async () => {
  const api = engine();
  const session = new Session(api);
  const opening = session.open(BYTES, 'eye.png');
  (await next(api, 'open')).reject(new GroundscopeError('load_failed', 'The CPU reader could not be loaded.', 'Try again.', 'expected magic word'));
  await opening;
  const { title, retry, details } = session.state.failure;
  assert.deepEqual([title, retry, details], ['GroundScope could not load a part of itself', true, 'expected magic word']);
  void session.retry();
  assert.equal((await next(api, 'open')).args[0], BYTES);
});

test('boxes that come late do not replace the ones chosen after them', async () => {
  const { api, session } = await scored();
  const slow = deferred();
  void session.loadReferences(() => slow.promise, 'slow.json');
  void session.loadReferences('{"b":1}', 'fast.json');
  (await next(api, 'score')).resolve({ ...SCORE, image: 'fast' });
  slow.resolve('{"a":1}');
  await turn();
  assert.deepEqual([session.state.references.name, session.state.score.image], ['fast.json', 'fast']);
  assert.equal(pending(api, 'score'), 0);
});

test('other boxes clear the score at once, and it is said that they are scored', async () => {
  const { api, session } = await scored();
  void session.loadReferences('{"b":1}', 'other.json');
  assert.deepEqual([session.state.score, session.state.scoring], [null, 'other.json']);
  (await next(api, 'score')).resolve({ ...SCORE, image: 'other' });
  await turn();
  assert.deepEqual([session.state.score.image, session.state.scoring], ['other', null]);
});

test('a score that is on its way does not come back after Remove', async () => {
  const { api, session } = await scored();
  void session.loadReferences('{"b":1}', 'other.json');
  const call = await next(api, 'score');
  session.dropReferences();
  assert.ok(call.args[1].signal.aborted, 'and nobody waits behind it');
  call.resolve(SCORE);
  await turn();
  assert.deepEqual([session.state.references, session.state.score, session.state.scoreFailure, session.state.scoring], [null, null, null, null]);
});

test('a score that comes although it was given up is dropped', async () => {
  const api = engine();
  const scores = [];
  // An engine that cannot be stopped.
  api.score = () => {
    const score = deferred();
    scores.push(score);
    return score.promise;
  };
  const session = new Session(api);
  await opened(api, session);
  void session.loadReferences('{"a":1}', 'a.json');
  await turn();
  void session.loadReferences('{"b":1}', 'b.json');
  await turn();
  scores[0].resolve({ ...SCORE, image: 'a' });
  await turn();
  assert.deepEqual([session.state.score, session.state.scoring], [null, 'b.json']);
  session.dropReferences();
  scores[1].reject(new GroundscopeError('score', 'no'));
  await turn();
  assert.deepEqual([session.state.score, session.state.scoreFailure], [null, null]);
});

test('boxes removed while they are read do not come back', async () => {
  const { session } = await scored();
  const slow = deferred();
  void session.loadReferences(() => slow.promise, 'slow.json');
  session.dropReferences();
  slow.resolve('{}');
  await turn();
  assert.deepEqual([session.state.references, session.state.scoring], [null, null]);
});

test('boxes that cannot be read leave those before them, with their score', async () => {
  const { api, session } = await scored();
  void session.loadReferences(async () => { throw refusal('unreadable', 'Gone.'); }, 'gone.json');
  (await next(api, 'score')).resolve(SCORE);
  await turn();
  const { references, score, scoreFailure } = session.state;
  assert.deepEqual([references.name, score, scoreFailure.code], ['first.json', SCORE, 'unreadable']);
});

test('a scan is done while its score is still on its way', async () => {
  const { api, session } = await scored();
  const again = session.readAgain();
  (await next(api, 'read')).resolve({ ...FINDINGS });
  await again;
  assert.deepEqual([session.phase, session.state.scoring], ['ready', 'first.json']);
});

test('a scan does not wait behind a score, which is made up for if the scan cannot be opened', async () => {
  const { api, session } = await scored();
  void session.loadReferences('{"huge":1}', 'huge.json');
  const call = await next(api, 'score');
  const opening = session.open(BYTES, 'bad.png');
  assert.ok(call.args[1].signal.aborted);
  (await next(api, 'open')).reject(new GroundscopeError('scan_corrupt', 'no scan'));
  await opening;
  assert.equal((await next(api, 'score')).args[0].references, '{"huge":1}');
});

test('boxes dropped with a scan wait for it', async () => {
  const { api, session } = await scored();
  const opening = session.open(async () => ({ bytes: BYTES }), 'second.png');
  void session.loadReferences('{"b":1}', 'second.json');
  (await next(api, 'parseReferences')).resolve({});
  (await next(api, 'open')).resolve({ id: 2, width: 4, height: 4 });
  assert.equal(pending(api, 'score'), 0);
  (await next(api, 'read')).resolve({ ...FINDINGS });
  await opening;
  assert.equal((await next(api, 'score')).args[0].imageName, 'second.png');
});

test('boxes that waited for a scan that could not be opened are scored against the open one', async () => {
  const { api, session } = await scored();
  const opening = session.open(BYTES, 'bad.png');
  void session.loadReferences('{"b":1}', 'other.json');
  (await next(api, 'open')).reject(new GroundscopeError('scan_corrupt', 'no scan'));
  await opening;
  assert.equal((await next(api, 'score')).args[0].imageName, 'eye.png');
});

test('the sample\'s true boxes go with the sample, whatever the next scan is called', async () => {
  const api = engine();
  const session = new Session(api);
  const sample = session.open(async () => ({ bytes: BYTES, truth: '{"true":1}' }), 'sample.png');
  (await next(api, 'open')).resolve({ id: 1, width: 4, height: 4 });
  (await next(api, 'read')).resolve(FINDINGS);
  await sample;
  session.useTruth();
  (await next(api, 'score')).resolve(SCORE);
  await turn();
  const own = session.open(BYTES, 'sample.png');
  (await next(api, 'open')).resolve({ id: 2, width: 4, height: 4 });
  (await next(api, 'read')).resolve({ ...FINDINGS });
  await own;
  assert.deepEqual([session.state.truth, session.state.references, session.state.score], [null, null, null]);
  assert.equal(pending(api, 'score'), 0);
});
