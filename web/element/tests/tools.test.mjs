// Drawn boxes and lines belong to their scan, are scored when they should be, and are kept only with consent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRY, keep, recall } from '../keeping.ts';
import { scanKey } from '../scan-key.ts';
import { DEFAULTS } from '../shortcuts.ts';
import { firstState } from '../state.ts';
import { Tools } from '../tools.ts';

const FINDINGS = {
  width: 100,
  height: 60,
  findings: [
    { class: 'irf', name: 'intraretinal fluid', probability: 0.6, regions: [{}] },
    { class: 'srf', name: 'subretinal fluid', probability: 0.9, regions: [{}] },
    { class: 'erm', name: 'epiretinal membrane', probability: 0.95, regions: [] },
  ],
};

const scanOf = (grey, width = 100, height = 60) => ({ id: grey, width, height, pixels: { width, height, data: new Uint8ClampedArray(width * height * 4).fill(grey) } });

/** A browser's storage, in memory. */
function memory(entries = {}) {
  const map = new Map(Object.entries(entries));
  return { map, getItem: (key) => map.get(key) ?? null, setItem: (key, value) => map.set(key, value), removeItem: (key) => map.delete(key) };
}

/** Tools with a scan open, and what was asked of scoring. */
function tools(store = memory()) {
  const loads = [];
  const host = { state: { ...firstState({}), scan: scanOf(1), name: 'eye.png', findings: FINDINGS }, set: (part) => (host.state = { ...host.state, ...part }) };
  const scoring = {
    load: async (text, name) => (loads.push(text), host.set({ references: { name, text, ofSample: false } })),
    drop: () => host.set({ references: null }),
  };
  const own = new Tools(host, scoring, store);
  own.drawn.recall();
  const open = (scan, name) => host.set({ references: own.drawn.referencesOf(scan, name, host.state.references), scan, name });
  const draw = (from, to) => (own.draft(from, to), own.finish());
  return { own, host, loads, open, draw };
}

test('a box is drawn in the class of what is surest, and scored at once', () => {
  const { own, host, loads, draw } = tools();
  own.toggle('draw');
  draw([10, 10], [40.4, 30]);
  assert.deepEqual(own.drawn.boxes, [{ id: 1, class: 'srf', box: [10, 10, 40, 30] }]);
  assert.equal(own.drawn.selected.id, 1);
  own.drawn.chooseClass('irf');
  own.drawn.score();
  assert.deepEqual(JSON.parse(loads[0]), {
    format: 'groundscope-boxes/1',
    space: 'pixel',
    asked: [['eye.png', 'irf']],
    images: [{ id: 'eye.png', width: 100, height: 60, boxes: [{ class: 'irf', box: [10, 10, 40, 30] }] }],
  });
  assert.ok(own.drawn.scored);
  own.drawn.remove(1);
  own.drawn.score();
  assert.equal(host.state.references, null);
});

test('what is drawn on one scan is not on another, not even of the same name', () => {
  const { own, host, open, draw } = tools();
  const [first, second] = [scanOf(1), scanOf(2)];
  assert.notEqual(scanKey(first, 'eye.png'), scanKey(second, 'eye.png'));
  own.toggle('measure');
  draw([0, 0], [30, 40]);
  own.toggle('draw');
  draw([10, 10], [40, 30]);
  own.drawn.score();
  open(second, 'eye.png');
  assert.deepEqual([own.drawn.boxes, own.lines, own.drawn.scored, host.state.references], [[], [], false, null]);
  open(scanOf(1), 'eye.png');
  assert.equal(own.drawn.boxes.length, 1);
  assert.equal(own.lines.length, 1);
  assert.equal(JSON.parse(host.state.references.text).images[0].boxes.length, 1);
  assert.ok(own.drawn.scored);
});

test('expert boxes of a file stay what is scored, until the drawn ones are asked for', async () => {
  const { own, host, loads, open, draw } = tools();
  const file = { name: 'experts.json', text: '{}', ofSample: false };
  host.set({ references: file });
  own.toggle('draw');
  draw([10, 10], [40, 30]);
  await new Promise((later) => setTimeout(later, 350));
  assert.equal(loads.length, 0);
  open(scanOf(2), 'other.png');
  assert.equal(host.state.references, file);
  open(scanOf(1), 'eye.png');
  own.drawn.score();
  assert.equal(loads.length, 1);
  own.drawn.nudge(1, [11, 10, 41, 30]);
  await new Promise((later) => setTimeout(later, 350));
  assert.equal(loads.length, 2);
});

test('saving has all drawn scans, and then nothing would be lost', () => {
  const { own, open, draw } = tools();
  own.toggle('draw');
  draw([10, 10], [40, 30]);
  open(scanOf(2), 'other.png');
  draw([20, 20], [50, 50]);
  assert.ok(own.drawn.unsaved);
  const { name, text } = own.drawn.save();
  assert.equal(name, 'boxes.json');
  assert.deepEqual(JSON.parse(text).images.map((image) => image.id), ['other.png', 'eye.png']);
  assert.ok(!own.drawn.unsaved);
  own.drawn.undo();
  assert.ok(own.drawn.unsaved);
  own.drawn.redo();
  assert.ok(!own.drawn.unsaved);
});

test('of two scans of one name the open one is saved, and the other still counts as unsaved', () => {
  const { own, open, draw } = tools();
  own.toggle('draw');
  draw([10, 10], [40, 30]);
  open(scanOf(2), 'eye.png');
  draw([20, 20], [50, 50]);
  const { name, text } = own.drawn.save();
  assert.equal(name, 'eye-boxes.json');
  assert.deepEqual(JSON.parse(text).images[0].boxes[0].box, [20, 20, 50, 50]);
  assert.ok(own.drawn.unsaved);
  assert.ok(!own.drawn.unsavedHere);
});

test('nothing is stored without consent; with it drawings and keys come back; taken back, all is deleted', () => {
  const store = memory();
  const before = tools(store);
  before.own.toggle('draw');
  before.draw([10, 10], [40, 30]);
  before.own.bind('hide', 'q');
  assert.equal(store.map.size, 0);
  assert.ok(before.own.drawn.keepAll(true));
  assert.deepEqual([...store.map.keys()], [ENTRY]);
  assert.ok(!before.own.drawn.unsaved, 'what is kept is not lost');
  before.draw([50, 10], [80, 30]);

  const after = tools(store);
  assert.equal(after.own.drawn.boxes.length, 2);
  assert.deepEqual(after.host.state.tools.bindings.hide, ['q']);
  assert.ok(after.own.drawn.keeps);
  after.own.drawn.keepAll(false);
  assert.equal(store.map.size, 0);
  assert.equal(after.own.drawn.boxes.length, 2, 'what is open stays until the page is closed');
  assert.equal(tools(store).own.drawn.boxes.length, 0);
});

test('what another tab kept is not lost, and what a stranger wrote is left out', () => {
  const store = memory();
  const one = tools(store);
  one.own.drawn.keepAll(true);
  one.own.toggle('draw');
  const other = tools(store);
  other.open(scanOf(7), 'other.png');
  other.own.toggle('draw');
  other.draw([0, 0], [9, 9]);
  one.draw([10, 10], [40, 30]);
  assert.equal(recall(store).drawings.size, 2);
  other.own.drawn.keepAll(false);
  one.draw([50, 10], [80, 30]);
  assert.equal(store.map.size, 0, 'forgotten in one tab is forgotten in all');
  assert.ok(!one.own.drawn.keeps);
  for (const wrong of ['', '{', '7', '{"format":"groundscope-kept/2"}', '{"format":"groundscope-kept/1","drawings":{"a":{"name":"a","width":9,"height":9,"boxes":[{"id":1,"class":"irf","box":[5,5,2,2]}]}}}']) {
    assert.deepEqual(recall(memory({ [ENTRY]: wrong })), { drawings: new Map(), bindings: DEFAULTS });
  }
});

test('a browser that refuses to store is told of, and nothing breaks', () => {
  const full = { ...memory(), setItem: () => { throw new Error('full'); } };
  assert.equal(keep(full, { drawings: new Map(), bindings: DEFAULTS }), false);
  assert.equal(keep(null, { drawings: new Map(), bindings: DEFAULTS }), false);
  const { own } = tools(full);
  assert.equal(own.drawn.keepAll(true), false);
  assert.equal(own.drawn.keeps, false);
});

test('a line is measured in words, with micrometres where the scale is known', () => {
  const { own, host, draw } = tools();
  own.toggle('measure');
  draw([0, 0], [30, 40]);
  assert.equal(own.lengthOf(own.lines[0]), '50.0 px');
  host.set({ known: { scale: { lateral_um: 10, axial_um: 4 }, eye: null } });
  assert.equal(own.lengthOf(own.lines[0]), '340 \u00b5m (50.0 px)');
  own.moveEnd(1, 1, [0, 0.4]);
  own.dropPoint(1);
  assert.deepEqual(own.lines, []);
});

test('two tabs that draw on the same scan lose no box of the other by drawing elsewhere', () => {
  const store = memory();
  const one = tools(store);
  one.own.drawn.keepAll(true);
  one.own.toggle('draw');
  one.draw([10, 10], [40, 30]);
  const other = tools(store);
  other.own.toggle('draw');
  other.draw([50, 10], [80, 30]);
  one.open(scanOf(9), 'elsewhere.png');
  one.draw([0, 0], [9, 9]);
  const boxes = [...recall(store).drawings.values()].map((kept) => kept.boxes.length).sort();
  assert.deepEqual(boxes, [1, 2]);
});

test('a storage that is full by now makes the boxes unsaved again, and says so', () => {
  const store = memory();
  const { own, draw, host } = tools(store);
  own.drawn.keepAll(true);
  own.toggle('draw');
  draw([10, 10], [40, 30]);
  assert.ok(!own.drawn.unsaved);
  store.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  draw([50, 10], [80, 30]);
  assert.ok(own.drawn.unsaved);
  assert.ok(!own.drawn.keeps);
  assert.match(host.state.notice ?? '', /refuses to keep/);
});
