// Several scans: each keeps what was found in it, the reader never has two, and going on never costs a reading.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroundscopeError } from '../../worker/errors.ts';
import { Session } from '../session.ts';
import { sessionStore } from '../session-store.ts';
import { speak } from '../strings.ts';
import { entriesOf, nearestUnread, progressOf, withEntry, withPages } from '../study.ts';
import { thumbnailOf } from '../thumbnail.ts';
import { deferred, engine, FINDINGS, next, turn } from './engine.mjs';

const SIZE = { width: 4, height: 4 };
const files = (...names) => names.map((name) => ({ name, source: new ArrayBuffer(names.indexOf(name) + 1) }));
const numbered = (n) => files(...Array.from({ length: n }, (_, index) => `scan ${index + 1}.png`));
const findings = (name) => ({ ...FINDINGS, model: name });
const states = (session) => session.state.scans.map((entry) => entry.state).join(' ');
const unseen = (api, name) => api.calls.filter((call) => call.name === name && !call.seen);

/** The scan's id tells which file it was: the file of n bytes is scan n. */
async function opens(api) {
  const call = await next(api, 'open');
  call.resolve({ id: call.args[0].byteLength + 100 * call.args[1].page, ...SIZE });
  await turn();
}

/** Reads to the end what is being read. */
async function reads(api, what = FINDINGS) {
  const call = await next(api, 'read');
  call.resolve(what);
  await turn();
  return call.args[0];
}

/** A study of so many scans of which the first was opened and is being read. */
async function study(n, events) {
  const api = engine();
  const session = new Session(api, events);
  void session.openAll(numbered(n));
  await opens(api);
  return { api, session };
}

/** An engine that opens at once; what it holds can be counted. */
function quickEngine() {
  const api = engine();
  let reading = 0;
  let id = 0;
  const stats = { most: 0, mostReading: 0, reads: [], open: new Set() };
  api.open = async () => {
    stats.open.add(++id);
    stats.most = Math.max(stats.most, stats.open.size);
    return { id, ...SIZE };
  };
  api.close = (scan) => stats.open.delete(scan);
  api.read = async (scan) => {
    assert.ok(stats.open.has(scan), 'what is read is open');
    stats.mostReading = Math.max(stats.mostReading, ++reading);
    stats.reads.push(scan);
    await turn();
    reading--;
    return FINDINGS;
  };
  return { api, stats };
}

test('files are in the natural order of their names, those of a folder by where they lie', () => {
  const named = (names) => entriesOf(files(...names)).map((entry) => entry.name);
  assert.deepEqual(named(['scan 10.png', 'scan 9.png', 'scan 1.png']), ['scan 1.png', 'scan 9.png', 'scan 10.png']);
  const [a, b] = files('a.png', 'b.png');
  assert.deepEqual(entriesOf([{ ...a, path: '2/a.png' }, { ...b, path: '1/b.png' }]).map((entry) => entry.name), ['b.png', 'a.png']);
});

test('a file of several pages becomes its pages, once', () => {
  const entries = entriesOf(files('a.png', 'b.tif', 'c.png'));
  const key = entries[1].key;
  const paged = withPages(entries, key, 3);
  assert.deepEqual(paged.map((entry) => entry.name), ['a.png', 'b.tif #1', 'b.tif #2', 'b.tif #3', 'c.png']);
  assert.deepEqual(paged.map((entry) => entry.page), [0, 0, 1, 2, 0]);
  assert.equal(paged[1].key, key);
  assert.equal(new Set(paged.map((entry) => entry.key)).size, 5);
  assert.equal(withPages(paged, paged[2].key, 3), paged);
  assert.equal(withPages(entries, key, 1), entries);
  assert.equal(withPages(entries, key, undefined), entries);
});

test('the nearest unread scan is the next one, then the one before', () => {
  const entries = entriesOf(numbered(5));
  assert.equal(nearestUnread(entries, 2), entries[2]);
  const read = (all, ...indices) => indices.reduce((some, index) => withEntry(some, entries[index].key, { state: 'read' }), all);
  assert.equal(nearestUnread(read(entries, 2), 2), entries[3]);
  assert.equal(nearestUnread(read(entries, 2, 3), 2), entries[1]);
  assert.equal(nearestUnread(read(entries, 0, 1, 2, 3, 4), 2), null);
  const failed = withEntry(read(entries, 0), entries[1].key, { state: 'failed' });
  assert.deepEqual(progressOf(failed), { read: 1, failed: 1, left: 3, total: 5 });
});

test('a thumbnail is the mean of blocks, and small scans stay as they are', () => {
  const grey = (width, height, value) => ({ width, height, data: Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : value(i >> 2))) });
  const halved = thumbnailOf(grey(192, 96, (i) => (i % 2 === 0 ? 10 : 30)));
  assert.deepEqual([halved.width, halved.height, halved.data[0], halved.data[3]], [96, 48, 20, 255]);
  const same = thumbnailOf(grey(3, 2, (i) => i));
  assert.deepEqual([same.width, same.height, same.data[4 * 5]], [3, 2, 5]);
  const tall = thumbnailOf(grey(10, 1000, () => 7));
  assert.deepEqual([tall.width, tall.height, tall.data[0]], [1, 96, 7]);
});

test('the first scan is shown and read, then the others, one after another, and each is closed', async () => {
  const done = [];
  const { api, session } = await study(3, { onStudy: (scans) => done.push(scans.map((entry) => entry.state)) });
  assert.equal(session.state.name, 'scan 1.png');
  assert.equal(session.phase, 'reading');
  assert.equal(unseen(api, 'open').length, 0, 'nothing is opened while the shown scan is read');
  await reads(api, findings('one'));
  assert.equal(session.phase, 'ready');
  assert.equal(states(session), 'read reading waiting');
  await opens(api);
  assert.equal(session.phase, 'ready', 'reading the rest keeps nobody waiting');
  assert.equal(await reads(api, findings('two')), 2);
  await opens(api);
  assert.deepEqual(done, []);
  await reads(api, findings('three'));
  assert.equal(states(session), 'read read read');
  assert.deepEqual(done, [['read', 'read', 'read']]);
  assert.deepEqual(api.closed, [2, 3]);
  assert.equal(session.state.findings.model, 'one');
  assert.deepEqual(session.state.scans.map((entry) => entry.findings.model), ['one', 'two', 'three']);
});

test('going on leaves a reading its time, keeps its result, and reads only the last scan that was come to', async () => {
  const { api, session } = await study(5);
  const first = await next(api, 'read');
  const going = session.goTo(1);
  void session.goTo(2);
  void session.goTo(3);
  await opens(api);
  assert.equal(session.state.name, 'scan 2.png', 'a quick hand sees them go by');
  await opens(api);
  await going;
  assert.equal(session.state.name, 'scan 4.png');
  assert.equal(session.state.scan.id, 4);
  assert.equal(session.phase, 'reading');
  assert.equal(session.progress.stage, 'turn');
  assert.equal(unseen(api, 'read').length, 0, 'the reader has one scan at a time');
  assert.equal(first.args[1].signal.aborted, false);
  first.resolve(findings('one'));
  await turn();
  assert.equal(session.state.scans[0].findings.model, 'one');
  assert.equal(session.state.findings, null);
  assert.deepEqual(api.closed, [2, 1]);
  assert.equal(await reads(api, findings('four')), 4);
  assert.equal(session.state.findings.model, 'four');
  await opens(api);
  assert.equal(states(session), 'read waiting waiting read reading');
});

test('coming back to a scan that is being read shows it and its findings when they come', async () => {
  const { api, session } = await study(2);
  const first = await next(api, 'read');
  void session.goTo(1);
  await opens(api);
  void session.goTo(0);
  await turn();
  assert.equal(session.state.scan.id, 1, 'it was still open');
  assert.equal(unseen(api, 'open').length, 0);
  first.resolve(findings('one'));
  await turn();
  assert.equal(session.state.findings.model, 'one');
  assert.equal(session.phase, 'ready');
});

test('what was found, asked and hidden in a scan is there again, and a chosen class is followed', async () => {
  const shown = [];
  const { api, session } = await study(2, { onRead: (read) => shown.push(read.model) });
  await reads(api, findings('one'));
  await opens(api);
  await reads(api, findings('two'));
  void session.ask('any fluid?');
  const answer = { text: 'Yes.', evidence: ['irf-1'], suggestions: [] };
  (await next(api, 'ask')).resolve(answer);
  const hiding = session.hide('irf');
  (await next(api, 'hide')).resolve({ text: 'it rests on it' });
  await hiding;
  void session.goTo(1);
  await opens(api);
  assert.deepEqual([session.state.findings.model, session.state.question, session.state.answer, session.state.chosen], ['two', '', null, null]);
  assert.deepEqual(session.state.hidden, {});
  session.choose({ kind: 'class', id: 'irf' });
  void session.goTo(0);
  await opens(api);
  assert.deepEqual([session.state.findings.model, session.state.question, session.state.answer], ['one', 'any fluid?', answer]);
  assert.deepEqual(session.state.hidden, { irf: { text: 'it rests on it' } });
  assert.deepEqual(session.state.chosen, { kind: 'class', id: 'irf' });
  assert.deepEqual(shown, ['one', 'two', 'one']);
  assert.equal(unseen(api, 'read').length, 0, 'nothing is read twice');
});

test('a file that cannot be opened is marked and passed over; coming to it says why, and one can go back', async () => {
  const failures = [];
  const done = [];
  const { api, session } = await study(3, { onError: (failure) => failures.push(failure.code), onStudy: () => done.push(1) });
  await reads(api);
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'no scan', 'open another'));
  await turn();
  await opens(api);
  await reads(api);
  assert.equal(states(session), 'read failed read');
  assert.deepEqual(done, [1]);
  assert.equal(session.phase, 'ready');
  assert.deepEqual(failures, []);
  void session.goTo(1);
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'no scan', 'open another'));
  await turn();
  assert.equal(session.phase, 'error');
  assert.deepEqual([session.state.at, session.state.name, session.state.scan, session.state.findings], [1, 'scan 2.png', null, null]);
  assert.deepEqual(failures, ['decode']);
  void session.retry();
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'still none'));
  await turn();
  assert.equal(session.state.failure.message, 'still none');
  session.dismissFailure();
  await opens(api);
  assert.deepEqual([session.state.at, session.state.scan.id, session.phase], [0, 1, 'ready']);
});

test('the first readable of many is shown; where none is, what was open stays', async () => {
  const api = engine();
  const session = new Session(api);
  void session.openAll(numbered(3));
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'no scan'));
  await opens(api);
  assert.equal(session.state.name, 'scan 2.png');
  assert.equal(states(session), 'failed reading waiting');
  await reads(api);
  await opens(api);
  await reads(api);
  const other = session.openAll(files('x.png', 'y.png'));
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'no x'));
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'no y'));
  await other;
  assert.equal(session.phase, 'error');
  assert.match(session.state.failure.message, /2 files.*no x/);
  assert.deepEqual([session.state.name, session.state.scans.length], ['scan 2.png', 3]);
});

test('a scan that cannot be read is marked, and the others are read; a device that fails stops that', async () => {
  const { api, session } = await study(4);
  await reads(api);
  await opens(api);
  (await next(api, 'read')).reject(new GroundscopeError('engine_crashed', 'stopped'));
  await turn();
  assert.equal(states(session), 'read failed reading waiting');
  await opens(api);
  api.device = { ...api.device, state: 'failed' };
  (await next(api, 'read')).reject(new GroundscopeError('self_check_failed', 'no device'));
  await turn();
  assert.equal(states(session), 'read failed waiting waiting');
  assert.equal(session.state.rest, false);
  assert.match(session.state.notice, /no device/);
  assert.equal(session.phase, 'ready');
});

test('reading the rest can be stopped and taken up again; a scan that is come to is read all the same', async () => {
  const { api, session } = await study(4);
  await reads(api);
  await opens(api);
  session.readRest(false);
  await reads(api, findings('two'));
  assert.equal(states(session), 'read read waiting waiting');
  void session.goTo(3);
  await opens(api);
  await reads(api);
  assert.equal(states(session), 'read read waiting read');
  assert.equal(unseen(api, 'open').length, 0);
  session.readRest(true);
  await opens(api);
  await reads(api);
  assert.equal(progressOf(session.state.scans).left, 0);
});

test('cancelling the shown scan\'s reading stops the rest, too', async () => {
  const { api, session } = await study(3);
  const call = await next(api, 'read');
  session.cancel();
  assert.equal(call.args[1].signal.aborted, true);
  await turn();
  assert.deepEqual([session.phase, states(session), session.state.rest], ['idle', 'waiting waiting waiting', false]);
  assert.equal(unseen(api, 'open').length, 0);
});

test('opening other files ends a reading of the study before, and closes what it held', async () => {
  const { api, session } = await study(3);
  await reads(api);
  await opens(api);
  const call = await next(api, 'read');
  void session.openAll([{ name: 'other.png', source: new ArrayBuffer(9) }]);
  assert.equal(call.args[1].signal.aborted, true);
  await opens(api);
  assert.deepEqual([session.state.name, session.state.scans.length, session.state.scan.id], ['other.png', 1, 9]);
  assert.deepEqual(api.closed.toSorted(), [1, 2]);
  assert.equal(await reads(api), 9);
  assert.equal(session.phase, 'ready');
});

test('scans that are added are read after the others, and nothing is interrupted', async () => {
  const { api, session } = await study(1);
  const call = await next(api, 'read');
  void session.addAll([{ name: 'b.png', source: new ArrayBuffer(7) }, { name: 'a.png', source: new ArrayBuffer(8) }]);
  assert.deepEqual(session.state.scans.map((entry) => entry.name), ['scan 1.png', 'a.png', 'b.png']);
  assert.equal(call.args[1].signal.aborted, false);
  call.resolve(FINDINGS);
  await opens(api);
  assert.equal(await reads(api), 8);
});

test('scans that are added while others are being opened come after those', async () => {
  const { api, session } = await study(1);
  await reads(api);
  void session.openAll(files('new.png'));
  const opening = await next(api, 'open');
  void session.addAll([{ name: 'more.png', source: new ArrayBuffer(7) }]);
  await turn();
  opening.resolve({ id: 50, ...SIZE });
  await turn();
  assert.deepEqual(session.state.scans.map((entry) => entry.name), ['new.png', 'more.png']);
});

test('a reading that a broken file interrupted goes on', async () => {
  const { api, session } = await study(1);
  const first = await next(api, 'read');
  session.cancel();
  void session.readAgain();
  await turn();
  void session.openAll(files('broken.png'));
  (await next(api, 'open')).reject(new GroundscopeError('decode', 'Broken.', 'Open another.'));
  await turn();
  assert.equal(first.args[1].signal.aborted, true);
  await turn();
  for (const open of unseen(api, 'open')) open.resolve({ id: 1, ...SIZE });
  for (let waits = 0; waits < 5 && unseen(api, 'read').length === 0; waits++) await turn();
  const again = unseen(api, 'read').at(-1);
  again.resolve(FINDINGS);
  await turn();
  await turn();
  assert.equal(session.state.findings, FINDINGS);
  assert.equal(session.state.scans.length, 1);
});

test('the pages of a volume share their file, their scale and their eye', async () => {
  const api = engine();
  const session = new Session(api);
  let fetched = 0;
  void session.openAll([{ name: 'v.tif', source: async () => ({ bytes: new ArrayBuffer(fetched++ === 0 ? 3 : 5) }) }]);
  (await next(api, 'open')).resolve({ id: 1, ...SIZE, pages: 2 });
  await turn();
  assert.deepEqual(session.state.scans.map((entry) => entry.name), ['v.tif #1', 'v.tif #2']);
  assert.equal(session.state.name, 'v.tif #1');
  await reads(api);
  const second = await next(api, 'open');
  assert.deepEqual([second.args[1].page, second.args[0].byteLength, fetched], [1, 3, 1]);
  second.resolve({ id: 2, ...SIZE, pages: 2 });
  await turn();
  await reads(api, findings('two'));
  const known = { scale: { lateral_um: 11, axial_um: 4 }, eye: 'left' };
  const telling = session.know(known);
  (await next(api, 'explain')).resolve({ ...FINDINGS, ...known });
  await telling;
  void session.goTo(1);
  (await next(api, 'open')).resolve({ id: 3, ...SIZE, pages: 2 });
  const explain = await next(api, 'explain');
  assert.equal(explain.args[0].model, 'two');
  assert.deepEqual(explain.args[1], known);
  explain.resolve({ ...findings('two told'), ...known });
  await turn();
  assert.equal(session.state.findings.model, 'two told');
  assert.equal(session.state.scans[1].findings.model, 'two told');
  assert.deepEqual(session.state.known, known);
});

test('a step by keys stays within the study, and counts from where one is going', async () => {
  const { api, session } = await study(3);
  await reads(api);
  void session.goBy(1);
  void session.goBy(1);
  void session.goBy(1);
  assert.equal(session.state.going, 2);
  session.goBy(-9);
  assert.equal(session.state.going, 0);
});

test('200 scans close what they open: never more than the shown one and the one being read', async () => {
  const { api, stats } = quickEngine();
  const done = deferred();
  const session = new Session(api, { onStudy: done.resolve });
  void session.openAll(numbered(200));
  for (let step = 0; step < 40; step++) {
    await turn();
    void session.goBy(step % 3 === 0 ? 5 : -1);
  }
  const scans = await done.promise;
  await turn();
  assert.equal(scans.filter((entry) => entry.state === 'read').length, 200);
  assert.equal(stats.reads.length, 200, 'each is read once');
  assert.equal(stats.mostReading, 1);
  assert.ok(stats.most <= 3, `${stats.most} scans were open at once`);
  assert.equal(stats.open.size, 1);
});

test('everything can be forgotten while a scan that cannot be opened is shown', async () => {
  const { api, session } = await study(3);
  await reads(api);
  const broken = session.goTo(1);
  await turn();
  const opening = unseen(api, 'open')[0];
  opening.seen = true;
  opening.reject(new GroundscopeError('decode', 'no scan', 'open another'));
  await broken;
  assert.equal(session.state.scan, null);
  assert.notDeepEqual(sessionStore(session).entries(), []);
  session.forget();
  await turn();
  assert.deepEqual([session.state.scans, session.state.findings, sessionStore(session).entries()], [[], null, []]);
});

test('another language words all scans of a study anew', async (t) => {
  t.after(() => speak('en'));
  const { api, session } = await study(2);
  await reads(api, findings('one'));
  await opens(api);
  await reads(api, findings('two'));
  const speaking = session.speak('de');
  (await next(api, 'explain')).resolve(findings('eins'));
  (await next(api, 'explain')).resolve(findings('zwei'));
  await speaking;
  assert.deepEqual(session.state.scans.map((entry) => entry.findings.model), ['eins', 'zwei']);
});
