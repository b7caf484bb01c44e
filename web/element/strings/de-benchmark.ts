// Texte zu den Benchmarks EyeVQA und UltraG-Bench auf Deutsch.

import type { benchmark as english } from './en-benchmark.js';
import { comma } from './german.js';

const points = (value: number): string => comma(value.toFixed(1));
const unit = (value: number): string => comma(value.toFixed(3));

const failures: Readonly<Record<string, string>> = {
  missing: 'fehlend', error: 'Fehler', unreadable: 'unlesbar', invalid_mask: 'unlesbare Masken', empty: 'leer', shifted: 'verschoben', over_segmented: 'viel zu groß',
  incomplete: 'unvollständig', fragmented: 'zerstückelt', wrong_cell: 'falscher Bildteil', text_without_mask: 'Text ohne Maske', mask_without_text: 'Maske ohne Text',
  missed_structure: 'Struktur verfehlt',
};
const figureNames: Readonly<Record<string, string>> = {
  answer_accuracy: 'Antwort', grounded_accuracy: 'Antwort und Maske', iou: 'IoU', dice: 'Dice', seg_token_ok: '[SEG] richtig', empty_prediction: 'leere Maske',
  presence: 'Vorhandensein', category: 'Kategorie', location: 'Ort', size: 'Größe', rouge_l: 'ROUGE-L', sem_acc: 'SemAcc',
};

export const benchmark: typeof english = {
  title: 'Einen Benchmark auswerten',
  wayIn: 'Antworten zu EyeVQA oder UltraG-Bench auswerten',
  close: 'Schließen',
  explain:
    'Legen Sie die Fragen von EyeVQA (JSON) mit einer oder mehreren Antwortdateien (JSON Lines) ab, oder die Datensätze von UltraG-Bench (JSON Lines) mit ihren COCO-Dateien, einer oder mehreren Vorhersagen und, wenn vorhanden, den Bildern.',
  open: 'Dateien öffnen',
  openFolder: 'Ordner öffnen',
  clear: 'Von vorn beginnen',
  stays: 'Die Dateien bleiben auf diesem Rechner: nichts wird hochgeladen.',
  scoring: 'Die Dateien werden ausgewertet\u2026',
  save: 'Als JSON speichern',
  files: (names) => `Ausgewertet: ${names.slice(0, 6).join(', ')}${names.length > 6 ? ` und ${names.length - 6} weitere` : ''}`,
  questions: (n) => `${n} Fragen. Was verweigert, unlesbar oder nicht da ist, zählt 0 und bleibt im Mittel.`,
  run: 'Lauf',
  runs: 'Läufe',
  total: 'Gesamt',
  interval: '95 %',
  ofTypes: 'Mittel der Typen',
  type: 'Typ',
  scoreName: 'Punkte',
  refused: 'Verweigert',
  unreadable: 'Unlesbar',
  eyevqaCaption: 'Punkte von 0 bis 100 je Fragetyp, der beste Lauf zuerst',
  cellsOf: (run) => `${run}: Typen nach Gruppen von Krankheiten`,
  unknownQuestions: (n) => `${n} Antworten gehören zu Fragen, die die Datei nicht hat.`,
  testsOf: (run) => `${run} gegen die anderen`,
  against: 'Unterschied zu',
  testsNote: 'Ein Stern steht für p unter 0,05 nach Holms Korrektur: McNemars Test bei SC, TF und PL, sonst ein gepaarter Bootstrap über Bilder.',
  p: (p, test) => `p ${p === null ? 'unbekannt' : comma(p.toFixed(4))} (${test === 'mcnemar' ? 'McNemar' : 'gepaarter Bootstrap'})`,
  significant: 'deutlicher Unterschied',
  ranks: (n) => `Wie die Typen die ${n} Läufe reihen (Spearman)`,
  score: points,
  share: unit,
  difference: (value) => `${value > 0 ? '+' : ''}${points(value)}`,
  between: (low, high) => `${points(low)} bis ${points(high)}`,
  types: { SC: 'Eine richtige Antwort', MS: 'Zwei oder mehr richtige', VS: 'Eine oder mehr richtige', TF: 'Ja oder nein', RK: 'Reihenfolge', PL: 'Punkt', BB: 'Box' },
  groups: {
    DR: 'Diabetische Retinopathie', GL: 'Glaukom', PM: 'Pathologische Myopie', MD: 'Makulaerkrankung', MU: 'Mehrere Krankheiten', OT: 'Andere',
  },
  ultragCaption: (profile) => `Mittel über Bilder, 0 bis 1; Regeln: ${profile === 'strict' ? 'streng' : 'wie die öffentliche Auswertung'}`,
  tasks: { segmentation: 'Segmentierung', vqa: 'Fragen', report: 'Bericht' },
  metrics: {
    iou: 'IoU', dice: 'Dice', answer_accuracy: 'Antwort', grounded_accuracy: 'Antwort und Maske', rouge_l: 'ROUGE-L', sem_acc: 'SemAcc',
    presence: 'Vorhandensein', category: 'Kategorie', location: 'Ort', size: 'Größe',
  },
  failures: (run, rate, counts) => {
    const parts = Object.entries(counts).filter(([, n]) => n > 0).map(([name, n]) => `${failures[name] ?? name} ${n}`);
    const read = rate === null ? 'keine Antwort war lesbar' : `${comma((100 * rate).toFixed(1))} % der Antworten waren lesbar`;
    return `${run}: ${read}${parts.length > 0 ? `; ${parts.join(', ')}` : ''}.`;
  },
  images: (n) => `Bilder, die schlechtesten zuerst (${n})`,
  image: 'Bild',
  organ: 'Organ',
  profile: 'Regeln',
  coordinates: 'Koordinaten',
  values: { strict: 'streng', reference: 'wie die öffentliche Auswertung', unit: '0 bis 1', percent: '0 bis 100', norm1000: '0 bis 1000' },
  picture: (name) => `${name} mit den Masken von Referenz und Vorhersage`,
  noPicture: (name) => `Öffnen Sie auch ${name}, dann liegen die Masken darüber.`,
  referenceMask: 'Referenz',
  predictedMask: 'Vorhersage',
  task: 'Aufgabe',
  noTask: 'Dieser Datensatz hat keine Aufgabe.',
  reference: 'Referenz',
  noText: '(kein Text)',
  noMask: 'keine Maske',
  status: {
    answered: 'Es wurde nichts gesagt.', missing: 'Zu dieser Aufgabe gibt es keine Vorhersage.', error: 'Das Modell meldet einen Fehler.', unreadable: 'Die Antwort ist nicht lesbar.',
  },
  invalidMask: 'Die Maske lässt sich nicht entschlüsseln.',
  caseFigures: (figures) =>
    Object.entries(figures)
      .filter((entry): entry is [string, number] => entry[1] !== null)
      .map(([name, value]) => `${figureNames[name] ?? name.replaceAll('_', ' ')} ${Number.isInteger(value) ? value : unit(value)}`)
      .join(', '),
  tags: {
    empty: 'kein Pixel, wo ein Ziel ist', shifted: 'verschoben', over_segmented: 'viel zu groß', incomplete: 'unvollständig', fragmented: 'zerstückelt',
    wrong_cell: 'in einem anderen Teil des Bildes', text_without_mask: 'richtige Worte ohne Maske', mask_without_text: 'richtige Maske mit falschen Worten',
    missed_structure: 'eine genannte Struktur ist verfehlt',
  },
};
