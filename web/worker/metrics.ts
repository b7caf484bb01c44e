// The metrics worker: scores and answers, so that sliders and questions never wait for the network.

import * as cpu from '#engine/cpu';
import { answerCalls, tellCrash } from './dispatch.js';
import type { MetricsMethods } from './protocol.js';

answerCalls<MetricsMethods>({
  async start({ module }) {
    await cpu.default({ module_or_path: module });
    cpu.start(tellCrash);
  },
  ask: ({ question, findings }) => cpu.ask(question, findings),
  parseReferences: ({ text }) => cpu.parseReferences(text),
  score: (request) => cpu.score(request),
  describe: ({ weights }) => cpu.describe(new Uint8Array(weights)),
});
