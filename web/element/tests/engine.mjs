// An engine whose calls are settled by the test.

import assert from 'node:assert/strict';
import { GroundscopeError } from '../../worker/errors.ts';

export const BYTES = new ArrayBuffer(4);
export const FINDINGS = { width: 4, height: 4, device: 'cpu', model: 'm', findings: [] };

export function engine() {
  const calls = [];
  const call = (name) => (...args) => {
    const settled = deferred();
    const options = args.findLast((one) => one?.signal);
    options?.signal.addEventListener('abort', () => settled.reject(new GroundscopeError('cancelled', 'cancelled')));
    calls.push({ name, args, ...settled });
    return settled.promise;
  };
  const api = {
    calls, closed: [], device: { state: 'ready', kind: 'cpu', timings: {} },
    prepare: call('prepare'), open: call('open'), read: call('read'), hide: call('hide'), explain: call('explain'), ask: call('ask'), model: call('model'),
    parseReferences: call('parseReferences'), score: call('score'),
    close: (id) => api.closed.push(id), onDevice: () => () => undefined, dispose: () => undefined,
    onTraffic: (listener) => (api.tellTraffic = listener),
  };
  return api;
}

/** A promise that is settled from outside. */
export function deferred() {
  let settle;
  const promise = new Promise((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}

export const turn = () => new Promise((resolve) => setImmediate(resolve));
export const next = async (api, name) => {
  await turn();
  const call = api.calls.find((one) => one.name === name && !one.seen);
  assert.ok(call, `${name} was called`);
  call.seen = true;
  return call;
};

/** Opens a scan and reads it to the end. */
export async function opened(api, session, id = 1) {
  const opening = session.open(BYTES, 'eye.png');
  (await next(api, 'open')).resolve({ id, width: 4, height: 4 });
  (await next(api, 'read')).resolve(FINDINGS);
  await opening;
}
