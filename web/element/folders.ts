// The files of a dropped folder, folders in it included.

import type { Taken } from './intake.js';

/**
 * The folders of a drop, to be looked through; null where there is none. Called while the drop is handled: afterwards the browser
 * has forgotten what was dropped.
 */
export function foldersOf(transfer: DataTransfer | null): FileSystemEntry[] | null {
  const entries = [...(transfer?.items ?? [])].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null)).filter((entry) => entry !== null);
  return entries.some((entry) => entry.isDirectory) ? entries : null;
}

/** Every file in it. One that cannot be read is left out: it may have gone. */
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const entry of entries) {
    if (isFile(entry)) {
      const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
      if (file) taken.push({ file, path: entry.fullPath.replace(/^\//, '') });
    } else if (isFolder(entry)) {
      taken.push(...(await filesIn(await listed(entry.createReader()))));
    }
  }
  return taken;
}

/** A reader gives some hundred entries at a time, until it gives none. */
async function listed(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
