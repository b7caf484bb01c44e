// Boxes stay on the scan whatever is done to them, and every edit can be undone and done again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { added, boxBetween, boxesFile, edited, HANDLES, LEAST_SIDE, movedBox, redone, resizedBox, start, undone, withBox, withClass, without } from '../drawing.ts';

const SCAN = { width: 120, height: 80 };

/** Numbers that look random and are the same every time. */
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** One edit out of all kinds, with its mark. */
function anEdit(boxes, roll) {
  const one = boxes[roll(Math.max(boxes.length, 1))];
  const by = () => roll(61) - 30;
  switch (one ? roll(6) : 0) {
    case 0: {
      const box = boxBetween([roll(140) - 10, roll(100) - 10], [roll(140) - 10, roll(100) - 10], SCAN);
      return [box ? added(boxes, ['irf', 'srf', 'ped'][roll(3)], box) : boxes, null];
    }
    case 1: return [without(boxes, one.id), null];
    case 2: return [withClass(boxes, one.id, ['irf', 'srf', 'ped'][roll(3)]), null];
    case 3: return [withBox(boxes, one.id, movedBox(one.box, by(), by(), SCAN)), null];
    case 4: return [withBox(boxes, one.id, movedBox(one.box, by(), by(), SCAN)), `nudge ${one.id}`];
    default: return [withBox(boxes, one.id, resizedBox(one.box, HANDLES[roll(8)], by(), by(), SCAN)), null];
  }
}

test('any sequence of edits, undone, gives the start; done again, the end', () => {
  for (let seed = 0; seed < 200; seed++) {
    const roll = dice(seed);
    const first = added([], 'irf', [10, 10, 40, 30]);
    let history = start(first);
    for (let step = roll(40); step >= 0; step--) {
      // Undo and redo in between are part of any sequence.
      const kind = roll(8);
      history = kind === 0 ? undone(history) : kind === 1 ? redone(history) : edited(history, ...anEdit(history.present, roll));
    }
    const last = history;
    while (history.past.length > 0) history = undone(history);
    assert.deepEqual(history.present, first);
    assert.equal(undone(history), history);
    while (history.future.length > last.future.length) history = redone(history);
    assert.deepEqual(history.present, last.present);
  }
});

test('boxes are whole, on the scan and of a size, whatever is done', () => {
  for (let seed = 0; seed < 300; seed++) {
    const roll = dice(seed);
    let boxes = [];
    for (let step = 0; step < 30; step++) {
      [boxes] = anEdit(boxes, roll);
      for (const { box: [x1, y1, x2, y2] } of boxes) {
        assert.ok([x1, y1, x2, y2].every(Number.isInteger));
        assert.ok(x1 >= 0 && y1 >= 0 && x2 <= SCAN.width && y2 <= SCAN.height);
        assert.ok(x2 - x1 >= LEAST_SIDE && y2 - y1 >= LEAST_SIDE);
      }
      assert.equal(new Set(boxes.map((one) => one.id)).size, boxes.length);
    }
  }
});

test('a box is drawn from any corner, and a click draws none', () => {
  assert.deepEqual(boxBetween([30.4, 50.6], [10.2, 20], SCAN), [10, 20, 30, 51]);
  assert.deepEqual(boxBetween([-20, -20], [500, 500], SCAN), [0, 0, 120, 80]);
  assert.equal(boxBetween([10, 10], [12, 40], SCAN), null);
});

test('moving keeps the size, resizing moves the edges of its handle', () => {
  assert.deepEqual(movedBox([10, 10, 40, 30], 5, -4, SCAN), [15, 6, 45, 26]);
  assert.deepEqual(movedBox([10, 10, 40, 30], 500, -500, SCAN), [90, 0, 120, 20]);
  assert.deepEqual(resizedBox([10, 10, 40, 30], 'se', 5, 6, SCAN), [10, 10, 45, 36]);
  assert.deepEqual(resizedBox([10, 10, 40, 30], 'n', 5, -6, SCAN), [10, 4, 40, 30]);
  assert.deepEqual(resizedBox([10, 10, 40, 30], 'w', 99, 0, SCAN), [37, 10, 40, 30]);
});

test('nudges in a row are undone together, an edit that changes nothing is none', () => {
  const boxes = added([], 'irf', [10, 10, 40, 30]);
  let history = start(boxes);
  assert.equal(edited(history, withClass(boxes, 1, 'irf')), history);
  for (let step = 1; step <= 5; step++) history = edited(history, withBox(boxes, 1, movedBox([10, 10, 40, 30], step, 0, SCAN)), 'nudge 1');
  assert.equal(history.past.length, 1);
  assert.deepEqual(undone(history).present, boxes);
});

test('a new edit forgets what was undone', () => {
  let history = edited(start(), added([], 'irf', [0, 0, 9, 9]));
  history = edited(undone(history), added([], 'srf', [0, 0, 9, 9]));
  assert.deepEqual(history.future, []);
  assert.equal(redone(history), history);
});

test('the file has whole boxes and asks about the drawn classes alone, unless every class was looked for', () => {
  const scans = [
    { name: 'eye.png', ...SCAN, boxes: added(added(added([], 'srf', [1, 2, 30, 40]), 'irf', [5, 6, 17, 18]), 'irf', [50, 6, 60, 18]) },
    { name: 'other.png', width: 7, height: 8, boxes: [] },
  ];
  assert.deepEqual(JSON.parse(boxesFile(scans, false)), {
    format: 'groundscope-boxes/1',
    space: 'pixel',
    asked: [['eye.png', 'srf'], ['eye.png', 'irf']],
    images: [
      {
        id: 'eye.png',
        width: 120,
        height: 80,
        boxes: [
          { class: 'srf', box: [1, 2, 30, 40] },
          { class: 'irf', box: [5, 6, 17, 18] },
          { class: 'irf', box: [50, 6, 60, 18] },
        ],
      },
      { id: 'other.png', width: 7, height: 8, boxes: [] },
    ],
  });
  assert.equal('asked' in JSON.parse(boxesFile(scans, true)), false);
});
