// The privacy receipt, `groundscope-receipt/1`: what the panel shows as a file that IT can keep. docs/privacy.md has the schema.

import type { DeviceStatus, Evidence, ModelInfo, SelfCheck } from '../worker/api.js';
import { verdicts, type CheckedFile, type FileCheck } from './file-check.js';
import type { Holding } from './forget.js';
import type { OwnFiles } from './own-files.js';
import type { KnownPolicy, Reach } from './content-policy.js';
import type { Refusal } from './traffic.js';

/** What the panel knows at one moment. */
export interface Facts {
  readonly made: Date;
  readonly started: Date;
  /** Of the page, query and fragment included. */
  readonly page: string;
  readonly secure: boolean;
  readonly browser: string;
  readonly policies: readonly KnownPolicy[];
  readonly reach: Reach;
  readonly own: OwnFiles;
  readonly others: readonly string[];
  readonly refused: readonly Refusal[];
  readonly check: FileCheck | null;
  readonly device: DeviceStatus | null;
  readonly model: ModelInfo | null;
  /** Whether the weights in use are the installation's, and not a file that was chosen in their place. */
  readonly ownWeights: boolean;
  readonly held: readonly Holding[];
}

/** An address without what a query or a fragment could carry. */
export interface Address {
  readonly address: string;
  /** Whether there was a query; it is left out. */
  readonly query: boolean;
  readonly times: number;
}

export interface Receipt {
  readonly format: 'groundscope-receipt/1';
  readonly made: string;
  readonly started: string;
  readonly page: { readonly address: string; readonly secure: boolean };
  readonly browser: string;
  readonly policy: { readonly elsewhere: 'forbidden' | 'allowed' | 'unknown'; readonly open: readonly string[]; readonly known: readonly KnownPolicy[] };
  readonly requests: { readonly beyond_own_files: readonly Address[]; readonly scans_named_by_page: number; readonly files_around_viewer: number };
  readonly refusals: readonly (Address & { readonly directive: string; readonly where: 'page' | 'worker' })[];
  readonly files: { readonly checked: string | null; readonly list_sha256: string | null; readonly loaded: readonly CheckedFile[] };
  readonly device: { readonly kind: 'cpu' | 'gpu'; readonly adapter: string | null; readonly state: DeviceStatus['state']; readonly self_check: SelfCheck | null } | null;
  readonly weights: {
    readonly name: string;
    readonly from: 'installation' | 'chosen';
    readonly sha256: string | null;
    readonly licence: string;
    readonly data: ModelInfo['data'];
    readonly classes: readonly { readonly id: string; readonly evidence: Evidence; readonly figure: string }[];
  } | null;
  readonly held: readonly { readonly store: string; readonly where: Holding['where']; readonly entries: number }[];
}

/** The same facts give the same receipt, whatever order they came in. */
export function receiptOf(facts: Facts): Receipt {
  const { reach, own, check, device, model } = facts;
  const loaded = verdicts(own.files, check);
  return {
    format: 'groundscope-receipt/1',
    made: facts.made.toISOString(),
    started: facts.started.toISOString(),
    page: { address: bare(facts.page).address, secure: facts.secure },
    browser: facts.browser,
    policy: {
      elsewhere: reach.known ? (reach.elsewhere.length === 0 ? 'forbidden' : 'allowed') : 'unknown',
      open: reach.elsewhere,
      known: facts.policies,
    },
    requests: {
      beyond_own_files: counted(facts.others.map(bare)),
      scans_named_by_page: own.scans,
      files_around_viewer: own.around,
    },
    refusals: counted(
      facts.refused.map(({ directive, address, inWorker }) => ({ ...bare(address), directive, where: inWorker ? ('worker' as const) : ('page' as const) })),
    ),
    files: { checked: check?.at.toISOString() ?? null, list_sha256: check?.listSha256 ?? null, loaded },
    device: device && { kind: device.kind, adapter: device.adapter, state: device.state, self_check: device.selfCheck },
    weights: model && {
      name: model.name,
      from: facts.ownWeights ? 'installation' : 'chosen',
      sha256: facts.ownWeights ? weightsHash(loaded) : null,
      licence: model.licence,
      data: model.data,
      classes: model.classes.map(({ id, evidence, figure_text }) => ({ id, evidence, figure: figure_text })),
    },
    held: facts.held.map(({ id, where, entries }) => ({ store: id, where, entries: entries.length })),
  };
}

/** The hash of the installation's weights, once it was checked. */
export function weightsHash(files: readonly CheckedFile[]): string | null {
  const weights = files.filter(({ path }) => path.endsWith('.safetensors'));
  return (weights.length === 1 && weights[0]?.sha256) || null;
}

/** As a file: two spaces, a line break at the end. */
export function jsonOf(receipt: Receipt): string {
  return `${JSON.stringify(receipt, null, 2)}\n`;
}

/** The name of a receipt's file; colons are no part of a name everywhere. */
export function nameOfReceipt(receipt: Receipt, ending: string): string {
  return `groundscope-receipt-${receipt.made.slice(0, 19).replaceAll(':', '-')}Z.${ending}`;
}

/** Browsers also name a refused thing by a word (`inline`, `eval`), which stays. */
function bare(address: string): { address: string; query: boolean } {
  if (!URL.canParse(address)) return { address, query: false };
  const url = new URL(address);
  const query = url.search !== '';
  // A path of `data:` is its content; a name and a password are nobody's business.
  if (url.protocol === 'data:' || url.protocol === 'blob:') return { address: url.protocol, query };
  url.search = url.hash = url.username = url.password = '';
  // Folders of a computer often have its user's name.
  if (url.protocol === 'file:') url.pathname = url.pathname.slice(url.pathname.lastIndexOf('/'));
  return { address: url.href, query };
}

/** Equal ones once, with how often, sorted. */
function counted<T extends object>(items: readonly T[]): (T & { times: number })[] {
  const found = new Map<string, T & { times: number }>();
  for (const item of items) {
    const key = JSON.stringify(item);
    found.set(key, { ...item, times: (found.get(key)?.times ?? 0) + 1 });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
