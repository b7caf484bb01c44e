// The texts of the privacy panel and of its receipt in English.

import { count, list } from './english.js';

const size = (bytes: number): string => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const files = (n: number): string => count(n, 'file', 'files');

export const privacy = {
  label: 'Privacy',
  requests: (n: number) => (n === 0 ? 'Nothing sent' : count(n, 'request', 'requests')),
  refused: (n: number) => `${n} refused`,

  /** The sentence over the panel. */
  headline: (others: number, refused: number): string => {
    if (others > 0) return `This page made ${count(others, 'request', 'requests')} beyond its own files`;
    return refused > 0 ? 'Something was refused, nothing was sent' : 'Nothing has left this computer';
  },
  quiet: 'The scan is read in this tab. The page has asked for its own files and for nothing else.',
  some: (n: number) => `If you did not expect ${n === 1 ? 'it' : 'them'}, close this tab and tell whoever runs this page:`,
  blocked: (n: number) =>
    `The browser refused ${count(n, 'attempt', 'attempts')} on this page\u2019s orders; what is refused is not sent. Tell whoever runs this page:`,
  refusal: (directive: string, address: string, inWorker: boolean) => `${directive}: ${address}${inWorker ? ' (in a worker)' : ''}`,

  fact: { requests: 'Requests', policy: 'Policy', files: 'Files', model: 'Model', device: 'Device', held: 'Kept' },
  beyond: (n: number, started: string) => `${n} beyond the page\u2019s own files since ${started}`,

  policy: {
    forbidden: 'Requests to other addresses are forbidden. Your browser enforces it.',
    nothing: 'Every request is forbidden. Your browser enforces it.',
    allowed: 'Does not forbid every request to other addresses.',
    unknown: 'Not known. The page around this viewer carries none that a script can read; its server may send one.',
    open: (ways: readonly string[]) => `Left open: ${ways.join('; ')}`,
    details: 'The policy in full',
    fromPage: 'Sent by this page',
    fromRefusal: 'Named by the browser when it refused something',
    headers:
      'A script cannot read the headers that the server sends. They can only forbid more: the browser\u2019s network panel shows them. No policy keeps a page from opening another page.',
  },

  files: {
    details: (n: number) => `${files(n)} loaded`,
    loaded: (n: number, host: string) => `${n} loaded from ${host === '' ? 'this computer' : host}, not checked`,
    check: 'Check the files',
    again: 'Check again',
    checking: (done: number, of: number) => `Checking ${done} of ${of}\u2026`,
    why: 'Gets them once more, as your browser keeps them, and compares their SHA-256 with the list that came with them (manifest.json).',
    allMatch: (n: number, local: number) =>
      `${n === 1 ? 'The file matches' : `All ${n} match`} the list.${local > 0 ? ' The policy file is this installation\u2019s own.' : ''}`,
    some: (parts: readonly string[]) => list(parts),
    of: {
      match: (n: number) => `${n} ${n === 1 ? 'matches' : 'match'}`,
      differs: (n: number) => `${n} ${n === 1 ? 'differs' : 'differ'} from the list`,
      local: (n: number) => `${n} set by this installation`,
      not_listed: (n: number) => `${n} not listed`,
      no_list: (n: number) => `${n} without a list to compare with`,
      unreachable: (n: number) => `${n} could not be had again`,
      not_checked: (n: number) => `${n} not checked`,
    },
    word: {
      match: 'matches',
      differs: 'differs',
      local: 'set by this installation',
      not_listed: 'not listed',
      no_list: 'no list',
      unreachable: 'not reached',
      not_checked: 'not checked',
    },
    differs: 'A file that differs is damaged, changed, or of another version. Load the page again; if it stays, do not open patients\u2019 scans here and tell whoever runs this page.',
    noList: 'No manifest.json lies beside these files, so there is nothing to compare with.',
    list: (hash: string) => `SHA-256 of the list itself, to be compared with the one that was installed: ${hash}`,
    insecure: 'Cannot be checked here: browsers compute hashes on https or localhost only. Compare the files on the server with manifest.json.',
    forbidden: 'Cannot be checked here: the policy forbids every request, even for the page\u2019s own files.',
    size,
    around: (n: number) => `${files(n)} of the page around the viewer, not listed here.`,
    scans: (n: number) => `${files(n)} that this page named as scan or expert boxes; the address is left out.`,
  },

  model: {
    none: 'Not loaded yet',
    short: (name: string, licence: string) => `${name}, ${licence}. Scans that you open do not change it.`,
    details: 'Where the model comes from',
    data: 'Taught on',
    source: (name: string, licence: string, attribution: string) => `${name} (${licence}). ${attribution}`,
    evidence: 'Whose evidence stands behind each class',
    hash: (hash: string) => `SHA-256 of the weights: ${hash}`,
    chosen: 'A weights file that was chosen in place of this installation\u2019s.',
    noHash: 'SHA-256 of the weights: not checked.',
  },

  held: {
    none: 'Nothing is stored in this browser.',
    memory: (what: readonly string[]) => `In memory until this tab is closed: ${list(what)}.`,
    browser: (parts: readonly string[]) => `Stored in this browser: ${list(parts)}.`,
    entries: (label: string, n: number) => `${label} (${count(n, 'entry', 'entries')})`,
    scan: 'the scan',
    findings: 'its findings',
    answer: 'questions and answers',
    references: 'expert boxes',
    known: 'scale and eye',
  },
  stores: {
    session: 'This tab',
    localStorage: 'settings (localStorage)',
    sessionStorage: 'settings of this tab (sessionStorage)',
    caches: 'copies of files (Cache)',
    indexedDB: 'databases (IndexedDB)',
    serviceWorkers: 'the page itself, for offline use (service worker)',
  },

  forget: {
    button: 'Forget everything',
    sure: (what: readonly string[]) => `Delete ${list(what)}? This cannot be undone.`,
    yes: 'Delete',
    no: 'Keep',
    nothing: 'There was nothing to forget.',
    done: (what: readonly string[]) => `Deleted: ${list(what)}.`,
    left: (what: readonly string[]) => `Could not be deleted: ${list(what)}. Close other tabs of this page and try again.`,
  },

  receipt: {
    save: 'Save receipt',
    json: 'Save as JSON',
    title: 'GroundScope privacy receipt',
    made: 'Made',
    started: 'Page opened',
    page: 'Page',
    insecure: '(not https)',
    browser: 'Browser',
    device: 'Device',
    selfCheck: (passed: boolean): string => (passed ? 'self-check passed' : 'self-check failed'),
    noSelfCheck: 'no self-check yet',
    times: (n: number) => (n === 1 ? '' : `, ${n} times`),
    queryLeft: ' (query left out)',
    inWorker: ' (in a worker)',
    refusals: 'Refused by the browser',
    none: 'none',
    notChecked: 'The hashes were not checked.',
    checked: (at: string) => `Checked ${at} against manifest.json.`,
    unknown: 'not known',
  },
};
