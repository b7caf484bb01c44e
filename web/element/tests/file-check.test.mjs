// Which files are GroundScope's own to check, and what is said of each.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { checkFiles, verdicts, whyUnchecked } from '../file-check.ts';
import { ownFiles } from '../own-files.ts';

const FOLDER = new URL('https://hospital.example/tools/');
const hash = (text) => createHash('sha256').update(text).digest('hex');
const entry = (path, text) => ({ path, bytes: text.length, sha256: hash(text) });
const files = (...paths) => paths.map((path) => ({ path, address: new URL(path, FOLDER).href }));

/** A server with these texts; notes what was asked for, and how. */
function server(texts) {
  const asked = [];
  const get = async (address, cache) => {
    asked.push(`${address.slice(FOLDER.href.length)} ${cache}`);
    const text = texts[address.slice(FOLDER.href.length)];
    return text === undefined ? null : new TextEncoder().encode(text).buffer;
  };
  return { asked, get };
}

const list = (...entries) => JSON.stringify({ format: 'groundscope-site/1', files: entries });

test('files that match, differ, are not listed, are the installation\'s own, or do not come', async () => {
  const manifest = list(entry('app.js', 'right'), entry('app.css', 'right'), entry('gone.wasm', 'x'), entry('never-loaded.wasm', 'x'));
  const { asked, get } = server({ 'manifest.json': manifest, 'app.js': 'right', 'app.css': 'wrong', 'extra.js': 'x', 'groundscope-policy.json': '{}' });
  const told = [];
  const check = await checkFiles(FOLDER, files('app.css', 'app.js', 'extra.js', 'gone.wasm', 'groundscope-policy.json'), (done) => told.push(done), get);
  assert.deepEqual(check.files, [
    { path: 'app.css', bytes: 5, sha256: hash('wrong'), listed_sha256: hash('right'), verdict: 'differs' },
    { path: 'app.js', bytes: 5, sha256: hash('right'), listed_sha256: hash('right'), verdict: 'match' },
    { path: 'extra.js', bytes: 1, sha256: hash('x'), listed_sha256: null, verdict: 'not_listed' },
    { path: 'gone.wasm', bytes: null, sha256: null, listed_sha256: hash('x'), verdict: 'unreachable' },
    { path: 'groundscope-policy.json', bytes: 2, sha256: hash('{}'), listed_sha256: null, verdict: 'local' },
  ]);
  assert.equal(check.listSha256, hash(manifest));
  assert.deepEqual(told, [1, 2, 3, 4, 5]);
  assert.deepEqual(asked.slice(0, 2), ['manifest.json no-cache', 'app.css force-cache']);
  assert.equal(asked.length, 6);
});

test('no list, or something else in its place, is no reason to say that a file differs', async () => {
  for (const manifest of [undefined, '<html>', '{"format":"other/1","files":[]}', '{"format":"groundscope-site/1"}', 'null']) {
    const { get } = server({ 'manifest.json': manifest, 'app.js': 'x' });
    const check = await checkFiles(FOLDER, files('app.js'), () => undefined, get);
    assert.deepEqual([check.files[0].verdict, check.files[0].sha256, check.listSha256], ['no_list', hash('x'), null], String(manifest));
  }
});

test('a file that was loaded after the check is not checked', async () => {
  const { get } = server({ 'manifest.json': list(entry('app.js', 'x')), 'app.js': 'x' });
  const check = await checkFiles(FOLDER, files('app.js'), () => undefined, get);
  assert.deepEqual(verdicts(files('app.js', 'gpu.wasm'), check).map(({ verdict }) => verdict), ['match', 'not_checked']);
  assert.deepEqual(verdicts(files('app.js'), null).map(({ verdict }) => verdict), ['not_checked']);
});

test('where nothing can be asked for, nothing is asked', () => {
  assert.equal(whyUnchecked({ known: true, own: true, elsewhere: [] }), null);
  assert.equal(whyUnchecked({ known: false, own: true, elsewhere: [] }), null);
  assert.equal(whyUnchecked({ known: true, own: false, elsewhere: [] }), 'forbidden');
});

test('addresses that may hold a name are counted, not listed', () => {
  const own = [
    'https://hospital.example/tools/?patient=Meier', 'https://hospital.example/tools/index.html', 'https://hospital.example/tools/engine/reader.js',
    'https://hospital.example/tools/manifest.json', 'https://hospital.example/tools/Meier.png', 'https://hospital.example/portal/Meier',
    'https://hospital.example/favicon.ico', 'https://hospital.example/tools/groundscope-policy.json', 'https://hospital.example/tools/app.js',
  ];
  const watch = {
    traffic: { own, others: [], refused: [] },
    folder: FOLDER,
    isScan: (address) => address.endsWith('/Meier.png'),
    isMissing: (address) => address.endsWith('/groundscope-policy.json'),
  };
  assert.deepEqual(ownFiles(watch), {
    files: [
      { path: 'app.js', address: 'https://hospital.example/tools/app.js' },
      { path: 'engine/reader.js', address: 'https://hospital.example/tools/engine/reader.js' },
      { path: 'index.html', address: 'https://hospital.example/tools/' },
    ],
    scans: 1,
    around: 1,
  });
});
