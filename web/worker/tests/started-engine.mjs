// An engine whose workers start at once and answer the rest only when a test tells them to.

import assert from 'node:assert/strict';
import { GroundScope } from '../client.ts';
import { FakePort } from './fake-port.mjs';

/** The workers of this test, newest last. */
let workers = [];
/** A worker that starts at once and answers the rest only when told to. */
class TestWorker extends FakePort {
  constructor(url) {
    super();
    this.script = url.split('/').at(-1).replace('.js', '');
    workers.push(this);
    queueMicrotask(() => this.load());
  }

  postMessage(message) {
    super.postMessage(message);
    if (message.method !== 'start') return;
    this.started = true;
    queueMicrotask(() => this.reply('start', undefined));
  }

  /** Answers the waiting call of this method. */
  reply(method, value) {
    this.send({ kind: 'result', call: this.take(method).call, value });
  }

  take(method) {
    const index = this.calls.findIndex((call) => call.method === method);
    assert.ok(index >= 0, `${this.script} was asked to ${method}, not to ${this.waiting}`);
    return this.calls.splice(index, 1)[0];
  }

  get waiting() {
    return this.calls.map((call) => call.method).join(', ');
  }
}

/** The worker of a script that works now. */
export const worker = (script) => workers.find((one) => one.script === script && !one.terminated);

/** Every worker that this engine has started. */
export const started = () => workers.filter((one) => one.started).map((one) => one.script);

/** A fresh engine on a page of its own. */
export function startEngine(options = {}) {
  workers = [];
  Object.assign(globalThis, {
    Worker: TestWorker,
    document: { baseURI: 'https://hospital.example/' },
    location: { origin: 'https://hospital.example', search: '' },
    fetch: async () => new Response(new Uint8Array(8)),
    ImageData: class { constructor(data, width, height) { Object.assign(this, { data, width, height }); } },
  });
  WebAssembly.compileStreaming = async () => ({});
  return new GroundScope({ base: '/', ...options });
}
