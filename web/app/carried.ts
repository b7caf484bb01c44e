// What a single file carries in itself: the CPU's module, the weights, the sample and IT's policy, as text of elements that no browser runs.

import { createEngine as createBenchmark } from '#engine/create-benchmark';
import { createEngine } from '#engine/create-cpu';
import type { EngineFiles } from '../worker/assets.js';
import { GroundScope, type EngineParts } from '../worker/client.js';
import { metricsMethods } from '../worker/metrics-methods.js';
import { PagePort } from '../worker/page-port.js';
import { unusable, WEIGHTS } from '../worker/parts.js';
import { NO_POLICY, parsePolicy } from '../worker/policy.js';
import { readerMethods } from '../worker/reader-methods.js';
import { carry } from '../element/installation.js';

/** The bytes of a carried file: gzip as base64. Kept once unpacked. */
const unpacked = new Map<string, Promise<ArrayBuffer>>();

function bytesOf(id: string): Promise<ArrayBuffer> {
  const kept = unpacked.get(id);
  if (kept) return kept;
  const text = document.getElementById(id)?.textContent ?? '';
  const packed = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const bytes = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  unpacked.set(id, bytes);
  return bytes;
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** Of the GPU's there is none: a single file reads on the CPU. */
function compile(id: string): Promise<WebAssembly.Module> {
  const module = compiled.get(id) ?? bytesOf(id).then((bytes) => WebAssembly.compile(bytes));
  compiled.set(id, module);
  return module;
}

const files: EngineFiles = {
  module: (name) => compile(name === 'benchmark' ? 'benchmark-module' : 'cpu-module'),
  weights: () => bytesOf('weights'),
  spoiled: () => undefined,
  unusableWeights: (error) => unusable(WEIGHTS, error),
};

const parts: EngineParts = {
  files,
  spawn: (script) =>
    script === 'engine/reader.js'
      ? new PagePort((tell) => readerMethods({ cpu: createEngine() }, tell))
      : new PagePort((tell) => metricsMethods(createEngine(), createBenchmark(), tell)),
};

carry({
  engine: (policy, weights) => new GroundScope({ policy, weights }, parts),
  async policy() {
    const text = document.getElementById('policy')?.textContent ?? '';
    return text.trim() === '' ? NO_POLICY : parsePolicy(text);
  },
  async sample() {
    const [bytes, truth] = await Promise.all([bytesOf('sample'), bytesOf('sample-references')]);
    return { bytes, truth: new TextDecoder().decode(truth) };
  },
});
