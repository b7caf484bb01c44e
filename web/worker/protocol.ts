// The messages between the page and its two workers.

import type { Progress, WorkerTraffic } from './api.js';
import type { Converted } from './reports/convert.js';
import type { Description } from './reports/description.js';
import type { BenchmarkCaseView, BenchmarkRequest, BenchmarkResult } from './reports/benchmark.js';
import type { EvaluationFiles } from './reports/evaluation.js';
import type { ExportedFile, ExportRequest } from './reports/export.js';
import type { GroundingReport } from './reports/grounding.js';
import type { OutputBoxes, OutputPresence } from './reports/output.js';
import type { PresenceReport } from './reports/presence.js';
import type { ConvertRequest, DescribeRequest, EvaluateRequest, GroundingRequest, NamedFile, OutputRequest, PresenceRequest } from './reports/requests.js';
import type { Answer, DeviceKind, Findings, Known, Language, ModelInfo, Occlusion, References, ScanInfo, ScoreRequest, ScoreView, SelfCheck } from './types.js';

/** What a worker is asked to do; one answer each. */
export interface ReaderMethods {
  /** Instantiates the CPU module. */
  start(args: { module: WebAssembly.Module }): void;
  /** Asks the browser for a GPU adapter. */
  probe(args: object): { adapter: string } | { adapter: null; code: 'no_webgpu' | 'no_adapter'; message: string };
  /** Loads the network on a device, runs it once, and compares with the values stored in the weights. */
  load(args: LoadArguments): { warmUp: number; selfCheck: number; check: SelfCheck };
  /** Keeps a scan's bytes under this id; it is decoded by the module that reads it. */
  hold(args: { scan: number; bytes: ArrayBuffer; page: number }): void;
  close(args: { scan: number }): void;
  read(args: { scan: number; device: DeviceKind; anyPicture: boolean }): Findings;
  hide(args: { scan: number; device: DeviceKind; findings: Findings; id: string; language?: Language | undefined }): Occlusion;
  /** Breaks the worker on purpose (tests only). */
  fault(args: { kind: Fault }): void;
}

/** Input of `load`. */
export interface LoadArguments {
  device: DeviceKind;
  /** The GPU module; the CPU's is there since `start`. */
  module: WebAssembly.Module | null;
  weights: ArrayBuffer;
}

/** Ways to break a reader on purpose. */
export type Fault = 'panic' | 'panic-later' | 'hang' | 'lose-device';

/** The metrics worker's methods. */
export interface MetricsMethods {
  start(args: { module: WebAssembly.Module }): void;
  /** Decodes a scan for the screen; nothing of it is kept. */
  decode(args: { bytes: ArrayBuffer; page: number }): { info: ScanInfo; rgba: Uint8ClampedArray<ArrayBuffer> };
  ask(args: { question: string; findings: Findings; language?: Language | undefined }): Answer;
  explain(args: { findings: Findings; known: Known; language?: Language | undefined }): Findings;
  parseReferences(args: { text: string }): References;
  score(args: ScoreRequest): ScoreView;
  scoreGrounding(args: GroundingRequest): GroundingReport;
  partialGrounding(args: GroundingRequest): Uint8Array<ArrayBuffer>;
  mergePartials(args: { files: NamedFile[] }): GroundingReport;
  parseOutput(args: OutputRequest): OutputBoxes | OutputPresence;
  scorePresence(args: PresenceRequest): PresenceReport;
  describeReferences(args: DescribeRequest): Description;
  convert(args: ConvertRequest): Converted;
  evaluate(args: EvaluateRequest): EvaluationFiles;
  scoreBenchmark(args: { module: WebAssembly.Module; request: BenchmarkRequest }): BenchmarkResult;
  benchmarkCase(args: { module: WebAssembly.Module; id: string }): BenchmarkCaseView;
  exportFindings(args: ExportRequest): ExportedFile;
  describe(args: { weights: ArrayBuffer }): ModelInfo;
}

/** An error as it crosses between threads. */
export interface ErrorMessage {
  code: string;
  message: string;
  hint: string;
}

/** Page to worker. */
export interface CallMessage {
  call: number;
  method: string;
  args: unknown;
}

/** Worker to page. */
export type WorkerMessage =
  | { kind: 'loaded' }
  | { kind: 'result'; call: number; value: unknown }
  | { kind: 'error'; call: number; error: ErrorMessage }
  | { kind: 'progress'; call: number; progress: Progress }
  /** Something was asked of the network, or refused by the policy: only the worker itself is told. */
  | { kind: 'traffic'; traffic: WorkerTraffic }
  /** The engine is broken; nothing more will come. */
  | { kind: 'crashed'; message: string }
  | { kind: 'device-lost'; message: string };
