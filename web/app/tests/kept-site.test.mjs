// The service worker keeps what the manifest lists, byte for byte, and never a scan.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { cacheName, isPolicy, listedUrl, policyNow, precache } from '../kept-site.ts';

const FOLDER = 'https://hospital.example/groundscope/';
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const SERVED = { 'index.html': '<page>', 'engine/cpu.wasm': 'wasm', 'manifest.json': 'list' };
const SITE = { sha256: sha256('list'), files: ['index.html', 'engine/cpu.wasm'].map((path) => ({ path, sha256: sha256(SERVED[path]) })) };

let served;
let kept;
const shelf = { put: async (address, response) => void kept.set(address, await response.text()), match: async (address) => kept.has(address) ? new Response(kept.get(address)) : undefined };
beforeEach(() => {
  served = { ...SERVED };
  kept = new Map();
  globalThis.fetch = async (request) => {
    const path = String(request.url ?? request).slice(FOLDER.length);
    return path in served ? new Response(served[path]) : new Response('', { status: 404 });
  };
});

test('every listed file and the list are kept, and nothing else', async () => {
  await precache(SITE, FOLDER, shelf);
  assert.deepEqual([...kept.keys()].sort(), ['engine/cpu.wasm', 'index.html', 'manifest.json'].map((path) => FOLDER + path));
  assert.equal(cacheName(SITE), `groundscope-${sha256('list')}`);
});

test('a file that is missing, or another than the list says, stops it', async () => {
  served['engine/cpu.wasm'] = 'patched';
  await assert.rejects(precache(SITE, FOLDER, shelf), /engine\/cpu\.wasm is not the file that the manifest lists/);
  delete served['engine/cpu.wasm'];
  await assert.rejects(precache(SITE, FOLDER, shelf), /the server answered 404/);
  served = { ...SERVED, 'manifest.json': 'other' };
  await assert.rejects(precache(SITE, FOLDER, shelf), /manifest\.json/);
});

test('only listed files and the page itself are answered', () => {
  const of = (url, part = {}) => listedUrl(SITE, FOLDER, { method: 'GET', mode: 'cors', url: new URL(url, FOLDER).href, ...part });
  assert.equal(of('engine/cpu.wasm'), `${FOLDER}engine/cpu.wasm`);
  assert.equal(of('manifest.json'), `${FOLDER}manifest.json`);
  for (const url of ['', '?device=cpu', 'index.html', '#top']) assert.equal(of(url, { mode: 'navigate' }), `${FOLDER}index.html`, url);
  for (const url of ['scans/eye.png', 'engine/cpu.wasm?x=1', 'groundscope-policy.json', '../index.html', 'https://elsewhere.example/index.html']) assert.equal(of(url), null, url);
  assert.equal(of('index.html', { method: 'POST' }), null);
});

test('the policy is asked for anew each time, and the last one holds without a network', async () => {
  const request = new Request(`${FOLDER}groundscope-policy.json`);
  assert.ok(isPolicy(FOLDER, request) && !isPolicy(FOLDER, new Request(`${FOLDER}index.html`)));
  served['groundscope-policy.json'] = 'old';
  await policyNow(request, shelf);
  served['groundscope-policy.json'] = 'new';
  assert.equal(await (await policyNow(request, shelf)).text(), 'new');
  globalThis.fetch = async () => { throw new TypeError('offline'); };
  assert.equal(await (await policyNow(request, shelf)).text(), 'new');
  kept.clear();
  await assert.rejects(policyNow(request, shelf), TypeError);
});
