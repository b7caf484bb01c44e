// The policy of design decision 6: served with every file, and enforced by the browser.

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, listedFiles, test } from '../support/privacy.ts';

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' blob:; style-src 'self'; font-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types groundscope lit-html";

test('every listed file is served with the policy, its type, and no permission for other origins', async ({ request, baseURL }) => {
  const paths = await listedFiles(baseURL ?? '');
  for (const path of paths) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const headers = response.headers();
    expect(headers['content-security-policy'], path).toBe(POLICY);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['access-control-allow-origin'], path).toBeUndefined();
    expect(headers['set-cookie'], path).toBeUndefined();
  }
  expect(paths.some((path) => path.endsWith('.wasm'))).toBe(true);
});

test('page and workers run under the policy', async ({ page }) => {
  const served = new Map<string, string | undefined>();
  page.on('response', (response) => served.set(new URL(response.url()).pathname, response.headers()['content-security-policy']));
  await page.goto('/');
  await expect.poll(() => [...served.keys()]).toEqual(expect.arrayContaining(['/', '/engine/reader.js', '/engine/metrics.js']));
  for (const [path, policy] of served) {
    expect(policy, path).toBe(POLICY);
  }
});

test('the browser enforces it', async ({ page }) => {
  await page.goto('/');
  const outcome = await page.evaluate(async () => {
    const attempt = (body: () => unknown) =>
      // From a timer: code run by the debugger itself is exempt from some of the rules.
      new Promise<string>((settle) =>
        setTimeout(async () => {
          try {
            await body();
            settle('allowed');
          } catch (error) {
            settle(error instanceof Error ? error.name : 'refused');
          }
        }),
      );
    const trusted = (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
    return {
      evaluation: await attempt(() => (0, eval)('1')),
      html: await attempt(() => (document.createElement('div').innerHTML = '<b>x</b>')),
      worker: await attempt(() => new Worker('/engine/reader.js')),
      policy: await attempt(() => trusted.createPolicy('other', {})),
      connect: await attempt(() => fetch('http://leak.example/')),
    };
  });
  expect(outcome).toEqual({ evaluation: 'EvalError', html: 'TypeError', worker: 'TypeError', policy: 'TypeError', connect: 'TypeError' });
});

test('another site cannot embed the page', async ({ page, baseURL }) => {
  const server = http.createServer((_request, response) => response.setHeader('content-type', 'text/html').end(`<iframe src="${baseURL}"></iframe>`));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  await expect.poll(() => messages.join('\n')).toMatch(/frame-ancestors/);
  await expect(page.frameLocator('iframe').getByTestId('try-sample')).toHaveCount(0);
  server.closeAllConnections();
  server.close();
});

test('no field offers its text to services of the browser\'s maker', async ({ page }) => {
  await page.goto('/');
  const fields = page.locator('input:is([type="text"], [type="search"], :not([type])), textarea');
  await expect(fields).toHaveCount(1);
  for (const [attribute, value] of [['autocomplete', 'off'], ['spellcheck', 'false'], ['writingsuggestions', 'false']] as const) {
    await expect(fields.first()).toHaveAttribute(attribute, value);
  }
});

test('only files of the site are served', async ({ request, baseURL }) => {
  for (const path of ['/Cargo.toml', '/..%2fCargo.toml', '/%2e%2e/%2e%2e/Cargo.toml', '/engine/', '/nothing']) {
    expect((await request.get(new URL(path, baseURL).href)).status(), path).toBe(404);
  }
  expect((await request.post('/index.html', { data: 'pixels' })).status()).toBe(405);
});
