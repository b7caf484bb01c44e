// A worker that is none: the same methods on the page's own thread, for a page that may start no worker.

import { answerCall, type Handlers, type Tell } from './dispatch.js';
import type { WorkerPort } from './link.js';
import type { CallMessage } from './protocol.js';

/** What a link is told through. */
type Listener = NonNullable<WorkerPort['onmessage']>;

export class PagePort<Methods> implements WorkerPort {
  onmessage: WorkerPort['onmessage'] = null;
  onmessageerror: WorkerPort['onmessageerror'] = null;
  onerror: WorkerPort['onerror'] = null;
  readonly #handlers: Handlers<Methods>;
  #ended = false;

  /** `make` gives the methods on fresh instances of the modules, as a fresh worker has them. */
  constructor(make: (tell: Tell) => Handlers<Methods>) {
    this.#handlers = make(this.#tell);
    queueMicrotask(() => this.#tell({ kind: 'loaded' }));
  }

  /** Nothing is copied: both sides leave what they are given as it is. */
  postMessage(message: CallMessage): void {
    void painted().then(() => (this.#ended ? undefined : answerCall(this.#handlers, message, this.#tell)));
  }

  /** What runs cannot be stopped; nobody hears of it any more. */
  terminate(): void {
    this.#ended = true;
  }

  readonly #tell: Tell = (data) => {
    if (!this.#ended) this.onmessage?.({ data } as Parameters<Listener>[0]);
  };
}

/** Lets the page show what was told last, before the next step holds it up. A page out of sight is not painted, and not waited for. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late);
        resolve();
      }),
    );
  });
}
