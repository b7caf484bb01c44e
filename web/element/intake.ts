// What was dropped, pasted, picked or named by an address: which files are scans, which holds expert boxes, and their bytes.

import { refusal } from './failure.js';
import { strings } from './strings.js';
import type { NamedSource } from './study.js';

/** A file, and where it lies in what was dropped or picked. */
export interface Taken {
  readonly file: File;
  readonly path: string;
}

/** The files of one drop; the rest is left alone and counted, so that it can be said. */
export interface Intake {
  readonly scans: readonly Taken[];
  /** One JSON file, or the files of another format. */
  readonly references: readonly File[];
  readonly ignored: number;
}

/**
 * Sorts files by kind: JSON is expert boxes, tables and texts are where there is no JSON, pictures are scans, hidden files are none
 * of the reader's. Where no file is a picture by its name, all are tried (bytes decide, not names), unless a folder brought them. Of
 * a folder's texts those count that are called like a picture in it: people leave notes there. Texts alone are boxes where a scan
 * is `open` to which they may belong.
 */
export function sortFiles(files: Iterable<Taken>, fromFolder = false, open = false): Intake {
  const seen = [...files].filter(({ path }) => fromFolder === false || !isHidden(path));
  const pictures = seen.filter(({ file }) => isPicture(file));
  const json = seen.filter(({ file }) => isJson(file));
  const stems = new Set(pictures.map(({ file }) => stemOf(file.name)));
  const belongs = ({ file: { name } }: Taken): boolean => (open && !fromFolder) || NAMES.test(name) || stems.has(name.replace(/\.[^.]*$/, ''));
  const boxes = json.length > 0 ? json.slice(0, 1) : seen.filter((one) => TABLE.test(one.file.name) || (TEXT.test(one.file.name) && belongs(one)));
  const rest = seen.filter((one) => !boxes.includes(one) && !json.includes(one) && !pictures.includes(one));
  const scans = pictures.length > 0 || fromFolder || boxes.length > 0 ? pictures : rest;
  return { scans, references: boxes.map(({ file }) => file), ignored: seen.length - scans.length - boxes.length };
}

/** Files as a session opens them: a file's bytes are got when its scan's turn has come. */
export function sourcesOf(taken: readonly Taken[]): NamedSource[] {
  return taken.map(({ file, path }) => ({ source: async () => ({ bytes: await bytesOf(file) }), name: file.name, path }));
}

/** Files as the picker or the clipboard gives them. */
export function takenOf(files: Iterable<File>): Taken[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** A file's bytes; refused where the browser cannot read them, as of a folder or a file that has gone. */
export async function bytesOf(file: File): Promise<ArrayBuffer> {
  return file.arrayBuffer().catch(() => {
    throw refusal('unreadable', strings.errors.unreadable);
  });
}

/** The bytes at an address of the page's own. */
export async function fetchBytes(url: URL, code: 'fetch' | 'sample', signal?: AbortSignal): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(url, signal ? { signal } : {});
    if (response.ok) return await response.arrayBuffer();
  } catch {
    throw refusal(code, strings.errors.network);
  }
  throw refusal(code, strings.errors.fetch(response.status));
}

/** The last part of an address. */
export function nameOf(url: URL): string {
  return url.pathname.split('/').at(-1) ?? '';
}

/** What the picker of expert boxes offers: JSON, tables, VOC, YOLO with its names, mask pictures (picked there, a picture is no scan). */
export const ANNOTATIONS = '.png,.json,.csv,.tsv,.xml,.txt,.yaml,.yml,.names,application/json';
const TABLE = /\.(csv|tsv)$/i;
const TEXT = /\.(xml|txt|ya?ml|names)$/i;
const NAMES = /^(classes\.txt|obj\.names|data\.ya?ml)$/i;

const PICTURE = /\.(png|jpe?g|tiff?|bmp)$/i;

export function isPicture(file: File): boolean {
  return file.type.startsWith('image/') || PICTURE.test(file.name);
}

/** A picture's name without what tells its format. */
export function stemOf(name: string): string {
  return name.replace(PICTURE, '');
}

/** Of a folder: what systems leave in it, not people. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}

export function isJson(file: File): boolean {
  return file.type === 'application/json' || file.name.toLowerCase().endsWith('.json');
}

/** True when a drag carries files, so that dragging text over the page does not light it up. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** True for what takes text: its keys and pastes are its own. */
export function isTextField(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
}
