// The folded parts of the privacy panel: the policy in full, every file, and where the model comes from.

import { html, nothing, type TemplateResult } from 'lit';
import type { ModelInfo } from '../worker/api.js';
import type { CheckedFile, FileCheck, Verdict } from './file-check.js';
import { icon, type IconName } from './icons.js';
import type { OwnFiles } from './own-files.js';
import type { KnownPolicy, Reach } from './content-policy.js';
import { weightsHash } from './receipt.js';
import { strings } from './strings.js';

const ICONS: Record<Verdict, IconName> = {
  match: 'check',
  differs: 'cross',
  local: 'info',
  not_listed: 'warn',
  no_list: 'warn',
  unreachable: 'warn',
  not_checked: 'missed',
};

/** What the known policies amount to, in a sentence. */
export function summaryOf(reach: Reach): string {
  const words = strings.privacy.policy;
  if (!reach.known) return words.unknown;
  if (reach.elsewhere.length > 0) return words.allowed;
  return reach.own ? words.forbidden : words.nothing;
}

export function renderPolicy(policies: readonly KnownPolicy[], reach: Reach): TemplateResult {
  const words = strings.privacy.policy;
  return html`<details data-testid="policy-details">
    <summary>${words.details}</summary>
    ${reach.elsewhere.length > 0 ? html`<p class="note warn">${words.open(reach.elsewhere)}</p>` : nothing}
    ${policies.map(
      ({ text, source }) => html`<h3>${source === 'page' ? words.fromPage : words.fromRefusal}</h3>
        <ul class="mono">
          ${text.split(';').map((directive) => html`<li>${directive.trim()}</li>`)}
        </ul>`,
    )}
    <p class="muted small">${words.headers}</p>
  </details>`;
}

export function renderFiles(files: readonly CheckedFile[], check: FileCheck | null, own: OwnFiles): TemplateResult {
  const words = strings.privacy.files;
  return html`<details data-testid="file-details">
    <summary>${words.details(files.length)}</summary>
    <ul class="files">
      ${files.map(
        ({ path, bytes, sha256, verdict }) => html`<li class="verdict-${verdict}" data-testid="checked-file" data-path=${path} data-verdict=${verdict}>
          ${icon(ICONS[verdict])}
          <span><strong>${path}</strong>${bytes === null ? '' : `, ${words.size(bytes)}`}: ${words.word[verdict]}
            ${sha256 === null ? nothing : html`<br /><code>${sha256}</code>`}</span>
        </li>`,
      )}
    </ul>
    ${own.scans > 0 ? html`<p class="muted small">${words.scans(own.scans)}</p>` : nothing}
    ${own.around > 0 ? html`<p class="muted small">${words.around(own.around)}</p>` : nothing}
    ${check?.listSha256 ? html`<p class="muted small">${words.list(check.listSha256)}</p>` : nothing}
  </details>`;
}

/** `own`: the weights in use are the installation's. */
export function renderModel(model: ModelInfo, files: readonly CheckedFile[], own: boolean): TemplateResult {
  const words = strings.privacy.model;
  const hash = weightsHash(files);
  return html`<details data-testid="model-details">
    <summary>${words.details}</summary>
    <p class="small hash">${!own ? words.chosen : hash ? words.hash(hash) : words.noHash}</p>
    <h3>${words.data}</h3>
    <ul>
      ${model.data.map(({ name, licence, attribution }) => html`<li>${words.source(name, licence, attribution)}</li>`)}
    </ul>
    <h3>${words.evidence}</h3>
    <ul>
      ${model.classes.map(({ name, evidence, figure_text }) => html`<li>${name}: ${strings.figureText(figure_text) || strings.evidence[evidence].long}</li>`)}
    </ul>
  </details>`;
}
