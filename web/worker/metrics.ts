// The metrics worker: pictures, scores and answers, so that none of them ever waits for the network or its device.

import * as cpu from '#engine/cpu';
import { answerCalls, Moved, tellCrash } from './dispatch.js';
import type { MetricsMethods } from './protocol.js';

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
  ask: ({ question, findings }) => cpu.ask(question, findings),
  parseReferences: ({ text }) => cpu.parseReferences(text),
  score: (request) => cpu.score(request),
  describe: ({ weights }) => cpu.describe(new Uint8Array(weights)),
});
