// The engine's end of the messages: one method a call, one answer each, a last word when the engine breaks, and what the network saw of a worker.

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

/** Sends a message to the page; buffers move with it. */
export type Tell = (message: WorkerMessage, transfer?: Transferable[]) => void;

/** The way from a worker. */
export const tell: Tell = (message, transfer = []) => postMessage(message, { transfer });

/** Makes one call and tells how it ended. */
export async function answerCall<Methods>(handlers: Handlers<Methods>, { call, method, args }: CallMessage, told: Tell): Promise<void> {
  try {
    const handler = handlers[method as keyof Methods];
    const result: unknown = await handler(args as never, (progress) => told({ kind: 'progress', call, progress }));
    if (result instanceof Moved) told({ kind: 'result', call, value: result.value }, result.buffers);
    else told({ kind: 'result', call, value: result });
  } catch (error) {
    // A trap leaves the module's memory in an unknown state: only a fresh instance helps.
    if (error instanceof WebAssembly.RuntimeError) told({ kind: 'crashed', message: error.message });
    else told({ kind: 'error', call, error: asMessage(error) });
  }
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
  onmessage = (event: MessageEvent<CallMessage>) => answerCall(handlers, event.data, tell);
  // What escapes a call is a trap in the middle of an asynchronous one.
  addEventListener('error', (event) => {
    event.preventDefault();
    tell({ kind: 'crashed', message: event.message });
  });
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    tell({ kind: 'crashed', message: asMessage(event.reason).message });
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
