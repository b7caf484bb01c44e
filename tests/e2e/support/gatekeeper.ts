// A proxy between the browser and everything else: it lets the page's own listed files through, refuses and records all the rest.
//
// It stands outside the browser, so it sees what page-level interception can miss: workers, beacons, web sockets, prefetches.

import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** One thing the browser tried to send. */
export interface Attempt {
  method: string;
  /** Whole address, or `host:port` for a tunnel. */
  target: string;
  /** Bytes of the request's body. */
  bodyBytes: number;
  allowed: boolean;
}

export class Gatekeeper {
  readonly attempts: Attempt[] = [];
  /** Nothing at all gets through. */
  isCut = false;

  private constructor(
    private readonly server: http.Server,
    private readonly site: URL,
    private readonly listed: ReadonlySet<string>,
    private readonly policy: boolean,
  ) {}

  /**
   * @param listed paths that may be fetched from `site`, such as `/index.html`
   * @param options `policy: false` takes the page's policy off, so that the gatekeeper alone stands in the way
   */
  static async start(site: string, listed: Iterable<string>, options: { policy: boolean }): Promise<Gatekeeper> {
    const server = http.createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const gatekeeper = new Gatekeeper(server, new URL(site), new Set(listed), options.policy);
    server.on('request', (request, response) => gatekeeper.judge(request, response));
    // Tunnels (https, web sockets) carry nothing of the page's own.
    server.on('connect', (request, socket) => {
      gatekeeper.record('CONNECT', request.url ?? '', 0, false);
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    server.on('upgrade', (request, socket) => {
      gatekeeper.record('UPGRADE', request.url ?? '', 0, false);
      socket.destroy();
    });
    return gatekeeper;
  }

  /** For a browser context's `proxy.server`. */
  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What was refused. */
  get refused(): Attempt[] {
    return this.attempts.filter((attempt) => !attempt.allowed);
  }

  /** From now on nothing at all gets through. */
  cutNetwork(): void {
    this.isCut = true;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((done) => this.server.close(() => done()));
  }

  private record(method: string, target: string, bodyBytes: number, allowed: boolean): void {
    this.attempts.push({ method, target, bodyBytes, allowed });
  }

  private judge(request: http.IncomingMessage, response: http.ServerResponse): void {
    let bodyBytes = 0;
    request.on('data', (chunk: Buffer) => (bodyBytes += chunk.length));
    request.on('error', () => response.destroy());
    request.on('end', () => {
      const method = request.method ?? '';
      const target = request.url ?? '';
      const allowed = !this.isCut && this.isListed(method, target, bodyBytes);
      this.record(method, target, bodyBytes, allowed);
      if (allowed) {
        this.forward(request, response);
      } else {
        response.writeHead(403).end();
      }
    });
  }

  /** A plain GET of a listed file: no query and no body, so that nothing can be carried out with it. */
  private isListed(method: string, target: string, bodyBytes: number): boolean {
    if (method !== 'GET' || bodyBytes > 0 || !URL.canParse(target)) {
      return false;
    }
    const url = new URL(target);
    return url.host === this.site.host && url.search === '' && this.listed.has(url.pathname);
  }

  private forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = new URL(request.url ?? '');
    // A connection of its own: one kept from before may be closed by the server just now.
    const onward = http.get(
      { host: this.site.hostname, port: this.site.port, path: url.pathname, headers: request.headers, agent: false },
      (answer) => {
        if (this.policy || !answer.headers['content-type']?.startsWith('text/')) {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        } else {
          withoutPolicy(answer, response);
        }
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
  }
}

/** Fetches past every proxy. Null when the server does not have it. */
export function fetchPlainly(url: string): Promise<{ headers: Record<string, string>; text: string } | null> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
        resolve(answer.statusCode === 200 ? { headers, text: Buffer.concat(parts).toString('utf8') } : null);
      });
    });
    request.on('error', reject);
  });
}

/** Passes on a document or script without its policy, be it a header or a `<meta>` of the page. */
function withoutPolicy(answer: http.IncomingMessage, response: http.ServerResponse): void {
  const { 'content-security-policy': _policy, 'content-length': _length, ...headers } = answer.headers;
  const parts: Buffer[] = [];
  answer.on('data', (part: Buffer) => parts.push(part));
  answer.on('end', () => {
    const text = Buffer.concat(parts).toString('utf8');
    response.writeHead(answer.statusCode ?? 502, headers);
    response.end(text.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/i, ''));
  });
}
