// What is saved is what is shown, under the scan's name, and what goes wrong is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExportMenu } from '../export-menu.ts';
import { NO_POLICY } from '../../worker/policy.ts';
import { formatsOf, holdsAll, requestOf, SAVE_FORMATS, saves } from '../exporting.ts';
import { Session } from '../session.ts';
import { strings } from '../strings.ts';
import { WHOLE } from '../window.ts';
import { deferred, engine, next, opened, turn } from './engine.mjs';
import { textOf } from './template.mjs';

const region = (id, score) => ({ id, score, box: [0, 0, 1, 1] });
const FINDINGS = {
  width: 4, height: 4, device: 'cpu', model: 'm',
  findings: [{ class: 'irf', regions: [region('irf-1', 0.9), region('irf-2', 0.4)] }, { class: 'ped', regions: [region('ped-1', 0.7)] }],
};
const STATE = {
  scan: { notes: ['8 bits.'], pixels: { width: 4, height: 4 } },
  findings: FINDINGS, name: 'eye.png', scans: [], at: 0, score: null, question: '', answer: null, model: { classes: [{ id: 'irf', figure_text: 'F1 0.61' }] },
  view: { boxes: true, masks: false, hidden: false, opacity: 0.5, window: WHOLE, invert: false },
};
const PNG = new Uint8Array([1]);
const options = (format, more = {}) => ({ format, shown: (findings) => findings, answers: [], png: async () => PNG, date: '1 March 2026', ...more });

test('pictures show what is shown, and tables everything', async () => {
  const shown = (findings) => ({ ...findings, findings: findings.findings.slice(0, 1).map((one) => ({ ...one, regions: one.regions.slice(0, 1) })) });
  const request = await requestOf(STATE, options('svg', { shown }));
  assert.deepEqual(request.picture, { boxes: true, masks: false, opacity: 0.5, shown: { regions: ['irf-1'] }, language: 'en' });
  assert.equal(request.scans[0].findings, FINDINGS);
  assert.deepEqual(request.report, { date: '1 March 2026', figures: { irf: 'F1 0.61' } });
  const hidden = await requestOf({ ...STATE, view: { ...STATE.view, hidden: true } }, options('svg'));
  assert.deepEqual([hidden.picture.boxes, hidden.picture.masks], [false, false]);
});

test('the scan goes along only where the format has it inside', async () => {
  const withPixels = [];
  for (const format of SAVE_FORMATS) {
    const request = await requestOf(STATE, options(format));
    assert.equal(request.format, format === 'png' ? 'svg' : format);
    if (request.scans[0].pixels) withPixels.push(format);
  }
  assert.deepEqual(withPixels, ['svg', 'report']);
  assert.equal(await requestOf({ ...STATE, findings: null }, options('csv')), null);
});

test('a picture has the grey values that are on the screen', async () => {
  globalThis.ImageData ??= class {
    constructor(data, width, height) {
      Object.assign(this, { data, width, height });
    }
  };
  const pixels = new ImageData(new Uint8ClampedArray([0, 128, 255, 255]), 1, 1);
  const given = [];
  const png = async (shown) => (given.push([...shown.data]), PNG);
  await requestOf({ ...STATE, scan: { ...STATE.scan, pixels } }, options('svg', { png }));
  await requestOf({ ...STATE, scan: { ...STATE.scan, pixels }, view: { ...STATE.view, invert: true } }, options('report', { png }));
  assert.deepEqual(given, [[0, 128, 255, 255], [255, 127, 0, 255]]);
});

test('a policy says for each kind of file whether it may be saved, drawn boxes too', () => {
  assert.deepEqual(formatsOf({ ...NO_POLICY, exports: ['csv', 'boxes'] }), ['csv']);
  assert.deepEqual(['csv', 'boxes', 'png'].map((what) => saves({ ...NO_POLICY, exports: ['csv', 'boxes'] }, what)), [true, true, false]);
  assert.deepEqual([saves(NO_POLICY, 'boxes'), saves({ ...NO_POLICY, exports: [] }, 'boxes'), saves(undefined, 'boxes')], [true, false, true]);
});

test('score and questions go along', async () => {
  const score = { references: [], false_positives: [] };
  const answer = { text: 'Yes.' };
  const answers = [{ question: 'IRF?', answer }];
  const request = await requestOf({ ...STATE, score }, options('report', { answers }));
  assert.equal(request.scans[0].score, score);
  assert.deepEqual(request.scans[0].answers, answers);
});

function menu() {
  const api = engine();
  api.export = (request) => {
    const { promise, resolve, reject } = deferred();
    api.calls.push({ name: 'export', args: [request], resolve, reject });
    return promise;
  };
  const session = new Session(api);
  const element = new ExportMenu();
  element.session = session;
  return { api, session, element };
}

test('the menu comes with the findings and names every format', async () => {
  const { api, session, element } = menu();
  assert.equal(textOf(element.render()), '');
  await opened(api, session);
  const text = textOf(element.render());
  for (const format of SAVE_FORMATS) {
    assert.ok(text.includes(`save-${format}`));
    assert.ok(text.includes(strings.save.formats[format].name));
  }
});

test('only the formats that are allowed are offered', async () => {
  const { api, session, element } = menu();
  await opened(api, session);
  element.formats = ['csv'];
  const text = textOf(element.render());
  assert.ok(text.includes('save-csv') && !text.includes('save-svg'));
  await element.save('svg');
  await turn();
  assert.ok(!api.calls.some((one) => one.name === 'export'));
  element.formats = [];
  assert.equal(textOf(element.render()), '');
});

test('a file that cannot be made is told in the status line', async () => {
  const { api, session, element } = menu();
  await opened(api, session);
  const saving = element.save('csv');
  const call = await next(api, 'export');
  assert.equal(call.args[0].scans[0].name, 'eye.png');
  // While one is being made, no second one starts.
  await element.save('json');
  await turn();
  assert.equal(api.calls.filter((one) => one.name === 'export').length, 1);
  call.reject(new Error('no room'));
  await saving;
  assert.equal(session.state.notice, `${strings.save.failed}: no room ${strings.errors.unexpectedHint}`);
});

test('a policy leaves the formats that it names, in the order of the menu', () => {
  assert.deepEqual(formatsOf({ exports: 'all' }), SAVE_FORMATS);
  assert.deepEqual(formatsOf({ exports: ['csv', 'png'] }), ['png', 'csv']);
  assert.deepEqual(formatsOf({ exports: [] }), []);
});

test('of several scans tables hold every one that was read, pictures the shown one', async () => {
  const scans = [
    { name: 'a.png', findings: STATE.findings, asked: [] },
    { name: 'b.png', findings: null, asked: [] },
    { name: STATE.name, findings: STATE.findings, asked: [] },
  ];
  for (const format of SAVE_FORMATS) {
    const request = await requestOf({ ...STATE, scans, at: 2 }, options(format));
    assert.deepEqual(request.scans.map(({ name }) => name), holdsAll(format) ? ['a.png', STATE.name] : [STATE.name], format);
  }
});
