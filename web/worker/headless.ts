// The engine in one call each: read a scan, ask about it, score it, compare models. One engine for all calls, started by the first.

import { GroundScope } from './client.js';
import { fetchPolicy } from './policy.js';
import type {
  Answer, BenchmarkCaseView, BenchmarkRequest, BenchmarkResult, CallOptions, EvaluateRequest, EvaluationFiles, Findings, GroundingReport, GroundingRequest, GroundScopeApi, Known, ReadOptions, ScoreInput, ScoreView,
} from './api.js';
import type { WeightsSource } from './weights.js';

export type * from './api.js';
export { GroundscopeError } from './errors.js';

/** Where the engine's files are, and which weights it uses. */
export interface HeadlessOptions {
  /** The folder with `engine/` and `weights/`; default: the folder of this script. */
  base?: string | URL | undefined;
  weights?: WeightsSource | undefined;
}

/** Options of `read`. */
export interface ReadScanOptions extends ReadOptions {
  /** What is known of the scan: findings then have sizes in micrometres and places by the fovea. */
  scale?: Known['scale'] | undefined;
  eye?: Known['eye'] | undefined;
}

/** Apart from `URL`, since bundlers take the two together for a file to copy. */
const HERE = import.meta.url;

let chosen: HeadlessOptions = {};
let shared: GroundScopeApi | null = null;

/** Says where the engine's files are; to be called before anything else, and needed where a bundler moved this script away from them. */
export function configure(options: HeadlessOptions): void {
  close();
  chosen = options;
}

/** The shared engine, for all that has no call here. */
export function engine(): GroundScopeApi {
  if (shared) return shared;
  const base = new URL(chosen.base ?? './', chosen.base ? document.baseURI : HERE).href;
  shared = new GroundScope({ base, weights: chosen.weights, policy: fetchPolicy(base) });
  return shared;
}

/** Opens a scan (PNG, JPEG, TIFF or BMP), reads it and forgets it. */
export async function read(scan: Blob | ArrayBuffer | Uint8Array, options: ReadScanOptions = {}): Promise<Findings> {
  const reader = engine();
  const opened = await reader.open(await bytesOf(scan), options);
  try {
    const findings = await reader.read(opened.id, options);
    const { scale = null, eye = null } = options;
    return scale || eye ? await reader.explain(findings, { scale, eye }, options) : findings;
  } finally {
    reader.close(opened.id);
  }
}

/** Answers a question in words from findings. */
export function ask(question: string, findings: Findings, options?: CallOptions): Promise<Answer> {
  return engine().ask(question, findings, options);
}

/** Findings of one scan against its expert boxes, or whole files of predictions against references. */
export function score(input: ScoreInput, options?: CallOptions): Promise<ScoreView>;
export function score(input: GroundingRequest, options?: CallOptions): Promise<GroundingReport>;
export function score(input: ScoreInput | GroundingRequest, options?: CallOptions): Promise<ScoreView | GroundingReport> {
  return 'imageName' in input ? engine().score(input, options) : engine().scoreGrounding(input, options);
}

/** Models compared: the data and the files of a report. */
export function evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluationFiles> {
  return engine().evaluate(request, options);
}

/** Files of EyeVQA or UltraG-Bench, told apart by what they hold. */
export function scoreBenchmark(request: BenchmarkRequest, options?: CallOptions): Promise<BenchmarkResult> {
  return engine().scoreBenchmark(request, options);
}

/** One image of the files of UltraG-Bench that were scored last. */
export function benchmarkCase(id: string, options?: CallOptions): Promise<BenchmarkCaseView> {
  return engine().benchmarkCase(id, options);
}

/** Ends the shared engine; the next call starts a fresh one. */
export function close(): void {
  shared?.dispose();
  shared = null;
}

async function bytesOf(scan: Blob | ArrayBuffer | Uint8Array): Promise<ArrayBuffer> {
  if (scan instanceof Blob) return scan.arrayBuffer();
  return scan instanceof ArrayBuffer ? scan : new Uint8Array(scan).buffer;
}
