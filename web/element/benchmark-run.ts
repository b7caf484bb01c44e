// The files of a benchmark: scored by the engine, one image at a time asked for, pictures kept by their names.

import type { BenchmarkCaseView, BenchmarkResult, FileScoring } from '../worker/api.js';
import { failureOf, isCancel, type Failure } from './failure.js';
import { bytesOf, isPicture, type Taken } from './intake.js';
import { GroundscopeError } from '../worker/errors.js';

export interface BenchmarkState {
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly result: BenchmarkResult | null;
  readonly view: BenchmarkCaseView | null;
  /** What the files are called that the result is of. */
  readonly names: readonly string[];
}

const NOTHING: BenchmarkState = { busy: false, failure: null, result: null, view: null, names: [] };

/** How a benchmark is scored. */
export interface BenchmarkRules {
  readonly profile: 'strict' | 'reference';
  readonly coordinates: 'unit' | 'percent' | 'norm1000';
}

export class BenchmarkRun {
  state: BenchmarkState = NOTHING;
  #files: Taken[] = [];
  #rules: BenchmarkRules = { profile: 'strict', coordinates: 'unit' };
  readonly #pictures = new Map<string, Blob>();
  #address: { name: string; url: string } | null = null;
  #last: AbortController | null = null;

  constructor(
    private readonly engine: Pick<FileScoring, 'scoreBenchmark' | 'benchmarkCase'>,
    private readonly onChange: () => void,
  ) {}

  /** Files beside those that are open already, or, where they are a benchmark of their own, in their place. */
  async take(files: readonly Taken[]): Promise<void> {
    const pictures = files.filter(({ file }) => isPicture(file));
    for (const { file } of pictures) this.#pictures.set(file.name.toLowerCase(), file);
    const rest = files.filter((one) => !pictures.includes(one));
    // Pictures alone belong to what is open; of two files of one name the last counts.
    if (rest.length > 0) this.#files = [...this.#files.filter(({ path }) => !rest.some((one) => one.path === path)), ...rest];
    if (rest.length === 0 && this.state.result) return this.onChange();
    await this.#score();
  }

  async score(rules: BenchmarkRules): Promise<void> {
    this.#rules = rules;
    if (this.#files.length > 0) await this.#score();
  }

  async show(id: string): Promise<void> {
    const run = this.#begin();
    try {
      this.#set({ view: await this.engine.benchmarkCase(id, { signal: run.signal }) });
    } catch (error) {
      // The engine may have started anew in between: its files are given to it again.
      if (error instanceof GroundscopeError && error.code === 'benchmark_gone' && !run.signal.aborted) {
        await this.#score();
        return;
      }
      this.#fail(error, run);
    }
  }

  /** The address of an image's picture, where the reader opened it: by its name, whatever its folders. */
  pictureOf(name: string): string | null {
    const key = (name.split('/').at(-1) ?? '').toLowerCase();
    const stem = key.replace(/\.[^.]*$/, '');
    const blob = this.#pictures.get(key) ?? [...this.#pictures].find(([own]) => own.replace(/\.[^.]*$/, '') === stem)?.[1];
    if (!blob) return null;
    if (this.#address?.name !== name) {
      this.#release();
      this.#address = { name, url: URL.createObjectURL(blob) };
    }
    return this.#address?.url ?? null;
  }

  /** Forgets the files. */
  clear(): void {
    this.#last?.abort();
    this.#files = [];
    this.#pictures.clear();
    this.#release();
    this.state = NOTHING;
    this.onChange();
  }

  #release(): void {
    if (this.#address) URL.revokeObjectURL(this.#address.url);
    this.#address = null;
  }

  async #score(): Promise<void> {
    const run = this.#begin();
    this.#set({ busy: true, failure: null });
    try {
      const files = await Promise.all(this.#files.map(async ({ file, path }) => ({ name: path, bytes: new Uint8Array(await bytesOf(file)) })));
      const result = await this.engine.scoreBenchmark({ files, ...this.#rules }, { signal: run.signal });
      if (run.signal.aborted) return;
      this.#set({ busy: false, result, view: null, names: this.#files.map(({ file }) => file.name) });
      const first = result.kind === 'ultrag' ? result.cases[0] : undefined;
      if (first) await this.show(first.sample_id);
    } catch (error) {
      this.#fail(error, run);
    }
  }

  #begin(): AbortController {
    this.#last?.abort();
    this.#last = new AbortController();
    return this.#last;
  }

  #fail(error: unknown, run: AbortController): void {
    if (run.signal.aborted || isCancel(error)) return;
    this.#set({ busy: false, failure: failureOf(error) });
  }

  #set(part: Partial<BenchmarkState>): void {
    this.state = { ...this.state, ...part };
    this.onChange();
  }
}
