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
      const { scan, findings, answer, question, references, known } = session.state;
      const drawn = [...session.state.tools.drawings.values()].some(({ history }) => history.present.length > 0);
      const words = strings.privacy.held;
      return [
        ...(scan ? [words.scan] : []),
        ...(findings ? [words.findings] : []),
        ...(answer || question !== '' ? [words.answer] : []),
        ...(references || drawn ? [words.references] : []),
        ...(known.scale || known.eye ? [words.known] : []),
      ];
    },
    forget: () => session.forget(),
  };
}
