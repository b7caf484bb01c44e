// The status line: what the session is doing, in words.

import { group } from './groups.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

/** The status in words, and the share of the step that is running. */
export function statusOf(session: Session): { words: string; share: string } {
  const { findings, notice, device } = session.state;
  const { status } = strings;
  const { progress } = session;
  switch (session.phase) {
    case 'error':
      return { words: status.error, share: '' };
    case 'reading':
    case 'starting':
      return { words: status.step(progress), share: status.share(progress) };
    case 'ready': {
      const { found = [], uncertain = [] } = findings ? group(findings) : {};
      return { words: notice || status.done(found.length, uncertain.length, device.timings.inference, findings?.device ?? device.kind), share: '' };
    }
    case 'idle':
      return { words: notice || status.idle, share: '' };
  }
}
