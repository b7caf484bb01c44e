// What the reader gives the viewer, from wherever it comes, and what a session makes of it.

import { failureOf, refusal } from './failure.js';
import { bytesOf, isJson, sortFiles, sourcesOf, type Taken } from './intake.js';
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
  const { scans, references, ignored } = sortFiles(files, folder, session.state.scan !== null);
  if (scans.length === 0 && references.length === 0) {
    return session.refuse(failureOf(folder ? refusal('no_pictures', strings.study.noPictures) : refusal('not_a_file', strings.errors.notAFile)));
  }
  // Both begin now, so that a later choice finds them begun; the scan first, so that the boxes wait for it.
  const sources = sourcesOf(scans);
  const opened = sources.length > 0 && (add ? session.addAll(sources) : session.openAll(sources));
  const loaded = references.length > 0 && takeReferences(session, references);
  await Promise.all([opened, loaded]);
  if (ignored > 0 && session.phase !== 'reading') session.note(strings.study.leftAlone(ignored));
}

/** One JSON file as it is; whatever else the engine reads (tables, VOC, YOLO) is turned into that first. */
export async function takeReferences(session: Session, files: readonly File[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  const isOne = files.length === 1;
  const text = async (): Promise<string> => {
    if (isOne && isJson(first)) return new TextDecoder().decode(await bytesOf(first));
    const named = files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await bytesOf(file)) }));
    return session.boxesOf(await Promise.all(named));
  };
  await session.loadReferences(text, isOne ? first.name : strings.score.files(files.length));
}
