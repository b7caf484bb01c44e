// Texts of what surrounds the viewer in English: other weights, a scan handed over, the policy.

export const weights = {
  other: 'Use other weights\u2026',
  own: 'Back to the page\u2019s own',
  label: 'A weights file',
  from: (file: string) => `From the file ${file}, chosen on this computer or by the page around this viewer.`,
  failed: 'These weights are not used',
  dropped: 'The choice of weights was broken off: the model in use before is still in use.',
  kept: 'The model in use before is still in use.',
};

export const handover = {
  references: (name: string) => `expert boxes for ${name}`,
  refused: (field: string) => `The message cannot be followed: its field "${field}" is missing or wrong.`,
  hint: 'See docs/embedding.md for what a message holds.',
  cancelled: 'Another scan was opened before this one was read.',
};

export const policy = {
  title: 'GroundScope was not started',
  noScore: 'Expert boxes are not taken on this page.',
};
