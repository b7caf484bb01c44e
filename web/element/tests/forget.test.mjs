// "Forget everything" empties what is GroundScope's own, leaves the rest, and tells what it did.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { forgetEverything, holdings, registerStore } from '../forget.ts';
import { Session } from '../session.ts';
import { sessionStore } from '../session-store.ts';
import { engine, next, opened, turn } from './engine.mjs';

let databases;
let cacheNames;

/** A storage as browsers have it: its keys are its own properties. */
function storage(entries) {
  const kept = { ...entries };
  Object.defineProperty(kept, 'removeItem', { value: (key) => delete kept[key] });
  return kept;
}

beforeEach(() => {
  databases = ['groundscope-drawings', 'portal'];
  cacheNames = ['groundscope-site', 'other'];
  const globals = {
    localStorage: storage({ 'groundscope-language': 'de', portal: 'x' }),
    sessionStorage: storage({}),
    caches: { keys: async () => [...cacheNames], delete: async (name) => (cacheNames = cacheNames.filter((one) => one !== name)) },
    indexedDB: {
      databases: async () => databases.map((name) => ({ name })),
      deleteDatabase: (name) => {
        const request = {};
        setImmediate(() => {
          databases = databases.filter((one) => one !== name);
          request.onsuccess();
        });
        return request;
      },
    },
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
});

test('entries under the prefix are deleted and told, all others stay', async () => {
  assert.deepEqual((await holdings()).map(({ id, entries }) => [id, entries]), [
    ['localStorage', ['groundscope-language']],
    ['caches', ['groundscope-site']],
    ['indexedDB', ['groundscope-drawings']],
  ]);
  const told = await forgetEverything();
  assert.deepEqual(told.map(({ id, forgotten, left }) => [id, forgotten, left]), [
    ['localStorage', ['groundscope-language'], []],
    ['caches', ['groundscope-site'], []],
    ['indexedDB', ['groundscope-drawings'], []],
  ]);
  assert.deepEqual([Object.keys(localStorage), cacheNames, databases], [['portal'], ['other'], ['portal']]);
  assert.deepEqual(await holdings(), []);
  assert.deepEqual(await forgetEverything(), []);
});

test('what cannot be deleted is told as left, whatever went wrong', async () => {
  indexedDB.deleteDatabase = () => {
    const request = {};
    setImmediate(() => request.onblocked());
    return request;
  };
  const stubborn = { id: 'stubborn', where: 'memory', label: () => 'stubborn', entries: () => ['it'], forget: () => Promise.reject(new Error('no')) };
  const unregister = registerStore(stubborn);
  const told = await forgetEverything();
  unregister();
  assert.deepEqual(told.filter(({ left }) => left.length > 0), [
    { id: 'stubborn', where: 'memory', label: 'stubborn', forgotten: [], left: ['it'] },
    { id: 'indexedDB', where: 'browser', label: 'databases (IndexedDB)', forgotten: [], left: ['groundscope-drawings'] },
  ]);
  assert.deepEqual((await holdings()).map(({ id }) => id), ['indexedDB']);
});

test('a browser that keeps nothing, or refuses to say, holds nothing', async () => {
  Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); }, configurable: true });
  Object.assign(globalThis, { caches: undefined, indexedDB: {} });
  assert.deepEqual(await forgetEverything(), []);
});

test('a page that is kept for offline use is kept no more, another page\'s service worker stays', async () => {
  const scope = 'https://hospital.example/tools/';
  let registered = true;
  const registration = { scope, unregister: async () => !(registered = false) };
  const serviceWorker = { getRegistration: async () => (registered ? registration : undefined) };
  Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker }, configurable: true });
  Object.assign(globalThis, { document: { baseURI: scope, querySelector: () => null } });
  assert.ok((await forgetEverything()).every(({ id }) => id !== 'serviceWorkers'));
  assert.equal(registered, true);
  document.querySelector = () => ({});
  const told = await forgetEverything();
  delete globalThis.document;
  assert.deepEqual(told.map(({ id, forgotten, left }) => [id, forgotten, left]), [['serviceWorkers', [scope], []]]);
});

test('a session lets go of its scan and all that came of it; device and view stay', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  (await next(api, 'model')).resolve({ name: 'm' });
  await turn();
  session.show({ opacity: 0.7 });
  const loading = session.loadReferences('{}', 'boxes.json');
  await next(api, 'score');
  const store = sessionStore(session);
  assert.deepEqual(store.entries(), ['the scan', 'its findings', 'expert boxes']);
  const { device, model } = session.state;
  store.forget();
  await loading;
  assert.deepEqual(store.entries(), []);
  assert.deepEqual(api.closed, [1]);
  const { state } = session;
  assert.deepEqual([state.scan, state.name, state.findings, state.references, state.score, state.busy], [null, '', null, null, null, null]);
  assert.deepEqual([state.device, state.model, state.view.opacity], [device, model, 0.7]);
});

test('what was still running when everything was forgotten brings nothing back', async () => {
  const api = engine();
  const session = new Session(api);
  const opening = session.open(new ArrayBuffer(4), 'Meier.png');
  const call = await next(api, 'open');
  session.forget();
  call.resolve({ id: 5, width: 4, height: 4 });
  await opening;
  assert.deepEqual([session.state.scan, session.state.name, session.phase], [null, '', 'idle']);
  await session.retry();
  assert.equal(api.calls.filter(({ name }) => name === 'open').length, 1);
});
