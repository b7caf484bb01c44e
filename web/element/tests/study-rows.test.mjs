// Findings over a study: which classes have a row, in which order, and where each was found, in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strings } from '../strings.ts';
import { entriesOf, withEntry } from '../study.ts';
import { groupsOf, hasFound, rangesOf, rowsOf } from '../study-rows.ts';

const VERDICTS = { p: ['present', true, 0.9], u: ['uncertain', false, 0.5], a: ['absent', false, 0.1], n: ['no_answer', null, null] };

/** Scans with one letter for each class: present, uncertain, absent, no answer; null where the scan was not read. */
function scans(...letters) {
  const entries = entriesOf(letters.map((_, index) => ({ name: `${index}.png`, source: new ArrayBuffer(1) })));
  return entries.reduce((all, entry, index) => {
    const findings = letters[index] && {
      findings: [...letters[index]].map((letter, number) => {
        const [verdict, present, probability] = VERDICTS[letter];
        const id = ['irf', 'srf', 'ped'][number];
        return { class: id, name: id, short: id.toUpperCase(), group: 'inner_retina', verdict, present, probability, regions: [], boxes: [] };
      }),
    };
    return findings ? withEntry(all, entry.key, { state: 'read', findings }) : all;
  }, entries);
}

test('a row for each class that is somewhere, the most frequent first', () => {
  const rows = rowsOf(scans('aup', 'app', null, 'anp'));
  assert.deepEqual(rows.map((row) => [row.finding.class, row.present, row.uncertain]), [['ped', 3, 0], ['srf', 1, 1]]);
  assert.deepEqual(rows[0].cells, ['present', 'present', 'unknown', 'present']);
  assert.deepEqual(rows[1].cells, ['uncertain', 'present', 'unknown', 'unknown']);
  assert.deepEqual(rowsOf(scans(null, 'aaa')), []);
});

test('neighbouring scans are told together', () => {
  assert.deepEqual(rangesOf(['present', 'present', 'absent', 'present', 'uncertain'], 'present'), [[1, 2], [4, 4]]);
  assert.equal(strings.study.row('intraretinal fluid', [[3, 9]], []), 'Intraretinal fluid: present in scans 3 to 9');
  assert.equal(strings.study.row('drusen', [[1, 1]], [[2, 3], [5, 5]]), 'Drusen: present in scan 1, uncertain in scans 2 to 3 and 5');
  assert.equal(strings.study.row('drusen', [], [[7, 7]]), 'Drusen: uncertain in scan 7');
});

test('findings are sorted once', () => {
  const [{ findings }] = scans('pua');
  assert.equal(groupsOf(findings), groupsOf(findings));
  assert.equal(hasFound(findings), true);
  assert.equal(hasFound(scans('uua')[0].findings), false);
});

test('how far a study has come', () => {
  assert.equal(strings.study.progress(12, 0, 49), '12 of 49 read');
  assert.equal(strings.study.progress(12, 1, 49), '12 of 49 read, 1 failed');
  assert.equal(strings.study.allRead(48, 1), 'All scans are done: 48 read, 1 could not be read');
  assert.equal(strings.study.leftAlone(3), '3 other files were left alone');
});
