// The receipt, to the letter: groundscope-receipt/1 as docs/privacy.md has it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOf, nameOfReceipt, receiptOf } from '../receipt.ts';
import { textOfReceipt } from '../receipt-text.ts';

const POLICY = "default-src 'none'; connect-src 'self'";
const [GOOD, BAD, LIST] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
const file = (path, bytes, sha256, listed_sha256, verdict) => ({ path, bytes, sha256, listed_sha256, verdict });
const CHECKED = [file('app.js', 5, BAD, GOOD, 'differs'), file('weights/groundscope-oct-1.safetensors', 7, GOOD, GOOD, 'match')];
const loaded = (...paths) => paths.map((path) => ({ path, address: `https://hospital.example/tools/${path}` }));
const refusal = (address, inWorker = false) => ({ directive: 'connect-src', address, inWorker });

const FACTS = {
  made: new Date('2026-03-04T05:06:07.890Z'),
  started: new Date('2026-03-04T05:00:00.000Z'),
  page: 'https://user:secret@hospital.example/tools/?scan=Meier.png#Meier',
  secure: true,
  browser: 'Test/1.0',
  policies: [{ text: POLICY, source: 'page' }],
  reach: { known: true, own: true, elsewhere: ['form-action *'] },
  own: { files: loaded('app.js', 'weights/groundscope-oct-1.safetensors'), scans: 1, around: 2 },
  others: ['https://leak.example/z?pixels=1', 'https://leak.example/a', 'https://leak.example/z?pixels=2'],
  refused: [refusal('https://leak.example/?pixels=1', true), refusal('inline'), refusal('data:image/png;base64,Meier')],
  check: { at: new Date('2026-03-04T05:05:00.000Z'), listSha256: LIST, files: CHECKED },
  device: { kind: 'gpu', adapter: 'Maker', state: 'ready', selfCheck: { passed: true, max_difference: 0.001, tolerance: 0.01, compared: 12 }, timings: {} },
  model: {
    name: 'groundscope-oct-1', licence: 'CC BY 4.0', data: [{ name: 'Scans', licence: 'CC0', attribution: 'By all.' }],
    classes: [
      { id: 'irf', name: 'intraretinal fluid', evidence: 'real', figure_text: 'F1 0.51' },
      { id: 'he', name: 'hard exudates', evidence: 'none', figure_text: '' },
    ],
  },
  ownWeights: true,
  held: [{ id: 'session', where: 'memory', label: 'This tab', entries: ['the scan', 'its findings'] }],
};

test('every fact is in it, and nothing that a query, a fragment or a name could carry', () => {
  const receipt = receiptOf(FACTS);
  assert.deepEqual(receipt, {
    format: 'groundscope-receipt/1',
    made: '2026-03-04T05:06:07.890Z',
    started: '2026-03-04T05:00:00.000Z',
    page: { address: 'https://hospital.example/tools/', secure: true },
    browser: 'Test/1.0',
    policy: { elsewhere: 'allowed', open: ['form-action *'], known: [{ text: POLICY, source: 'page' }] },
    requests: {
      beyond_own_files: [
        { address: 'https://leak.example/a', query: false, times: 1 },
        { address: 'https://leak.example/z', query: true, times: 2 },
      ],
      scans_named_by_page: 1,
      files_around_viewer: 2,
    },
    refusals: [
      { address: 'data:', query: false, directive: 'connect-src', where: 'page', times: 1 },
      { address: 'https://leak.example/', query: true, directive: 'connect-src', where: 'worker', times: 1 },
      { address: 'inline', query: false, directive: 'connect-src', where: 'page', times: 1 },
    ],
    files: { checked: '2026-03-04T05:05:00.000Z', list_sha256: LIST, loaded: CHECKED },
    device: { kind: 'gpu', adapter: 'Maker', state: 'ready', self_check: { passed: true, max_difference: 0.001, tolerance: 0.01, compared: 12 } },
    weights: {
      name: 'groundscope-oct-1', from: 'installation', sha256: GOOD, licence: 'CC BY 4.0', data: [{ name: 'Scans', licence: 'CC0', attribution: 'By all.' }],
      classes: [{ id: 'irf', evidence: 'real', figure: 'F1 0.51' }, { id: 'he', evidence: 'none', figure: '' }],
    },
    held: [{ store: 'session', where: 'memory', entries: 2 }],
  });
  for (const text of [jsonOf(receipt), textOfReceipt(receipt)]) assert.doesNotMatch(text, /Meier|pixels|secret/);
});

test('of a file on this computer only the name is told, not its folders', () => {
  const receipt = receiptOf({ ...FACTS, page: 'file:///home/meier/tools/groundscope.html', others: ['file:///home/meier/leak.txt'] });
  assert.equal(receipt.page.address, 'file:///groundscope.html');
  assert.deepEqual(receipt.requests.beyond_own_files, [{ address: 'file:///leak.txt', query: false, times: 1 }]);
});

test('the order in which things happened changes no byte', () => {
  const turned = { ...FACTS, others: FACTS.others.toReversed(), refused: FACTS.refused.toReversed() };
  assert.equal(jsonOf(receiptOf(turned)), jsonOf(receiptOf(FACTS)));
});

test('the file is JSON with a line break at its end, and its name holds the time alone', () => {
  const receipt = receiptOf(FACTS);
  const text = jsonOf(receipt);
  assert.ok(text.startsWith('{\n  "format": "groundscope-receipt/1",\n') && text.endsWith('}\n'));
  assert.deepEqual(JSON.parse(text), receipt);
  assert.equal(nameOfReceipt(receipt, 'json'), 'groundscope-receipt-2026-03-04T05-06-07Z.json');
});

test('as text it reads', () => {
  assert.equal(
    textOfReceipt(receiptOf(FACTS)),
    `GroundScope privacy receipt
===========================

Made         2026-03-04 05:06:07 UTC
Page opened  2026-03-04 05:00:00 UTC
Page         https://hospital.example/tools/
Browser      Test/1.0

Requests
--------
3 beyond the page\u2019s own files since 2026-03-04 05:00:00 UTC
- https://leak.example/a
- https://leak.example/z (query left out), 2 times
1 file that this page named as scan or expert boxes; the address is left out.
2 files of the page around the viewer, not listed here.

Refused by the browser
----------------------
- connect-src: data:
- connect-src: https://leak.example/ (query left out) (in a worker)
- connect-src: inline

Policy
------
Does not forbid every request to other addresses.
Left open: form-action *
Sent by this page: ${POLICY}
A script cannot read the headers that the server sends. They can only forbid more: the browser\u2019s network panel shows them. No policy keeps a page from opening another page.

Files
-----
Checked 2026-03-04 05:05:00 UTC against manifest.json.
SHA-256 of the list itself, to be compared with the one that was installed: ${LIST}
differs                   app.js  5 bytes  ${BAD}
matches                   weights/groundscope-oct-1.safetensors  7 bytes  ${GOOD}

Device
------
GPU, Maker, self-check passed

Model
-----
groundscope-oct-1, CC BY 4.0. Scans that you open do not change it.
SHA-256 of the weights: ${GOOD}
Taught on:
- Scans (CC0). By all.
Whose evidence stands behind each class:
- irf: F1 0.51
- he: The model gives no answer for this class

Kept
----
- memory: This tab (2 entries)
`,
  );
});

test('weights that were chosen have no hash of the installation\'s', () => {
  const receipt = receiptOf({ ...FACTS, ownWeights: false });
  assert.deepEqual([receipt.weights.from, receipt.weights.sha256], ['chosen', null]);
  assert.match(textOfReceipt(receipt), /A weights file that was chosen in place of this installation/);
});

test('what is not known is said to be unknown', () => {
  const receipt = receiptOf({
    ...FACTS, policies: [], reach: { known: false, own: true, elsewhere: [] }, others: [], refused: [], check: null, device: null, model: null, held: [],
  });
  assert.deepEqual([receipt.policy.elsewhere, receipt.files.checked, receipt.device, receipt.weights, receipt.held], ['unknown', null, null, null, []]);
  assert.deepEqual(receipt.files.loaded[0], file('app.js', null, null, null, 'not_checked'));
  const text = textOfReceipt(receipt);
  for (const words of [/Requests\n-+\n0 beyond/, /Refused by the browser\n-+\nnone/, /Policy\n-+\nNot known/, /hashes were not checked/, /Nothing is stored in this browser/]) {
    assert.match(text, words);
  }
});
