// The command line of the same build, run on files.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const program = path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'debug', process.platform === 'win32' ? 'groundscope.exe' : 'groundscope');

/** Runs `groundscope` and gives what it printed. */
export async function groundscope(...args: string[]): Promise<string> {
  if (!existsSync(program)) {
    throw new Error('the command line is not built: run `cargo build --package groundscope-cli`');
  }
  return (await run(program, args, { cwd: root, maxBuffer: 1 << 26 })).stdout;
}
