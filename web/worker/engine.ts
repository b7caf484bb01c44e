// The surface of the WebAssembly modules as the workers use it; `cargo xtask build` checks it against the generated declarations.

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

/** Told how far `weights`, `warm-up` or `inference` has come, 0..1. */
export type OnProgress = (phase: string, fraction: number) => void;

/** A decoded scan inside the module's memory. */
export interface EngineScan {
  info(): ScanInfo;
  /** 8-bit RGBA, row-major. */
  rgba(): Uint8ClampedArray;
  free(): void;
}

/** A network on a device. */
export interface EngineReader {
  /** Compares the device with the values stored in the weights. */
  selfCheck(): Promise<SelfCheck>;
  /** A picture that is no B-scan has no answers, unless `anyPicture`. */
  read(scan: EngineScan, onProgress: OnProgress, anyPicture?: boolean | null): Promise<Findings>;
  /** What if one region (`srf-2`) or all of a class (`srf`) were painted over? */
  hide(scan: EngineScan, findings: Findings, id: string, onProgress: OnProgress, language?: Language | null): Promise<Occlusion>;
  free(): void;
}

/** What both modules export: the network on scans. */
export interface ReadingEngine {
  default(input: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  /** Called once, before anything else; a panic is told to `onPanic` before the module dies. */
  start(onPanic: (message: string) => void): void;
  decode(bytes: Uint8Array, page: number): EngineScan;
  /** Checks the weights, puts the network on the device and runs it once. */
  loadReader(weights: Uint8Array, device: DeviceKind, onProgress: OnProgress): Promise<EngineReader>;
  /** Checks the weights and tells what they say of themselves. */
  describe(weights: Uint8Array): ModelInfo;
  /** Panics, to test that every call still settles. */
  panic(): void;
  panicLater(): Promise<void>;
}

/** What the CPU's module exports: also all that needs no network. */
export interface Engine extends ReadingEngine {
  ask(question: string, findings: Findings, language?: Language | null): Answer;
  /** Extents in micrometres and places by the fovea, as far as scale and eye are known. */
  explain(findings: Findings, known: Known, language?: Language | null): Findings;
  parseReferences(text: string): References;
  score(request: ScoreRequest): ScoreView;
  scoreGrounding(request: GroundingRequest): GroundingReport;
  partialGrounding(request: GroundingRequest): Uint8Array<ArrayBuffer>;
  mergePartials(files: NamedFile[]): GroundingReport;
  parseOutput(request: OutputRequest): OutputBoxes | OutputPresence;
  scorePresence(request: PresenceRequest): PresenceReport;
  describeReferences(request: DescribeRequest): Description;
  /** Each file has a buffer of its own. */
  convert(request: ConvertRequest): Converted;
  /** Likewise. */
  evaluate(request: EvaluateRequest): EvaluationFiles;
  exportFindings(request: ExportRequest): ExportedFile;
}

/** What the benchmarks' module exports. */
export interface BenchmarkEngine {
  default: ReadingEngine['default'];
  start: ReadingEngine['start'];
  scoreBenchmark(request: BenchmarkRequest): BenchmarkResult;
  benchmarkCase(id: string): BenchmarkCaseView;
}
