// What is going on, in words: the line at the foot of the viewer, and the step that runs, over the scan.

import { html, type TemplateResult } from 'lit';
import { group } from './groups.js';
import type { Session } from './session.js';
import { strings } from './strings.js';
import { progressOf } from './study.js';

/** The step that runs and can be cancelled. */
export function renderProgress(session: Session, overScan: boolean): TemplateResult {
  const { progress } = session;
  const share = progress?.loaded !== undefined && progress.total ? progress.loaded / progress.total : null;
  return html`
    <div class="progress ${overScan ? 'over' : 'alone'}">
      <p>${strings.status.step(progress)}\u2026 ${strings.status.share(progress)}</p>
      ${share === null
        ? html`<progress aria-label=${strings.status.step(progress)} data-unknown></progress>`
        : html`<progress max="1" aria-label=${strings.status.step(progress)} .value=${share}></progress>`}
      <button class="button" data-testid="cancel" @click=${() => session.cancel()}>${strings.status.cancel}</button>
    </div>
  `;
}

export function renderFoot(session: Session): TemplateResult {
  const { words, share } = statusOf(session);
  return html`
    <div class="foot">
      <p class="status" role="status" data-testid="status" data-phase=${session.phase}>
        <span class="dot dot-${session.phase}"></span><span>${words}</span><span aria-hidden="true">${share}</span>
      </p>
      <groundscope-shortcuts .session=${session}></groundscope-shortcuts>
      <p class="disclaimer">${strings.notADevice}</p>
    </div>
  `;
}

/** The status in words, and what changes too often to be read out: the share of a step, how far a study has come. */
function statusOf(session: Session): { words: string; share: string } {
  const { findings, notice, device, scans } = session.state;
  const { status, study } = strings;
  const { progress } = session;
  switch (session.phase) {
    case 'error':
      return { words: status.error, share: '' };
    case 'reading':
    case 'starting':
      return { words: status.step(progress), share: status.share(progress) };
    case 'ready': {
      const { found = [], uncertain = [], noAnswer = [] } = findings ? group(findings) : {};
      const unread = findings?.gate?.verdict === 'not_b_scan' && noAnswer.length === findings.findings.length;
      const done = unread ? status.noScan : status.done(found.length, uncertain.length, device.timings.inference, findings?.device ?? device.kind);
      if (scans.length < 2) return { words: notice || done, share: '' };
      const { read, failed, left, total } = progressOf(scans);
      // Not every scan of a study is announced: once, when all are done.
      if (left === 0) return { words: notice || study.allRead(read, failed), share: '' };
      return { words: notice || study.opened(total), share: study.progress(read, failed, total) };
    }
    case 'idle':
      return { words: notice || status.idle, share: '' };
  }
}
