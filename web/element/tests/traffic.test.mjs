// What counts as a request that should not have been made, and how often a refusal counts.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { PrivacyShield } from '../privacy-shield.ts';
import { TrafficWatch } from '../traffic.ts';
import { textOf } from './template.mjs';

const PAGE = 'https://hospital.example/tools/';
let see;
let refuse;

beforeEach(() => {
  Object.assign(globalThis, {
    location: { href: `${PAGE}index.html`, origin: 'https://hospital.example', host: 'hospital.example' },
    document: { addEventListener: (_, listener) => (refuse = listener), removeEventListener: () => undefined, querySelector: () => null },
    PerformanceObserver: class {
      constructor(callback) {
        see = (name) => callback({ getEntries: () => [{ name, startTime: Infinity }] });
      }
      observe() {}
      disconnect() {}
    },
  });
});

const event = (policy, address = 'https://leak.example/') => ({
  disposition: 'enforce', effectiveDirective: 'connect-src', blockedURI: address, sourceFile: '', originalPolicy: policy,
});
const refused = (policy, address = 'https://leak.example/') => ({ kind: 'refused', directive: 'connect-src', address, policy });

test('the page\'s own files are its own, everything else is not', () => {
  const watch = new TrafficWatch(new URL(PAGE));
  for (const name of [`${PAGE}engine/cpu.wasm`, `${PAGE}engine/cpu.wasm`, 'blob:https://hospital.example/1']) see(name);
  for (const name of [`${PAGE}leak`, `${PAGE}index.html?pixels=1`, 'https://hospital.example/other.js', 'https://leak.example/']) see(name);
  assert.deepEqual(watch.traffic.own, [`${PAGE}index.html`, `${PAGE}engine/cpu.wasm`]);
  assert.equal(watch.traffic.others.length, 4);
});

test('the icon that a browser asks for by itself is no leak, one with a query is', () => {
  const watch = new TrafficWatch(new URL(PAGE));
  for (const name of ['https://hospital.example/favicon.ico', 'https://hospital.example/favicon.ico?pixels=1']) see(name);
  assert.deepEqual(watch.traffic.others, ['https://hospital.example/favicon.ico?pixels=1']);
});

test('what a worker asks for is judged like what the page asks for', () => {
  const watch = new TrafficWatch(new URL(PAGE));
  watch.heard({ kind: 'asked', address: `${PAGE}engine/reader.js` });
  watch.heard({ kind: 'asked', address: `${PAGE}leak?pixels=1` });
  assert.deepEqual(watch.traffic.others, [`${PAGE}leak?pixels=1`]);
});

test('a refusal inside a worker is told, with where it was', () => {
  const watch = new TrafficWatch(new URL(PAGE));
  let changes = 0;
  watch.addEventListener('change', () => (changes += 1));
  watch.heard(refused('header'));
  assert.deepEqual(watch.traffic.refused, [{ directive: 'connect-src', address: 'https://leak.example/', inWorker: true }]);
  assert.equal(changes, 1);
});

test('one refusal told by two policies is one; asked for twice, it is two', () => {
  const watch = new TrafficWatch(new URL(PAGE));
  for (const policy of ['header', 'meta', 'header', 'meta']) refuse(event(policy));
  assert.equal(watch.traffic.refused.length, 2);
  // Two addresses, told by one policy after the other.
  for (const policy of ['header', 'meta']) for (const n of [1, 2]) refuse(event(policy, `https://leak.example/${n}`));
  assert.equal(watch.traffic.refused.length, 4);
  // The worker is another place: the same address is another request.
  watch.heard(refused('header'));
  assert.equal(watch.traffic.refused.length, 5);
});

test('a policy that only reports refuses nothing', () => {
  const watch = new TrafficWatch(new URL(PAGE));
  refuse({ ...event('header'), disposition: 'report' });
  assert.deepEqual(watch.traffic.refused, []);
});

test('the shield says that nothing was sent, and turns red when a worker was refused something', () => {
  const shield = new PrivacyShield();
  shield.watch = new TrafficWatch(new URL(PAGE));
  const before = textOf(shield.render());
  assert.match(before, /class="button chip " .*data-requests=0 data-refused=0.*Nothing sent/);
  shield.watch.heard(refused('header'));
  const after = textOf(shield.render());
  assert.match(after, /class="button chip bad" .*data-requests=0 data-refused=1.*Nothing sent, 1 refused/);
  assert.match(after, /connect-src: https:\/\/leak\.example\/ \(in a worker\)/);
});

test('what one viewer of a page was told to load is no leak to another', () => {
  const seen = [];
  const listen = () => {
    const watch = new TrafficWatch(new URL(PAGE));
    seen.push(see);
    return watch;
  };
  const [first, second] = [listen(), new TrafficWatch(new URL('https://hospital.example/elsewhere/'))];
  second.expect(new URL('https://pacs.example/scans/7?series=2'));
  for (const name of ['https://pacs.example/scans/7?series=2', 'https://hospital.example/elsewhere/engine/cpu.wasm']) seen[0](name);
  assert.deepEqual(first.traffic.others, []);
  seen[0]('https://pacs.example/scans/8');
  assert.deepEqual(first.traffic.others, ['https://pacs.example/scans/8']);
  assert.ok(first.isScan('https://pacs.example/scans/7?series=2'));
});
