// The privacy receipt as plain text, to be read or printed.

import type { Address, Receipt } from './receipt.js';
import { strings } from './strings.js';

export function textOfReceipt(receipt: Receipt): string {
  const { privacy } = strings;
  const words = privacy.receipt;
  const sections = [
    [words.title, '='.repeat(words.title.length)],
    head(receipt),
    part(privacy.fact.requests, [
      privacy.beyond(receipt.requests.beyond_own_files.reduce((sum, { times }) => sum + times, 0), moment(receipt.started)),
      ...receipt.requests.beyond_own_files.map((one) => `- ${told(one)}`),
      ...(receipt.requests.scans_named_by_page > 0 ? [privacy.files.scans(receipt.requests.scans_named_by_page)] : []),
      ...(receipt.requests.files_around_viewer > 0 ? [privacy.files.around(receipt.requests.files_around_viewer)] : []),
    ]),
    part(
      words.refusals,
      receipt.refusals.length === 0
        ? [words.none]
        : receipt.refusals.map((one) => `- ${one.directive}: ${told(one)}${one.where === 'worker' ? words.inWorker : ''}`),
    ),
    part(privacy.fact.policy, policy(receipt)),
    part(privacy.fact.files, files(receipt)),
    part(privacy.fact.device, [device(receipt)]),
    part(privacy.fact.model, weights(receipt)),
    part(privacy.fact.held, held(receipt)),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function head({ made, started, page, browser }: Receipt): string[] {
  const words = strings.privacy.receipt;
  const rows: [string, string][] = [
    [words.made, moment(made)],
    [words.started, moment(started)],
    [words.page, page.secure ? page.address : `${page.address} ${words.insecure}`],
    [words.browser, browser],
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${name.padEnd(width)}${value}`);
}

function part(title: string, lines: readonly string[]): string[] {
  return [title, '-'.repeat(title.length), ...lines];
}

function told({ address, query, times }: Address): string {
  const words = strings.privacy.receipt;
  return `${address}${query ? words.queryLeft : ''}${words.times(times)}`;
}

function policy({ policy: { elsewhere, open, known } }: Receipt): string[] {
  const words = strings.privacy.policy;
  return [
    words[elsewhere],
    ...(open.length > 0 ? [words.open(open)] : []),
    ...known.map(({ text, source }) => `${source === 'page' ? words.fromPage : words.fromRefusal}: ${text}`),
    words.headers,
  ];
}

function files({ files: { checked, list_sha256, loaded } }: Receipt): string[] {
  const words = strings.privacy;
  const width = Math.max(...Object.values(words.files.word).map((word) => word.length)) + 2;
  return [
    checked === null ? words.receipt.notChecked : words.receipt.checked(moment(checked)),
    ...(list_sha256 === null ? [] : [words.files.list(list_sha256)]),
    ...loaded.map(({ path, bytes, sha256, verdict }) =>
      [words.files.word[verdict].padEnd(width), path, ...(bytes === null ? [] : [`  ${bytes} bytes`]), ...(sha256 === null ? [] : [`  ${sha256}`])].join(''),
    ),
  ];
}

function device({ device: run }: Receipt): string {
  const words = strings.privacy.receipt;
  if (!run) return words.unknown;
  const check = run.self_check ? words.selfCheck(run.self_check.passed) : words.noSelfCheck;
  return [strings.device(run.kind), ...(run.adapter ? [run.adapter] : []), check].join(', ');
}

function weights({ weights: of }: Receipt): string[] {
  const words = strings.privacy.model;
  if (!of) return [words.none];
  return [
    words.short(of.name, of.licence),
    of.from === 'chosen' ? words.chosen : of.sha256 ? words.hash(of.sha256) : words.noHash,
    `${words.data}:`,
    ...of.data.map(({ name, licence, attribution }) => `- ${words.source(name, licence, attribution)}`),
    `${words.evidence}:`,
    ...of.classes.map(({ id, evidence, figure }) => `- ${id}: ${figure || strings.evidence[evidence].long}`),
  ];
}

function held({ held: stores }: Receipt): string[] {
  const words = strings.privacy;
  if (stores.length === 0) return [words.held.none];
  const label = (id: string): string => (words.stores as Record<string, string | undefined>)[id] ?? id;
  return stores.map(({ store, where, entries }) => `- ${where}: ${words.held.entries(label(store), entries)}`);
}

/** `2026-12-01 08:30:00 UTC`. */
function moment(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}
