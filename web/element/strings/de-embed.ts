// Texts of what surrounds the viewer in German: other weights, a scan handed over, the policy.

import type { Strings } from './en.js';

export const weights: Strings['weights'] = {
  other: 'Andere Gewichte nehmen\u2026',
  own: 'Zurück zu denen der Seite',
  label: 'Eine Gewichtsdatei',
  from: (file) => `Aus der Datei ${file}, gewählt auf diesem Rechner oder von der Seite um diesen Leser.`,
  failed: 'Diese Gewichte werden nicht genommen',
  dropped: 'Die Wahl der Gewichte wurde abgebrochen: das Modell von vorher ist weiter in Gebrauch.',
  kept: 'Das Modell von vorher ist weiter in Gebrauch.',
};

export const handover: Strings['handover'] = {
  references: (name) => `Expertenkästen zu ${name}`,
  refused: (field) => `Der Nachricht lässt sich nicht folgen: ihr Feld "${field}" fehlt oder ist falsch.`,
  hint: 'Was eine Nachricht enthält, steht in docs/embedding.md.',
  cancelled: 'Ein anderer Scan wurde geöffnet, bevor dieser gelesen war.',
};

export const policy: Strings['policy'] = {
  title: 'GroundScope wurde nicht gestartet',
  noScore: 'Expertenkästen werden auf dieser Seite nicht angenommen.',
};
