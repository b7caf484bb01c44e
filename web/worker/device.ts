// Which device reads: tries the GPU where there is one, checks it, and falls back to the CPU with a reason.

import type { DeviceRequest, DeviceStatus, Progress } from './api.js';
import type { EngineFiles } from './assets.js';
import { GroundscopeError } from './errors.js';
import { withShiftedSelfCheck } from './faults.js';
import type { Link } from './link.js';
import { PartError, WEIGHTS } from './parts.js';
import type { ReaderMethods } from './protocol.js';
import type { DeviceKind } from './types.js';

type Fallback = NonNullable<DeviceStatus['fallback']>;
type Report = (progress: Progress) => void;

/** Silence after which loading counts as hung; the first use of a GPU compiles all its shaders. */
const LOAD_PATIENCE = 180_000;

/** How often a GPU may fail in a row before the CPU takes over. */
const GPU_ATTEMPTS = 2;

/** Errors after which the worker is gone. */
const DEADLY = ['engine_crashed', 'device_lost', 'timed_out'];

/** What the engine says when a GPU failed under it; only a fresh worker gets a fresh device. */
const GPU_FAILURES = ['device_lost', 'out_of_memory', 'device', 'not_finite'];

/** Weights that were chosen and cannot be used, on whatever device. */
const WEIGHTS_FAILURES = ['weights', 'weights_not_allowed', 'policy'];

const IDLE: DeviceStatus = {
  state: 'idle', requested: 'auto', kind: 'cpu', adapter: null, selfCheck: null, fallback: null, timings: {}, progress: null,
};

/** The device's state, across all workers that come and go. */
export class DeviceKeeper {
  status: DeviceStatus = IDLE;
  onchange: ((status: DeviceStatus) => void) | null = null;
  readonly #assets: EngineFiles;
  /** Test hook: the device whose stored values are shifted. */
  readonly #faulty: 'gpu' | 'all' | undefined;
  /** Calls that wait for a device. */
  #waiting = 0;
  #failures = 0;
  /** What ran last, or was to run: the status goes back to what it was when loading fails, this does not. */
  #tried: DeviceKind = 'cpu';
  /** Why the GPU is not tried any more. */
  #banned: Fallback | null = null;
  /** What the current worker has loaded and checked. */
  #worker: unknown = null;
  readonly #loaded = new Map<DeviceKind, Partial<DeviceStatus>>();

  constructor(assets: EngineFiles, faulty?: 'gpu' | 'all') {
    this.#assets = assets;
    this.#faulty = faulty;
  }

  /** A call waits for a device from here until the function given back is called: without any, nothing is getting ready. */
  waitedFor(requested: DeviceRequest): () => void {
    this.#waiting += 1;
    if (this.status.state === 'idle') this.#change({ state: 'preparing', requested, progress: null });
    return () => {
      this.#waiting -= 1;
      if (this.#waiting === 0 && this.status.state === 'preparing') this.#change({ state: 'idle', progress: null });
    };
  }

  /** Makes sure that `link` holds a checked device for `requested`, and says which. */
  async ensure(link: Link<ReaderMethods>, requested: DeviceRequest, report: Report): Promise<DeviceKind> {
    if (this.#worker !== link) {
      this.#worker = link;
      this.#loaded.clear();
    }
    const wanted: DeviceKind = requested === 'cpu' || this.#banned ? 'cpu' : 'gpu';
    const { state, kind, fallback } = this.status;
    if (state === 'ready' && this.status.requested === requested && this.#loaded.has(kind) && (kind === wanted || fallback)) {
      this.#tried = kind;
      return kind;
    }
    this.#tried = wanted;
    const known = this.#loaded.get(wanted);
    if (known) {
      this.#change({ ...known, state: 'ready', requested, kind: wanted, fallback: requested === 'cpu' ? null : this.#banned });
      return wanted;
    }
    const before = this.status;
    this.#change({ ...IDLE, state: 'preparing', requested, kind: wanted, fallback: requested === 'cpu' ? null : this.#banned });
    try {
      if (wanted === 'gpu') {
        const reason = await this.#tryGpu(link, report);
        if (!reason) return 'gpu';
        this.#tell(link, { kind: 'cpu', adapter: null, selfCheck: null, fallback: reason, timings: {} });
        if (this.#worker === link) this.#tried = 'cpu';
      }
      await this.#load(link, 'cpu', report);
      return 'cpu';
    } catch (error) {
      if (this.status.state !== 'failed') this.#tell(link, { ...before, state: this.#unloaded, progress: null });
      throw error;
    }
  }

  /** Other weights are used: whatever was loaded and judged with the old ones is no more. */
  forget(): void {
    this.#loaded.clear();
    this.#failures = 0;
    this.#banned = null;
    this.#change({ ...IDLE, requested: this.status.requested, state: this.#unloaded });
  }

  /** A reading on the device ended well. */
  succeeded(milliseconds: number): void {
    this.#failures = 0;
    this.#change({ timings: { ...this.status.timings, inference: milliseconds } });
  }

  /** True when the error leaves the worker's GPU unusable: it must be replaced. */
  breaksWorker(error: unknown): boolean {
    return error instanceof GroundscopeError && this.#tried === 'gpu' && GPU_FAILURES.includes(error.code);
  }

  /** A call failed. True when a fresh worker should try again: on the GPU once more, then on the CPU. */
  failed(error: GroundscopeError): boolean {
    const onGpu = this.#tried === 'gpu';
    if (!DEADLY.includes(error.code) && !(onGpu && GPU_FAILURES.includes(error.code))) return false;
    this.#loaded.clear();
    if (this.status.state !== 'failed') this.#change({ state: this.#unloaded, progress: null });
    if (!onGpu) return false;
    this.#failures += 1;
    if (this.#failures >= GPU_ATTEMPTS) {
      this.#tried = 'cpu';
      const code = GPU_FAILURES.includes(error.code) ? 'device_lost' : 'engine_crashed';
      this.#banned = { code, message: `${error.message} It failed twice, so the CPU is used.` };
    }
    return true;
  }

  /** Null when the GPU is ready, else why it is not. Errors that end the worker are thrown. */
  async #tryGpu(link: Link<ReaderMethods>, report: Report): Promise<Fallback | null> {
    const probe = await link.call('probe', {}, { patience: 30_000 });
    if (probe.adapter === null) return { code: probe.code, message: probe.message };
    this.#tell(link, { adapter: probe.adapter });
    try {
      await this.#load(link, 'gpu', report);
      return null;
    } catch (error) {
      if (!(error instanceof GroundscopeError) || !link.alive || this.breaksWorker(error)) throw error;
      // Without the model the CPU could not read either.
      if ((error instanceof PartError && error.part === WEIGHTS) || WEIGHTS_FAILURES.includes(error.code)) throw error;
      if (error.code !== 'self_check_failed') return { code: 'load_failed', message: `The GPU could not be used: ${error.message}` };
      // A GPU that computes wrong numbers is not asked again.
      this.#banned = { code: 'self_check_failed', message: `${error.message} The CPU is used instead.` };
      return this.#banned;
    }
  }

  async #load(link: Link<ReaderMethods>, device: DeviceKind, report: Report): Promise<void> {
    const progress = (value: Progress) => {
      report(value);
      this.#tell(link, { progress: value });
    };
    const started = performance.now();
    // Each step is told before its first byte: a slow server is the longest wait of all.
    if (device === 'gpu') progress({ stage: 'module', device });
    const module = device === 'gpu' ? await this.#assets.module('gpu', progress) : null;
    const withModule = performance.now();
    progress({ stage: 'weights', device });
    const weights = await this.#assets.weights(device, progress);
    const withWeights = performance.now();
    const given = this.#faulty === 'all' || this.#faulty === device ? await withShiftedSelfCheck(weights) : weights;
    const { warmUp, selfCheck, check } = await link
      .call('load', { device, module, weights: given }, { patience: LOAD_PATIENCE, onProgress: progress })
      .catch((error: unknown) => {
        throw this.#blamed(error, device);
      });
    const timings = { module: withModule - started, weights: withWeights - withModule, warmUp, selfCheck };
    this.#tell(link, { selfCheck: check, timings, progress: null });
    if (!check.passed) {
      if (device === 'cpu') this.#tell(link, { state: 'failed' });
      const amount = Number.isFinite(check.max_difference) ? `by ${check.max_difference.toPrecision(2)}` : 'without measure';
      throw new GroundscopeError(
        'self_check_failed',
        `The ${device === 'gpu' ? 'GPU' : 'CPU'} computes wrong numbers: it differs ${amount} from the stored values.`,
        device === 'gpu' ? 'The CPU is used instead.' : 'No reading is given on this machine. Try another browser, and please report it.',
      );
    }
    this.#loaded.set(device, { adapter: this.status.adapter, selfCheck: check, timings });
    this.#tell(link, { state: 'ready', kind: device });
  }

  /** A file that the engine cannot use is fetched anew at the next try, and told as a part that did not come. */
  #blamed(error: unknown, device: DeviceKind): unknown {
    const code = error instanceof GroundscopeError ? error.code : '';
    // An error without a code may be a module that does not fit its script, or not: another copy does no harm.
    if (code === 'engine' && device === 'gpu') this.#assets.spoiled('engine/gpu.wasm');
    return code === 'weights' ? this.#assets.unusableWeights(error) : error;
  }

  /** What a device is that is not loaded: on its way while a call waits for it. */
  get #unloaded(): 'preparing' | 'idle' {
    return this.#waiting > 0 ? 'preparing' : 'idle';
  }

  /** A worker that was replaced while it loaded has no say any more. */
  #tell(link: Link<ReaderMethods>, part: Partial<DeviceStatus>): void {
    if (this.#worker === link) this.#change(part);
  }

  #change(part: Partial<DeviceStatus>): void {
    this.status = { ...this.status, ...part };
    this.onchange?.(this.status);
  }
}
