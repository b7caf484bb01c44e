// The engine behind the API: two lanes of workers and the rules by which every call settles.

import {
  DEFAULT_SCORE_SETTINGS,
  GroundscopeError,
  predictionsOf,
  type Answer,
  type BenchmarkCaseView,
  type BenchmarkRequest,
  type BenchmarkResult,
  type CallOptions,
  type Converted,
  type ConvertRequest,
  type DescribeRequest,
  type Description,
  type DeviceRequest,
  type DeviceStatus,
  type EvaluateRequest,
  type EvaluationFiles,
  type ExportedFile,
  type ExportRequest,
  type Findings,
  type GroundingReport,
  type GroundingRequest,
  type GroundScopeApi,
  type Known,
  type ModelInfo,
  type NamedFile,
  type Occlusion,
  type OpenedScan,
  type OpenOptions,
  type OutputBoxes,
  type OutputBoxesRequest,
  type OutputPresence,
  type OutputPresenceRequest,
  type OutputRequest,
  type PresenceReport,
  type PresenceRequest,
  type Progress,
  type ReadOptions,
  type References,
  type ScoreInput,
  type ScoreView,
  type WordedOptions,
  type WorkerTraffic,
} from './api.js';
import { Assets, type EngineFiles } from './assets.js';
import { DeviceKeeper } from './device.js';
import { faultsOf } from './faults.js';
import { Lane } from './lane.js';
import type { Link, WorkerPort } from './link.js';
import { unusable } from './parts.js';
import { allowedDevice, NO_POLICY, type Policy } from './policy.js';
import type { Fault, MetricsMethods, ReaderMethods } from './protocol.js';
import { workerUrl, type WorkerScript } from './trusted.js';
import { ChosenFiles, chosen, type WeightsSource } from './weights.js';

/** Where the engine's files are and how it is started. */
export interface GroundScopeOptions {
  /** The folder that holds `engine/` and `weights/`; default: the folder of this script. Same origin as the page. */
  base?: string | URL | undefined;
  /** Other weights than the installation's: an address on the page's own origin, a file, or its bytes. */
  weights?: WeightsSource | undefined;
  /** What is allowed (`fetchPolicy`); one that cannot be obeyed fails every call. Default: everything. */
  policy?: Policy | Promise<Policy> | undefined;
  /**
   * Test hooks (docs/testing.md): which device's stored self-check values are shifted, so that the check must fail.
   * Default: `?self-check-fault=gpu` or `=all` in the page's address.
   */
  faults?: { selfCheck?: 'gpu' | 'all' | undefined } | undefined;
  /** False where scans may never be read, as by `<groundscope-score>`: their worker then starts with the first that is. Default true. */
  readsSoon?: boolean | undefined;
}

/** What the engine is made of: the default fetches its files and runs workers. */
export interface EngineParts {
  files: EngineFiles;
  spawn(script: WorkerScript): WorkerPort;
}

/** The files and workers of the installation at `base`. */
function installed(base: string): EngineParts {
  return {
    files: new Assets(base),
    spawn: (script) => new Worker(workerUrl(script, base), { type: 'module', name: `groundscope ${script}` }) as WorkerPort,
  };
}

/** The folder of this script. Apart from `URL`, since bundlers take the two together for a file to copy. */
const HERE = import.meta.url;

const OPEN_PATIENCE = 60_000;
const READ_PATIENCE = 180_000;
const METRICS_PATIENCE = 60_000;
/** Whole benchmarks take minutes, and tell nothing until they are done. */
const FILES_PATIENCE = 1_800_000;

/** The metrics worker's methods that take whole files. */
type FileMethod =
  | 'scoreGrounding' | 'partialGrounding' | 'mergePartials' | 'parseOutput' | 'scorePresence' | 'describeReferences' | 'convert' | 'evaluate';

/** GroundScope in workers. Creating it starts loading the small module at once. */
export class GroundScope implements GroundScopeApi {
  readonly #assets: ChosenFiles;
  readonly #policy: Promise<Policy>;
  readonly #reader: Lane<ReaderMethods>;
  readonly #metrics: Lane<MetricsMethods>;
  readonly #device: DeviceKeeper;
  readonly #listeners = new Set<(status: DeviceStatus) => void>();
  readonly #trafficListeners = new Set<(traffic: WorkerTraffic) => void>();
  /** The bytes stay here, so that a scan survives its worker. */
  readonly #scans = new Map<number, { bytes: ArrayBuffer; page: number }>();
  /** Which worker holds the module, and which scans. */
  readonly #started = new WeakSet<object>();
  #held: { link: object | null; scans: Set<number> } = { link: null, scans: new Set() };
  #requested: DeviceRequest = 'auto';
  #nextScan = 1;
  #disposed = false;
  #weightsTurn: Promise<unknown> = Promise.resolve();

  constructor(options: GroundScopeOptions = {}, parts?: EngineParts) {
    const { files, spawn } = parts ?? installed(new URL(options.base ?? './', options.base ? document.baseURI : HERE).href);
    this.#policy = Promise.resolve(options.policy ?? NO_POLICY);
    // Told by every call.
    this.#policy.catch(() => undefined);
    this.#assets = new ChosenFiles(files, this.#policy, options.weights);
    this.#reader = new Lane(() => spawn('engine/reader.js'), 'engine/reader.js');
    this.#metrics = new Lane(() => spawn('engine/metrics.js'), 'engine/metrics.js');
    this.#device = new DeviceKeeper(this.#assets, (options.faults ?? faultsOf(location.search)).selfCheck);
    this.#device.onchange = (status) => {
      for (const listener of this.#listeners) listener(status);
    };
    this.#reader.ontraffic = this.#metrics.ontraffic = (traffic) => {
      for (const listener of this.#trafficListeners) listener(traffic);
    };
    // An idle loss is repaired at once, so that the chip tells the truth and the next reading does not wait.
    this.#reader.onidledeath = (error) => {
      if (this.#device.failed(error)) this.prepare(this.#requested).catch(() => undefined);
    };
    // Workers come up early; what goes wrong is told by the first call that needs them.
    if (options.readsSoon ?? true) this.#reader.run((link) => this.#start(link)).catch(() => undefined);
    this.#metrics.run((link) => this.#start(link)).catch(() => undefined);
  }

  get device(): DeviceStatus {
    return this.#device.status;
  }

  async prepare(device: DeviceRequest = 'auto', options: CallOptions = {}): Promise<DeviceStatus> {
    this.#requested = device;
    await this.#onDevice(device, options, async () => undefined);
    return this.#device.status;
  }

  async open(bytes: ArrayBuffer, options: OpenOptions = {}): Promise<OpenedScan> {
    const { page = 0 } = options;
    const kept = bytes.slice(0);
    // Not in the reader: the picture is there at once, however long a GPU takes to start.
    const { info, pixels } = await this.#measure(async (link) => {
      options.onProgress?.({ stage: 'decode', device: 'cpu' });
      const { info, rgba } = await link.call('decode', { bytes: kept, page }, { patience: OPEN_PATIENCE });
      return { info, pixels: new ImageData(rgba, info.width, info.height) };
    }, options);
    const id = this.#nextScan++;
    this.#scans.set(id, { bytes: kept, page });
    return {
      id, width: info.width, height: info.height, format: info.format, bitDepth: info.bit_depth, colour: info.colour, pages: info.pages, notes: info.notes, pixels,
    };
  }

  read(scanId: number, options: ReadOptions = {}): Promise<Findings> {
    const device = options.device ?? this.#requested;
    this.#requested = device;
    return this.#onDevice(device, options, async (link, kind) => {
      await this.#hold(link, scanId);
      const started = performance.now();
      options.onProgress?.({ stage: 'inference', device: kind });
      const findings = await link.call('read', { scan: scanId, device: kind, anyPicture: options.anyPicture ?? false }, { patience: READ_PATIENCE, onProgress: options.onProgress });
      this.#device.succeeded(performance.now() - started);
      return findings;
    });
  }

  hide(scanId: number, findings: Findings, id: string, options: WordedOptions = {}): Promise<Occlusion> {
    return this.#onDevice(this.#requested, options, async (link, kind) => {
      await this.#hold(link, scanId);
      options.onProgress?.({ stage: 'inference', device: kind });
      return link.call('hide', { scan: scanId, device: kind, findings, id, language: options.language }, { patience: READ_PATIENCE, onProgress: options.onProgress });
    });
  }

  explain(findings: Findings, known: Known, options: WordedOptions = {}): Promise<Findings> {
    return this.#measure((link) => link.call('explain', { findings, known, language: options.language }, { patience: METRICS_PATIENCE }), options);
  }

  ask(question: string, findings: Findings, options: WordedOptions = {}): Promise<Answer> {
    return this.#measure((link) => link.call('ask', { question, findings, language: options.language }, { patience: METRICS_PATIENCE }), options);
  }

  export(request: ExportRequest, options: CallOptions = {}): Promise<ExportedFile> {
    return this.#measure((link) => link.call('exportFindings', request, { patience: METRICS_PATIENCE }), options);
  }

  parseReferences(text: string, options: CallOptions = {}): Promise<References> {
    return this.#measure((link) => link.call('parseReferences', { text }, { patience: METRICS_PATIENCE }), options);
  }

  score(input: ScoreInput, options: CallOptions = {}): Promise<ScoreView> {
    const request = {
      references: input.references,
      image: { name: input.imageName, ...(input.width !== undefined && { width: input.width, height: input.height }) },
      predictions: input.findings ? predictionsOf(input.findings) : input.predictions,
      settings: { ...DEFAULT_SCORE_SETTINGS, ...input.settings },
      ...(input.language && { language: input.language }),
    };
    return this.#measure((link) => link.call('score', request, { patience: METRICS_PATIENCE }), options);
  }

  scoreGrounding(request: GroundingRequest, options: CallOptions = {}): Promise<GroundingReport> {
    return this.#measureFiles('scoreGrounding', request, options);
  }

  partialGrounding(request: GroundingRequest, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return this.#measureFiles('partialGrounding', request, options);
  }

  mergePartials(files: NamedFile[], options: CallOptions = {}): Promise<GroundingReport> {
    return this.#measureFiles('mergePartials', { files }, options);
  }

  parseOutput(request: OutputBoxesRequest, options?: CallOptions): Promise<OutputBoxes>;
  parseOutput(request: OutputPresenceRequest, options?: CallOptions): Promise<OutputPresence>;
  parseOutput(request: OutputRequest, options: CallOptions = {}): Promise<OutputBoxes | OutputPresence> {
    return this.#measureFiles('parseOutput', request, options);
  }

  scorePresence(request: PresenceRequest, options: CallOptions = {}): Promise<PresenceReport> {
    return this.#measureFiles('scorePresence', request, options);
  }

  describeReferences(request: DescribeRequest, options: CallOptions = {}): Promise<Description> {
    return this.#measureFiles('describeReferences', request, options);
  }

  convert(request: ConvertRequest, options: CallOptions = {}): Promise<Converted> {
    return this.#measureFiles('convert', request, options);
  }

  evaluate(request: EvaluateRequest, options: CallOptions = {}): Promise<EvaluationFiles> {
    return this.#measureFiles('evaluate', request, options);
  }

  scoreBenchmark(request: BenchmarkRequest, options: CallOptions = {}): Promise<BenchmarkResult> {
    return this.#measure(async (link) => link.call('scoreBenchmark', { module: await this.#benchmark(), request }, { patience: FILES_PATIENCE }), options);
  }

  benchmarkCase(id: string, options: CallOptions = {}): Promise<BenchmarkCaseView> {
    return this.#measure(async (link) => link.call('benchmarkCase', { module: await this.#benchmark(), id }, { patience: METRICS_PATIENCE }), options);
  }

  /** The benchmarks' module, which a first answer does not need. */
  #benchmark(): Promise<WebAssembly.Module> {
    return this.#assets.module('benchmark', () => undefined);
  }

  model(options: CallOptions = {}): Promise<ModelInfo> {
    return this.#measure(async (link) => {
      const weights = await this.#assets.weights('cpu', (progress) => options.onProgress?.(progress));
      try {
        return await link.call('describe', { weights }, { patience: METRICS_PATIENCE });
      } catch (error) {
        throw error instanceof GroundscopeError && error.code === 'weights' ? this.#assets.unusableWeights(error) : error;
      }
    }, options);
  }

  get weightsName(): string | null {
    return this.#assets.chosen?.name ?? null;
  }

  /** One choice after another: the last one made is the one that stays. */
  useWeights(source: WeightsSource | null, options: CallOptions = {}): Promise<ModelInfo> {
    const turn = this.#weightsTurn.then(() => this.#useWeights(source, options));
    this.#weightsTurn = turn.catch(() => undefined);
    return turn;
  }

  async #useWeights(source: WeightsSource | null, options: CallOptions): Promise<ModelInfo> {
    const before = this.#assets.chosen;
    this.#assets.choose(source === null ? this.#assets.first : chosen(source));
    let touched = false;
    try {
      // A file that is no weights file is told before the network is touched.
      const info = await this.model(options);
      touched = true;
      this.#device.forget();
      await this.prepare(this.#requested, options);
      return info;
    } catch (error) {
      this.#assets.choose(before);
      if (touched) {
        this.#device.forget();
        // Loaded again ahead of the next reading; what goes wrong then is told by that.
        this.prepare(this.#requested).catch(() => undefined);
      }
      throw error;
    }
  }

  close(scanId: number): void {
    if (!this.#scans.delete(scanId) || this.#disposed) return;
    const forget = (link: Link<ReaderMethods>) =>
      this.#heldBy(link).delete(scanId) ? link.call('close', { scan: scanId }, { patience: OPEN_PATIENCE }) : Promise.resolve();
    this.#reader.run(forget).catch(() => undefined);
  }

  onDevice(listener: (status: DeviceStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onTraffic(listener: (traffic: WorkerTraffic) => void): () => void {
    this.#trafficListeners.add(listener);
    return () => this.#trafficListeners.delete(listener);
  }

  dispose(): void {
    this.#disposed = true;
    this.#listeners.clear();
    this.#trafficListeners.clear();
    this.#scans.clear();
    this.#reader.dispose();
    this.#metrics.dispose();
  }

  /** Breaks the reader on purpose, to test that everything recovers (docs/testing.md). */
  injectFault(kind: Fault): Promise<void> {
    return this.#reader.run((link) => link.call('fault', { kind }, { patience: kind === 'hang' ? 2_000 : OPEN_PATIENCE }));
  }

  /** Runs `job` on a checked device; a GPU that dies is tried once more, then the CPU does it. */
  async #onDevice<T>(
    device: DeviceRequest,
    options: CallOptions,
    job: (link: Link<ReaderMethods>, kind: DeviceStatus['kind']) => Promise<T>,
  ): Promise<T> {
    const report = (progress: Progress) => options.onProgress?.(progress);
    const done = this.#device.waitedFor(device);
    try {
      return await this.#tryOnDevice(device, options.signal, report, job);
    } finally {
      done();
    }
  }

  async #tryOnDevice<T>(
    device: DeviceRequest,
    signal: AbortSignal | undefined,
    report: (progress: Progress) => void,
    job: (link: Link<ReaderMethods>, kind: DeviceStatus['kind']) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      try {
        return await this.#reader.run(async (link) => {
          await this.#start(link, report);
          try {
            const kind = await this.#device.ensure(link, allowedDevice(await this.#policy, device), report);
            this.#reader.prepareSpare();
            return await job(link, kind);
          } catch (error) {
            if (error instanceof GroundscopeError && this.#device.breaksWorker(error)) link.end(error);
            throw error;
          }
        }, signal);
      } catch (error) {
        if (!(error instanceof GroundscopeError) || !this.#device.failed(error)) throw error;
      }
    }
  }

  #measure<T>(job: (link: Link<MetricsMethods>) => Promise<T>, options: CallOptions): Promise<T> {
    return this.#metrics.run(async (link) => {
      await this.#policy;
      await this.#start(link, options.onProgress);
      this.#metrics.prepareSpare();
      return job(link);
    }, options.signal);
  }

  /** Asks the metrics worker about whole files. */
  #measureFiles<Name extends FileMethod>(
    method: Name,
    args: Parameters<MetricsMethods[Name]>[0],
    options: CallOptions,
  ): Promise<ReturnType<MetricsMethods[Name]>> {
    return this.#measure((link) => link.call(method, args as never, { patience: FILES_PATIENCE }) as Promise<ReturnType<MetricsMethods[Name]>>, options);
  }

  /** Gives the worker the small module, once. */
  async #start(link: Link<ReaderMethods> | Link<MetricsMethods>, report: (progress: Progress) => void = () => undefined): Promise<void> {
    if (this.#started.has(link)) return;
    report({ stage: 'module', device: 'cpu' });
    const module = await this.#assets.module('cpu', report);
    try {
      await (link as Link<Pick<MetricsMethods, 'start'>>).call('start', { module }, { patience: OPEN_PATIENCE });
    } catch (error) {
      // A module that compiles but does not fit its script is another version, left in some cache.
      if (!(error instanceof GroundscopeError) || error.code !== 'engine') throw error;
      this.#assets.spoiled('engine/cpu.wasm');
      throw unusable('engine/cpu.wasm', error);
    }
    this.#started.add(link);
  }

  /** Gives the worker a scan's bytes, once. */
  async #hold(link: Link<ReaderMethods>, scanId: number): Promise<void> {
    const file = this.#scans.get(scanId);
    if (!file) throw new GroundscopeError('unknown_scan', 'This scan is not open any more.', 'Open it again.');
    if (this.#heldBy(link).has(scanId)) return;
    await link.call('hold', { scan: scanId, ...file }, { patience: OPEN_PATIENCE });
    this.#heldBy(link).add(scanId);
  }

  #heldBy(link: object): Set<number> {
    if (this.#held.link !== link) this.#held = { link, scans: new Set() };
    return this.#held.scans;
  }
}
