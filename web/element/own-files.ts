// Which of the addresses that count as the page's own are files of GroundScope, and which may tell of a patient and are only counted.

import { LIST, type LoadedFile } from './file-check.js';
import type { TrafficWatch } from './traffic.js';

export interface OwnFiles {
  /** Below the folder of GroundScope's files, by path; the list of files itself left out. */
  readonly files: readonly LoadedFile[];
  /** Scans, or boxes for them, that the embedding page named: their addresses may hold a name. */
  readonly scans: number;
  /** Files of a page around the viewer: not GroundScope's to judge. */
  readonly around: number;
}

export function ownFiles(watch: Pick<TrafficWatch, 'traffic' | 'folder' | 'isScan' | 'isMissing'>): OwnFiles {
  const files = new Map<string, LoadedFile>();
  let [scans, around] = [0, 0];
  for (const own of watch.traffic.own) {
    const url = new URL(own);
    // Browsers ask for the icon by themselves.
    if (url.pathname === '/favicon.ico' || watch.isMissing(own)) continue;
    url.search = '';
    const path = pathIn(watch.folder, url);
    if (watch.isScan(own)) scans++;
    else if (path === null) around++;
    else if (path !== LIST && !files.has(path)) files.set(path, { path, address: url.href });
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), scans, around };
}

/** A folder's address stands for its `index.html`. */
function pathIn(folder: URL, url: URL): string | null {
  if (url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) return null;
  const path = url.pathname.slice(folder.pathname.length);
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}
