// The generated glue of both modules, under the names by which the build resolves it (web/build.mjs).

declare module '#engine/cpu' {
  type Engine = import('./engine.js').Engine;
  const load: Engine['default'];
  export default load;
  export const start: Engine['start'];
  export const decode: Engine['decode'];
  export const loadReader: Engine['loadReader'];
  export const describe: Engine['describe'];
  export const ask: Engine['ask'];
  export const explain: Engine['explain'];
  export const parseReferences: Engine['parseReferences'];
  export const score: Engine['score'];
  export const scoreGrounding: Engine['scoreGrounding'];
  export const partialGrounding: Engine['partialGrounding'];
  export const mergePartials: Engine['mergePartials'];
  export const parseOutput: Engine['parseOutput'];
  export const scorePresence: Engine['scorePresence'];
  export const describeReferences: Engine['describeReferences'];
  export const convert: Engine['convert'];
  export const evaluate: Engine['evaluate'];
  export const exportFindings: Engine['exportFindings'];
  export const panic: Engine['panic'];
  export const panicLater: Engine['panicLater'];
}

declare module '#engine/gpu' {
  type Engine = import('./engine.js').ReadingEngine;
  const load: Engine['default'];
  export default load;
  export const start: Engine['start'];
  export const decode: Engine['decode'];
  export const loadReader: Engine['loadReader'];
  export const describe: Engine['describe'];
  export const panic: Engine['panic'];
  export const panicLater: Engine['panicLater'];
}

declare module '#engine/benchmark' {
  type Engine = import('./engine.js').BenchmarkEngine;
  const load: Engine['default'];
  export default load;
  export const start: Engine['start'];
  export const scoreBenchmark: Engine['scoreBenchmark'];
  export const benchmarkCase: Engine['benchmarkCase'];
}

/** The CPU's module, fresh with every call: a page without workers has several instances in one thread. */
declare module '#engine/create-cpu' {
  export function createEngine(): import('./engine.js').Engine;
}

/** The same of the benchmarks' module. */
declare module '#engine/create-benchmark' {
  export function createEngine(): import('./engine.js').BenchmarkEngine;
}
