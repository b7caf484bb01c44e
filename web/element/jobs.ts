// Who has the reader: one job at a time, the shown scan's before all others, the rest of the study while nobody waits.

import type { Progress } from '../worker/api.js';
import { deferred } from './deferred.js';

/** Something to be done with one scan on the reader. */
export interface Job {
  /** The entry it is about. */
  readonly key: number;
  /** Opens the scan, works on it, keeps the result. Rejects with what went wrong; ends soon after `signal` fires. */
  readonly work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>;
}

interface Running {
  readonly job: Job;
  readonly run: AbortController;
  progress: Progress | null;
  ended: () => void;
  readonly end: Promise<void>;
}

export interface JobsHost {
  /** True while nothing may begin. */
  readonly paused: boolean;
  /** The next job nobody asked for, or null. */
  next(): Job | null;
  /** A job began, came on, or ended; or there is none. */
  changed(): void;
}

export class Jobs {
  readonly #host: JobsHost;
  #running: Running | null = null;
  /** Of many wishes only the last one waits. */
  #wish: { job: Job; ended: () => void; end: Promise<void> } | null = null;

  constructor(host: JobsHost) {
    this.#host = host;
  }

  /** True while a job of this entry runs or waits for its turn. */
  concerns(key: number): boolean {
    return this.#running?.job.key === key || this.#wish?.job.key === key;
  }

  /** The step of the job that runs for this entry. */
  progress(key: number): Progress | null {
    return this.#running?.job.key === key ? this.#running.progress : null;
  }

  /** True when a job of this entry waits for one of another. */
  waits(key: number): boolean {
    return this.#wish?.job.key === key && this.#running !== null;
  }

  /** Resolves when the entry's running job ends; at once where there is none. */
  end(key: number): Promise<void> {
    if (this.#running?.job.key === key) return this.#running.end;
    return this.#wish?.job.key === key ? this.#wish.end : Promise.resolve();
  }

  /** Does this next. A running job of the same entry is ended for it, one of another entry is waited for. Resolves at its end. */
  want(job: Job): Promise<void> {
    this.drop();
    if (this.#running?.job.key === job.key) this.#halt();
    const { promise: end, resolve: ended } = deferred();
    this.#wish = { job, ended, end };
    this.#host.changed();
    this.pump();
    return end;
  }

  /** Nobody waits for the wish any more. What runs goes on. */
  drop(): void {
    this.#wish?.ended();
    this.#wish = null;
  }

  /** Ends everything: what runs, and what waits. */
  stop(): void {
    this.drop();
    this.#halt();
    this.#host.changed();
  }

  /** Begins the next job, if the reader is free. */
  pump(): void {
    if (this.#running || this.#host.paused) return;
    const wish = this.#wish;
    this.#wish = null;
    const job = wish?.job ?? this.#host.next();
    if (!job) return;
    const { promise: end, resolve: ended } = wish ? { promise: wish.end, resolve: wish.ended } : deferred();
    const running: Running = { job, run: new AbortController(), progress: null, ended, end };
    this.#running = running;
    const onProgress = (progress: Progress): void => {
      if (this.#running !== running) return;
      running.progress = progress;
      this.#host.changed();
    };
    this.#host.changed();
    void job.work(running.run.signal, onProgress).finally(() => {
      running.ended();
      if (this.#running !== running) return;
      this.#running = null;
      this.#host.changed();
      this.pump();
    });
  }

  #halt(): void {
    const running = this.#running;
    this.#running = null;
    running?.run.abort();
    running?.ended();
  }
}
