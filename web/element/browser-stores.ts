// What a browser can keep for a site, as far as it is GroundScope's own: entries whose names begin with its prefix.

import type { Store } from './forget.js';
import { strings } from './strings.js';

/** Everything of this project that is kept in a browser has a name that begins so. */
export const PREFIX = 'groundscope';

const isOurs = (name: string | undefined): name is string => name?.startsWith(PREFIX) ?? false;

/** Keys of one of the two small storages. A browser that refuses to open it keeps nothing in it. */
function keyed(id: 'localStorage' | 'sessionStorage'): Store {
  const open = (): Storage | undefined => {
    try {
      return globalThis[id];
    } catch {
      return undefined;
    }
  };
  const keys = (): string[] => Object.keys(open() ?? {}).filter(isOurs).sort();
  return {
    id,
    where: 'browser',
    label: () => strings.privacy.stores[id],
    entries: keys,
    forget: () => keys().forEach((key) => open()?.removeItem(key)),
  };
}

const cacheStore: Store = {
  id: 'caches',
  where: 'browser',
  label: () => strings.privacy.stores.caches,
  // Absent on http; closed to a frame without an origin of its own.
  entries: async () => ((await globalThis.caches?.keys().catch(() => [])) ?? []).filter(isOurs).sort(),
  forget: async () => {
    for (const name of await cacheStore.entries()) await globalThis.caches.delete(name);
  },
};

const databases: Store = {
  id: 'indexedDB',
  where: 'browser',
  label: () => strings.privacy.stores.indexedDB,
  entries: async () => {
    const found = await globalThis.indexedDB?.databases?.().catch(() => []);
    return (found ?? []).map(({ name }) => name).filter(isOurs).sort();
  },
  forget: async () => {
    for (const name of await databases.entries()) await deleted(name);
  },
};

/** One that another tab holds open is not deleted yet; it is then listed as left. */
function deleted(name: string): Promise<void> {
  return new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => done();
  });
}

/** The page itself, where it was made to be kept for offline use. Unregistered, it is kept anew when it is next loaded. */
const workers: Store = {
  id: 'serviceWorkers',
  where: 'browser',
  label: () => strings.privacy.stores.serviceWorkers,
  entries: async () => (await registrations()).map(({ scope }) => scope),
  forget: async () => {
    for (const registration of await registrations()) await registration.unregister();
  },
};

async function registrations(): Promise<ServiceWorkerRegistration[]> {
  const isKept = globalThis.document?.querySelector('meta[name="groundscope-offline"]');
  const registration = isKept ? await navigator.serviceWorker?.getRegistration(document.baseURI) : undefined;
  return registration ? [registration] : [];
}

export const browserStores: readonly Store[] = [keyed('localStorage'), keyed('sessionStorage'), cacheStore, databases, workers];
