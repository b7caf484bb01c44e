// GroundScope's own files, and what is said when one of them does not come as it should.

import { GroundscopeError } from './errors.js';

/** Every file that the engine is made of, in the reader's words. */
const NAMES = {
  'engine/cpu.wasm': 'The CPU reader',
  'engine/gpu.wasm': 'The GPU reader',
  'engine/benchmark.wasm': 'The module of the benchmarks',
  'engine/reader.js': 'The script of the reader',
  'engine/metrics.js': 'The script that decodes, answers and scores',
  'weights/groundscope-oct-1.safetensors': 'The model',
} as const;

export type Part = keyof typeof NAMES;

/** The file of the weights. */
export const WEIGHTS = 'weights/groundscope-oct-1.safetensors' satisfies Part;

const ASK = 'If it happens again, ask whoever runs this page.';

/** A part of GroundScope itself did not come: nothing the reader chose is to blame. */
export class PartError extends GroundscopeError {
  /** @param why how it failed, the server's answer if it is known; follows a colon */
  constructor(
    readonly part: Part,
    why: string,
    details = '',
    offline = false,
  ) {
    super('load_failed', `${NAMES[part]} (${part}) could not be loaded: ${why}.`, `${offline ? 'Check the connection and try' : 'Try'} again. ${ASK}`, details);
  }
}

/** A file that came, but that the engine cannot use; what the engine said goes to the details. */
export function unusable(part: Part, error: unknown): PartError {
  const why = part === WEIGHTS ? 'it arrived damaged, or is not for this program' : 'it arrived damaged, or belongs to another version';
  return new PartError(part, why, error instanceof Error ? error.message : String(error));
}
