// Firefox by WebDriver (W3C): as much of the protocol as a reader's few steps need.

import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';

/** Where an element's reference stands in an answer, by the standard. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Finds an element by its test handle, through shadow roots. */
const FIND = `const within = (root) => {
  for (const one of root.querySelectorAll('*')) {
    if (one.dataset?.testid === arguments[0]) return one;
    const inner = one.shadowRoot && within(one.shadowRoot);
    if (inner) return inner;
  }
  return null;
};
return within(document);`;

export class Firefox {
  private constructor(
    private readonly driver: ChildProcess,
    private readonly root: string,
  ) {}

  /** Starts the browser named by `GROUNDSCOPE_FIREFOX` through the driver named by `GECKODRIVER`. */
  static async start(): Promise<Firefox> {
    const port = await freePort();
    const driver = spawn(process.env.GECKODRIVER ?? 'geckodriver', ['--port', String(port)], { stdio: 'ignore' });
    const root = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(`${root}/status`)).ok, 30_000);
    const options = { binary: process.env.GROUNDSCOPE_FIREFOX ?? 'firefox', args: ['-headless', '-width', '1366', '-height', '768'] };
    const { sessionId } = (await call(`${root}/session`, { capabilities: { alwaysMatch: { 'moz:firefoxOptions': options } } })) as { sessionId: string };
    return new Firefox(driver, `${root}/session/${sessionId}`);
  }

  async stop(): Promise<void> {
    await fetch(this.root, { method: 'DELETE' }).catch(() => undefined);
    this.driver.kill();
  }

  async goto(url: string): Promise<void> {
    await call(`${this.root}/url`, { url });
  }

  /** What a script in the page returns. */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await call(`${this.root}/execute/sync`, { script, args })) as T;
  }

  /** Clicks as a mouse would: what is covered or out of sight is an error. */
  async click(handle: string): Promise<void> {
    await call(`${this.root}/element/${await this.element(handle)}/click`, {});
  }

  /** Types into a field, or names the file of a file input. */
  async type(handle: string, text: string): Promise<void> {
    await call(`${this.root}/element/${await this.element(handle)}/value`, { text });
  }

  async text(handle: string): Promise<string> {
    const response = await fetch(`${this.root}/element/${await this.element(handle)}/text`);
    return ((await response.json()) as { value: string }).value;
  }

  /** Waits until a script in the page returns something true. */
  async wait(script: string, timeout: number): Promise<void> {
    await until(() => this.run<boolean>(`return Boolean(${script})`), timeout);
  }

  private async element(handle: string): Promise<string> {
    let found: Record<string, string> | null = null;
    await until(async () => (found = await this.run(FIND, handle)) !== null, 30_000);
    return (found as unknown as Record<string, string>)[ELEMENT] ?? '';
  }
}

async function call(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`WebDriver: ${JSON.stringify(value)}`);
  return value;
}

/** Asks again until the answer is yes; what goes wrong meanwhile counts as no. */
async function until(ask: () => Promise<boolean>, timeout: number): Promise<void> {
  const end = Date.now() + timeout;
  let last: unknown = 'no';
  while (Date.now() < end) {
    try {
      if (await ask()) return;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Nothing came of it in ${timeout} ms: ${String(last)}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
