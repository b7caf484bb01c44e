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
  readonly references: File | null;
  readonly ignored: number;
}

/**
 * Sorts files by kind: JSON is expert boxes, pictures are scans, hidden files are none of the reader's. Where no file is a picture
 * by its name, all are tried (bytes decide, not names), unless a folder brought them.
 */
export function sortFiles(files: Iterable<Taken>, fromFolder = false): Intake {
  const seen = [...files].filter(({ path }) => fromFolder === false || !isHidden(path));
  const boxes = seen.filter(({ file }) => isJson(file));
  const rest = seen.filter(({ file }) => !isJson(file));
  const pictures = rest.filter(({ file }) => isPicture(file));
  const scans = pictures.length > 0 || fromFolder ? pictures : rest;
  return { scans, references: boxes[0]?.file ?? null, ignored: rest.length - scans.length + Math.max(boxes.length - 1, 0) };
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

const PICTURE = /\.(png|jpe?g|tiff?|bmp)$/i;

function isPicture(file: File): boolean {
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

function isJson(file: File): boolean {
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
