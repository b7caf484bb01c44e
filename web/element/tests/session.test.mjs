// A session loses nothing that was open, and the last wish wins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroundscopeError } from '../../worker/errors.ts';
import { Session } from '../session.ts';
import { speak, strings } from '../strings.ts';
import { BYTES, engine, FINDINGS, next, opened, turn } from './engine.mjs';

const ANSWER = { text: 'Yes.', understood: 'x', verdict: 'present', confidence: 0.9, evidence: ['irf-1'], suggestions: [] };

test('a scan is shown before it is read, and read before it is done', async () => {
  const api = engine();
  const session = new Session(api);
  assert.equal(session.phase, 'idle');
  const opening = session.open(BYTES, 'eye.png');
  assert.equal(session.phase, 'reading');
  (await next(api, 'open')).resolve({ id: 1, width: 4, height: 4 });
  await turn();
  assert.equal(session.state.scan.id, 1);
  assert.equal(session.phase, 'reading');
  (await next(api, 'read')).resolve(FINDINGS);
  await opening;
  assert.equal(session.phase, 'ready');
});

test('a file that cannot be opened leaves the open scan and its findings', async () => {
  const api = engine();
  const failures = [];
  const session = new Session(api, { onError: (failure) => failures.push(failure.code) });
  await opened(api, session);
  const bad = session.open(BYTES, 'bad.png');
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'no scan', 'open another'));
  await bad;
  assert.equal(session.phase, 'error');
  assert.deepEqual(failures, ['decode']);
  session.dismissFailure();
  assert.equal(session.phase, 'ready');
  assert.equal(session.state.scan.id, 1);
  assert.equal(session.state.findings, FINDINGS);
  assert.deepEqual(api.closed, []);
});

test('the second of two files wins, whatever order they end in', async () => {
  const api = engine();
  const session = new Session(api);
  const first = session.open(BYTES, 'first.png');
  const firstCall = await next(api, 'open');
  const second = session.open(BYTES, 'second.png');
  const secondCall = await next(api, 'open');
  secondCall.resolve({ id: 2, width: 4, height: 4 });
  firstCall.resolve({ id: 1, width: 4, height: 4 });
  (await next(api, 'read')).resolve(FINDINGS);
  await Promise.all([first, second]);
  assert.equal(session.state.name, 'second.png');
  assert.equal(session.state.scan.id, 2);
  assert.equal(session.phase, 'ready');
});

test('cancelling ends the reading at once and is no error', async () => {
  const api = engine();
  const session = new Session(api);
  const opening = session.open(BYTES, 'eye.png');
  (await next(api, 'open')).resolve({ id: 1, width: 4, height: 4 });
  await next(api, 'read');
  session.cancel();
  assert.equal(session.phase, 'idle');
  await opening;
  assert.equal(session.state.failure, null);
  assert.equal(session.state.scan.id, 1);
});

test('a late answer to an old question is not shown', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  void session.ask('first?');
  const first = await next(api, 'ask');
  void session.ask('second?');
  const second = await next(api, 'ask');
  second.resolve({ ...ANSWER, text: 'second' });
  first.resolve({ ...ANSWER, text: 'first' });
  await turn();
  assert.equal(session.state.answer.text, 'second');
  assert.deepEqual(session.state.chosen, { kind: 'answer', ids: ['irf-1'] });
});

test('expert boxes loaded before a scan are scored after its reading, and bad ones leave the scan', async () => {
  const api = engine();
  const session = new Session(api);
  void session.loadReferences('{}', 'boxes.json');
  (await next(api, 'parseReferences')).resolve({});
  await turn();
  const opening = session.open(BYTES, 'eye.png');
  (await next(api, 'open')).resolve({ id: 1, width: 4, height: 4 });
  (await next(api, 'read')).resolve(FINDINGS);
  (await next(api, 'score')).reject(new GroundscopeError('score', 'another size'));
  await opening;
  assert.equal(session.state.scoreFailure.code, 'score');
  assert.equal(session.phase, 'ready');
});

test('choosing twice lets go; pointing goes before what was chosen', async () => {
  const session = new Session(engine());
  const target = { kind: 'class', id: 'irf' };
  session.choose(target);
  assert.deepEqual(session.state.chosen, target);
  session.point({ kind: 'class', id: 'srf' });
  assert.deepEqual(session.state.pointed, { kind: 'class', id: 'srf' });
  session.choose({ ...target });
  assert.equal(session.state.chosen, null);
  assert.equal(session.state.pointed, null);
});

test('while a decoded scan waits for the device, the device\'s steps are shown', async () => {
  const api = engine();
  const session = new Session(api);
  void session.open(BYTES, 'eye.png');
  const opening = await next(api, 'open');
  opening.args[1].onProgress({ stage: 'decode', device: 'cpu' });
  assert.equal(session.progress.stage, 'decode');
  opening.resolve({ id: 1, width: 4, height: 4 });
  await next(api, 'read');
  session.state = { ...session.state, device: { ...api.device, state: 'preparing', progress: { stage: 'warm-up', device: 'gpu' } } };
  assert.equal(session.progress.stage, 'warm-up');
});

test('cancelling before there is a scan does not speak of one', async () => {
  const api = engine();
  const session = new Session(api);
  void session.open(BYTES, 'eye.png');
  await next(api, 'open');
  session.cancel();
  assert.doesNotMatch(session.state.notice, /scan/);
});

test('only a scan that could not be read is offered to be read again', async () => {
  const api = engine();
  const session = new Session(api);
  const first = session.open(BYTES, 'eye.png');
  (await next(api, 'open')).resolve({ id: 1, width: 4, height: 4 });
  (await next(api, 'read')).reject(new GroundscopeError('engine_crashed', 'stopped'));
  await first;
  assert.equal(session.state.failure.again, true);
  const second = session.open(BYTES, 'bad.png');
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'no scan'));
  await second;
  assert.equal(session.state.failure.again, false);
});

test('what the model says of itself is asked for again after a reading, when preparing had failed', async () => {
  const api = engine();
  const session = new Session(api);
  const preparing = session.prepare('auto');
  (await next(api, 'prepare')).reject(new GroundscopeError('load_failed', 'no network'));
  await preparing;
  assert.equal(session.state.model, null);
  await opened(api, session);
  (await next(api, 'model')).resolve({ name: 'm' });
  await turn();
  assert.equal(session.state.model.name, 'm');
});

test('what a worker asked of the network is passed on', () => {
  const heard = [];
  const api = engine();
  new Session(api, { onTraffic: (traffic) => heard.push(traffic) });
  api.tellTraffic({ kind: 'asked', address: 'https://leak.example/' });
  assert.deepEqual(heard, [{ kind: 'asked', address: 'https://leak.example/' }]);
});

test('another language words the findings anew, once, and questions are asked in it', async (t) => {
  t.after(() => speak('en'));
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  const speaking = session.speak('de');
  const told = await next(api, 'explain');
  assert.equal(told.args[2].language, 'de');
  const german = { ...FINDINGS, model: 'in German' };
  told.resolve(german);
  await speaking;
  assert.equal(session.state.findings, german);
  assert.equal(strings.ask.button, 'Fragen');
  await session.speak('de');
  await turn();
  assert.equal(api.calls.filter(({ name }) => name === 'explain').length, 1);
  void session.ask('Wo?');
  const asked = await next(api, 'ask');
  assert.equal(asked.args[2].language, 'de');
  asked.resolve(ANSWER);
  await turn();
  void session.ask('Wie groß?');
  (await next(api, 'ask')).resolve(ANSWER);
  await turn();
  assert.deepEqual(session.state.asked.map(({ question }) => question), ['Wo?', 'Wie groß?']);
});

test('a policy that knows one language is spoken in it', async (t) => {
  t.after(() => speak('en'));
  const api = engine();
  const session = new Session(api);
  session.obey({ ...session.policy, languages: ['de'] });
  await turn();
  assert.equal(strings.ask.button, 'Fragen');
  await session.speak('en');
  assert.equal(strings.ask.button, 'Fragen');
});
