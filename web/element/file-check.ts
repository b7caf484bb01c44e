// Compares the files that the page loaded with the list that came with it: sizes and SHA-256 hashes.

import { POLICY_FILE } from '../worker/policy.js';
import type { Reach } from './content-policy.js';

/**
 * `local`: written by whoever installed this, so no list can have it; `not_listed`: the list does not name it; `no_list`: there is none;
 * `unreachable`: the file could not be got again.
 */
export type Verdict = 'match' | 'differs' | 'local' | 'not_listed' | 'no_list' | 'unreachable' | 'not_checked';

/** A file that the page loaded. */
export interface LoadedFile {
  /** Below the folder of the page's own files. */
  readonly path: string;
  /** Without query and fragment. */
  readonly address: string;
}

export interface CheckedFile {
  readonly path: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** What the list says. */
  readonly listed_sha256: string | null;
  readonly verdict: Verdict;
}

export interface FileCheck {
  readonly at: Date;
  /** Hash of the list itself, to be compared with the one that IT installed; null when there is none. */
  readonly listSha256: string | null;
  readonly files: readonly CheckedFile[];
}

/** Gets a file's bytes; null when it cannot be had. */
export type GetFile = (address: string, cache: RequestCache) => Promise<ArrayBuffer | null>;

/** The list of a site's files, written by `cargo xtask build`. */
export const LIST = 'manifest.json';

/** Why hashes cannot be had here; null when they can. */
export function whyUnchecked(reach: Reach): 'insecure' | 'forbidden' | null {
  // Browsers give `crypto.subtle` to https, localhost and files only.
  if (globalThis.crypto?.subtle === undefined) return 'insecure';
  return reach.known && !reach.own ? 'forbidden' : null;
}

/** Gets each file once more, from the browser's cache where it holds it, and compares it with the list. */
export async function checkFiles(folder: URL, files: readonly LoadedFile[], tell: (done: number) => void, get: GetFile = getOwn): Promise<FileCheck> {
  const at = new Date();
  const list = await get(new URL(LIST, folder).href, 'no-cache');
  const listed = list && hashesOf(list);
  const checked: CheckedFile[] = [];
  for (const { path, address } of files) {
    const bytes = await get(address, 'force-cache');
    checked.push(judge(path, bytes && { bytes: bytes.byteLength, sha256: await sha256(bytes) }, listed));
    tell(checked.length);
  }
  return { at, listSha256: list && listed ? await sha256(list) : null, files: checked };
}

/** What is known of each file: those that were loaded after the check, or before anybody asked for one, are not checked. */
export function verdicts(files: readonly LoadedFile[], check: FileCheck | null): CheckedFile[] {
  const checked = new Map(check?.files.map((file) => [file.path, file]));
  return files.map(({ path }) => checked.get(path) ?? { path, bytes: null, sha256: null, listed_sha256: null, verdict: 'not_checked' });
}

function judge(path: string, got: { bytes: number; sha256: string } | null, listed: Map<string, string> | null): CheckedFile {
  const expected = listed?.get(path) ?? null;
  const file = { path, bytes: got?.bytes ?? null, sha256: got?.sha256 ?? null, listed_sha256: expected };
  if (!got) return { ...file, verdict: 'unreachable' };
  if (path === POLICY_FILE) return { ...file, verdict: 'local' };
  if (!listed) return { ...file, verdict: 'no_list' };
  return { ...file, verdict: expected === null ? 'not_listed' : expected === got.sha256 ? 'match' : 'differs' };
}

/** Paths and hashes of a list; null for anything that is none. */
function hashesOf(bytes: ArrayBuffer): Map<string, string> | null {
  try {
    const { format, files } = JSON.parse(new TextDecoder().decode(bytes)) as { format?: unknown; files?: { path: unknown; sha256: unknown }[] };
    if (format !== 'groundscope-site/1' || !Array.isArray(files)) return null;
    return new Map(files.map(({ path, sha256 }) => [String(path), String(sha256).toLowerCase()]));
  } catch {
    return null;
  }
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const getOwn: GetFile = async (address, cache) => {
  try {
    const response = await fetch(address, { cache, mode: 'same-origin' });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
};
