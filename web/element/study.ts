// The scans that are open together, as values: one file, the files of a folder, or the pages of a volume.

import type { Answer, Findings, Known, Occlusion } from '../worker/api.js';
import type { Failure } from './failure.js';
import type { Question, ScanSource } from './state.js';
import type { Thumbnail } from './thumbnail.js';

/** A file to be opened; `path` is where it lies in its folder, and orders it. */
export interface NamedSource {
  readonly source: ScanSource;
  readonly name: string;
  readonly path?: string;
}

/** `waiting`: not read yet, or its reading was ended; `failed`: it could not be opened or read. */
export type EntryState = 'waiting' | 'reading' | 'read' | 'failed';

/** One scan of a study, open or not. */
export interface Entry {
  /** Of this scan alone, for as long as the page lives. */
  readonly key: number;
  readonly name: string;
  /** Gets its file's bytes; the pages of a volume share it. */
  readonly source: ScanSource;
  /** Counted from 0. */
  readonly page: number;
  readonly state: EntryState;
  /** Null until it was opened once. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly thumbnail: Thumbnail | null;
  /** True boxes, where the source brought them. */
  readonly truth: string | null;
  readonly findings: Findings | null;
  readonly failure: Failure | null;
  /** What hiding a class or a region did, by its id. */
  readonly hidden: Readonly<Record<string, Occlusion>>;
  /** What was asked last, to be shown again with its scan. */
  readonly question: string;
  readonly answer: Answer | null;
  /** Every question that was answered, in order. */
  readonly asked: readonly Question[];
}

/** What the user knows of a scan before anything was said. */
export const NOTHING_KNOWN: Known = { scale: null, eye: null };

let nextKey = 1;

/** Unread entries for files, in the natural order of their names: "scan 9" before "scan 10". */
export function entriesOf(files: readonly NamedSource[]): Entry[] {
  const order = new Intl.Collator(undefined, { numeric: true });
  return [...files]
    .sort((a, b) => order.compare(a.path ?? a.name, b.path ?? b.name))
    .map(({ source, name }) => entry(name, source, 0));
}

function entry(name: string, source: ScanSource, page: number): Entry {
  return {
    key: nextKey++, name, source, page, state: 'waiting', size: null, thumbnail: null, truth: null, findings: null, failure: null, hidden: {}, question: '', answer: null, asked: [],
  };
}

/** The study with the file of `key` as its pages, once it is known to have several; the first keeps its key. */
export function withPages(entries: readonly Entry[], key: number, pages: number): readonly Entry[] {
  const file = entries.find((one) => one.key === key);
  // Pages of one file share their source: a file that has become its pages is not taken apart again.
  if (!file || !(pages > 1) || entries.some((one) => one !== file && one.source === file.source && one.page !== file.page)) return entries;
  const all = Array.from({ length: pages }, (_, page) => {
    const name = `${file.name} #${page + 1}`;
    return page === file.page ? { ...file, name } : entry(name, file.source, page);
  });
  return entries.flatMap((one) => (one === file ? all : [one]));
}

/** The study with one entry changed. */
export function withEntry(entries: readonly Entry[], key: number, part: Partial<Entry>): readonly Entry[] {
  return entries.map((one) => (one.key === key ? { ...one, ...part } : one));
}

/** The unread scan nearest to `at`, the later one of two. */
export function nearestUnread(entries: readonly Entry[], at: number): Entry | null {
  const unread = entries.flatMap((one, index) => (one.state === 'waiting' ? [{ one, far: Math.abs(index - at) - (index > at ? 0.5 : 0) }] : []));
  return unread.reduce<(typeof unread)[number] | null>((best, next) => (best && best.far <= next.far ? best : next), null)?.one ?? null;
}

/** How far a study has come. */
export interface StudyProgress {
  readonly read: number;
  readonly failed: number;
  /** Neither read nor failed. */
  readonly left: number;
  readonly total: number;
}

export function progressOf(entries: readonly Entry[]): StudyProgress {
  const read = entries.filter((one) => one.state === 'read').length;
  const failed = entries.filter((one) => one.state === 'failed').length;
  return { read, failed, left: entries.length - read - failed, total: entries.length };
}
