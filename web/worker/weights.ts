// Which weights are used: those of the installation, or others from an address or a file, as far as the policy allows.

import type { EngineFiles, ModuleName, Report } from './assets.js';
import { GroundscopeError } from './errors.js';
import type { Part } from './parts.js';
import { checkWeights, type Policy } from './policy.js';

/** An address on the page's own origin, a file, or its bytes. */
export type WeightsSource = string | URL | Blob | ArrayBuffer;

/** Weights that were chosen in place of the installation's. */
export interface ChosenWeights {
  readonly source: WeightsSource;
  /** For a reader: the file's name. */
  readonly name: string;
}

/** The name that a source has of itself. */
export function chosen(source: WeightsSource): ChosenWeights {
  if (source instanceof ArrayBuffer) return { source, name: 'weights' };
  if (source instanceof Blob) return { source, name: (source as Partial<File>).name || 'weights' };
  const { pathname } = new URL(source, document.baseURI);
  return { source, name: pathname.split('/').at(-1) || 'weights' };
}

/** The engine's files, with the weights that were chosen. */
export class ChosenFiles implements EngineFiles {
  readonly #files: EngineFiles;
  readonly #policy: Promise<Policy>;
  /** What it began with. */
  readonly first: ChosenWeights | null;
  #chosen: ChosenWeights | null;
  #kept: Promise<ArrayBuffer> | null = null;
  /** Bytes that the policy allows. */
  readonly #allowed = new WeakSet<ArrayBuffer>();

  constructor(files: EngineFiles, policy: Promise<Policy>, source?: WeightsSource) {
    this.#files = files;
    this.#policy = policy;
    this.first = source === undefined ? null : chosen(source);
    this.#chosen = this.first;
  }

  /** The chosen file; null for the installation's weights. */
  get chosen(): ChosenWeights | null {
    return this.#chosen;
  }

  /** Takes others from now on. */
  choose(weights: ChosenWeights | null): void {
    this.#chosen = weights;
    this.#kept = null;
  }

  module(name: ModuleName, report: Report): Promise<WebAssembly.Module> {
    return this.#files.module(name, report);
  }

  async weights(device: 'cpu' | 'gpu', report: Report): Promise<ArrayBuffer> {
    const policy = await this.#policy;
    const bytes = await (this.#chosen ? this.#bytesOf(this.#chosen) : this.#files.weights(device, report));
    if (!this.#allowed.has(bytes)) await checkWeights(policy, bytes);
    this.#allowed.add(bytes);
    return bytes;
  }

  spoiled(part: Part): void {
    this.#files.spoiled(part);
  }

  unusableWeights(error: unknown): GroundscopeError {
    if (!this.#chosen) return this.#files.unusableWeights(error);
    this.#kept = null;
    return new GroundscopeError('weights', `${this.#chosen.name} cannot be used as weights.`, 'Choose a GroundScope weights file (.safetensors).', error instanceof Error ? error.message : '');
  }

  /** A failure is not kept: the next call tries again. */
  #bytesOf({ source, name }: ChosenWeights): Promise<ArrayBuffer> {
    if (this.#kept) return this.#kept;
    const loading = read(source, name);
    this.#kept = loading;
    loading.catch(() => {
      if (this.#kept === loading) this.#kept = null;
    });
    return loading;
  }
}

async function read(source: WeightsSource, name: string): Promise<ArrayBuffer> {
  if (source instanceof ArrayBuffer) return source;
  const hint = 'Check that the file is still there, and try again.';
  if (source instanceof Blob) {
    return source.arrayBuffer().catch(() => {
      throw new GroundscopeError('weights', `${name} could not be read.`, hint);
    });
  }
  const url = new URL(source, document.baseURI);
  // The policy of the page would refuse it; without one nothing may come from elsewhere either.
  if (url.origin !== location.origin) throw new GroundscopeError('weights', `${name} lies on another server.`, 'Weights are taken from the page\'s own server only.');
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) {
    const why = response ? `the server answered ${response.status}` : 'the server could not be reached';
    throw new GroundscopeError('load_failed', `The weights ${name} could not be loaded: ${why}.`, 'Try again. If it happens again, ask whoever runs this page.');
  }
  return response.arrayBuffer();
}
