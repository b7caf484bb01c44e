// Other weights: the open scan is read again with them, and those that cannot be used leave the old ones, and say why.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroundscopeError } from '../../worker/errors.ts';
import { About } from '../about.ts';
import { Session } from '../session.ts';
import { engine, FINDINGS, next, opened, turn } from './engine.mjs';
import { textOf } from './template.mjs';

const MODEL = { name: 'other-1', licence: 'CC0', data: [{ name: 'set-b', licence: 'CC BY 4.0', attribution: 'B' }], classes: [] };
const FILE = { name: 'other.safetensors' };

function started() {
  const api = Object.assign(engine(), { weightsName: null });
  const useWeights = (file) => new Promise((resolve, reject) => api.calls.push({ name: 'useWeights', args: [file], resolve, reject }));
  api.useWeights = useWeights;
  const about = new About();
  about.session = new Session(api);
  return { api, session: about.session, text: () => textOf(about.render()) };
}

test('the open scan is read again, and About names the file and what it says of itself', async () => {
  const { api, session, text } = started();
  await opened(api, session);
  assert.doesNotMatch(text(), /own-weights/);
  const used = session.useWeights(FILE);
  assert.equal(session.phase, 'reading');
  const { args, resolve } = await next(api, 'useWeights');
  assert.equal(args[0], FILE);
  api.weightsName = FILE.name;
  resolve(MODEL);
  (await next(api, 'read')).resolve({ ...FINDINGS, model: 'other-1' });
  await used;
  assert.equal(session.state.findings.model, 'other-1');
  for (const words of [/other\.safetensors/, /other-1\. Licence: CC0/, /set-b \(CC BY 4\.0\)/, /own-weights/]) assert.match(text(), words);
  void session.useWeights(null);
  assert.equal((await next(api, 'useWeights')).args[0], null);
});

test('weights that cannot be used are told, and what was read stays', async () => {
  const { api, session, text } = started();
  await opened(api, session);
  const used = session.useWeights(FILE);
  (await next(api, 'useWeights')).reject(new GroundscopeError('weights', 'other.safetensors cannot be used as weights.', 'Choose another.'));
  await used;
  assert.deepEqual([session.phase, session.state.findings, session.state.failure], ['ready', FINDINGS, null]);
  assert.match(text(), /These weights are not used.*other\.safetensors cannot be used as weights\. Choose another\. The model in use before is still in use\./);
  assert.doesNotMatch(text(), /own-weights/);
  const again = session.useWeights(FILE);
  assert.doesNotMatch(text(), /not used/);
  (await next(api, 'useWeights')).reject(new GroundscopeError('cancelled', 'cancelled'));
  await again;
  await turn();
  assert.equal(session.weightsFailure, null);
});

test('what other weights scored does not stand under the new ones, and a choice that is broken off is told', async () => {
  const { api, session } = started();
  await opened(api, session);
  const loading = session.loadReferences('{}', 'boxes.json');
  (await next(api, 'score')).resolve({ references: [], false_positives: [], per_class: [], notes: [] });
  await loading;
  assert.ok(session.state.score);
  const used = session.useWeights(FILE);
  const call = await next(api, 'useWeights');
  session.cancel();
  call.reject(new GroundscopeError('cancelled', 'cancelled'));
  await used;
  assert.match(session.state.notice, /broken off/);
  const again = session.useWeights(FILE);
  (await next(api, 'useWeights')).resolve(MODEL);
  await turn();
  assert.equal(session.state.score, null);
  (await next(api, 'read')).resolve(FINDINGS);
  await again;
});
