// The engine's files, fetched once with progress and kept, so that a fresh worker needs no network.

import type { Progress } from './api.js';
import type { GroundscopeError } from './errors.js';
import { PartError, unusable, WEIGHTS, type Part } from './parts.js';

export type Report = (progress: Progress) => void;

const MODULES = { cpu: 'engine/cpu.wasm', gpu: 'engine/gpu.wasm', benchmark: 'engine/benchmark.wasm' } as const;

/** A module of the engine. */
export type ModuleName = keyof typeof MODULES;

/** Where modules and weights come from. */
export interface EngineFiles {
  /** A compiled module. */
  module(name: ModuleName, report: Report): Promise<WebAssembly.Module>;
  /** The bytes of the weights file. */
  weights(device: 'cpu' | 'gpu', report: Report): Promise<ArrayBuffer>;
  /** The engine could not use what came: the next call fetches it anew. */
  spoiled(part: Part): void;
  /** The same for weights, and what to tell of it. */
  unusableWeights(error: unknown): GroundscopeError;
}

/** Modules and weights of one installation. */
export class Assets implements EngineFiles {
  readonly #base: string;
  readonly #kept = new Map<Part, Promise<unknown>>();
  /** Files that came damaged: the browser's cache may hold the damaged copy, so they are fetched past it. */
  readonly #spoiled = new Set<Part>();

  constructor(base: string) {
    this.#base = base;
  }

  module(name: ModuleName, report: Report): Promise<WebAssembly.Module> {
    // The benchmarks run on the CPU.
    const device = name === 'gpu' ? 'gpu' : 'cpu';
    return this.#once(MODULES[name], async (part) => {
      const response = await this.#fetch(part);
      // The copy is only counted; the original keeps its address, under which browsers cache compiled code.
      const counted = count(response.clone(), (loaded, total) => report({ stage: 'module', device, loaded, total })).catch(() => undefined);
      try {
        const module = await WebAssembly.compileStreaming(response);
        await counted;
        return module;
      } catch (error) {
        this.#spoiled.add(part);
        throw new PartError(part, whyNotCompiled(error, response.headers.get('Content-Type')), error instanceof Error ? error.message : '');
      }
    });
  }

  weights(device: 'cpu' | 'gpu', report: Report): Promise<ArrayBuffer> {
    return this.#once(WEIGHTS, async (part) => {
      const response = await this.#fetch(part);
      try {
        const parts: Uint8Array<ArrayBuffer>[] = [];
        await count(response, (loaded, total) => report({ stage: 'weights', device, loaded, total }), parts);
        return await new Blob(parts).arrayBuffer();
      } catch {
        this.#spoiled.add(part);
        throw new PartError(part, 'it broke off on the way', '', true);
      }
    });
  }

  spoiled(part: Part): void {
    this.#kept.delete(part);
    this.#spoiled.add(part);
  }

  unusableWeights(error: unknown): GroundscopeError {
    this.spoiled(WEIGHTS);
    return unusable(WEIGHTS, error);
  }

  /** A failure is not kept: the next call tries again. */
  #once<T>(part: Part, load: (part: Part) => Promise<T>): Promise<T> {
    const kept = this.#kept.get(part) as Promise<T> | undefined;
    if (kept) return kept;
    const loading = load(part);
    this.#kept.set(part, loading);
    loading.catch(() => {
      if (this.#kept.get(part) === loading) this.#kept.delete(part);
    });
    return loading;
  }

  async #fetch(part: Part): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(new URL(part, this.#base), this.#spoiled.has(part) ? { cache: 'reload' } : {});
    } catch {
      throw new PartError(part, 'the server could not be reached', '', true);
    }
    if (!response.ok) throw new PartError(part, `the server answered ${response.status}`);
    // What a server gives for any address that it does not know.
    if (typeOf(response) === 'text/html') {
      this.#spoiled.add(part);
      throw new PartError(part, 'the server sent a web page in its place');
    }
    this.#spoiled.delete(part);
    return response;
  }
}

function typeOf(response: Response): string {
  return response.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

function whyNotCompiled(error: unknown, type: string | null): string {
  if (error instanceof WebAssembly.CompileError) return 'it arrived damaged, or this browser is too old for it';
  if (type && !/^application\/wasm$/i.test(type)) return `the server sent it as ${type}, not as application/wasm`;
  return 'it broke off on the way';
}

/** Reads a body to its end and reports how much has come. */
async function count(response: Response, report: (loaded: number, total?: number) => void, parts?: Uint8Array<ArrayBuffer>[]): Promise<void> {
  // With a content encoding the header counts other bytes than the ones that come out.
  const length = response.headers.has('Content-Encoding') ? null : response.headers.get('Content-Length');
  const total = length === null ? undefined : Number(length);
  const reader = response.body?.getReader();
  let loaded = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) return;
    parts?.push(chunk.value as Uint8Array<ArrayBuffer>);
    loaded += chunk.value.byteLength;
    report(loaded, total);
  }
}
