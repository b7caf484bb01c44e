// A dropped folder: every file in it, however deep and however many; what cannot be read is left out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesIn, foldersOf } from '../folders.ts';

const file = (fullPath, gone = false) => ({
  isFile: true, isDirectory: false, fullPath,
  file: (resolve, reject) => (gone ? reject(new Error('gone')) : resolve(new File(['x'], fullPath.split('/').at(-1)))),
});

/** A folder whose reader gives two entries at a time, as browsers give a hundred. */
const folder = (fullPath, ...entries) => ({
  isFile: false, isDirectory: true, fullPath,
  createReader: () => {
    const left = [...entries];
    return { readEntries: (resolve) => resolve(left.splice(0, 2)) };
  },
});

const item = (entry) => ({ kind: 'file', webkitGetAsEntry: () => entry });

test('all files are found, with where they lie', async () => {
  const eyes = folder('/eyes', file('/eyes/1.png'), file('/eyes/2.png'), file('/eyes/gone.png', true), folder('/eyes/left', file('/eyes/left/3.png')));
  const taken = await filesIn([eyes, file('/4.png')]);
  assert.deepEqual(taken.map(({ path, file: one }) => [path, one.name]), [['eyes/1.png', '1.png'], ['eyes/2.png', '2.png'], ['eyes/left/3.png', '3.png'], ['4.png', '4.png']]);
});

test('files alone are no folder, and a drop of text is none', () => {
  assert.equal(foldersOf({ items: [item(file('/1.png')), { kind: 'string' }] }), null);
  assert.equal(foldersOf({ items: [item(null)] }), null);
  assert.equal(foldersOf(null), null);
  assert.equal(foldersOf({ items: [item(file('/1.png')), item(folder('/eyes'))] }).length, 2);
});
