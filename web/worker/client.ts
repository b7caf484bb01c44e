// The engine behind the API: two workers and the rules by which every call settles.

import type {
  Answer,
  CallOptions,
  DeviceRequest,
  DeviceStatus,
  Findings,
  GroundScopeApi,
  OpenedScan,
  ReadOptions,
  References,
  ScoreInput,
  ScoreView,
} from './api.js';

/** Where the engine's files are and how it is started. */
export interface GroundScopeOptions {
  /** Folder of the workers, modules and weights; default: the folder of this script. Same origin as the page. */
  base?: string | URL | undefined;
  /** Test hooks, harmless in production: see docs/testing.md. */
  faults?: { selfCheck?: 'gpu' | 'all' | undefined } | undefined;
}

/** GroundScope in workers. `new GroundScope()` starts loading at once. */
export declare class GroundScope implements GroundScopeApi {
  constructor(options?: GroundScopeOptions);
  prepare(device?: DeviceRequest, options?: CallOptions): Promise<DeviceStatus>;
  open(bytes: ArrayBuffer, options?: CallOptions): Promise<OpenedScan>;
  read(scanId: number, options?: ReadOptions): Promise<Findings>;
  ask(question: string, findings: Findings, options?: CallOptions): Promise<Answer>;
  parseReferences(text: string, options?: CallOptions): Promise<References>;
  score(input: ScoreInput, options?: CallOptions): Promise<ScoreView>;
  close(scanId: number): void;
  readonly device: DeviceStatus;
  onDevice(listener: (status: DeviceStatus) => void): () => void;
  dispose(): void;
}
