// The worker's end of the messages: one method a call, one answer each, a last word when the engine breaks, and what the network saw of it.

import type { Progress } from './api.js';
import type { CallMessage, ErrorMessage, WorkerMessage } from './protocol.js';

type Report = (progress: Progress) => void;

/** A value with the buffers that move with it instead of being copied. */
export class Moved<T> {
  constructor(
    readonly value: T,
    readonly buffers: ArrayBuffer[],
  ) {}
}

/** The methods of a worker: like the interface, but they may answer later. */
export type Handlers<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (args: infer Args) => infer Value
    ? (args: Args, report: Report) => Value | Moved<Value> | Promise<Value | Moved<Value>>
    : never;
};

/** Sends a message to the page. */
export function tell(message: WorkerMessage, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

/** A panic: the engine's own words, before it dies. */
export function tellCrash(message: string): void {
  tell({ kind: 'crashed', message });
}

/** The page sees nothing of what a worker asks for. It asks for nothing, so whatever there is must be told. */
function tellTraffic(): void {
  addEventListener('securitypolicyviolation', (event) => {
    if (event.disposition !== 'enforce') return;
    const { effectiveDirective: directive, blockedURI, sourceFile, originalPolicy: policy } = event;
    tell({ kind: 'traffic', traffic: { kind: 'refused', directive, address: blockedURI || sourceFile, policy } });
  });
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) tell({ kind: 'traffic', traffic: { kind: 'asked', address: name } });
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** Answers calls for as long as the worker lives. */
export function answerCalls<Methods>(handlers: Handlers<Methods>): void {
  tellTraffic();
  onmessage = async (event: MessageEvent<CallMessage>) => {
    const { call, method, args } = event.data;
    try {
      const handler = handlers[method as keyof Methods];
      const result: unknown = await handler(args as never, (progress) => tell({ kind: 'progress', call, progress }));
      if (result instanceof Moved) tell({ kind: 'result', call, value: result.value }, result.buffers);
      else tell({ kind: 'result', call, value: result });
    } catch (error) {
      // A trap leaves the module's memory in an unknown state: only a fresh worker helps.
      if (error instanceof WebAssembly.RuntimeError) tellCrash(error.message);
      else tell({ kind: 'error', call, error: asMessage(error) });
    }
  };
  // What escapes a call is a trap in the middle of an asynchronous one.
  addEventListener('error', (event) => {
    event.preventDefault();
    tellCrash(event.message);
  });
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    tellCrash(asMessage(event.reason).message);
  });
  tell({ kind: 'loaded' });
}

function asMessage(error: unknown): ErrorMessage {
  const { code, message, hint } = (error ?? {}) as Partial<Record<keyof ErrorMessage, unknown>>;
  return {
    code: typeof code === 'string' ? code : 'engine',
    message: typeof message === 'string' ? message : String(error),
    hint: typeof hint === 'string' ? hint : '',
  };
}
