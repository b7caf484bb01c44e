// The scans that the engine holds: each is opened once, shared by whoever needs it, and closed when nobody does.

import type { GroundScopeApi, OpenedScan, Progress } from '../worker/api.js';
import { GroundscopeError } from '../worker/errors.js';
import type { ScanFile, ScanSource } from './state.js';
import type { Entry } from './study.js';

/** A scan that is open, and what came with its file. */
export interface Held {
  readonly scan: OpenedScan;
  readonly truth: string | null;
}

interface Holding {
  readonly opening: Promise<Held>;
  readonly run: AbortController;
  users: number;
}

export class HeldScans {
  readonly #api: GroundScopeApi;
  readonly #holdings = new Map<number, Holding>();
  /** The file of a volume: its pages need not be fetched one by one. */
  #volume: { source: ScanSource; file: ScanFile } | null = null;

  constructor(api: GroundScopeApi) {
    this.#api = api;
  }

  /** Keeps no file any more. */
  forget(): void {
    this.#volume = null;
  }

  /** Opens the entry's scan, or shares the open one. To be followed by one `release`, whatever becomes of it. */
  take(entry: Entry, onProgress?: (progress: Progress) => void): Promise<Held> {
    let holding = this.#holdings.get(entry.key);
    if (!holding) {
      const run = new AbortController();
      holding = { opening: this.#open(entry, run.signal, onProgress), run, users: 0 };
      holding.opening.catch(() => undefined);
      this.#holdings.set(entry.key, holding);
    }
    holding.users++;
    return holding.opening;
  }

  /** Lets go of a scan; what nobody holds is closed, and an opening that nobody waits for is ended. */
  release(key: number): void {
    const holding = this.#holdings.get(key);
    if (!holding || --holding.users > 0) return;
    this.#holdings.delete(key);
    holding.run.abort();
    void holding.opening.then(({ scan }) => this.#api.close(scan.id), () => undefined);
  }

  async #open({ source, page }: Entry, signal: AbortSignal, onProgress?: (progress: Progress) => void): Promise<Held> {
    const file = this.#volume?.source === source ? this.#volume.file : typeof source === 'function' ? await source(signal) : { bytes: source };
    if (signal.aborted) throw new GroundscopeError('cancelled', 'The call was cancelled.');
    const scan = await this.#api.open(file.bytes, { signal, onProgress, page });
    this.#volume = scan.pages > 1 ? { source, file } : null;
    return { scan, truth: file.truth ?? null };
  }
}
