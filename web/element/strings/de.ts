// Every text of the page in German. The table has the type of the English one, so that none is forgotten.

import type { DeviceStatus, Evidence, Eye, Known, Region, Verdict } from '../../worker/api.js';
import { benchmark } from './de-benchmark.js';
import { handover, policy, weights } from './de-embed.js';
import { engine } from './de-engine.js';
import { privacy } from './de-privacy.js';
import type { Step, Strings } from './en.js';
import { comma, count, figureInGerman, list } from './german.js';

const percent = (value: number): string => `${Math.round(value * 100)}\u00a0%`;
const megabytes = (bytes: number): string => `${comma((bytes / 1e6).toFixed(1))} MB`;
const milliseconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${comma((ms / 1000).toFixed(1))} s`);
const device = (kind: 'cpu' | 'gpu'): string => (kind === 'gpu' ? 'GPU' : 'CPU');

const probability = (p: number): string => (p > 0.99 ? '>99\u00a0%' : p < 0.01 ? '<1\u00a0%' : percent(p));

const micrometres = (um: number): string => (um < 1000 ? `${Math.round(um)} \u00b5m` : `${comma((um / 1000).toFixed(2))} mm`);

type Range = readonly [number, number];

const ranges = (all: readonly Range[]): string =>
  `${all.length === 1 && all[0]?.[0] === all[0]?.[1] ? 'Scan' : 'Scans'} ${list(all.map(([from, to]) => (from === to ? `${from}` : `${from} bis ${to}`)))}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const eyes: Record<Eye, string> = { right: 'rechts (OD)', left: 'links (OS)' };

const steps: Record<Step['stage'], (kind: 'cpu' | 'gpu') => string> = {
  fetch: () => 'Datei wird geholt',
  turn: () => 'Erst wird ein anderer Scan gelesen',
  module: (kind) => `Programm für die ${device(kind)} wird geladen`,
  weights: () => 'Modell wird geladen',
  'warm-up': (kind) => `${device(kind)} läuft warm`,
  'self-check': (kind) => `Zahlen der ${device(kind)} werden geprüft`,
  decode: () => 'Datei wird entschlüsselt',
  inference: (kind) => `Scan wird auf der ${device(kind)} befundet`,
};

export const de: Strings = {
  product: 'GroundScope',
  viewer: 'Scan-Leser',
  sidePanel: 'Antworten und Befunde',
  notADevice: 'Für Forschung und Lehre, kein Medizinprodukt',
  percent,
  milliseconds,
  device,
  probability,
  list,

  start: {
    title: 'OCT-B-Scan der Netzhaut hier ablegen',
    formats: 'PNG, JPEG, TIFF oder BMP; mehrere auf einmal, oder ein Ordner. Ein Bild lässt sich auch einfügen.',
    open: 'Scan öffnen',
    openFolder: 'Ordner öffnen',
    sample: 'Beispiel ansehen',
    stays: 'Der Scan bleibt auf diesem Rechner: nichts wird hochgeladen.',
    dropNow: 'Loslassen, um diesen Scan zu lesen',
    firstLight: 'Sie sehen, was vorhanden ist, wo, und wie sicher das Modell ist.',
  },

  toolbar: {
    label: 'Ansicht',
    open: 'Öffnen',
    openLong: 'Anderen Scan öffnen',
    zoomIn: (key: string) => `Vergrößern (${key})`,
    zoomOut: (key: string) => `Verkleinern (${key})`,
    fit: 'Einpassen',
    fitLong: (key: string) => `Scan ins Fenster einpassen (${key})`,
    hide: 'Ausblenden',
    hideLong: (key: string) => `Alles über dem Scan Gezeichnete ausblenden (${key})`,
    zoom: (scale: number) => percent(scale),
    hiddenNote: (key: string) => `Alles über dem Scan Gezeichnete ist ausgeblendet (${key})`,
    image: 'Bild',
    imageLong: 'Helligkeit und Kontrast des Scans',
    layers: 'Ebenen',
    layersLong: 'Was über dem Scan gezeichnet ist',
    measure: 'Messen',
    measureLong: (key: string) => `Längen auf dem Scan messen (${key})`,
    draw: 'Zeichnen',
    drawLong: (key: string) => `Expertenboxen auf den Scan zeichnen (${key})`,
  },

  image: {
    level: 'Mitte (höher ist dunkler)',
    width: 'Breite (schmaler ist mehr Kontrast)',
    invert: 'Umkehren',
    reset: 'Zurücksetzen',
    drag: 'Oder mit der rechten Maustaste über den Scan ziehen: quer für die Breite, auf und ab für die Mitte.',
    modelReads: 'Das Modell liest den Scan, wie er ist.',
    value: (value: number) => percent(value),
    note: (level: number, width: number, invert: boolean) =>
      [level === 0.5 && width === 1 ? '' : `Mitte ${percent(level)}, Breite ${percent(width)}`, invert ? 'umgekehrt' : ''].filter((part) => part !== '').join(', '),
  },

  layers: {
    boxes: 'Boxen',
    masks: 'Flächen',
    opacity: 'Deckkraft der Flächen',
    least: 'Kleinster gezeigter Score',
    all: 'Alles zeigen',
    below: (n: number, least: number) => `${count(n, 'Region', 'Regionen')} unter ${percent(least)} ${n === 1 ? 'ist' : 'sind'} ausgeblendet`,
    off: (shorts: readonly string[]) => `${list(shorts)} ausgeblendet`,
    hideClass: (name: string) => `${capital(name)} auf dem Scan ausblenden`,
    verdicts: 'Befunde und ihre Urteile bleiben, wie sie sind.',
  },

  tools: {
    on: {
      measure: 'Messen. Eingabe setzt das erste Ende am Kreuz, Pfeiltasten bewegen es, Eingabe setzt das zweite. Escape beendet.',
      draw: 'Boxen zeichnen. Eingabe setzt die erste Ecke am Kreuz, Pfeiltasten bewegen es, Eingabe setzt die gegenüberliegende. Escape beendet.',
    },
    off: 'Werkzeug weggelegt.',
    notYet: { measure: 'Öffnen Sie zuerst einen Scan: dann lässt er sich messen.', draw: 'Warten Sie, bis der Scan befundet ist: dann lassen sich Boxen zeichnen.' },
    done: 'Fertig',
    doneLong: 'Werkzeug weglegen (Escape)',
  },

  measure: {
    label: 'Messen',
    hint: 'Ziehen Sie eine Linie über den Scan.',
    keysHint: 'Mit der Tastatur: Eingabe, Pfeiltasten, Eingabe.',
    length: (px: number, um: number | null) => (um === null ? `${comma(px.toFixed(1))} px` : `${micrometres(um)} (${comma(px.toFixed(1))} px)`),
    line: (n: number, length: string) => `Linie ${n}: ${length}`,
    end: (n: number, end: 1 | 2, length: string) =>
      `Linie ${n}, Ende ${end} von 2, ${length}. Pfeiltasten bewegen es, Entfernen löscht die Linie.`,
    giveScale: 'Maßstab angeben, um \u00b5m zu bekommen',
    remove: 'Linien entfernen',
  },

  draw: {
    label: 'Expertenboxen zeichnen',
    title: 'Ihre Boxen',
    here: 'Ihre Boxen',
    class: 'Klasse',
    classOf: (n: number) => `Klasse von Box ${n}`,
    hint: 'Ziehen Sie eine Box über eine Läsion.',
    keysHint: 'Mit der Tastatur: Eingabe, Pfeiltasten, Eingabe.',
    blind: (key: string) => `${key} blendet die Boxen des Modells aus, während Sie zeichnen.`,
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    remove: 'Löschen',
    removeOne: (n: number, name: string) => `Box ${n} löschen, ${name}`,
    box: (n: number, of: number, name: string, [x1, y1, x2, y2]: readonly [number, number, number, number]) =>
      `Ihre Box ${n} von ${of}: ${name}, ${x2 - x1} mal ${y2 - y1} Pixel bei ${x1}, ${y1}. Pfeiltasten bewegen sie, Alt und Pfeiltasten ändern die Größe, Entfernen löscht sie.`,
    row: ([x1, y1, x2, y2]: readonly [number, number, number, number]) => `${x2 - x1} \u00d7 ${y2 - y1} px`,
    told: (name: string, x: number, y: number, width: number, height: number) => `${name}, ${width} mal ${height} Pixel bei ${x}, ${y}`,
    none: 'Noch keine Box.',
    every: 'Ich habe nach jeder Klasse gesucht',
    everyWhy: 'Sonst werden nur die Klassen bewertet, die Sie gezeichnet haben.',
    score: 'Gegen diese bewerten',
    otherScored: (name: string) => `Bewertet wird jetzt: ${name}.`,
    save: 'Boxen speichern',
    saved: 'Boxen gespeichert.',
    notSaved: 'Wer diese Seite betreibt, lässt Boxen nicht speichern.',
    unsaved: (n: number) => `${count(n, 'Box', 'Boxen')}, in keiner Datei gespeichert`,
    count: (n: number) => count(n, 'Box', 'Boxen'),
    edit: 'Bearbeiten',
    fileOf: (name: string) => `${name.replace(/\.[^.]*$/, '') || 'scan'}-boxes.json`,
    fileOfMany: 'boxes.json',
    keep: 'Meine Zeichnungen auf diesem Rechner behalten',
    keepWhy: 'Boxen, Tasten und die Namen und Prüfsummen der Scans bleiben in diesem Browser; keine Pixel. Dateinamen können sagen, wer ein Patient ist.',
    forget: 'Vergessen',
    keepFailed: 'Dieser Browser will für diese Seite nichts behalten.',
  },

  shortcuts: {
    title: 'Tasten',
    button: 'Tasten',
    key: 'Taste',
    does: 'Was sie tut',
    actions: {
      hide: 'Alles Gezeichnete aus- oder einblenden',
      invert: 'Scan umkehren',
      measure: 'Messen',
      draw: 'Expertenboxen zeichnen',
      zoomIn: 'Vergrößern',
      zoomOut: 'Verkleinern',
      fit: 'Scan ins Fenster einpassen',
      help: 'Diese Liste',
    },
    fixed: {
      scans: 'Der Scan davor oder danach, bei mehreren',
      ends: 'Der erste oder der letzte Scan',
      arrows: 'Scan, Kreuz, Box oder Linienende bewegen',
      far: 'Dasselbe, weiter',
      resize: 'Größe einer gezeichneten Box ändern',
      enter: 'Ein Ende oder eine Ecke setzen; eine Region wählen',
      delete: 'Box oder Linie löschen',
      undo: 'Rückgängig beim Zeichnen',
      redo: 'Wiederholen beim Zeichnen',
      escape: 'Ein Schritt zurück; Werkzeug weglegen',
    },
    change: 'Ändern',
    changeLong: (what: string) => `Taste ändern: ${what}`,
    press: 'Taste drücken\u2026',
    taken: (key: string, by: string) => `${key} ist vergeben: ${by}. Drücken Sie eine andere Taste.`,
    unfit: 'Drücken Sie einen Buchstaben, eine Ziffer oder ein Zeichen.',
    reset: 'Tasten zurücksetzen',
    close: 'Schließen',
    off: 'Einzeltasten sind abgeschaltet (siehe Über).',
    keyNames: {
      'Page Up': 'Bild auf', 'Page Down': 'Bild ab', Home: 'Pos1', End: 'Ende', Shift: 'Umschalt', Ctrl: 'Strg', Enter: 'Eingabe', Delete: 'Entf', Escape: 'Esc',
    },
    visit: 'Geänderte Tasten gelten für diesen Besuch, wenn Sie sie nicht auf diesem Rechner behalten:',
    keep: 'Meine Tasten und Zeichnungen auf diesem Rechner behalten',
  },

  study: {
    title: 'Scans',
    none: (n: number, why: string) => `Keine der ${n} Dateien ließ sich öffnen. Die erste: ${why}`,
    state: { waiting: 'ungelesen', reading: 'wird gelesen', read: 'nichts gefunden', failed: 'fehlgeschlagen' },
    brief: { waiting: 'offen', reading: 'läuft', read: 'nichts', failed: 'Fehler', noScan: 'kein Scan' },
    noScan: 'kein B-Scan',
    progress: (read: number, failed: number, total: number) => `${read} von ${total} gelesen${failed > 0 ? `, ${failed} fehlgeschlagen` : ''}`,
    allRead: (read: number, failed: number) =>
      `Alle Scans sind fertig: ${read} gelesen` + (failed > 0 ? `, ${failed} nicht lesbar` : ''),
    opened: (n: number) => `${n} Scans sind offen`,
    option: (n: number, name: string, told: string) => `Scan ${n}, ${name}: ${told}`,
    add: 'Hinzu',
    addLong: 'Weitere Scans hinzufügen',
    folder: 'Ordner',
    folderLong: 'Statt dieser Scans einen Ordner öffnen',
    stop: 'Nicht weiterlesen',
    stopLong: 'Die ungelesenen Scans lassen',
    rest: (left: number) => `Rest lesen (${left})`,
    restLong: 'Die ungelesenen Scans lesen, einen nach dem anderen',
    place: (n: number, of: number) => `${n} von ${of}`,
    slider: 'Scan',
    sliderText: (n: number, of: number, name: string) => `Scan ${n} von ${of}, ${name}`,
    sliderKeys: 'Durch die Scans: das Rad über dem Scan, Bild auf und Bild ab, Pos1 und Ende',
    keys: 'Bild auf, Bild ab, Pos1 und Ende gehen durch die Scans; das Rad auch. Strg und das Rad vergrößern.',
    strip: 'Befunde über die Scans',
    cellPresent: 'vorhanden',
    cellUncertain: 'unsicher',
    cellUnread: 'ungelesen',
    cellFailed: 'fehlgeschlagen',
    nothingYet: 'Bisher nichts gefunden',
    more: (shorts: readonly string[]) => `${shorts.length} weitere: ${shorts.slice(0, 4).join(', ')}${shorts.length > 4 ? ', \u2026' : ''}`,
    fewer: 'Weniger Zeilen',
    row: (name: string, present: readonly Range[], uncertain: readonly Range[]) =>
      `${capital(name)}: ` +
      [present.length > 0 ? `vorhanden in ${ranges(present)}` : '', uncertain.length > 0 ? `unsicher in ${ranges(uncertain)}` : '']
        .filter((part) => part !== '')
        .join(', '),
    leftAlone: (n: number) => `${count(n, 'andere Datei blieb', 'andere Dateien blieben')} unberührt`,
    noPictures: 'Darin ist keine Bilddatei.',
    listing: 'Ordner wird durchgesehen',
    othersOpen: 'Die anderen Scans sind noch offen.',
    backToOthers: 'Zurück zu den Scans',
  },

  scan: {
    label: (name: string, width: number, height: number) => `Scan ${name}, ${width} mal ${height} Pixel`,
    keys: (help: string) => `Pfeiltasten verschieben den Scan, ${help} zeigt alle Tasten.`,
    evidence: 'Belege über dem Scan',
    evidenceKeys: 'Pfeiltasten führen von Region zu Region, Eingabe wählt eine.',
    region: (label: string, name: string, n: number, of: number, score: number) =>
      `${label}: ${name}, Region ${n} von ${of}, Score ${percent(score)}`,
    hit: 'Treffer',
    missed: 'verfehlt',
    false: 'falsch',
  },

  status: {
    starting: 'Wird vorbereitet',
    idle: 'Bereit für einen Scan',
    cancelled: 'Abgebrochen. Der Scan ist noch offen.',
    cancelledEarly: 'Abgebrochen',
    cancel: 'Abbrechen',
    step: (progress: Step | null): string => (progress ? steps[progress.stage](progress.device) : 'Beginnt'),
    share: (progress: Step | null): string => {
      if (progress?.loaded === undefined) return '';
      const { stage, loaded, total } = progress;
      if (stage !== 'module' && stage !== 'weights') return total ? percent(loaded / total) : '';
      return total ? `${megabytes(loaded)} von ${megabytes(total)}` : megabytes(loaded);
    },
    done: (found: number, uncertain: number, ms: number | undefined, kind: 'cpu' | 'gpu') =>
      `Fertig: ${count(found, 'Befund', 'Befunde')} vorhanden` +
      (uncertain > 0 ? `, ${uncertain} unsicher` : '') +
      (ms === undefined ? '' : `, gelesen in ${milliseconds(ms)} auf der ${device(kind)}`),
    noScan: 'Nicht gelesen: das sieht nicht nach einem OCT-B-Scan aus',
    error: 'Nicht fertig: siehe die Meldung über dem Scan',
  },

  findings: {
    title: 'Befunde',
    waiting: 'Hier erscheinen die Befunde, die vorhandenen zuerst.',
    reading: 'Scan wird gelesen',
    again: 'Scan lesen',
    notRead: 'Dieser Scan wurde nicht gelesen.',
    gate: {
      cut_off: 'Die Netzhaut läuft aus dem Bild. Was außerhalb liegt, kann nicht gelesen werden.',
      noisy: 'Dieser Scan rauscht so stark, dass kleine oder schwache Läsionen übersehen und andere eingebildet sein können. Wenn möglich wiederholen.',
      doubtful: 'Dieses Bild ist anders als die Scans, die das Modell kennt, oder von schlechter Qualität. Die Befunde sind zweifelhaft.',
      not_b_scan: 'Das sieht nicht nach einem OCT-B-Scan aus, darum wurde nichts darin gelesen.',
    },
    notBScanHint: 'Öffnen Sie den B-Scan selbst, wie das Gerät ihn ausgibt: kein Fundusfoto, keine Befundseite.',
    readAnyway: 'Trotzdem lesen',
    readDespite: 'Das sieht nicht nach einem OCT-B-Scan aus und wurde trotzdem gelesen. Ist es keiner, bedeuten die Befunde nichts.',
    groups: { found: 'Vorhanden', uncertain: 'Unsicher', absent: 'Nicht vorhanden' },
    noAnswer: (n: number) => `Keine Antwort für ${count(n, 'weitere Klasse', 'weitere Klassen')}`,
    noAnswerWhy: 'Wie gut das Modell diese findet, hat nichts gemessen. Sie können da sein: sehen Sie selbst nach.',
    noAnswerWord: 'keine Antwort',
    nothing: 'Nichts gefunden.',
    nothingWhy: (n: number) =>
      `Keine der ${count(n, 'Klasse', 'Klassen')}, für die dieses Modell antwortet, erreichte ihre Schwelle. Das beweist nicht, dass das Auge gesund ist.`,
    noneAnswered: 'Diese Gewichte geben für keine Klasse eine Antwort, über diesen Scan ist nichts bekannt.',
    summary: (found: readonly string[], uncertain: readonly string[]): string => {
      const first = found.length > 0 ? `Vorhanden: ${list(found)}.` : '';
      const second = uncertain.length > 0 ? `Unsicher: ${list(uncertain)}.` : '';
      return [first, second].filter((part) => part !== '').join(' ');
    },
    boxes: (n: number) => count(n, 'Box', 'Boxen'),
    noRegion: 'keine Region umrissen',
    belowThreshold: 'unter der Schwelle',
    overThreshold: 'über der Schwelle',
    region: (short: string, n: number) => `${short} ${n}`,
    score: (value: number) => `Score ${percent(value)}`,
    figure: (value: number) => `F1 ${comma(value.toFixed(2))}`,
    onPatients: (value: number) => `F1 ${comma(value.toFixed(2))} an Patienten`,
    placed: ({ place, extent }: Region) =>
      `${capital(place.text)}. ${extent.text}${extent.area_mm2 === undefined ? '' : `, ${comma(String(extent.area_mm2))} mm\u00b2`}.`,
    whatIf: (n: number) => `Was, wenn ${n === 1 ? 'diese Region' : 'diese Regionen'} verdeckt ${n === 1 ? 'wäre' : 'wären'}?`,
    whatIfOne: 'Was, wenn verdeckt?',
  },

  known: {
    title: 'Maßstab und Auge',
    across: 'Quer, \u00b5m je Pixel',
    down: 'Hoch, \u00b5m je Pixel',
    acrossExample: '11,5',
    downExample: '3,9',
    eye: 'Auge',
    eyes,
    notGiven: 'nicht angegeben',
    given: ({ scale, eye }: Known): string => {
      const parts = [scale ? `${comma(String(scale.lateral_um))} \u00d7 ${comma(String(scale.axial_um))} \u00b5m` : '', eye ? eyes[eye] : ''].filter((part) => part !== '');
      return parts.length > 0 ? parts.join(', ') : 'nicht angegeben';
    },
    noFovea: 'Die Fovea wurde nicht zweifelsfrei gefunden, die Seiten bleiben die des Bildes.',
    why: 'Eine Bilddatei sagt nicht, wie groß ein Pixel auf der Netzhaut ist; der Bericht des Geräts sagt es. Mit dem Auge gilt der Scan als waagrecht: bei einem rechten Auge ist links im Bild temporal. Der Maßstab bleibt für Scans derselben Größe, das Auge für diesen; beides wird vergessen, wenn die Seite geschlossen wird.',
  },

  verdicts: {
    present: 'vorhanden',
    likely: 'wahrscheinlich',
    uncertain: 'unsicher',
    unlikely: 'unwahrscheinlich',
    absent: 'nicht vorhanden',
    no_answer: 'keine Antwort',
  } satisfies Record<Verdict, string>,

  evidence: {
    real: { word: 'gemessen', long: 'An echten Patienten gemessen, von Netzen, die sie nicht gesehen hatten; wie gut, sagt die Modellkarte' },
    few: { word: 'wenige echte Scans', long: 'Hinter dieser Klasse stehen nur wenige echte Scans; woran gemessen wurde, steht unter Über' },
    synthetic: { word: 'nur künstlich', long: 'Nur an künstlichen Scans gelernt und gemessen' },
    none: { word: 'keine Antwort', long: 'Das Modell gibt für diese Klasse keine Antwort' },
  } satisfies Record<Evidence, { word: string; long: string }>,

  save: {
    button: 'Speichern',
    title: 'Gelesenes speichern',
    stays: 'Die Dateien entstehen in diesem Tab und gehen zu Ihren Downloads.',
    saving: (name: string) => `${name}: wird erstellt\u2026`,
    done: (file: string) => `${file} ist bei Ihren Downloads gespeichert`,
    failed: 'Die Datei ließ sich nicht erstellen',
    allScans: (n: number) => `(alle ${n} gelesenen Scans)`,
    thisScan: '(der gezeigte Scan)',
    date: (day: Date) => new Intl.DateTimeFormat('de', { dateStyle: 'long' }).format(day),
    formats: {
      png: { name: 'Bild mit Legende (PNG)', what: 'Der Scan, wie er gezeigt wird, für Folien und Notizen' },
      svg: { name: 'Zeichnung mit Legende (SVG)', what: 'Dasselbe, scharf in jeder Größe und bearbeitbar' },
      report: { name: 'Bericht zum Drucken (HTML)', what: 'Eine Seite: Befunde, Orte, Größen, Fragen' },
      csv: { name: 'Tabelle (CSV)', what: 'Eine Zeile je Region und Klasse, für eine Tabellenkalkulation' },
      coco: { name: 'Annotationen (COCO)', what: 'Boxen und Umrisse mit Scores, für andere Programme' },
      json: { name: 'Alles (JSON)', what: 'Alle Befunde, für Programme' },
      transcript: { name: 'Fragen und Antworten (Text)', what: 'Mit den Regionen, auf die sie sich stützen' },
    },
  },

  ask: {
    title: 'Fragen',
    label: 'Frage zu diesem Scan',
    placeholder: 'Gibt es subretinale Flüssigkeit?',
    button: 'Fragen',
    first: 'Öffnen Sie zuerst einen Scan.',
    soon: 'Sie können fragen, sobald der Scan gelesen ist.',
    unread: 'Dieser Scan wurde nicht gelesen, darum gibt es noch nichts zu fragen.',
    examples: ['Flüssigkeit?', 'Wo ist das IRF?', 'Drusen?'],
    try: 'Zum Beispiel:',
    instead: 'Sie können fragen nach:',
    behindScoring: 'Die Antwort kommt, sobald die Expertenboxen bewertet sind.',
    thisScan: (n: number, of: number) => `Beantwortet nur für den gezeigten Scan, ${n} von ${of}.`,
    understood: (what: string) => `Verstanden als: ${what}`,
    notDrawn: 'Genannte Bereiche sind gerade ausgeblendet.',
    draw: 'Zeigen',
    notUnderstood: 'Nicht verstanden: das Modell kennt eine feste Liste von Begriffen.',
  },

  score: {
    title: 'Expertenboxen',
    load: 'Expertenboxen laden',
    other: 'Andere Datei laden',
    truth: 'Wahre Boxen des Beispiels nehmen',
    truthName: 'Wahre Boxen des Beispiels',
    drop: 'Entfernen',
    files: (n: number) => `${n} Dateien mit Boxen`,
    formats: 'groundscope-boxes, COCO, eine Tabelle (CSV), VOC- oder YOLO-Dateien oder Masken (PNG mit Namen wie scan_irf.png). Die Boxen des Modells werden dann mit AggIoU bewertet.',
    waiting: (name: string) => `${name} ist geladen und wird bewertet, sobald ein Scan gelesen ist.`,
    running: (name: string) => `Bewertung gegen ${name}\u2026`,
    from: (file: string, image: string) => `${file}, Bild ${image}`,
    rules: 'AggIoU, abgeleitet aus dem Text von RetinaGroundBench',
    t1: 'Gesammelt über',
    t1Long: 't1: eine Expertenbox sammelt eine Box, wenn mehr als dieser Anteil der kleineren der beiden in beiden liegt',
    t2: 'Treffer über',
    t2Long: 't2: eine Expertenbox ist getroffen, wenn ihre AggIoU größer ist',
    fpRule: 'Eine Box ist falsch',
    fpRules: { undetected: 'wenn keine getroffene Expertenbox sie sammelte', ungathered: 'wenn keine Expertenbox sie sammelte' },
    usual: 'Zurück zu 0,1 und 0,3',
    both: 'AggIoU neben Eins-zu-eins-Zuordnung',
    method: 'Alle Boxen, nach',
    aggIouName: 'AggIoU',
    threshold: (value: number) => comma(String(value)),
    oneToOne: (threshold: number) => `Eins zu eins, IoU ${comma(String(threshold))}`,
    show: 'Zeigen',
    shows: { all: 'Alle', hit: 'Treffer', missed: 'Verfehlt', false: 'Falsch' },
    order: 'Reihenfolge',
    orders: { worst: 'Schlechteste zuerst', file: 'Wie in der Datei' },
    nothingShown: 'Keine Box dieser Art.',
    more: (next: number, left: number) => `${next} weitere von ${left} zeigen`,
    figure: (name: string) => `AggIoU dieser Box (${name}), gezeichnet: die Expertenbox, die schraffierte Vereinigung der gesammelten Boxen und, gefüllt, was beide teilen`,
    areaOf: { reference: 'Expertenbox', union: 'Gesammelt, zusammen', intersection: 'In beiden' },
    areas: 'Flächen in Quadratpixeln',
    images: 'Bilder, schlechteste zuerst',
    imageName: 'Bild',
    image: (name: string, at: number, of: number) => `${name}, ${at} von ${of}`,
    previous: 'Voriges Bild',
    next: 'Nächstes Bild',
    moreImages: (n: number) => `${count(n, 'weiteres Bild', 'weitere Bilder')} zeigen`,
    picture: (image: string, references: number, predictions: number) =>
      `${image}: ${count(references, 'Expertenbox', 'Expertenboxen')}, ${count(predictions, 'vorhergesagte Box', 'vorhergesagte Boxen')}`,
    needsFiles: 'Geben Sie diesem Element Expertenboxen und vorhergesagte Boxen.',
    allImages: (n: number) => `Alle ${n} Bilder zusammen`,
    thisImage: 'Dieses Bild',
    scoringFiles: 'Bewertung läuft\u2026',
    class: 'Klasse',
    tp: 'Treffer',
    fp: 'Falsch',
    fn: 'Verfehlt',
    f1: 'F1',
    mean: 'Mittlere AggIoU',
    total: 'Alle zusammen',
    counts: 'Anzahlen je Klasse',
    references: 'Jeder Expertenbox',
    falses: 'Boxen, die als falsch zählen',
    hit: 'Treffer',
    missed: 'verfehlt',
    false: 'falsch',
    aggIou: (value: number) => `AggIoU ${comma(value.toFixed(2))}`,
    gathered: (n: number) => (n === 0 ? 'keine Box gesammelt' : `${count(n, 'Box', 'Boxen')} gesammelt`),
    none: 'Diese Datei hat keine Box für diesen Scan.',
  },

  chip: {
    starting: 'Wird vorbereitet',
    notLoaded: 'Nicht geladen',
    notLoadedLong: 'Kein Gerät ist geladen: das schlug fehl oder wurde abgebrochen. Beim Lesen eines Scans wird es wieder versucht.',
    label: 'Gerät',
    title: 'Worauf das Modell läuft',
    name: (status: DeviceStatus): string =>
      status.state === 'failed' ? 'Kein Gerät' : status.kind === 'gpu' ? 'WebGPU' : 'CPU',
    ok: 'geprüft',
    fallback: 'statt GPU',
    device: 'Läuft auf',
    adapter: 'GPU',
    unnamed: 'Der Browser nennt sie nicht',
    gpu: 'WebGPU',
    cpu: 'CPU',
    check: 'Selbstprüfung',
    passed: (difference: number, tolerance: number, compared: number) =>
      `Bestanden: ${compared} Zahlen mit gespeicherten verglichen, größter Unterschied ${small(difference)} (erlaubt ${small(tolerance)})`,
    disagreed: (difference: number, tolerance: number) =>
      `Nicht bestanden: größter Unterschied ${small(difference)} (erlaubt ${small(tolerance)})`,
    unchecked: 'Noch nicht gelaufen',
    failed: 'Kein Gerät lieferte richtige Zahlen. Es wird nicht gelesen: falsche Zahlen ohne ein Wort wären schlimmer.',
    timings: 'Zeiten',
    timing: {
      module: 'Programm',
      weights: 'Modell',
      warmUp: 'Warmlaufen',
      selfCheck: 'Selbstprüfung',
      inference: 'letzte Lesung',
    },
    useCpu: 'CPU nehmen',
    useGpu: 'GPU nehmen',
  },

  figureText: figureInGerman,
  privacy,
  benchmark,
  weights,
  handover,
  policy,

  about: {
    title: 'Über',
    what: 'GroundScope liest einen OCT-B-Scan der Netzhaut in diesem Tab und zeigt die Belege hinter jeder Antwort. Es dient Forschung und Lehre. Es ist kein Medizinprodukt, und keine Entscheidung über Patienten darf darauf beruhen.',
    limits: 'Das Modell kennt eine feste Liste von Befunden. Ein Bild, das nicht nach einem B-Scan aussieht, bekommt keine Befunde; diese Prüfung kann irren. Wo viele Scans von Patienten eine Klasse zeigen, sagt eine Wahrscheinlichkeit, wie oft eine solche Antwort auf ähnlichen Scans stimmt; andere Geräte und Krankheiten können abweichen.',
    model: 'Modell',
    data: 'Trainingsdaten',
    evidence: 'Wie jede Klasse geprüft wurde',
    noModel: 'Das Modell ist noch nicht geladen.',
    licence: 'Lizenz',
    shortcuts: 'Einzeltasten',
  },

  languages: { choose: 'Sprache', en: 'English', de: 'Deutsch' },

  decimal: (value: number, digits: number) => comma(value.toFixed(digits)),

  theme: { toLight: 'Helle Farben', toDark: 'Dunkle Farben' },

  errors: {
    title: 'Etwas ging schief',
    openTitle: 'Diese Datei ließ sich nicht öffnen',
    partTitle: 'GroundScope konnte einen Teil von sich nicht laden',
    readTitle: 'Dieser Scan ließ sich nicht lesen',
    notAFile: 'Was abgelegt oder eingefügt wurde, enthält keine Datei.',
    unreadable: 'Der Browser konnte sie nicht lesen: sie ist vielleicht ein Ordner, oder sie wurde verschoben oder gelöscht.',
    fetch: (status: number) => `Der Server antwortete ${status}.`,
    network: 'Die Datei war nicht erreichbar.',
    noAddress: (address: string) => `"${address}" ist keine Adresse.`,
    unexpectedHint: 'Versuchen Sie es noch einmal. Geschieht es wieder, melden Sie die Einzelheiten unten.',
    whatToDo: 'Was tun:',
    details: 'Einzelheiten',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Kopieren wurde verweigert: markieren Sie den Text.',
    another: 'Anderen Scan öffnen',
    back: 'Zurück zum Scan',
    close: 'Schließen',
    onCpu: 'Auf der CPU lesen',
    retry: 'Noch einmal',
    kept: 'Was vorher offen war, ist noch offen.',
    lost: 'Kein Scan ist offen, es gibt nichts zu lesen.',
    unread: 'Der Scan ist offen, aber noch lässt sich nichts über ihn sagen.',
  },

  engine,

  refusals: {
    not_a_file: { title: 'Diese Datei ließ sich nicht öffnen', hint: 'Legen Sie eine Bilddatei des Scans ab, oder nehmen Sie Scan öffnen.' },
    no_pictures: { title: 'Dieser Ordner ließ sich nicht öffnen', hint: 'Öffnen Sie einen Ordner mit PNG-, JPEG-, TIFF- oder BMP-Dateien, oder den Scan selbst.' },
    unreadable: { title: 'Diese Datei ließ sich nicht öffnen', hint: 'Prüfen Sie, ob die Datei noch da ist, und öffnen Sie die Datei selbst.' },
    fetch: {
      title: 'Die Datei ließ sich nicht holen',
      hint: 'Prüfen Sie die Adresse, die auf dem Server dieser Seite liegen muss, oder öffnen Sie die Datei von diesem Rechner.',
    },
    sample: { title: 'Das Beispiel ließ sich nicht holen', hint: 'Versuchen Sie es noch einmal, wenn der Server erreichbar ist, oder öffnen Sie einen Scan von diesem Rechner.' },
  },

  failureSentence: (failure: { message: string; hint: string }) => [failure.message, failure.hint].join(' ').trim(),
};

function small(value: number): string {
  return comma(value !== 0 && value < 0.001 ? value.toExponential(1) : String(Number(value.toPrecision(2))));
}
