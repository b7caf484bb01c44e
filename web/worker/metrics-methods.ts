// What is done beside the network: pictures, scores and answers.

import { Moved, type Handlers, type Tell } from './dispatch.js';
import type { BenchmarkEngine, Engine } from './engine.js';
import type { MetricsMethods } from './protocol.js';
import type { NamedFile } from './reports/requests.js';

/** Files made here move to the page. */
const withFiles = <Made extends { files: NamedFile[] }>(made: Made) => new Moved(made, made.files.map(({ bytes }) => bytes.buffer));

/** The methods on an instance of the CPU's module and one of the benchmarks'. */
export function metricsMethods(cpu: Engine, benchmark: BenchmarkEngine, tell: Tell): Handlers<MetricsMethods> {
  let begun: Promise<unknown> | null = null;
  /** With the first call, and only then, its module starts. */
  const begin = async (module: WebAssembly.Module): Promise<void> => {
    begun ??= benchmark.default({ module_or_path: module }).then(() => benchmark.start((message) => tell({ kind: 'crashed', message })));
    await begun;
  };
  return {
    async start({ module }) {
      await cpu.default({ module_or_path: module });
      cpu.start((message) => tell({ kind: 'crashed', message }));
    },
    decode({ bytes, page }) {
      const scan = cpu.decode(new Uint8Array(bytes), page);
      try {
        const rgba = new Uint8ClampedArray(scan.rgba());
        return new Moved({ info: scan.info(), rgba }, [rgba.buffer]);
      } finally {
        scan.free();
      }
    },
    ask: ({ question, findings, language }) => cpu.ask(question, findings, language),
    explain: ({ findings, known, language }) => cpu.explain(findings, known, language),
    parseReferences: ({ text }) => cpu.parseReferences(text),
    score: (request) => cpu.score(request),
    scoreGrounding: (request) => cpu.scoreGrounding(request),
    partialGrounding(request) {
      const bytes = cpu.partialGrounding(request);
      return new Moved(bytes, [bytes.buffer]);
    },
    mergePartials: ({ files }) => cpu.mergePartials(files),
    parseOutput: (request) => cpu.parseOutput(request),
    scorePresence: (request) => cpu.scorePresence(request),
    describeReferences: (request) => cpu.describeReferences(request),
    convert: (request) => withFiles(cpu.convert(request)),
    evaluate: (request) => withFiles(cpu.evaluate(request)),
    async scoreBenchmark({ module, request }) {
      await begin(module);
      return benchmark.scoreBenchmark(request);
    },
    async benchmarkCase({ module, id }) {
      await begin(module);
      return benchmark.benchmarkCase(id);
    },
    exportFindings(request) {
      const file = cpu.exportFindings(request);
      return new Moved(file, [file.bytes.buffer]);
    },
    describe: ({ weights }) => cpu.describe(new Uint8Array(weights)),
  };
}
