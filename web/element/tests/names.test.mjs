// Names come from files: they may be of any length, and often differ in their ends alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameParts, renderFileName } from '../file-name.ts';
import { languageOf } from '../strings.ts';
import { clip } from '../labels.ts';
import { textOf } from './template.mjs';

test('a long file name keeps its end, a short one is left whole', () => {
  assert.deepEqual(nameParts('eye.png'), ['eye.png', '']);
  const name = 'Export_of_the_macula_2024-03-01_right_017.png';
  const [head, tail] = nameParts(name);
  assert.equal(head + tail, name);
  assert.ok(tail.endsWith('017.png'));
  assert.ok(textOf(renderFileName(name)).includes(`title=${name}`));
});

test('no letter is cut in half', () => {
  const name = '\u{1F441}'.repeat(40);
  assert.equal(nameParts(name)[1], '\u{1F441}'.repeat(10));
});

test('a label over the scan has a longest length', () => {
  assert.equal(clip('IRF'), 'IRF');
  assert.ok([...clip('x'.repeat(5000))].length <= 24);
});

test('a name that would turn text around is shown with what it is', () => {
  assert.match(textOf(renderFileName('evil\u202egnp.exe')), /evil\ufffdgnp\.exe/);
  assert.equal(languageOf('constructor'), 'en');
  assert.equal(languageOf('de-CH'), 'de');
});
