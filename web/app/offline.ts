// Keeps the page for when there is no network, where the site was made for that: `cargo xtask pkg --site` names the script in the page's head.

import { workerUrl } from '../worker/trusted.js';

/** Registers the service worker, once the page has loaded what it needs itself. */
export function keepForOffline(): void {
  const script = document.querySelector('meta[name="groundscope-offline"]')?.getAttribute('content');
  // Browsers offer it on https and on localhost only.
  if (script !== 'sw.js' || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register(workerUrl('sw.js', document.baseURI)).catch((error: unknown) => {
      console.warn('GroundScope is not kept for offline use:', error instanceof Error ? error.message : error);
    });
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
