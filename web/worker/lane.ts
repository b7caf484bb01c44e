// One worker after another: runs jobs in order, and replaces the worker when it dies or a job is cancelled.

import type { WorkerTraffic } from './api.js';
import { GroundscopeError } from './errors.js';
import { Link, type WorkerPort } from './link.js';
import type { WorkerScript } from './trusted.js';

const cancelled = () => new GroundscopeError('cancelled', 'The call was cancelled.');
const disposed = () => new GroundscopeError('disposed', 'GroundScope was closed.', 'Reload the page.');

/** Runs one job at a time on a worker that is alive. */
export class Lane<Methods> {
  /** Called when a worker died by itself while no job ran. */
  onidledeath: ((error: GroundscopeError) => void) | null = null;
  /** Called with what any of its workers, the spare too, asked of the network or was refused. */
  ontraffic: ((traffic: WorkerTraffic) => void) | null = null;
  readonly #spawn: () => WorkerPort;
  readonly #script: WorkerScript | undefined;
  #link: Link<Methods>;
  /** A worker whose script is loaded already: replacing needs no network. */
  #spare: Link<Methods> | null = null;
  /** A cancelled job that the current worker still runs. */
  #leftover: Promise<unknown> | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  /** The job that runs now. */
  #job: Promise<unknown> | null = null;
  #disposed = false;
  #rejectRunning: ((error: GroundscopeError) => void) | null = null;

  constructor(spawn: () => WorkerPort, script?: WorkerScript) {
    this.#spawn = spawn;
    this.#script = script;
    this.#link = this.#make();
  }

  /** Waits for its turn, then runs `job`. Cancelling rejects at once, whether waiting or running. */
  run<T>(job: (link: Link<Methods>) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#disposed) return Promise.reject(disposed());
    if (signal?.aborted) return Promise.reject(cancelled());
    return new Promise<T>((resolve, reject) => {
      let state: 'waiting' | 'running' | 'settled' = 'waiting';
      const settle = (action: () => void) => {
        state = 'settled';
        signal?.removeEventListener('abort', cancel);
        action();
      };
      const cancel = () => {
        if (state === 'settled') return;
        const wasRunning = state === 'running';
        settle(() => reject(cancelled()));
        if (wasRunning) this.#abandon();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const turn = async () => {
        if (state === 'settled') return;
        if (this.#disposed) return settle(() => reject(disposed()));
        state = 'running';
        // A cancelled job lets the next one start at once; how it ends is of no interest any more.
        const stopped = new Promise<never>((_, stop) => (this.#rejectRunning = stop));
        const running = this.#acquire().then(job);
        this.#job = running.catch(() => undefined);
        try {
          const value = await Promise.race([running, stopped]);
          settle(() => resolve(value));
        } catch (error) {
          if ((state as string) !== 'settled') settle(() => reject(asError(error)));
        } finally {
          this.#job = null;
          this.#rejectRunning = null;
        }
      };
      this.#tail = this.#tail.then(turn);
    });
  }

  /** Loads a spare worker, so that a later replacement is instant and needs no network. */
  prepareSpare(): void {
    if (!this.#disposed && !this.#spare?.alive) this.#spare = this.#make();
  }

  /** Ends everything. */
  dispose(): void {
    this.#disposed = true;
    const error = disposed();
    this.#link.end(error);
    this.#spare?.end(error);
    this.#rejectRunning?.(error);
  }

  #make(): Link<Methods> {
    const link = new Link<Methods>(this.#spawn(), this.#script);
    link.ontraffic = (traffic) => this.ontraffic?.(traffic);
    link.ondeath = (error) => {
      if (link === this.#link && !this.#job && !this.#disposed) this.onidledeath?.(error);
    };
    return link;
  }

  /** The running job was cancelled: its worker is of no use until it is done, so another takes its place. */
  #abandon(): void {
    const leftover = this.#job;
    this.#leftover = leftover;
    void leftover?.then(() => {
      if (this.#leftover === leftover) this.#leftover = null;
    });
    if (this.#spare?.isLoaded && this.#spare.alive) this.#link.end(cancelled());
    this.#rejectRunning?.(cancelled());
  }

  /** A worker that is alive, loaded and idle. */
  async #acquire(): Promise<Link<Methods>> {
    if (!this.#link.alive || this.#leftover) await this.#replace();
    await this.#link.loaded;
    return this.#link;
  }

  async #replace(): Promise<void> {
    const fresh = this.#spare?.alive ? this.#spare : this.#make();
    this.#spare = null;
    try {
      await fresh.loaded;
    } catch (error) {
      // No fresh worker can be had (no network): the old one is busy for a while, but it is there.
      await this.#leftover;
      if (!this.#link.alive) throw error;
      return;
    }
    this.#leftover = null;
    this.#link.end(cancelled());
    this.#link = fresh;
    if (this.#disposed) fresh.end(disposed());
    this.prepareSpare();
  }
}

function asError(error: unknown): GroundscopeError {
  if (error instanceof GroundscopeError) return error;
  return new GroundscopeError('engine_crashed', 'Something inside GroundScope failed.', error instanceof Error ? error.message : '');
}
