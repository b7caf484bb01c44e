// A policy is obeyed as a whole or not at all, and the field at fault is named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedDevice, checkWeights, fetchPolicy, NO_POLICY, parsePolicy, PolicyError } from '../policy.ts';

const HASH = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const policy = (fields) => parsePolicy(JSON.stringify({ format: 'groundscope-policy/1', ...fields }));
const fieldOf = (body) => {
  try {
    body();
  } catch (error) {
    assert.ok(error instanceof PolicyError, String(error));
    assert.equal(error.code, 'policy');
    assert.ok(error.field === '' || error.message.includes(`field "${error.field}"`), error.message);
    return error.field;
  }
  return assert.fail('it was accepted');
};

test('a policy without rules allows everything', () => {
  assert.deepEqual(policy({}), NO_POLICY);
});

test('every field is taken as it stands', () => {
  const rules = { weights: [HASH.toUpperCase()], devices: ['cpu'], exports: ['png', 'csv'], banner: ' Trial of ward 3 ', views: ['read', 'ask'], languages: ['de'] };
  assert.deepEqual(policy(rules), { ...rules, weights: [HASH], banner: 'Trial of ward 3' });
  assert.deepEqual(policy({ exports: 'none' }).exports, []);
  assert.equal(policy({ exports: 'all' }).exports, 'all');
});

test('what cannot be obeyed is refused, and the field named', () => {
  const bad = {
    weights: [[], ['abc'], [`${HASH}0`], HASH, [1], null], devices: [[], 'cpu', ['tpu'], [null]], exports: [['exe'], 'some', [], true],
    banner: [1, 'x'.repeat(301), ['a']], views: [['ask'], ['read', 'write'], {}], languages: [['fr'], 'de', []], format: ['groundscope-policy/2', 1],
    wieghts: [[HASH]],
  };
  for (const [field, values] of Object.entries(bad)) {
    for (const value of values) assert.equal(fieldOf(() => policy({ [field]: value })), field, JSON.stringify(value));
  }
  assert.equal(fieldOf(() => parsePolicy('{}')), 'format');
  for (const text of ['', '[]', 'null', '"x"', '{"format":']) assert.equal(fieldOf(() => parsePolicy(text)), '', text);
});

test('a file that is not there allows everything, one that does not come allows nothing', async () => {
  const answer = (status, body = '') => (globalThis.fetch = async (url) => (assert.equal(String(url), 'https://h.example/g/groundscope-policy.json'), new Response(body, { status })));
  const base = 'https://h.example/g/';
  answer(404);
  assert.equal(await fetchPolicy(base), NO_POLICY);
  answer(200, '{"format":"groundscope-policy/1","devices":["cpu"]}');
  assert.deepEqual((await fetchPolicy(base)).devices, ['cpu']);
  answer(403);
  await assert.rejects(fetchPolicy(base), /the server answered 403/);
  answer(200, '<!doctype html>');
  await assert.rejects(fetchPolicy(base), /it is not JSON/);
  globalThis.fetch = async () => { throw new TypeError('offline'); };
  await assert.rejects(fetchPolicy(base), PolicyError);
});

test('a device that is not allowed becomes the first that is', () => {
  assert.equal(allowedDevice(NO_POLICY, 'gpu'), 'gpu');
  assert.equal(allowedDevice(policy({ devices: ['cpu'] }), 'auto'), 'cpu');
  assert.equal(allowedDevice(policy({ devices: ['auto', 'cpu'] }), 'gpu'), 'auto');
});

test('weights are known by their hash', async () => {
  const bytes = new TextEncoder().encode('abc').buffer;
  await checkWeights(NO_POLICY, bytes);
  await checkWeights(policy({ weights: [HASH] }), bytes);
  await assert.rejects(checkWeights(policy({ weights: [HASH.replace('b', 'c')] }), bytes), (error) => {
    assert.equal(error.code, 'weights_not_allowed');
    assert.equal(error.details, `SHA-256 ${HASH}`);
    return true;
  });
});
