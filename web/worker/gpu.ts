// The browser's GPU as the reader worker sees it: is there an adapter, and is the device still there.

import type { Tell } from './dispatch.js';

const devices = new Set<GPUDevice>();
let watching = false;

/** The adapter's name, or why there is none. */
export async function probeGpu(): Promise<
  { adapter: string } | { adapter: null; code: 'no_webgpu' | 'no_adapter'; message: string }
> {
  const gpu = (navigator as { gpu?: GPU }).gpu;
  if (!gpu) return { adapter: null, code: 'no_webgpu', message: 'This browser has no WebGPU, so the CPU is used.' };
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (!adapter) return { adapter: null, code: 'no_adapter', message: 'This browser gives no GPU adapter, so the CPU is used.' };
  const { vendor, architecture, device, description } = adapter.info;
  const name = description || [vendor, architecture, device].filter((part) => part).join(' ');
  return { adapter: name || 'unnamed GPU' };
}

/** From now on the page is told when a device that the engine asks for is lost. */
export function watchDevices(tell: Tell): void {
  if (watching) return;
  watching = true;
  // The engine creates its device itself; this is the one place where it can be seen.
  const prototype = GPUAdapter.prototype;
  const requestDevice = prototype.requestDevice;
  prototype.requestDevice = async function (this: GPUAdapter, descriptor?: GPUDeviceDescriptor) {
    const device = await requestDevice.call(this, descriptor);
    devices.add(device);
    void device.lost.then((info) => {
      devices.delete(device);
      tell({ kind: 'device-lost', message: info.message || info.reason });
    });
    return device;
  };
}

/** Loses the device on purpose (tests only). */
export function loseDevice(): void {
  for (const device of devices) device.destroy();
}
