// Which files a service worker keeps: those of the site's manifest, each checked by its hash, and nothing else.

import { POLICY_FILE, hexadecimal } from '../worker/policy.js';

/** The site's manifest as `cargo xtask pkg --site` puts it before the service worker. */
export interface KeptSite {
  /** SHA-256 of `manifest.json`: the name of this version. */
  readonly sha256: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

const MANIFEST = 'manifest.json';
const PAGE = 'index.html';

/** The part of a `Cache` that is needed. */
export interface Shelf {
  put(address: string, response: Response): Promise<void>;
  match(address: string): Promise<Response | undefined>;
}

export function cacheName({ sha256 }: KeptSite): string {
  return `groundscope-${sha256}`;
}

/** Fetches all files and keeps them. One that does not come, or is not what the manifest says, leaves the old version in power. */
export async function precache(site: KeptSite, folder: string, shelf: Shelf): Promise<void> {
  for (const { path, sha256 } of [...site.files, { path: MANIFEST, sha256: site.sha256 }]) {
    const address = new URL(path, folder).href;
    // Past the browser's own cache where that holds an older copy.
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
    const hash = hexadecimal(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
    if (hash !== sha256) throw new Error(`${path} is not the file that the manifest lists`);
    await shelf.put(address, response);
  }
}

/** The address under which the answer to a request is kept; null for whatever the site does not consist of: a scan, above all. */
export function listedUrl(site: KeptSite, folder: string, request: Pick<Request, 'method' | 'mode' | 'url'>): string | null {
  if (request.method !== 'GET' || !request.url.startsWith(folder)) return null;
  const url = new URL(request.url);
  url.hash = '';
  // The page's own address may hold settings, as `?device=cpu`; a file's never does.
  if (request.mode === 'navigate') url.search = '';
  const path = url.href.slice(folder.length);
  const page = request.mode === 'navigate' && path === '' ? PAGE : path;
  const listed = page === MANIFEST || site.files.some((file) => file.path === page);
  return listed ? new URL(page, folder).href : null;
}

/** True for IT's policy, which no manifest lists since it is IT's own. */
export function isPolicy(folder: string, request: Pick<Request, 'method' | 'url'>): boolean {
  return request.method === 'GET' && request.url === new URL(POLICY_FILE, folder).href;
}

/** IT's policy as it is now; without a network as it was last. That there is none is known, too. */
export async function policyNow(request: Request, shelf: Shelf): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok || response.status === 404 || response.status === 410) await shelf.put(request.url, response.clone());
    return response;
  } catch (error) {
    const last = await shelf.match(request.url);
    if (last) return last;
    throw error;
  }
}
