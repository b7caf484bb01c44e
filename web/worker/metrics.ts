// The metrics worker: pictures, scores and answers, so that none of them ever waits for the network or its device.

import * as cpu from '#engine/cpu';
import { answerCalls, Moved, tellCrash } from './dispatch.js';
import type { MetricsMethods } from './protocol.js';
import type { NamedFile } from './reports/requests.js';

/** Files made here move to the page. */
const withFiles = <Made extends { files: NamedFile[] }>(made: Made) => new Moved(made, made.files.map(({ bytes }) => bytes.buffer));

answerCalls<MetricsMethods>({
  async start({ module }) {
    await cpu.default({ module_or_path: module });
    cpu.start(tellCrash);
  },
  decode({ bytes }) {
    const scan = cpu.decode(new Uint8Array(bytes));
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
  exportFindings(request) {
    const file = cpu.exportFindings(request);
    return new Moved(file, [file.bytes.buffer]);
  },
  describe: ({ weights }) => cpu.describe(new Uint8Array(weights)),
});
