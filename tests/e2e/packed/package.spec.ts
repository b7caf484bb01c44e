// The package as a hospital's web developer has it: a plain page and a folder, without a bundler and without cross-origin isolation.

import path from 'node:path';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { documentedHeaders, serve, violationsOf, type StaticServer } from '../support/static.ts';

const PACKAGE = path.resolve('../../pkg/dist');

const page = (body: string) => `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Scans</title><link rel="icon" href="/groundscope/icon.svg" />
<link rel="stylesheet" href="/portal.css" /><script type="module" src="/groundscope/groundscope.js"></script><script type="module" src="/portal.js"></script>
${body}</html>`;

/** Counts what it hears, and reads a scan without the element beside it. */
const PORTAL = `
import { ask, read } from '/groundscope/headless.js';
window.heard = [];
document.addEventListener('groundscope-read', (event) => window.heard.push(event.target.id));
window.readAlone = async () => {
  const scan = await (await fetch('/groundscope/sample.png')).blob();
  const findings = await read(scan, { device: 'cpu' });
  const answer = await ask('Is there intraretinal fluid?', findings);
  return { present: findings.findings.filter((one) => one.present).map((one) => one.class), answer: answer.text };
};`;

let server: StaticServer;

test.beforeEach(async ({ baseURL }) => {
  const headers = await documentedHeaders(baseURL ?? '');
  server = await serve(
    {
      '/groundscope/': PACKAGE,
      '/ward/': path.join(PACKAGE, 'weights'),
      '/two.html': page('<groundscope-viewer id="first" src="/groundscope/sample.png"></groundscope-viewer><groundscope-viewer id="second" weights="/ward/groundscope-oct-1.safetensors"></groundscope-viewer>'),
      '/frame.html': page('<iframe src="/one.html" title="GroundScope"></iframe>').replace('<script type="module" src="/groundscope/groundscope.js"></script>', ''),
      '/one.html': page('<groundscope-viewer id="only" accept-messages></groundscope-viewer>'),
      '/portal.css': 'groundscope-viewer { height: 700px; } iframe { width: 1200px; height: 760px; }',
      '/portal.js': PORTAL,
    },
    headers,
    // A page that frames another must be allowed to.
    { '/frame.html': { 'content-security-policy': `${headers['content-security-policy']}; frame-src 'self'` } },
  );
});
test.afterEach(() => server.stop());

const ready = (within: Page | FrameLocator, id: string) =>
  expect(within.locator(`#${id}`).getByTestId('status')).toHaveAttribute('data-phase', 'ready', { timeout: 300_000 });

test('twice on one page, and the engine alone beside them, under the strict policy', async ({ page }) => {
  const violations = violationsOf(page);
  await page.goto(`${server.url}two.html`);
  await ready(page, 'first');
  await page.locator('#second').getByTestId('try-sample').click();
  await ready(page, 'second');
  for (const id of ['first', 'second']) await expect(page.locator(`#${id}`).getByTestId('finding-irf')).toHaveAttribute('data-present', 'true');
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual(['first', 'second']);
  const alone = await page.evaluate(() => (window as unknown as { readAlone(): Promise<{ present: string[]; answer: string }> }).readAlone());
  expect(alone.present).toContain('irf');
  expect(alone.answer).toMatch(/intraretinal fluid/i);
  expect(violations).toEqual([]);
  await page.locator('#second').getByTestId('about').click();
  await expect(page.locator('#second').getByTestId('model')).toContainText('From the file groundscope-oct-1.safetensors');
  await expect(page.locator('#second').getByTestId('shield')).toHaveAttribute('data-requests', '0');
});

test('in a frame, with a scan handed over by the page around it', async ({ page }) => {
  const violations = violationsOf(page);
  await page.goto(`${server.url}frame.html`);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  const answers = await page.evaluate(async () => {
    const frame = document.querySelector('iframe')?.contentWindow as Window;
    const bytes = await (await fetch('/groundscope/sample.png')).arrayBuffer();
    return new Promise<Record<string, unknown>[]>((settle) => {
      const heard: Record<string, unknown>[] = [];
      addEventListener('message', (event) => {
        heard.push(event.data as Record<string, unknown>);
        if (event.data.type !== 'groundscope/opened') settle(heard);
      });
      frame.postMessage({ type: 'groundscope/open', version: 1, name: 'handed.png', bytes, eye: 'left' }, location.origin, [bytes]);
    });
  });
  expect(answers.map(({ type, name }) => [type, name])).toEqual([['groundscope/opened', 'handed.png'], ['groundscope/read', 'handed.png']]);
  expect((answers[1]?.findings as { eye: string }).eye).toBe('left');
  const inside = page.frameLocator('iframe');
  await ready(inside, 'only');
  await expect(inside.getByTestId('scan-name')).toHaveAttribute('title', 'handed.png');
  expect(violations).toEqual([]);
});
