// What the reader gives the viewer, from wherever it comes, and what a session makes of it.

import { failureOf, refusal } from './failure.js';
import { filesIn } from './folders.js';
import { bytesOf, sortFiles, sourcesOf, type Taken } from './intake.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

export interface TakeOptions {
  /** All files of a folder: only pictures among them are tried. */
  readonly folder?: boolean;
  /** To the scans that are open, not in their place. */
  readonly add?: boolean;
}

/** Opens scans and expert boxes. Resolves when the first scan is read and the boxes are loaded. */
export async function take(session: Session, files: readonly Taken[], { folder = false, add = false }: TakeOptions = {}): Promise<void> {
  const { scans, references, ignored } = sortFiles(files, folder);
  if (scans.length === 0 && !references) {
    return session.refuse(failureOf(folder ? refusal('no_pictures', strings.study.noPictures) : refusal('not_a_file', strings.errors.notAFile)));
  }
  // Both begin now, so that a later choice finds them begun; the scan first, so that the boxes wait for it.
  const sources = sourcesOf(scans);
  const opened = sources.length > 0 && (add ? session.addAll(sources) : session.openAll(sources));
  const loaded = references && takeReferences(session, references);
  await Promise.all([opened, loaded]);
  if (ignored > 0 && session.phase !== 'reading') session.note(strings.study.leftAlone(ignored));
}

/** Opens what lies in folders. */
export async function takeFolders(session: Session, entries: readonly FileSystemEntry[]): Promise<void> {
  session.note(strings.study.listing);
  await take(session, await filesIn(entries), { folder: true });
}

export async function takeReferences(session: Session, file: File): Promise<void> {
  await session.loadReferences(async () => new TextDecoder().decode(await bytesOf(file)), file.name);
}
