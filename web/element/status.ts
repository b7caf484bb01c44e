// The line at the foot of the viewer: what is going on, in words.

import { group } from './groups.js';
import type { Session } from './session.js';
import { strings } from './strings.js';
import { progressOf } from './study.js';

/** The status in words, and what changes too often to be read out: the share of a step, how far a study has come. */
export function statusOf(session: Session): { words: string; share: string } {
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
      const { found = [], uncertain = [] } = findings ? group(findings) : {};
      const done = status.done(found.length, uncertain.length, device.timings.inference, findings?.device ?? device.kind);
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
