// What the engine's errors mean, in German, by their codes; the engine's own words stand in the details.

const AGAIN = 'Versuchen Sie es noch einmal. Geschieht es wieder, melden Sie die Einzelheiten unten.';

export const engine: Readonly<Record<string, { message: string; hint: string }>> = {
  bad_value: { message: 'Die Seite hat dem Lesemodul etwas Unverständliches übergeben.', hint: AGAIN },
  convert: { message: 'Die Datei lässt sich nicht in das gewünschte Format übertragen.', hint: 'Woran es liegt, steht in den Einzelheiten.' },
  decode: {
    message: 'Die Datei lässt sich nicht als Bild eines Scans lesen: Sie ist beschädigt, unvollständig, zu groß oder von anderer Art.',
    hint: 'Öffnen Sie den Scan als PNG, JPEG, TIFF oder BMP, oder speichern Sie ihn am Gerät noch einmal. Woran es liegt, steht in den Einzelheiten.',
  },
  engine: { message: 'Das Lesemodul meldet einen Fehler.', hint: AGAIN },
  engine_crashed: { message: 'Das Lesemodul ist abgestürzt und wurde neu gestartet.', hint: AGAIN },
  evaluate: { message: 'Die Dateien lassen sich nicht vergleichen.', hint: 'Woran es liegt, steht in den Einzelheiten.' },
  export: { message: 'Die Datei ließ sich nicht schreiben.', hint: AGAIN },
  file: { message: 'Die Datei lässt sich nicht lesen.', hint: 'Vielleicht wurde sie verschoben oder geändert, nachdem sie gewählt wurde: Wählen Sie sie noch einmal.' },
  load_failed: {
    message: 'Ein Teil von GroundScope ließ sich nicht laden.',
    hint: 'Versuchen Sie es noch einmal. Geschieht es wieder, wenden Sie sich an die Stelle, die diese Seite betreibt.',
  },
  output: { message: 'Die Antworten des Modells lassen sich nicht lesen.', hint: 'Woran es liegt, steht in den Einzelheiten.' },
  partial: { message: 'Die Teilergebnisse lassen sich nicht zusammenführen.', hint: 'Woran es liegt, steht in den Einzelheiten.' },
  references: {
    message: 'Die Datei mit den Expertenboxen lässt sich nicht lesen.',
    hint: 'Laden Sie eine Datei im Format groundscope-boxes/1 oder COCO. Woran es liegt, steht in den Einzelheiten.',
  },
  scale: { message: 'Der Maßstab ist keiner.', hint: 'Geben Sie Mikrometer je Pixel an, zwei Zahlen über null.' },
  score: { message: 'Diese Boxen lassen sich nicht mit dem offenen Scan vergleichen.', hint: 'Öffnen Sie den Scan, zu dem sie gehören. Woran es liegt, steht in den Einzelheiten.' },
  unknown_region: { message: 'Dieser Bereich gehört nicht zu diesem Scan.', hint: 'Lesen Sie den Scan noch einmal.' },
  unknown_scan: { message: 'Dieser Scan ist nicht mehr offen.', hint: 'Öffnen Sie ihn noch einmal.' },
  weights: { message: 'Die Datei lässt sich nicht als Gewichte des Modells verwenden.', hint: 'Wählen Sie eine Datei mit GroundScope-Gewichten (.safetensors).' },
  weights_not_allowed: {
    message: 'Diese Gewichte gehören nicht zu denen, die auf dieser Seite erlaubt sind.',
    hint: 'Wenden Sie sich an die Stelle, die diese Seite betreibt.',
  },
};
