// The question may hold what a patient told: browsers are asked not to pass it on, and the field says what it waits for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ask } from '../ask.ts';
import { strings } from '../strings.ts';
import { textOf } from './template.mjs';

/** The template of the question field in this state. */
function rendered(state) {
  const ask = new Ask();
  ask.session = { state: { findings: null, answer: null, asking: false, question: '', scan: null, busy: null, ...state } };
  return ask.render();
}

test('no help with the text that goes through a service of the browser\'s maker', () => {
  const field = /<input[^>]*>/.exec(textOf(rendered({})))[0];
  for (const attribute of ['autocomplete="off"', 'spellcheck="false"', 'writingsuggestions="false"']) {
    assert.ok(field.includes(attribute), `${attribute} in ${field}`);
  }
});

test('the field says what it waits for', () => {
  const { first, soon, unread } = strings.ask;
  assert.ok(textOf(rendered({})).includes(first));
  assert.ok(textOf(rendered({ scan: {}, busy: { progress: null } })).includes(soon));
  assert.ok(textOf(rendered({ scan: {} })).includes(unread));
  const read = textOf(rendered({ scan: {}, findings: {} }));
  for (const words of [first, soon, unread]) assert.ok(!read.includes(words));
});
