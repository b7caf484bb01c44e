// Which findings stand where, what is lit, and how an answer is cut at its citations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOf, pieces } from '../answer-pieces.ts';
import { FindingsList } from '../findings.ts';
import { group } from '../groups.ts';
import { light, regionIds, sameTarget } from '../highlight.ts';
import { bytesOf, sortFiles, takenOf } from '../intake.ts';
import { textOf } from './template.mjs';

const finding = (id, present, probability, verdict, count = 0) => ({
  class: id, name: id, short: id.toUpperCase(), group: 'inner_retina', evidence: 'real', figure: null, present, probability, verdict,
  boxes: [], scores: [], area_px: 0,
  regions: Array.from({ length: count }, (_, n) => ({ id: `${id}-${n + 1}`, box: [n, n, n + 5, n + 5], score: 0.9, area_px: 9, outline: [],
    extent: { width_px: 5, height_px: 5, text: '5 px wide and 5 px high' },
    place: { depth: ['rpe'], side: ['left'], text: 'at the RPE, in the left third' },
  })),
});

const FINDINGS = {
  width: 100, height: 100, device: 'cpu', model: 'm',
  findings: [
    finding('vmt', false, 0.05, 'absent'),
    finding('irf', true, 0.93, 'present', 2),
    finding('sdd', null, null, 'no_answer'),
    finding('ped', true, 0.3, 'uncertain', 1),
    finding('hrf', true, 0.19, 'uncertain'),
    finding('erm', false, 0.7, 'likely'),
    finding('srf', true, 0.95, 'present', 1),
  ],
};
const ids = (some) => some.map((one) => one.class);

test('present first by probability, then what is uncertain, then absent, no answer last', () => {
  const { found, uncertain, absent, noAnswer } = group(FINDINGS);
  assert.deepEqual(ids(found), ['srf', 'irf']);
  // Present although improbable, even with nothing to draw, or probable although below its threshold.
  assert.deepEqual(ids(uncertain), ['erm', 'ped', 'hrf']);
  assert.deepEqual(ids(absent), ['vmt']);
  assert.deepEqual(ids(noAnswer), ['sdd']);
});

test('what counts as present is never summed up as nothing found', () => {
  const list = new FindingsList();
  const findings = { ...FINDINGS, findings: [finding('hrf', true, 0.19, 'uncertain'), finding('vmt', false, 0.05, 'absent')] };
  list.session = { state: { findings, scan: null, chosen: null, pointed: null, model: null }, lit: null };
  const text = textOf(list.render());
  assert.doesNotMatch(text, /Nothing found|reached its threshold/);
  assert.match(text, /Uncertain: hrf\./);
  assert.match(text, /over its threshold/);
});

test('a class lights its regions, a region its class', () => {
  assert.deepEqual([...light({ kind: 'class', id: 'irf' }, FINDINGS, null).regions], ['irf-1', 'irf-2']);
  const lit = light({ kind: 'region', id: 'ped-1' }, FINDINGS, null);
  assert.deepEqual([...lit.regions], ['ped-1']);
  assert.deepEqual([...lit.classes], ['ped']);
});

test('pointing at nothing lights nothing', () => {
  assert.equal(light(null, FINDINGS, null), null);
  assert.equal(light({ kind: 'class', id: 'irf' }, null, null), null);
});

test('an expert box lights what it gathered, by the order of the predictions', () => {
  assert.deepEqual(regionIds(FINDINGS), ['irf-1', 'irf-2', 'ped-1', 'srf-1']);
  const score = { references: [{ gathered: [1, 3] }, { gathered: [] }], false_positives: [] };
  const lit = light({ kind: 'reference', index: 0 }, FINDINGS, score);
  assert.deepEqual([...lit.regions], ['irf-2', 'srf-1']);
  assert.deepEqual([...lit.references], [0]);
  assert.equal(light({ kind: 'reference', index: 1 }, FINDINGS, score).regions.size, 0);
  assert.deepEqual([...light({ kind: 'false', index: 2 }, FINDINGS, score).regions], ['ped-1']);
});

test('targets are compared by what they point at', () => {
  assert.ok(sameTarget({ kind: 'answer', ids: ['irf-1'] }, { kind: 'answer', ids: ['irf-1'] }));
  assert.ok(!sameTarget({ kind: 'answer', ids: ['irf-1'] }, { kind: 'answer', ids: ['irf-2'] }));
  assert.ok(!sameTarget({ kind: 'class', id: 'irf' }, { kind: 'region', id: 'irf' }));
  assert.ok(!sameTarget({ kind: 'reference', index: 0 }, { kind: 'false', index: 0 }));
  assert.ok(!sameTarget(null, { kind: 'class', id: 'irf' }));
});

test('an answer is cut at the regions it cites', () => {
  const answer = { text: 'IRF is present: 2 regions, irf-1 and irf-2.', evidence: ['irf-1', 'irf-2'] };
  assert.deepEqual(pieces(answer), [
    { text: 'IRF is present: 2 regions, ' }, { region: 'irf-1' }, { text: ' and ' }, { region: 'irf-2' }, { text: '.' },
  ]);
  assert.equal(labelOf(FINDINGS, 'irf-2'), 'IRF 2');
  assert.equal(labelOf(FINDINGS, 'srf-1'), 'SRF');
});

test('what an answer does not rest on is no link, and regions left unnamed are listed', () => {
  assert.deepEqual(pieces({ text: 'not irf-9.', evidence: [] }), [{ text: 'not ' }, { text: 'irf-9' }, { text: '.' }]);
  assert.deepEqual(pieces({ text: 'Yes.', evidence: ['irf-1'] }), [{ text: 'Yes.' }, { text: ' ' }, { region: 'irf-1' }]);
});

test('a drop may hold scans and their expert boxes; the rest is counted', () => {
  const [scan, boxes, more, notes] = ['eye.PNG', 'eye.JSON', 'other.tif', 'notes.txt'].map((name) => new File([''], name));
  const sorted = sortFiles(takenOf([boxes, scan, notes, more]));
  assert.deepEqual(sorted.scans.map(({ file }) => file), [scan, more]);
  assert.deepEqual(sorted.references, [boxes]);
  assert.equal(sorted.ignored, 1);
});

test('boxes may be a table, VOC or YOLO files; notes are none, and a text alone is one where a scan is open', () => {
  const files = (...names) => takenOf(names.map((name) => new File([''], name)));
  const names = (sorted) => sorted.references.map((file) => file.name);
  assert.deepEqual(names(sortFiles(files('eye.png', 'eye.txt', 'classes.txt', 'notes.txt'))), ['eye.txt', 'classes.txt']);
  assert.deepEqual(names(sortFiles(files('a.png', 'boxes.csv', 'more.tsv'))), ['boxes.csv', 'more.tsv']);
  assert.deepEqual(names(sortFiles(files('a.png', 'a.xml', 'b.xml'), true)), ['a.xml']);
  assert.deepEqual(names(sortFiles(files('a.png', 'a.json', 'a.xml', 'boxes.csv'))), ['a.json']);
  assert.deepEqual([sortFiles(files('x.txt')).scans.length, names(sortFiles(files('x.txt'), false, true))], [1, ['x.txt']]);
});

test('a single file is tried whatever it is called, one of a folder only if it is a picture and not hidden', () => {
  const taken = (path) => ({ path, file: new File([''], path.split('/').at(-1)) });
  assert.equal(sortFiles([taken('IM0001')]).scans.length, 1);
  const folder = sortFiles(['a/IM0001', 'a/1.png', 'a/.2.png', '__MACOSX/a/1.png', 'a/b/2.bmp', 'a/.thumbs/x.jpg'].map(taken), true);
  assert.deepEqual(folder.scans.map(({ path }) => path), ['a/1.png', 'a/b/2.bmp']);
  assert.equal(folder.ignored, 1);
  assert.equal(sortFiles([taken('a/IM0001')], true).scans.length, 0);
});

test('a folder, or a file that has gone, is refused as such', async () => {
  assert.equal((await bytesOf(new File(['abc'], 'eye.png'))).byteLength, 3);
  await assert.rejects(bytesOf({ arrayBuffer: () => Promise.reject(new Error('gone')) }), { code: 'unreadable' });
});
