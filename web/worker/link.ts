// One worker's life: calls go in, and each settles, whatever happens to the worker.

import type { Progress, WorkerTraffic } from './api.js';
import { GroundscopeError } from './errors.js';
import { PartError } from './parts.js';
import type { CallMessage, WorkerMessage } from './protocol.js';
import type { WorkerScript } from './trusted.js';

/** The part of `Worker` that a link needs; tests put their own behind it. */
export interface WorkerPort {
  postMessage(message: CallMessage): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: GroundscopeError): void;
  onProgress: ((progress: Progress) => void) | undefined;
  restartWatchdog(): void;
  stopWatchdog(): void;
}

/** How one call is watched. */
export interface LinkCallOptions {
  /** Milliseconds of silence after which the worker counts as hung. */
  patience: number;
  onProgress?: ((progress: Progress) => void) | undefined;
}

const CRASHED_HINT = 'It is started again at once. Try again; if it happens again with this scan, please report it.';

/** A connection to one worker. */
export class Link<Methods> {
  /** Resolves when the worker's script runs; rejects when it cannot be loaded. */
  readonly loaded: Promise<void>;
  /** Called once, when the worker is gone for another reason than `end`. */
  ondeath: ((error: GroundscopeError) => void) | null = null;
  /** Called with what the worker asked of the network, or was refused. */
  ontraffic: ((traffic: WorkerTraffic) => void) | null = null;
  #death: GroundscopeError | null = null;
  #isLoaded = false;
  #nextCall = 1;
  readonly #port: WorkerPort;
  readonly #pending = new Map<number, Pending>();
  #settleLoaded: { resolve(): void; reject(error: GroundscopeError): void } | null = null;

  constructor(port: WorkerPort, script: WorkerScript = 'engine/reader.js') {
    this.#port = port;
    this.loaded = new Promise((resolve, reject) => (this.#settleLoaded = { resolve, reject }));
    // A spare whose script cannot be loaded is not an error by itself.
    this.loaded.catch(() => undefined);
    port.onmessage = (event) => this.#receive(event.data);
    port.onmessageerror = () => this.#die('engine_crashed', 'An answer of the engine could not be read.');
    port.onerror = (event) => {
      event.preventDefault();
      if (this.#isLoaded) this.#die('engine_crashed', 'The engine stopped unexpectedly.');
      // A browser does not tell what the server answered.
      else this.#dieOf(new PartError(script, 'it is missing, damaged or out of reach', event.message ?? ''));
    };
  }

  get alive(): boolean {
    return this.#death === null;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** True while a call waits for its answer. */
  get busy(): boolean {
    return this.#pending.size > 0;
  }

  call<Name extends keyof Methods & string>(
    method: Name,
    args: Methods[Name] extends (args: infer Args) => unknown ? Args : never,
    options: LinkCallOptions,
  ): Promise<Methods[Name] extends (args: never) => infer Value ? Value : never> {
    if (this.#death) return Promise.reject(this.#death);
    const call = this.#nextCall++;
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stopWatchdog = () => clearTimeout(timer);
      const restartWatchdog = () => {
        stopWatchdog();
        const seconds = Math.round(options.patience / 1000);
        timer = setTimeout(() => this.#die('timed_out', `The engine gave no sign for ${seconds} seconds and was ended.`), options.patience);
      };
      this.#pending.set(call, { resolve: resolve as (value: unknown) => void, reject, onProgress: options.onProgress, restartWatchdog, stopWatchdog });
      restartWatchdog();
      try {
        this.#port.postMessage({ call, method, args });
      } catch {
        this.#settle(call)?.reject(new GroundscopeError('engine_crashed', 'The engine could not be given its input.'));
      }
    });
  }

  /** Ends the worker; pending calls are rejected with `error`. */
  end(error: GroundscopeError): void {
    if (this.#death) return;
    this.#death = error;
    this.#port.terminate();
    this.#settleLoaded?.reject(error);
    for (const call of [...this.#pending.keys()]) this.#settle(call)?.reject(error);
  }

  #die(code: string, message: string): void {
    this.#dieOf(new GroundscopeError(code, message, CRASHED_HINT));
  }

  #dieOf(error: GroundscopeError): void {
    if (this.#death) return;
    this.end(error);
    this.ondeath?.(error);
  }

  #receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'loaded':
        this.#isLoaded = true;
        this.#settleLoaded?.resolve();
        break;
      case 'result':
        this.#settle(message.call)?.resolve(message.value);
        break;
      case 'error': {
        const { code, message: text, hint } = message.error;
        this.#settle(message.call)?.reject(new GroundscopeError(code, text, hint));
        break;
      }
      case 'progress': {
        const pending = this.#pending.get(message.call);
        pending?.restartWatchdog();
        pending?.onProgress?.(message.progress);
        break;
      }
      case 'traffic':
        this.ontraffic?.(message.traffic);
        break;
      case 'crashed':
        this.#die('engine_crashed', `The engine stopped: ${message.message}`);
        break;
      case 'device-lost':
        this.#die('device_lost', `The GPU was lost: ${message.message}`);
        break;
    }
  }

  #settle(call: number): Pending | undefined {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    pending?.stopWatchdog();
    return pending;
  }
}
