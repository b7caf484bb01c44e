// The engine's files, fetched once with progress and kept, so that a fresh worker needs no network.

import type { Progress } from './api.js';
import { GroundscopeError } from './errors.js';

type Report = (progress: Progress) => void;

const MODULES = { cpu: 'engine/cpu.wasm', gpu: 'engine/gpu.wasm' } as const;
const WEIGHTS = 'weights/groundscope-oct-1.safetensors';

/** Modules and weights of one installation. */
export class Assets {
  readonly #base: string;
  readonly #kept = new Map<string, Promise<unknown>>();

  constructor(base: string) {
    this.#base = base;
  }

  /** The compiled module of a device. */
  module(device: 'cpu' | 'gpu', report: Report): Promise<WebAssembly.Module> {
    return this.#once(MODULES[device], async (path) => {
      const response = await this.#fetch(path);
      // The copy is only counted; the original keeps its address, under which browsers cache compiled code.
      const counted = count(response.clone(), (loaded, total) => report({ stage: 'module', device, loaded, total })).catch(() => undefined);
      try {
        const module = await WebAssembly.compileStreaming(response);
        await counted;
        return module;
      } catch (error) {
        throw new GroundscopeError('load_failed', `This browser cannot run ${path}.`, error instanceof Error ? error.message : '');
      }
    });
  }

  /** The bytes of the weights file. */
  weights(device: 'cpu' | 'gpu', report: Report): Promise<ArrayBuffer> {
    return this.#once(WEIGHTS, async (path) => {
      const response = await this.#fetch(path);
      try {
        const parts: Uint8Array<ArrayBuffer>[] = [];
        await count(response, (loaded, total) => report({ stage: 'weights', device, loaded, total }), parts);
        return await new Blob(parts).arrayBuffer();
      } catch {
        throw new GroundscopeError('load_failed', `${path} broke off while loading.`, 'Check the connection and try again.');
      }
    });
  }

  /** A failure is not kept: the next call tries again. */
  #once<T>(path: string, load: (path: string) => Promise<T>): Promise<T> {
    const kept = this.#kept.get(path) as Promise<T> | undefined;
    if (kept) return kept;
    const loading = load(path);
    this.#kept.set(path, loading);
    loading.catch(() => this.#kept.delete(path));
    return loading;
  }

  async #fetch(path: string): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(new URL(path, this.#base));
    } catch {
      throw new GroundscopeError('load_failed', `${path} could not be loaded.`, 'Check the connection and try again.');
    }
    if (!response.ok) {
      throw new GroundscopeError('load_failed', `${path} could not be loaded (HTTP ${response.status}).`, 'The installation may be incomplete.');
    }
    return response;
  }
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
