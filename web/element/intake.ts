// What was dropped, pasted, picked or named by an address: which file is the scan, which holds expert boxes, and their bytes.

import { refusal } from './failure.js';
import { strings } from './strings.js';

/** The files of one drop; the rest is left alone and counted, so that it can be said. */
export interface Intake {
  readonly scan: File | null;
  readonly references: File | null;
  readonly ignored: number;
}

/** Sorts files by kind: JSON is expert boxes, anything else is tried as a scan (its bytes decide, not its name). */
export function sortFiles(files: Iterable<File>): Intake {
  let scan: File | null = null;
  let references: File | null = null;
  let ignored = 0;
  for (const file of files) {
    if (isJson(file)) {
      if (references) ignored += 1;
      references ??= file;
    } else {
      if (scan) ignored += 1;
      scan ??= file;
    }
  }
  return { scan, references, ignored };
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
