// What the page may ask of GroundScope: one typed, cancellable API; everything behind it runs in workers.

import type { Converted } from './reports/convert.js';
import type { Description } from './reports/description.js';
import type { BenchmarkCaseView, BenchmarkRequest, BenchmarkResult } from './reports/benchmark.js';
import type { EvaluationFiles } from './reports/evaluation.js';
import type { ExportedFile, ExportRequest } from './reports/export.js';
import type { GroundingReport } from './reports/grounding.js';
import type { OutputBoxes, OutputPresence } from './reports/output.js';
import type { PresenceReport } from './reports/presence.js';
import type { ConvertRequest, DescribeRequest, EvaluateRequest, GroundingRequest, NamedFile, OutputBoxesRequest, OutputPresenceRequest, PresenceRequest } from './reports/requests.js';
import type { Answer, ClassBox, DeviceKind, Findings, Known, Language, ModelInfo, Occlusion, References, ScoreSettings, ScoreView, SelfCheck } from './types.js';
import type { WeightsSource } from './weights.js';

export type * from './reports/benchmark.js';
export type * from './reports/convert.js';
export type * from './reports/description.js';
export type * from './reports/evaluation.js';
export type * from './reports/export.js';
export type * from './reports/grounding.js';
export type * from './reports/output.js';
export type * from './reports/presence.js';
export type * from './reports/requests.js';
export type * from './types.js';
export { GroundscopeError } from './errors.js';

/** `auto`: the GPU where the browser gives an adapter and it passes the self-check, the CPU otherwise. */
export type DeviceRequest = 'auto' | DeviceKind;

/** A scan that was decoded and is held by the engine until `close`. */
export interface OpenedScan {
  /** Handle for `read` and `close`. */
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly bitDepth: number;
  readonly colour: string;
  /** Pages of the file; 1 but for TIFF. */
  readonly pages: number;
  readonly notes: readonly string[];
  /** 8-bit RGBA, for a canvas. */
  readonly pixels: ImageData;
}

/** How far a call has come. */
export interface Progress {
  stage: 'module' | 'weights' | 'warm-up' | 'self-check' | 'decode' | 'inference';
  device: DeviceKind;
  /** Bytes for `module` and `weights`, a share of `total` otherwise; absent where it cannot be known. */
  loaded?: number | undefined;
  total?: number | undefined;
}

/** The device chip. */
export interface DeviceStatus {
  /** `idle`: nothing asked yet; `failed`: no device gives right numbers, reading is refused. */
  state: 'idle' | 'preparing' | 'ready' | 'failed';
  /** What was asked for. */
  requested: DeviceRequest;
  /** What runs, or is being prepared. */
  kind: DeviceKind;
  /** Name of the GPU as the browser tells it; null on the CPU. */
  adapter: string | null;
  selfCheck: SelfCheck | null;
  /** Why the GPU is not used although `auto` or `gpu` was asked for; null when it is, or was not asked for. */
  fallback: {
    code: 'no_webgpu' | 'no_adapter' | 'load_failed' | 'self_check_failed' | 'device_lost' | 'engine_crashed';
    message: string;
  } | null;
  /** Milliseconds; absent until known. */
  timings: { module?: number; weights?: number; warmUp?: number; selfCheck?: number; inference?: number };
  /** The last progress while `preparing`. */
  progress: Progress | null;
}

/** What a worker asked of the network, or what the policy refused it. A worker of this project asks for nothing. */
export type WorkerTraffic =
  | { kind: 'asked'; address: string }
  | { kind: 'refused'; directive: string; address: string; policy: string };

/** Options of every call that may take long. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Options of `open`. */
export interface OpenOptions extends CallOptions {
  /** The page of a TIFF file, counted from 0; default 0. */
  page?: number | undefined;
}

/** Options of calls whose result has names or sentences. */
export interface WordedOptions extends CallOptions {
  /** Default English. Errors are always English. */
  language?: Language | undefined;
}

/** Options of `read`. */
export interface ReadOptions extends CallOptions {
  /** Default: what `prepare` was last called with, `auto` at first. */
  device?: DeviceRequest | undefined;
  /** Read what does not look like a B-scan, too; default false. */
  anyPicture?: boolean | undefined;
}

/** Input of `score`: findings, predictions of another origin, or the text of a file of predictions, which needs no size. */
export type ScoreInput = {
  /** Text of the references file. */
  references: string;
  imageName: string;
  settings?: Partial<ScoreSettings> | undefined;
  /** Of sentences and names; default English. */
  language?: Language | undefined;
} & (
  | { width: number; height: number; findings: Findings; predictions?: never }
  | { width: number; height: number; predictions: ClassBox[]; findings?: never }
  | { width?: never; height?: never; predictions: string; findings?: never }
);

/** Whole files scored as the command line does it. Files are copied; the caller keeps them. */
export interface FileScoring {
  /** Predictions against references: the report of `groundscope score grounding --json`. */
  scoreGrounding(request: GroundingRequest, options?: CallOptions): Promise<GroundingReport>;
  /** The same as a partial result, to be saved and merged with others; average precision and errors by cause are left out. */
  partialGrounding(request: GroundingRequest, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Partial results, from here or from the command line, as one report. */
  mergePartials(files: NamedFile[], options?: CallOptions): Promise<GroundingReport>;
  /** What a model wrote, read as boxes or as yes and no: the report of `groundscope parse --json`. */
  parseOutput(request: OutputBoxesRequest, options?: CallOptions): Promise<OutputBoxes>;
  parseOutput(request: OutputPresenceRequest, options?: CallOptions): Promise<OutputPresence>;
  /** Yes and no against references: the report of `groundscope score presence --json`. */
  scorePresence(request: PresenceRequest, options?: CallOptions): Promise<PresenceReport>;
  /** What data sets hold and what may be wrong with them: the report of `groundscope describe --json`, without pictures. */
  describeReferences(request: DescribeRequest, options?: CallOptions): Promise<Description>;
  /** Annotations of one format as another: the report and the files of `groundscope convert --json`. */
  convert(request: ConvertRequest, options?: CallOptions): Promise<Converted>;
  /** Models scored and compared: the data and the files of `groundscope evaluate`, without PNG. */
  evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluationFiles>;
  /** Files of EyeVQA or UltraG-Bench, told apart by what they hold. Those of UltraG-Bench stay open for `benchmarkCase` until the next call. */
  scoreBenchmark(request: BenchmarkRequest, options?: CallOptions): Promise<BenchmarkResult>;
  /** One image of the files that were scored last, reference beside prediction. */
  benchmarkCase(id: string, options?: CallOptions): Promise<BenchmarkCaseView>;
}

/** The engine as the page sees it. Each promise settles, always; a rejection is a `GroundscopeError`. */
export interface GroundScopeApi extends FileScoring {
  /** Loads and checks a device ahead of the first `read`. Resolves with the device that will be used. */
  prepare(device?: DeviceRequest, options?: CallOptions): Promise<DeviceStatus>;
  /** Decodes PNG, JPEG, TIFF or BMP, without waiting for a device. The buffer is copied; the caller keeps it. */
  open(bytes: ArrayBuffer, options?: OpenOptions): Promise<OpenedScan>;
  /** Presence, boxes and masks of every class. Cancelling takes effect at once. */
  read(scanId: number, options?: ReadOptions): Promise<Findings>;
  /** What if a region were hidden? Reads the scan again with one region (`srf-2`) or all of a class (`srf`) painted over. */
  hide(scanId: number, findings: Findings, id: string, options?: WordedOptions): Promise<Occlusion>;
  /** The same findings with extents in micrometres and places by the fovea, as far as scale and eye are known, worded in a language. */
  explain(findings: Findings, known: Known, options?: WordedOptions): Promise<Findings>;
  /** Answers a question in words, English or German, from findings. */
  ask(question: string, findings: Findings, options?: WordedOptions): Promise<Answer>;
  /** What was read as a file: a drawing, a table, annotations, a report to print. Nothing is stored; the caller offers the bytes. */
  export(request: ExportRequest, options?: CallOptions): Promise<ExportedFile>;
  /** Reads a references file (groundscope-boxes or COCO). */
  parseReferences(text: string, options?: CallOptions): Promise<References>;
  /** AggIoU of one scan against the references of its image (matched by file name, then by stem). */
  score(input: ScoreInput, options?: CallOptions): Promise<ScoreView>;
  /** What the weights say of themselves: classes, data, licence. */
  model(options?: CallOptions): Promise<ModelInfo>;
  /**
   * Reads with other weights from now on, null for those it began with: they are checked, loaded, and the device is checked anew.
   * What cannot be used changes nothing. Resolves with what the weights say of themselves.
   */
  useWeights(source: WeightsSource | null, options?: CallOptions): Promise<ModelInfo>;
  /** The name of the weights file that was chosen; null for the installation's own. */
  readonly weightsName: string | null;
  /** Forgets a scan. */
  close(scanId: number): void;
  /** The device as it is now. */
  readonly device: DeviceStatus;
  /** Calls back at every change of the device. Returns the function that stops it. */
  onDevice(listener: (status: DeviceStatus) => void): () => void;
  /** Calls back with whatever a worker asks of the network or is refused. Returns the function that stops it. */
  onTraffic(listener: (traffic: WorkerTraffic) => void): () => void;
  /** Ends the workers; pending calls are rejected with `disposed`. */
  dispose(): void;
}

/** Thresholds of the paper. */
export const DEFAULT_SCORE_SETTINGS: ScoreSettings = { t1: 0.1, t2: 0.3, fp: 'undetected' };

/** The boxes of all findings in order, as `score` numbers them. */
export function predictionsOf(findings: Findings): ClassBox[] {
  return findings.findings.flatMap((finding) =>
    finding.boxes.map((box, index) => ({ class: finding.class, box, score: finding.scores[index] })),
  );
}

export { GroundScope, type GroundScopeOptions } from './client.js';
export { fetchPolicy, parsePolicy, PolicyError, type ExportFormat, type Policy, type PolicyView } from './policy.js';
export type { WeightsSource } from './weights.js';
export { namedFiles } from './files.js';
