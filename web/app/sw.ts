// The service worker of a site: keeps exactly the files that its manifest lists and IT's policy, and the page opens without a network.
//
// `cargo xtask pkg --site` puts the manifest in front. Another manifest is another script and another cache.

import { POLICY_FILE } from '../worker/policy.js';
import { cacheName, isPolicy, listedUrl, policyNow, precache, type KeptSite } from './kept-site.js';

declare const GROUNDSCOPE_SITE: KeptSite;

const worker = self as unknown as ServiceWorkerScope;
const folder = worker.registration.scope;
const name = cacheName(GROUNDSCOPE_SITE);

worker.addEventListener('install', (event) => event.waitUntil(fill()));

/** Keeps the site and, as it is now, IT's policy. */
async function fill(): Promise<void> {
  const cache = await caches.open(name);
  await precache(GROUNDSCOPE_SITE, folder, cache);
  await policyNow(new Request(new URL(POLICY_FILE, folder)), cache);
}

// A new version comes to power when no tab shows the old one: its files belong together.
worker.addEventListener('activate', (event) =>
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((old) => old !== name && old.startsWith('groundscope-')).map((old) => caches.delete(old)))),
  ),
);

worker.addEventListener('fetch', (event) => {
  const url = listedUrl(GROUNDSCOPE_SITE, folder, event.request);
  if (url) event.respondWith(kept(url, event.request));
  else if (isPolicy(folder, event.request)) event.respondWith(caches.open(name).then((cache) => policyNow(event.request, cache)));
});

/** A listed file; the network where the browser has thrown the cache away. */
async function kept(url: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(url)) ?? fetch(request);
}

// TypeScript's library for service workers cannot be used beside that for pages.
interface LateEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends LateEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  addEventListener(kind: 'install' | 'activate', listener: (event: LateEvent) => void): void;
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void;
}
