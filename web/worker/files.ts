// Dropped or picked files as the engine takes them.

import { GroundscopeError } from './errors.js';
import type { NamedFile } from './reports/requests.js';

/** Reads files, those of a folder with their path below it. */
export function namedFiles(files: Iterable<File>): Promise<NamedFile[]> {
  return Promise.all(Array.from(files, read));
}

async function read(file: File): Promise<NamedFile> {
  // A browser puts the chosen folder's own name in front.
  const name = file.webkitRelativePath.split('/').slice(1).join('/') || file.name;
  try {
    return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error);
    throw new GroundscopeError('file', `${name} cannot be read.`, 'It may have been moved or changed since it was chosen: choose it again.', details);
  }
}
