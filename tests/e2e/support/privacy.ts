// What the browser tried to send and what it kept, gathered from outside and inside a session, and judged by one check.

import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { fetchPlainly, Gatekeeper } from './gatekeeper.ts';
import { Viewer } from './viewer.ts';

/** One session behind the gatekeeper. */
export class Session {
  readonly viewer: Viewer;
  /** Refusals by the page's policy, as the browser reports them. */
  readonly violations: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly gatekeeper: Gatekeeper,
    readonly policy: boolean,
  ) {
    this.viewer = new Viewer(page);
  }

  static async start(browser: Browser, site: string, listed: string[], options: { policy: boolean } = { policy: true }): Promise<Session> {
    const gatekeeper = await Gatekeeper.start(site, listed, options);
    const context = await browser.newContext({ baseURL: site, proxy: { server: gatekeeper.address }, viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    const session = new Session(page, context, gatekeeper, options.policy);
    context.on('console', (message) => {
      if (/Content Security Policy|TrustedScript|TrustedHTML/i.test(message.text())) {
        session.violations.push(message.text());
      }
    });
    await page.exposeBinding('reportViolation', (_source, violation: string) => session.violations.push(violation));
    await page.addInitScript(() => {
      const report = (window as unknown as { reportViolation(violation: string): void }).reportViolation;
      document.addEventListener('securitypolicyviolation', (event) => report(`${event.effectiveDirective}: ${event.blockedURI}`));
      new BroadcastChannel('violations').onmessage = (event: MessageEvent<string>) => report(event.data);
    });
    await session.watchWorkers('');
    return session;
  }

  /** A worker tells only itself of what its policy refused: its script gets a witness, and on request a leak, added as it is served. */
  async watchWorkers(leak: string): Promise<void> {
    const witness = `addEventListener('securitypolicyviolation', (event) =>
      new BroadcastChannel('violations').postMessage('in a worker, ' + event.effectiveDirective + ': ' + event.blockedURI));`;
    await this.page.route('**/engine/*.js', async (route) => {
      const url = route.request().url();
      // Past the gatekeeper, whose book is written here: Playwright's own request would look like a leak to it.
      const served = this.gatekeeper.isCut ? null : await fetchPlainly(url);
      this.gatekeeper.attempts.push({ method: route.request().method(), target: url, bodyBytes: 0, allowed: served !== null });
      if (!served) {
        return route.abort();
      }
      const { 'content-length': _length, ...headers } = served.headers;
      if (!this.policy) {
        delete headers['content-security-policy'];
      }
      return route.fulfill({ headers, body: `${witness}\n${served.text}\n;${leak};` });
    });
  }

  async stop(): Promise<void> {
    await this.context.close();
    await this.gatekeeper.stop();
  }

  /** Everything that speaks against "nothing leaves this computer, nothing is kept". Empty for a page that keeps its word. */
  async evidenceOfLeaks(): Promise<string[]> {
    // What was set off last still has to arrive.
    await this.page.waitForTimeout(750);
    const sent = this.gatekeeper.refused.map(({ method, target, bodyBytes }) => `tried to send: ${method} ${target} (${bodyBytes} bytes)`);
    const refused = this.violations.map((violation) => `the policy refused: ${violation}`);
    return [...sent, ...refused, ...(await this.kept())];
  }

  /** What the browser keeps for this origin, apart from small settings such as the theme. */
  private async kept(): Promise<string[]> {
    const cookies = (await this.context.cookies()).map((cookie) => `kept a cookie: ${cookie.name}`);
    const inside = await this.page.evaluate(async () => {
      const found: string[] = [];
      for (const [name, storage] of [['localStorage', localStorage], ['sessionStorage', sessionStorage]] as const) {
        for (const [key, value] of Object.entries(storage) as [string, string][]) {
          if (key.length + value.length > 100) found.push(`kept ${key.length + value.length} characters in ${name}`);
        }
      }
      for (const database of await indexedDB.databases()) found.push(`kept a database: ${database.name}`);
      for (const cache of await caches.keys()) found.push(`kept a cache: ${cache}`);
      for (const worker of await navigator.serviceWorker.getRegistrations()) found.push(`installed a service worker: ${worker.scope}`);
      const folder = await navigator.storage.getDirectory();
      for await (const name of folder.keys()) found.push(`kept a file: ${name}`);
      return found;
    });
    return [...cookies, ...inside];
  }
}

/** The check: fails with everything that a session sent or kept and should not have. */
export async function expectNothingLeaks(session: Session): Promise<void> {
  expect(await session.evidenceOfLeaks()).toEqual([]);
}

/** The paths that the page may fetch: those of the site's own list, the list itself, IT's policy, and `/`. */
export async function listedFiles(site: string): Promise<string[]> {
  const response = await fetch(new URL('manifest.json', site));
  expect(response.ok, 'the site lists its files in manifest.json').toBe(true);
  const manifest = (await response.json()) as { files: { path: string }[] };
  expect(manifest.files.length).toBeGreaterThan(4);
  return ['/', '/manifest.json', '/groundscope-policy.json', ...manifest.files.map(({ path }) => `/${path}`)];
}

interface Fixtures {
  /** Starts a session; `policy: false` strips the page's policy, to show what would get out without it. */
  startSession: (options?: { policy: boolean }) => Promise<Session>;
}

export const test = base.extend<Fixtures>({
  startSession: async ({ browser, baseURL }, use) => {
    const site = baseURL ?? '';
    const listed = await listedFiles(site);
    const sessions: Session[] = [];
    await use(async (options) => {
      const session = await Session.start(browser, site, listed, options);
      sessions.push(session);
      return session;
    });
    for (const session of sessions) {
      await session.stop();
    }
  },
});

export { expect };
