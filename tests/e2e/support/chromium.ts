// Where the system's Chromium is and how it is started.

import { existsSync } from 'node:fs';
import path from 'node:path';

/** The browser to test with: `GROUNDSCOPE_CHROMIUM`, or the first of the usual names on PATH. */
export function chromiumPath(): string {
  const named = process.env.GROUNDSCOPE_CHROMIUM;
  if (named) {
    return named;
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const name of ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']) {
    const found = folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
    if (found) {
      return found;
    }
  }
  throw new Error('No Chromium found: install the package chromium, or set GROUNDSCOPE_CHROMIUM to its path.');
}

const COMMON = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Switched off: the browser's own question to its maker about text fields, which is none of the page's traffic. */
const off = (...features: string[]) => [`--disable-features=${['AutofillServerCommunication', ...features].join(',')}`];

/** WebGPU off, as on a machine without it. */
export const CPU_FLAGS = [...COMMON, ...off('WebGPU'), '--disable-gpu'];

/** WebGPU on the software adapter: right numbers, no speed. */
export const WEBGPU_FLAGS = [...COMMON, ...off(), '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
