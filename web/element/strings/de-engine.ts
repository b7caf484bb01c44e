// What the engine's errors mean, in German, by their codes; the engine's own words stand in the details.

const AGAIN = 'Versuchen Sie es noch einmal. Geschieht es wieder, melden Sie die Einzelheiten unten.';

export const engine: Readonly<Record<string, { message: string; hint: string }>> = {
  answers: { message: 'Die Antworten lassen sich nicht lesen.', hint: 'Woran es liegt, steht in den Einzelheiten.' },
  bad_value: { message: 'Die Seite hat dem Lesemodul etwas Unverständliches übergeben.', hint: AGAIN },
  benchmark: { message: 'Diese Dateien lassen sich nicht auswerten.', hint: 'Woran es liegt, steht in den Einzelheiten.' },
  benchmark_gone: { message: 'Diese Dateien sind nicht mehr offen.', hint: 'Öffnen Sie sie noch einmal.' },
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
  scan_empty: {
    message: 'Die Datei ist leer.',
    hint: 'Exportieren oder kopieren Sie den Scan noch einmal.',
  },
  scan_unknown_format: {
    message: 'Die Datei ist kein Bild im Format PNG, JPEG, TIFF oder BMP.',
    hint: 'Exportieren Sie den Scan am Gerät als PNG, JPEG, TIFF oder BMP. Wonach die Datei aussieht, steht in den Einzelheiten.',
  },
  scan_truncated: {
    message: 'Die Datei endet, bevor ihr Bild vollständig ist.',
    hint: 'Das Kopieren oder Laden brach ab: Kopieren Sie die Datei noch einmal von ihrer Quelle.',
  },
  scan_corrupt: {
    message: 'Die Datei ist beschädigt.',
    hint: 'Exportieren Sie den Scan noch einmal, am besten als PNG.',
  },
  scan_too_large: {
    message: 'Das Bild hat zu viele Pixel.',
    hint: 'Schneiden Sie es zu oder verkleinern Sie es; ein B-Scan genügt. Die Grenze steht in den Einzelheiten.',
  },
  scan_memory: {
    message: 'Das Bild zu öffnen braucht mehr Speicher, als erlaubt ist.',
    hint: 'Speichern Sie den Scan als einfaches PNG, einen B-Scan je Datei.',
  },
  scan_zero_size: {
    message: 'Die Datei enthält ein Bild ohne Pixel.',
    hint: 'Exportieren Sie den Scan noch einmal; diese Datei enthält kein Bild.',
  },
  scan_unsupported: {
    message: 'Diese Spielart des Formats wird nicht gelesen.',
    hint: 'Speichern Sie den Scan als PNG mit 8 oder 16 Bit.',
  },
  scan_no_page: {
    message: 'Die Datei hat diese Seite nicht.',
    hint: 'Öffnen Sie die Datei noch einmal; vielleicht wurde sie geändert.',
  },
  scan_blank: {
    message: 'Der Scan ist eine leere Fläche.',
    hint: 'Öffnen Sie den Scan selbst, so wie das Gerät ihn exportiert hat.',
  },
  scan_size: {
    message: 'Der Scan hat eine Größe, die nicht gelesen wird.',
    hint: 'Öffnen Sie den Scan noch einmal.',
  },
  input_size: {
    message: 'Die Eingabe des Modells hat die falsche Größe.',
    hint: 'Öffnen Sie den Scan noch einmal.',
  },
  not_finite: {
    message: 'Das Modell hat keine brauchbaren Zahlen berechnet.',
    hint: 'Lesen Sie den Scan auf der CPU. Geschieht es auch dort, ist die Datei mit den Gewichten schuld: Holen Sie sie noch einmal.',
  },
  no_webgpu: {
    message: 'Dieser Browser bietet kein WebGPU.',
    hint: 'Lesen Sie den Scan auf der CPU.',
  },
  no_adapter: {
    message: 'Der Browser gibt der Seite keine GPU.',
    hint: 'Lesen Sie den Scan auf der CPU.',
  },
  gpu_refused: {
    message: 'Die GPU hat das Modell abgelehnt.',
    hint: 'Lesen Sie den Scan auf der CPU.',
  },
  gpu_not_built: {
    message: 'Dieses Lesemodul ist ohne GPU gebaut.',
    hint: 'Lesen Sie den Scan auf der CPU.',
  },
  cpu_not_built: {
    message: 'Dieses Lesemodul ist ohne CPU gebaut.',
    hint: 'Wählen Sie die GPU.',
  },
  device: {
    message: 'Die GPU meldet einen Fehler.',
    hint: 'Lesen Sie den Scan noch einmal oder auf der CPU.',
  },
  device_lost: {
    message: 'Die GPU stand mitten im Lesen nicht mehr zur Verfügung.',
    hint: 'Lesen Sie den Scan noch einmal oder auf der CPU.',
  },
  out_of_memory: {
    message: 'Der Speicher der GPU reicht nicht.',
    hint: 'Schließen Sie andere Programme, die die GPU nutzen, oder lesen Sie den Scan auf der CPU.',
  },
  self_check_failed: {
    message: 'Das Gerät rechnet anders als erwartet, seinen Ergebnissen ist nicht zu trauen.',
    hint: 'Lesen Sie den Scan auf der CPU.',
  },
};
