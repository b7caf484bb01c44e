// What a reader does: runs the network on scans, on the CPU or, where its module is there, on the GPU.

import type { Progress } from './api.js';
import type { Handlers, Tell } from './dispatch.js';
import type { EngineReader, EngineScan, OnProgress, ReadingEngine } from './engine.js';
import { loseDevice, probeGpu, watchDevices } from './gpu.js';
import type { ReaderMethods } from './protocol.js';
import type { DeviceKind } from './types.js';

/** The modules that a reader may use; without the GPU's there is no GPU. */
export interface ReaderEngines {
  cpu: ReadingEngine;
  gpu?: ReadingEngine;
}

/** One module with its network and the scans decoded in it. */
interface Side {
  engine: ReadingEngine;
  reader: EngineReader | null;
  scans: Map<number, EngineScan>;
}

const NO_GPU = { adapter: null, code: 'no_adapter', message: 'This page carries the reader for the CPU only.' } as const;

/** The methods on fresh instances of the modules. */
export function readerMethods(engines: ReaderEngines, tell: Tell): Handlers<ReaderMethods> {
  const sides: Partial<Record<DeviceKind, Side>> = {};
  const files = new Map<number, { bytes: Uint8Array; page: number }>();

  async function started(device: DeviceKind, module: WebAssembly.Module): Promise<Side> {
    const engine = engines[device];
    if (!engine) throw { code: 'engine', message: NO_GPU.message, hint: '' };
    await engine.default({ module_or_path: module });
    engine.start((message) => tell({ kind: 'crashed', message }));
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
    const file = files.get(id);
    if (!file) throw { code: 'unknown_scan', message: 'This scan is not open any more.', hint: 'Open it again.' };
    const scan = side.engine.decode(file.bytes, file.page);
    side.scans.set(id, scan);
    return scan;
  }

  return {
    async start({ module }) {
      await started('cpu', module);
    },

    probe: () => (engines.gpu ? probeGpu() : NO_GPU),

    async load({ device, module, weights }, report) {
      const side = sides[device] ?? (await started(device, module as WebAssembly.Module));
      if (device === 'gpu') watchDevices(tell);
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

    hold({ scan, bytes, page }) {
      files.set(scan, { bytes: new Uint8Array(bytes), page });
    },

    close({ scan }) {
      files.delete(scan);
      for (const side of Object.values(sides)) {
        side.scans.get(scan)?.free();
        side.scans.delete(scan);
      }
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
      if (kind === 'panic') engines.cpu.panic();
      if (kind === 'panic-later') await engines.cpu.panicLater();
      if (kind === 'hang') await new Promise(() => undefined);
      if (kind === 'lose-device') loseDevice();
    },
  };
}

/** The engine's progress as the page wants it. */
function told(device: DeviceKind, report: (progress: Progress) => void): OnProgress {
  return (phase, loaded) => report({ stage: phase as Progress['stage'], device, loaded, total: 1 });
}
