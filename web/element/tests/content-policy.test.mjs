// What a content security policy lets out: nothing that is not its own, or what exactly.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownPolicies, reachOf } from '../content-policy.ts';

const ORIGIN = 'https://hospital.example';
const OURS =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' blob:; style-src 'self'; " +
  "font-src 'self'; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types groundscope lit-html";
const page = (...contents) => ({ head: { querySelectorAll: () => contents.map((content) => ({ content })) } });

test('the project\'s own policy lets requests go to its own server only', () => {
  assert.deepEqual(reachOf([OURS], ORIGIN), { known: true, own: true, elsewhere: [] });
  assert.deepEqual(reachOf([OURS.replace("connect-src 'self'", "connect-src 'none'")], ORIGIN), { known: true, own: false, elsewhere: [] });
});

test('without a policy nothing is known', () => {
  assert.deepEqual(reachOf([], ORIGIN), { known: false, own: true, elsewhere: [] });
});

test('each way out that a policy leaves open is named', () => {
  assert.deepEqual(reachOf([OURS.replace("img-src 'self' blob:", 'img-src https: data:')], ORIGIN).elsewhere, ['img-src https:']);
  assert.deepEqual(reachOf([OURS.replace("; form-action 'none'", '')], ORIGIN).elsewhere, ['form-action *']);
  assert.deepEqual(reachOf([OURS.replace("script-src 'self'", "script-src 'strict-dynamic'")], ORIGIN).elsewhere, ["script-src-elem 'strict-dynamic'"]);
  assert.deepEqual(reachOf(["connect-src 'self'"], ORIGIN).elsewhere.map((way) => way.split(' ')[0]), [
    'font-src', 'form-action', 'frame-src', 'img-src', 'manifest-src', 'media-src', 'object-src', 'script-src-elem', 'style-src-elem', 'worker-src',
  ]);
});

test('the first of two directives counts, whatever the letters; the own origin by name is the own server', () => {
  assert.deepEqual(reachOf([`Default-Src 'none'; FORM-ACTION 'none'; connect-src ${ORIGIN}; connect-src *`], ORIGIN), { known: true, own: true, elsewhere: [] });
});

test('policies hold together: what one of them forbids is forbidden', () => {
  assert.deepEqual(reachOf(["default-src 'self'", "form-action 'self'"], ORIGIN), { known: true, own: true, elsewhere: [] });
  assert.deepEqual(reachOf([OURS, "connect-src 'none'"], ORIGIN), { known: true, own: false, elsewhere: [] });
});

test('a policy that stands in the page is told once, one that only a refusal named as such', () => {
  assert.deepEqual(knownPolicies(page(" default-src\n 'none' "), ["default-src 'none'", "form-action 'none'", "form-action 'none'"]), [
    { text: "default-src 'none'", source: 'page' },
    { text: "form-action 'none'", source: 'refusal' },
  ]);
});
