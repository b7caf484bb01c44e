// A static server as a hospital has one: folders and single pages at given paths, with the headers that docs/privacy.md asks for.

import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.png': 'image/png', '.svg': 'image/svg+xml',
};

export interface StaticServer {
  /** Ends with a slash. */
  url: string;
  /** Paths asked for. */
  asked: string[];
  stop(): Promise<void>;
}

/** Serves `places`: a path that ends with a slash is a folder on disk, any other a text. `headers` go with everything, `more` in place of them with one path. */
export async function serve(places: Record<string, string>, headers: Record<string, string>, more: Record<string, Record<string, string>> = {}): Promise<StaticServer> {
  const asked: string[] = [];
  const server = http.createServer(async (request, response) => {
    const target = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    asked.push(target);
    const body = await find(places, target);
    const type = TYPES[path.extname(target)] ?? (target.endsWith('/') ? 'text/html' : 'application/octet-stream');
    response.writeHead(body === null ? 404 : 200, { ...headers, ...more[target], 'content-type': type }).end(body ?? 'not found');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

async function find(places: Record<string, string>, target: string): Promise<Buffer | string | null> {
  const text = places[target];
  if (text !== undefined && !target.endsWith('/')) return text;
  const folders = Object.keys(places).filter((place) => place.endsWith('/') && target.startsWith(place));
  const place = folders.sort((a, b) => b.length - a.length)[0];
  if (place === undefined) return null;
  const file = target === place ? 'index.html' : target.slice(place.length);
  return readFile(path.join(places[place] ?? '', file)).catch(() => null);
}

/** The headers that the project's own server sends, apart from those of the connection. */
export async function documentedHeaders(site: string): Promise<Record<string, string>> {
  const response = await fetch(site);
  const wanted = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-resource-policy', 'permissions-policy', 'cache-control'];
  return Object.fromEntries(wanted.map((name) => [name, response.headers.get(name) ?? '']));
}

/** What the policy refused in a page, gathered from its console. */
export function violationsOf(page: import('@playwright/test').Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted ?Type/i.test(message.text())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}
