// The reader worker: runs the network on scans, on the CPU or on the GPU.

import * as cpu from '#engine/cpu';
import * as gpu from '#engine/gpu';
import { answerCalls, tellCrash } from './dispatch.js';
import type { Progress } from './api.js';
import type { EngineReader, EngineScan, OnProgress, ReadingEngine } from './engine.js';
import { loseDevice, probeGpu, watchDevices } from './gpu.js';
import type { ReaderMethods } from './protocol.js';
import type { DeviceKind } from './types.js';

/** One module with its network and the scans decoded in it. */
interface Side {
  engine: ReadingEngine;
  reader: EngineReader | null;
  scans: Map<number, EngineScan>;
}

const sides: Partial<Record<DeviceKind, Side>> = {};
const files = new Map<number, Uint8Array>();

async function started(device: DeviceKind, engine: ReadingEngine, module: WebAssembly.Module): Promise<Side> {
  await engine.default({ module_or_path: module });
  engine.start(tellCrash);
  const side: Side = { engine, reader: null, scans: new Map() };
  sides[device] = side;
  return side;
}

function sideOf(device: DeviceKind): Side {
  const side = sides[device];
  if (!side) throw { code: 'engine', message: `The ${device} module was not started.`, hint: '' };
  return side;
}

function readerOf(side: Side): EngineReader {
  if (!side.reader) throw { code: 'engine', message: 'The network is not loaded.', hint: '' };
  return side.reader;
}

/** Each module has its own memory, so a scan is decoded in the one that reads it. */
function scanOf(side: Side, id: number): EngineScan {
  const known = side.scans.get(id);
  if (known) return known;
  const bytes = files.get(id);
  if (!bytes) throw { code: 'unknown_scan', message: 'This scan is not open any more.', hint: 'Open it again.' };
  const scan = side.engine.decode(bytes);
  side.scans.set(id, scan);
  return scan;
}

function close(id: number): void {
  files.delete(id);
  for (const side of Object.values(sides)) {
    side.scans.get(id)?.free();
    side.scans.delete(id);
  }
}

/** The engine's progress as the page wants it. */
function told(device: DeviceKind, report: (progress: Progress) => void): OnProgress {
  return (phase, loaded) => report({ stage: phase as Progress['stage'], device, loaded, total: 1 });
}

answerCalls<ReaderMethods>({
  async start({ module }) {
    await started('cpu', cpu, module);
  },

  probe: () => probeGpu(),

  async load({ device, module, weights }, report) {
    const side = sides[device] ?? (await started(device, device === 'gpu' ? gpu : cpu, module as WebAssembly.Module));
    if (device === 'gpu') watchDevices();
    side.reader?.free();
    side.reader = null;
    const begun = performance.now();
    const reader = await side.engine.loadReader(new Uint8Array(weights), device, told(device, report));
    const warm = performance.now();
    report({ stage: 'self-check', device });
    const check = await reader.selfCheck();
    side.reader = reader;
    return { warmUp: warm - begun, selfCheck: performance.now() - warm, check };
  },

  hold({ scan, bytes }) {
    files.set(scan, new Uint8Array(bytes));
  },

  close({ scan }) {
    close(scan);
  },

  async read({ scan, device, anyPicture }, report) {
    const side = sideOf(device);
    return readerOf(side).read(scanOf(side, scan), told(device, report), anyPicture);
  },

  async hide({ scan, device, findings, id, language }, report) {
    const side = sideOf(device);
    return readerOf(side).hide(scanOf(side, scan), findings, id, told(device, report), language);
  },

  async fault({ kind }) {
    if (kind === 'panic') cpu.panic();
    if (kind === 'panic-later') await cpu.panicLater();
    if (kind === 'hang') await new Promise(() => undefined);
    if (kind === 'lose-device') loseDevice();
  },
});
