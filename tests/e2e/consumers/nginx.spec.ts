// The configuration that `cargo xtask pkg --site` writes, in Debian's nginx: the site is read, and nothing but its files is served.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { documentedHeaders, violationsOf } from '../support/static.ts';
import { Viewer } from '../support/viewer.ts';

const FOLDER = path.resolve('../../dist/static');
const installed = spawnSync('nginx', ['-v']).error === undefined;

let nginx: ChildProcess | undefined;
let folder = '';
let address = '';

test.beforeEach(async () => {
  test.skip(!installed, 'nginx is not installed (apt-get install nginx)');
  folder = await mkdtemp(path.join(tmpdir(), 'groundscope-nginx-'));
  const port = await freePort();
  const written = await readFile(path.join(FOLDER, 'server/nginx.conf'), 'utf8');
  // What a machine has of its own: where the site lies, its address, its certificate.
  const server = written
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('root /srv/groundscope;', `root ${folder}/site;`)
    .replace(/^ *ssl_certificate.*$/gm, '');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  await cp(path.join(FOLDER, 'site'), path.join(folder, 'site'), { recursive: true });
  await writeFile(path.join(folder, 'nginx.conf'), `daemon off; pid ${folder}/pid; error_log stderr;\n${userOf()}events {}\nhttp { access_log off; ${kinds}\n${server}}\n`);
  nginx = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  nginx.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  address = `http://127.0.0.1:${port}/`;
  await expect.poll(() => fetch(address).then(({ status }) => status, () => said || 'starting')).toBe(200);
});

test.afterEach(async () => {
  const ended = nginx && new Promise((end) => nginx?.once('exit', end));
  nginx?.kill('SIGQUIT');
  await ended;
  nginx = undefined;
  if (folder) await rm(folder, { recursive: true });
});

test('the site is read, with the documented headers on every file', async ({ page, baseURL }) => {
  const headers = await documentedHeaders(baseURL ?? '');
  const list = (await (await fetch(`${address}manifest.json`)).json()) as { files: { path: string }[] };
  for (const { path: file } of [...list.files, { path: 'sw.js' }, { path: 'groundscope-policy.json' }]) {
    const response = await fetch(`${address}${file}`);
    expect(response.status, file).toBe(200);
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name), `${name} of ${file}`).toBe(value);
  }
  expect((await fetch(`${address}engine/cpu.wasm`)).headers.get('content-type')).toBe('application/wasm');
  expect((await fetch(address, { method: 'POST', body: 'pixels' })).status).toBe(403);
  expect((await fetch(`${address}nothing`)).status).toBe(404);

  const violations = violationsOf(page);
  const viewer = new Viewer(page);
  await page.goto(address);
  await viewer.readSample();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  expect(violations).toEqual([]);
});

/** Run as root, nginx would give its workers a user that cannot read the folder. */
function userOf(): string {
  return process.getuid?.() === 0 ? 'user root;\n' : '';
}

function freePort(): Promise<number> {
  return new Promise((ready) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => ready(port));
    });
  });
}
