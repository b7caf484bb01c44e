// A scan handed over by a window of the same origin: what is taken, what is not, and what is answered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroundscopeError } from '../../worker/errors.ts';
import { parsePolicy } from '../../worker/policy.ts';
import { listen } from '../handover.ts';
import { Session } from '../session.ts';
import { BYTES, engine, FINDINGS, next, opened, turn } from './engine.mjs';

const ORIGIN = 'https://hospital.example';
const SCAN = { id: 7, width: 4, height: 4 };
const message = (part = {}) => ({ type: 'groundscope/open', version: 1, name: 'eye.png', bytes: BYTES, ...part });

/** A session that listens on a window of `origin`; `send` hands over, `answers` is what came back. */
function listening(origin = ORIGIN) {
  const api = engine();
  const session = new Session(api);
  const target = Object.assign(new EventTarget(), { origin });
  const answers = [];
  const source = { postMessage: (answer, options) => answers.push({ ...answer, to: options.targetOrigin }) };
  const stop = listen(() => session, target);
  const send = (data, from = origin) => target.dispatchEvent(Object.assign(new Event('message'), { data, origin: from, source }));
  return { api, session, answers, send, stop };
}

const kinds = (answers) => answers.map(({ type, code }) => [type.replace('groundscope/', ''), ...(code ? [code] : [])]);

test('a scan is opened and read, and both are answered to the window it came from', async () => {
  const { api, answers, send } = listening();
  send(message());
  (await next(api, 'open')).resolve(SCAN);
  await turn();
  assert.deepEqual(answers, [{ type: 'groundscope/opened', version: 1, name: 'eye.png', width: 4, height: 4, to: ORIGIN }]);
  (await next(api, 'read')).resolve(FINDINGS);
  await turn();
  assert.deepEqual(answers[1], { type: 'groundscope/read', version: 1, name: 'eye.png', findings: FINDINGS, to: ORIGIN });
});

test('other origins, other messages and origins that say nothing are not answered', async () => {
  const { api, answers, send, stop } = listening();
  send(message(), 'https://elsewhere.example');
  send(message(), 'null');
  for (const data of [null, 'groundscope/open', { type: 'other' }, 7]) send(data);
  stop();
  send(message());
  const opaque = listening('null');
  opaque.send(message());
  await turn();
  assert.deepEqual([answers, opaque.answers, api.calls, opaque.api.calls], [[], [], [], []]);
});

test('a message that cannot be followed is told by its field, and opens nothing', async () => {
  const { api, answers, send } = listening();
  const wrong = [
    ['version', 2], ['name', ''], ['name', 1], ['bytes', 'abc'], ['bytes', new ArrayBuffer(0)], ['references', {}], ['scale', 3],
    ['scale', { lateral_um: '1' }], ['eye', 'both'],
  ];
  for (const [field, value] of wrong) {
    send(message({ [field]: value }));
    const { code, message: text } = answers.at(-1);
    assert.equal(code, 'message');
    assert.match(text, new RegExp(`"${field}"`));
  }
  await turn();
  assert.deepEqual([answers.length, api.calls], [wrong.length, []]);
});

test('what is known of the scan is in its findings', async () => {
  const { api, answers, send } = listening();
  const scale = { lateral_um: 11.5, axial_um: 3.9 };
  send(message({ scale, eye: 'left' }));
  (await next(api, 'open')).resolve(SCAN);
  (await next(api, 'read')).resolve(FINDINGS);
  const { args, resolve } = await next(api, 'explain');
  assert.deepEqual(args[1], { scale, eye: 'left' });
  resolve({ ...FINDINGS, scale, eye: 'left' });
  await turn();
  assert.deepEqual(answers[1].findings, { ...FINDINGS, scale, eye: 'left' });
});

test('expert boxes come along where the policy shows scores', async () => {
  const { api, session, send } = listening();
  session.obey(parsePolicy('{"format":"groundscope-policy/1","views":["read"]}'));
  send(message({ references: '{}' }));
  await turn();
  assert.equal(session.state.references, null);
  session.obey(parsePolicy('{"format":"groundscope-policy/1"}'));
  send(message({ references: '{}' }));
  await turn();
  assert.equal(session.state.references?.text ?? session.state.scoring, '{}');
  api.dispose();
});

test('a scan that cannot be opened or read is told with its code', async () => {
  const { api, answers, send } = listening();
  send(message());
  (await next(api, 'open')).reject(new GroundscopeError('scan_format', 'No scan.', 'Another.'));
  await turn();
  send(message());
  (await next(api, 'open')).resolve(SCAN);
  (await next(api, 'read')).reject(new GroundscopeError('read', 'No reading.'));
  await turn();
  assert.deepEqual(kinds(answers), [['error', 'scan_format'], ['opened'], ['error', 'read']]);
});

test('a scan that another took the place of is told as cancelled', async () => {
  const { api, session, answers, send } = listening();
  send(message());
  (await next(api, 'open')).resolve(SCAN);
  await next(api, 'read');
  await opened(api, session, 8);
  await turn();
  assert.deepEqual(kinds(answers), [['opened'], ['error', 'cancelled']]);
});

test('a volume is handed over by its first page', async () => {
  const { api, answers, send } = listening();
  send(message({ name: 'volume.tif' }));
  (await next(api, 'open')).resolve({ ...SCAN, pages: 3 });
  await turn();
  (await next(api, 'read')).resolve(FINDINGS);
  await turn();
  assert.deepEqual(kinds(answers), [['opened'], ['read']]);
});
