// What a session holds in memory, for "Forget everything".

import type { Store } from './forget.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

export function sessionStore(session: Session): Store {
  return {
    id: 'session',
    where: 'memory',
    label: () => strings.privacy.stores.session,
    entries: () => {
      const { scan, scans, busy, findings, answer, question, references, known, tools } = session.state;
      const drawn = [...tools.drawings.values()].some(({ history }) => history.present.length > 0);
      const words = strings.privacy.held;
      return [
        ...(scan || scans.length > 0 || busy ? [words.scan] : []),
        ...(findings || scans.some((one) => one.findings) ? [words.findings] : []),
        ...(answer || question !== '' || scans.some((one) => one.asked.length > 0) ? [words.answer] : []),
        ...(references || drawn ? [words.references] : []),
        ...(known.scale || known.eye ? [words.known] : []),
      ];
    },
    forget: () => session.forget(),
  };
}
