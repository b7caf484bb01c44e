// Every text of the page in German. The table has the type of the English one, so that none is forgotten.

import type { DeviceStatus, Evidence, Eye, Known, Region, Verdict } from '../../worker/api.js';
import type { Step, Strings } from './en.js';

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
const comma = (text: string): string => text.replace('.', ',');
const percent = (value: number): string => `${Math.round(value * 100)}\u00a0%`;
const megabytes = (bytes: number): string => `${comma((bytes / 1e6).toFixed(1))} MB`;
const milliseconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${comma((ms / 1000).toFixed(1))} s`);
const device = (kind: 'cpu' | 'gpu'): string => (kind === 'gpu' ? 'GPU' : 'CPU');

const probability = (p: number): string => (p > 0.99 ? '>99\u00a0%' : p < 0.01 ? '<1\u00a0%' : percent(p));

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} und ${items.at(-1)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const eyes: Record<Eye, string> = { right: 'rechts (OD)', left: 'links (OS)' };

const steps: Record<Step['stage'], (kind: 'cpu' | 'gpu') => string> = {
  fetch: () => 'Datei wird geholt',
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
    formats: 'PNG, JPEG, TIFF oder BMP. Ein Bild lässt sich auch einfügen.',
    open: 'Scan öffnen',
    sample: 'Beispiel ansehen',
    stays: 'Der Scan bleibt auf diesem Rechner: nichts wird hochgeladen.',
    dropNow: 'Loslassen, um diesen Scan zu lesen',
    firstLight: 'Sie sehen, was vorhanden ist, wo, und wie sicher das Modell ist.',
  },

  toolbar: {
    label: 'Ansicht',
    open: 'Öffnen',
    openLong: 'Anderen Scan öffnen',
    zoomIn: 'Vergrößern (+)',
    zoomOut: 'Verkleinern (-)',
    fit: 'Einpassen',
    fitLong: 'Scan ins Fenster einpassen (0)',
    boxes: 'Kästen',
    masks: 'Flächen',
    opacity: 'Deckkraft der Flächen',
    hide: 'Ausblenden',
    hideLong: 'Alles über dem Scan Gezeichnete ausblenden (H)',
    zoom: (scale: number) => percent(scale),
    hiddenNote: 'Alles über dem Scan Gezeichnete ist ausgeblendet (H)',
  },

  scan: {
    label: (name: string, width: number, height: number) => `Scan ${name}, ${width} mal ${height} Pixel`,
    keys: 'Pfeiltasten verschieben den Scan, Plus und Minus vergrößern und verkleinern, 0 passt ein, H blendet die Zeichnung aus.',
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
    leftAlone: (n: number) => `Ein Scan auf einmal: ${count(n, 'andere Datei blieb', 'andere Dateien blieben')} unberührt`,
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
    summary: (found: readonly string[], uncertain: readonly string[]): string => {
      const first = found.length > 0 ? `Vorhanden: ${list(found)}.` : '';
      const second = uncertain.length > 0 ? `Unsicher: ${list(uncertain)}.` : '';
      return [first, second].filter((part) => part !== '').join(' ');
    },
    boxes: (n: number) => count(n, 'Kasten', 'Kästen'),
    belowThreshold: 'unter der Schwelle',
    overThreshold: 'über der Schwelle',
    region: (short: string, n: number) => `${short} ${n}`,
    score: (value: number) => `Score ${percent(value)}`,
    figure: (value: number) => `F1 ${comma(value.toFixed(2))}`,
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
    why: 'Eine Bilddatei sagt nicht, wie groß ein Pixel auf der Netzhaut ist; der Bericht des Geräts sagt es. Mit dem Auge gilt der Scan als waagrecht: bei einem rechten Auge ist links im Bild temporal. Beides wird vergessen, wenn die Seite geschlossen wird.',
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
    behindScoring: 'Die Antwort kommt, sobald die Expertenkästen bewertet sind.',
    understood: (what: string) => `Verstanden als: ${what}`,
    notUnderstood: 'Nicht verstanden: das Modell kennt eine feste Liste von Begriffen.',
  },

  score: {
    title: 'Expertenkästen',
    load: 'Expertenkästen laden',
    other: 'Andere Datei laden',
    truth: 'Wahre Kästen des Beispiels nehmen',
    truthName: 'Wahre Kästen des Beispiels',
    drop: 'Entfernen',
    formats: 'Eine Datei in groundscope-boxes oder COCO. Die Kästen des Modells werden dann mit AggIoU bewertet.',
    waiting: (name: string) => `${name} ist geladen und wird bewertet, sobald ein Scan gelesen ist.`,
    running: (name: string) => `Bewertung gegen ${name}\u2026`,
    from: (file: string, image: string) => `${file}, Bild ${image}`,
    rules: (t1: number, t2: number, fp: string) =>
      `AggIoU, abgeleitet aus dem Text von RetinaGroundBench: gesammelt über ${comma(String(t1))}, Treffer über ${comma(String(t2))}, falsch, wenn ${fp === 'undetected' ? 'kein getroffener Kasten ihn gesammelt hat' : 'kein Kasten ihn gesammelt hat'}.`,
    class: 'Klasse',
    tp: 'Treffer',
    fp: 'Falsch',
    fn: 'Verfehlt',
    f1: 'F1',
    mean: 'Mittlere AggIoU',
    total: 'Alle zusammen',
    counts: 'Anzahlen je Klasse',
    references: 'Jeder Expertenkasten',
    falses: 'Kästen, die als falsch zählen',
    hit: 'Treffer',
    missed: 'verfehlt',
    false: 'falsch',
    aggIou: (value: number) => `AggIoU ${comma(value.toFixed(2))}`,
    exact: (fraction: string) => `genau ${fraction.replace('/', ' von ')} Quadratpixeln`,
    gathered: (n: number) => (n === 0 ? 'kein Kasten gesammelt' : `${count(n, 'Kasten', 'Kästen')} gesammelt`),
    none: 'Diese Datei hat keinen Kasten für diesen Scan.',
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

  shield: {
    label: 'Datenschutz',
    title: 'Was diesen Rechner verließ',
    requests: (n: number) => (n === 0 ? 'Nichts gesendet' : count(n, 'Anfrage', 'Anfragen')),
    refused: (n: number) => `${n} verweigert`,
    none: 'Nichts. Seit dem Start hat diese Seite nur ihre eigenen Dateien angefordert.',
    refusal: (directive: string, address: string, inWorker: boolean) => `${directive}: ${address}${inWorker ? ' (in einem Worker)' : ''}`,
    some: (n: number) => `${count(n, 'Anfrage', 'Anfragen')} über die eigenen Dateien der Seite hinaus:`,
    blocked: (n: number) => `${count(n, 'Anfrage wurde', 'Anfragen wurden')} vom Browser auf Anweisung dieser Seite verweigert:`,
    own: (n: number, host: string) => `${count(n, 'Datei', 'Dateien')} der Seite, von ${host}`,
    how: 'Der Scan wird in diesem Tab entschlüsselt und gelesen. Die Regeln der Seite verbieten Anfragen an andere Adressen; der Browser setzt das durch, und seine Netzwerkansicht zeigt dieselbe Liste.',
    noPolicy: 'Der Scan wird in diesem Tab entschlüsselt und gelesen. Ob der Browser Anfragen an andere Adressen verbietet, hängt von den Regeln der Seite um diesen Leser ab.',
  },

  about: {
    title: 'Über',
    what: 'GroundScope liest einen OCT-B-Scan der Netzhaut in diesem Tab und zeigt die Belege hinter jeder Antwort. Es dient Forschung und Lehre. Es ist kein Medizinprodukt, und keine Entscheidung über Patienten darf darauf beruhen.',
    limits: 'Das Modell kennt eine feste Liste von Befunden. Ein Bild, das nicht nach einem B-Scan aussieht, bekommt keine Befunde; diese Prüfung kann irren. Wo viele Scans von Patienten eine Klasse zeigen, sagt eine Wahrscheinlichkeit, wie oft eine solche Antwort auf ähnlichen Scans stimmt; andere Geräte und Krankheiten können abweichen.',
    model: 'Modell',
    data: 'Trainingsdaten',
    evidence: 'Wie jede Klasse geprüft wurde',
    noModel: 'Das Modell ist noch nicht geladen.',
    licence: 'Lizenz',
    shortcuts: 'Einzeltasten (H, +, -, 0)',
  },

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

  refusals: {
    not_a_file: { title: 'Diese Datei ließ sich nicht öffnen', hint: 'Legen Sie eine Bilddatei des Scans ab, oder nehmen Sie Scan öffnen.' },
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
