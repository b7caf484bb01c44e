// Scores as the page shows them: which rows, in what order; how a slider is followed; two files without a scan.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroundscopeError } from '../../worker/errors.ts';
import { PAGE, paged } from '../paging.ts';
import { counted, listed, START } from '../score-list.ts';
import { frameOf, renderFigure } from '../score-figure.ts';
import { ScoreRun, worstFirst } from '../score-run.ts';
import { Session } from '../session.ts';
import { deferred, engine, next, opened, turn } from './engine.mjs';
import { textOf } from './template.mjs';

const reference = (agg_iou, detected = agg_iou > 0.3) => ({
  class: 'irf', name: 'intraretinal fluid', short: 'IRF', group: 'inner_retina', box: [10, 20, 30, 40], agg_iou, detected, gathered: [],
  fraction: '1/2', union: [], intersection: [], areas: { reference: '400', union: '0', intersection: '0', either: '400' }, explanation: 'Why.',
  one_to_one: { matched: false, prediction: null, iou: 0, difference: 'One-to-one matching misses it too.' },
});
const view = (image = 'a.png') => ({
  image, width: 100, height: 100, references: [reference(0.4), reference(0.1), reference(0.9), reference(0.1)],
  false_positives: [{ index: 3, class: 'srf', box: [0, 0, 5, 5], explanation: 'False.' }], predictions: [], per_class: [], notes: [],
  total: { tp: 2, fp: 1, fn: 2 }, one_to_one: { threshold: 0.5, tp: 0, fp: 0, fn: 4, f1: 0 },
});
const rows = (list) => {
  const { references, falses } = listed(view(), list);
  return [references.map(({ index }) => index), falses.length];
};

test('the worst come first, boxes of equal AggIoU in the order of the file, false ones after them', () => {
  assert.deepEqual(rows({ show: 'all', order: 'worst' }), [[1, 3, 0, 2], 1]);
  assert.deepEqual(rows({ show: 'all', order: 'file' }), [[0, 1, 2, 3], 1]);
});

test('hits, misses and false boxes can be seen alone', () => {
  assert.deepEqual(rows({ show: 'hit', order: 'worst' }), [[0, 2], 0]);
  assert.deepEqual(rows({ show: 'missed', order: 'file' }), [[1, 3], 0]);
  assert.deepEqual(rows({ show: 'false', order: 'worst' }), [[], 1]);
  assert.deepEqual(counted(view()), { all: 5, hit: 2, missed: 2, false: 1 });
});

test('a long list shows a page, and the chosen row however far it is', () => {
  const all = Array.from({ length: 10_000 }, (_, n) => n);
  assert.equal(paged(all, PAGE, () => false).length, PAGE);
  assert.equal(paged(all, PAGE, (n) => n === 7).length, PAGE);
  assert.deepEqual([paged(all, PAGE, (n) => n === 4321).length, paged(all, PAGE, (n) => n === 4321).at(-1)], [4322, 4321]);
  assert.equal(paged(all.slice(0, 3), START.rows, () => false).length, 3);
});

test('a figure holds the expert box and all that it gathered, and writes its fraction out', () => {
  const wide = { ...reference(0.0926), areas: { reference: '100', union: '1080', intersection: '100', either: '1080' }, union: [[[0, 20], [110, 20], [110, 30], [0, 30]]] };
  const [x1, y1, x2, y2] = frameOf(wide);
  assert.ok(x1 < 0 && x2 > 110 && y1 < 20 && y2 > 40);
  const text = textOf(renderFigure(wide, [])).replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  assert.match(text, /AggIoU = 100 \/ \(100 \+ 1080 \u2212 100\) = 100 \/ 1080 = 0\.093/);
  assert.match(text, /One-to-one matching misses it too\./);
  // A box of no size in the file is dropped by the engine; one of a thousandth of a pixel still has a frame.
  const [a, b, c, d] = frameOf({ ...reference(0), box: [1, 1, 1.001, 1.001] });
  assert.ok(c > a && d > b);
});

const settings = (call) => call.args[0].settings;

test('a slider rescores at once, and of the steps made meanwhile only the last', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  const loading = session.loadReferences('{}', 'r.json');
  const first = await next(api, 'score');
  assert.deepEqual(settings(first), { t1: 0.1, t2: 0.3, fp: 'undetected' });
  first.resolve(view());
  await loading;
  session.choose({ kind: 'reference', index: 1 });
  session.scoreBy({ t1: 0.2 });
  const step = await next(api, 'score');
  assert.equal(settings(step).t1, 0.2);
  assert.equal(session.state.scoring, null, 'nothing flickers');
  assert.ok(session.state.score, 'the shown score stays');
  for (const t1 of [0.3, 0.4, 0.5]) session.scoreBy({ t1 });
  await turn();
  assert.equal(api.calls.filter((call) => call.name === 'score' && !call.seen).length, 0);
  const between = view('between');
  step.resolve(between);
  const last = await next(api, 'score');
  assert.equal(settings(last).t1, 0.5);
  assert.equal(session.state.score, between);
  last.resolve(view('last'));
  await turn();
  assert.equal(session.state.score.image, 'last');
  assert.deepEqual(session.state.chosen, { kind: 'reference', index: 1 });
  assert.equal(api.calls.filter((call) => call.name === 'score' && !call.seen).length, 0);
});

test('thresholds stay for the next file, and a new scan stops the rescoring', async () => {
  const api = engine();
  const session = new Session(api);
  await opened(api, session);
  const loading = session.loadReferences('{}', 'r.json');
  (await next(api, 'score')).resolve(view());
  await loading;
  session.scoreBy({ t2: 0.6 });
  const old = await next(api, 'score');
  const again = session.open(new ArrayBuffer(4), 'other.png');
  (await next(api, 'open')).resolve({ id: 2, width: 4, height: 4 });
  old.resolve(view('old'));
  (await next(api, 'read')).resolve({ width: 4, height: 4, device: 'cpu', model: 'm', findings: [] });
  await again;
  const fresh = await next(api, 'score');
  assert.equal(settings(fresh).t2, 0.6);
  fresh.resolve(view('fresh'));
  await turn();
  assert.equal(session.state.score.image, 'fresh');
});

const image = (id, tp, fp, fn, f1) => ({ id, references: [], false_positives: [], figures: { tp, fp, fn, f1, mean_agg_iou: f1 } });
const RULES = { t1: 0.1, t2: 0.3, fp: 'undetected' };
const report = (rules = RULES) => ({ settings: rules, pooled: {}, images: [image('good', 1, 0, 0, 1), image('empty', 0, 0, 0, 0), image('bad', 0, 1, 1, 0), image('fair', 1, 1, 0, 0.67)] });

test('images come worst first, those with nothing in them last', () => {
  assert.deepEqual(worstFirst(report()).map(({ id }) => id), ['bad', 'fair', 'good', 'empty']);
});

function filesEngine() {
  const calls = [];
  const call = (name) => (request, { signal }) => {
    const settled = deferred();
    signal.addEventListener('abort', () => settled.reject(new GroundscopeError('cancelled', 'cancelled')));
    calls.push({ name, request, ...settled });
    return settled.promise;
  };
  return { calls, scoreGrounding: call('scoreGrounding'), score: call('score') };
}
const listener = () => {
  const heard = { scored: [], failures: [] };
  return { heard, onChange: () => undefined, onScored: (v) => heard.scored.push(v.image), onFailure: (f) => heard.failures.push(f.code) };
};

test('two files are scored without a scan, the worst image first', async () => {
  const api = filesEngine();
  const told = listener();
  const run = new ScoreRun(api, told);
  const loading = run.load(() => 'R', async () => 'P', '', RULES);
  assert.equal(run.state.busy, true);
  const whole = await next(api, 'scoreGrounding');
  assert.equal(new TextDecoder().decode(whole.request.predictions[0].bytes), 'P');
  assert.deepEqual({ ...whole.request.settings }, { ...RULES, details: true, beside: false, replicates: 0 });
  whole.resolve(report());
  const one = await next(api, 'score');
  assert.deepEqual(one.request, { references: 'R', predictions: 'P', imageName: 'bad', settings: RULES, language: 'en' });
  one.resolve(view('bad'));
  await loading;
  assert.equal(run.state.busy, false);
  assert.deepEqual(told.heard.scored, ['bad']);
  // Other rules: the image first, then the whole; what was wanted meanwhile comes next.
  const other = { ...RULES, t2: 0.5 };
  const stepping = run.want('', other);
  const step = await next(api, 'score');
  assert.equal(step.request.imageName, 'bad');
  void run.want('good', other);
  step.resolve(view('bad'));
  (await next(api, 'scoreGrounding')).resolve(report(other));
  const last = await next(api, 'score');
  assert.equal(last.request.imageName, 'good');
  last.resolve(view('good'));
  await stepping;
  assert.deepEqual(told.heard.scored, ['bad', 'bad', 'good']);
  assert.equal(api.calls.filter((call) => call.name === 'scoreGrounding').length, 2, 'another image needs no other report');
});

test('files that cannot be scored are told, and newer files are not held up by older ones', async () => {
  const api = filesEngine();
  const told = listener();
  const run = new ScoreRun(api, told);
  void run.load(() => 'old', () => 'old', '', RULES);
  await next(api, 'scoreGrounding');
  const loading = run.load(() => 'R', () => 'P', 'gone.png', RULES);
  (await next(api, 'scoreGrounding')).resolve(report());
  (await next(api, 'score')).reject(new GroundscopeError('score', 'there is no image gone.png', 'Name another.'));
  await loading;
  assert.deepEqual(told.heard.failures, ['score']);
  assert.equal(run.state.failure.message, 'there is no image gone.png');
  assert.equal(run.state.busy, false);
  run.stop();
});
