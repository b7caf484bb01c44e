// The folder for a static server: it opens again without its server, and keeps its own files and nothing else.

import path from 'node:path';
import { expect, test } from '@playwright/test';
import { documentedHeaders, serve, violationsOf } from '../support/static.ts';
import { bands } from '../support/files.ts';
import { Viewer } from '../support/viewer.ts';

const SITE = path.resolve('../../dist/static/site');

test('opened once, it opens again and reads when the server is gone; no scan is kept', async ({ page, baseURL }) => {
  const server = await serve({ '/tools/': SITE }, await documentedHeaders(baseURL ?? ''));
  const address = `${server.url}tools/`;
  const violations = violationsOf(page);
  const viewer = new Viewer(page);
  await page.goto(address);
  await viewer.readSample();
  await viewer.pick(bands(600, 400));
  await expect.poll(() => viewer.scanSize()).toEqual([600, 400]);
  await viewer.read();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const kept = () => page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname).sort() };
  });
  const list = (await (await fetch(`${address}manifest.json`)).json()) as { files: { path: string }[] };
  const expected = [...list.files.map((file) => file.path), 'manifest.json', 'groundscope-policy.json'].map((file) => `/tools/${file}`).sort();
  const before = await kept();
  expect(before.paths).toEqual(expected);
  expect(before.names.map((name) => name.replace(/[0-9a-f]{64}$/, '*'))).toEqual(['groundscope-*']);

  await server.stop();
  await page.goto(`${address}?device=cpu`);
  await viewer.readSample();
  await viewer.pick(bands(620, 400));
  await expect.poll(() => viewer.scanSize()).toEqual([620, 400]);
  await viewer.read();
  expect(await kept()).toEqual(before);
  expect(violations).toEqual([]);
  await expect(viewer.shield).toHaveAttribute('data-requests', '0');
});
