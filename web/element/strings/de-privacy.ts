// The texts of the privacy panel and of its receipt in German.

import type { Strings } from './en.js';
import { comma, count, list } from './german.js';

const size = (bytes: number): string => comma(bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const files = (n: number): string => count(n, 'Datei', 'Dateien');

export const privacy: Strings['privacy'] = {
  label: 'Datenschutz',
  requests: (n) => (n === 0 ? 'Nichts gesendet' : count(n, 'Anfrage', 'Anfragen')),
  refused: (n) => `${n} verweigert`,

  headline: (others, refused) => {
    if (others > 0) return `Diese Seite machte ${count(others, 'Anfrage', 'Anfragen')} über ihre eigenen Dateien hinaus`;
    return refused > 0 ? 'Etwas wurde verweigert, nichts wurde gesendet' : 'Nichts hat diesen Rechner verlassen';
  },
  quiet: 'Der Scan wird in diesem Tab gelesen. Die Seite hat nur ihre eigenen Dateien angefordert.',
  some: (n) => `Falls Sie ${n === 1 ? 'diese Anfrage' : 'diese Anfragen'} nicht erwartet haben, schließen Sie diesen Tab und sagen Sie es dem Betreiber der Seite:`,
  blocked: (n) =>
    `Der Browser verweigerte ${count(n, 'Versuch', 'Versuche')} auf Anweisung dieser Seite; was verweigert wird, wird nicht gesendet. Sagen Sie es dem Betreiber der Seite:`,
  refusal: (directive, address, inWorker) => `${directive}: ${address}${inWorker ? ' (in einem Worker)' : ''}`,

  fact: { requests: 'Anfragen', policy: 'Regeln', files: 'Dateien', model: 'Modell', device: 'Gerät', held: 'Behalten' },
  beyond: (n, started) => `${n} über die eigenen Dateien der Seite hinaus seit ${started}`,

  policy: {
    forbidden: 'Anfragen an andere Adressen sind verboten. Ihr Browser setzt das durch.',
    nothing: 'Jede Anfrage ist verboten. Ihr Browser setzt das durch.',
    allowed: 'Nicht jede Anfrage an andere Adressen ist verboten.',
    unknown: 'Nicht bekannt. Die Seite um diesen Leser trägt keine Regeln, die ein Skript lesen kann; ihr Server sendet vielleicht welche.',
    open: (ways) => `Offen bleibt: ${ways.join('; ')}`,
    details: 'Die Regeln im Wortlaut',
    fromPage: 'Von dieser Seite gesendet',
    fromRefusal: 'Vom Browser genannt, als er etwas verweigerte',
    headers:
      'Ein Skript kann die Kopfzeilen des Servers nicht lesen. Sie können nur mehr verbieten: die Netzwerkansicht des Browsers zeigt sie. Keine Regel hindert eine Seite daran, eine andere Seite zu öffnen.',
  },

  files: {
    details: (n) => `${files(n)} geladen`,
    loaded: (n, host) => `${n} geladen von ${host === '' ? 'diesem Rechner' : host}, nicht geprüft`,
    check: 'Dateien prüfen',
    again: 'Noch einmal prüfen',
    checking: (done, of) => `Prüft ${done} von ${of}\u2026`,
    why: 'Holt sie noch einmal, wie Ihr Browser sie behält, und vergleicht ihre SHA-256 mit der mitgelieferten Liste (manifest.json).',
    allMatch: (n, local) =>
      `${n === 1 ? 'Die Datei stimmt' : `Alle ${n} stimmen`} mit der Liste überein.${local > 0 ? ' Die Regeldatei ist die eigene dieser Installation.' : ''}`,
    some: (parts) => list(parts),
    of: {
      match: (n) => `${n} ${n === 1 ? 'stimmt' : 'stimmen'}`,
      differs: (n) => `${n} ${n === 1 ? 'weicht' : 'weichen'} von der Liste ab`,
      local: (n) => `${n} von dieser Installation gesetzt`,
      not_listed: (n) => `${n} nicht in der Liste`,
      no_list: (n) => `${n} ohne Liste zum Vergleich`,
      unreachable: (n) => `${n} nicht noch einmal zu bekommen`,
      not_checked: (n) => `${n} nicht geprüft`,
    },
    word: {
      match: 'stimmt',
      differs: 'weicht ab',
      local: 'von dieser Installation gesetzt',
      not_listed: 'nicht in der Liste',
      no_list: 'keine Liste',
      unreachable: 'nicht erreicht',
      not_checked: 'nicht geprüft',
    },
    differs: 'Eine Datei, die abweicht, ist beschädigt, verändert oder von einer anderen Fassung. Laden Sie die Seite neu; bleibt es so, öffnen Sie hier keine Scans von Patienten und sagen Sie es dem Betreiber der Seite.',
    noList: 'Neben diesen Dateien liegt keine manifest.json, es gibt nichts zum Vergleichen.',
    list: (hash) => `SHA-256 der Liste selbst, zum Vergleich mit der, die installiert wurde: ${hash}`,
    insecure: 'Lässt sich hier nicht prüfen: Browser berechnen Prüfsummen nur auf https oder localhost. Vergleichen Sie die Dateien auf dem Server mit manifest.json.',
    forbidden: 'Lässt sich hier nicht prüfen: die Regeln verbieten jede Anfrage, auch nach den eigenen Dateien der Seite.',
    size,
    around: (n) => `${files(n)} der Seite um den Leser, hier nicht aufgeführt.`,
    scans: (n) => `${files(n)}, die diese Seite als Scan oder Expertenkästen nannte; die Adresse ist weggelassen.`,
  },

  model: {
    none: 'Noch nicht geladen',
    short: (name, licence) => `${name}, ${licence}. Scans, die Sie öffnen, ändern es nicht.`,
    details: 'Woher das Modell kommt',
    data: 'Gelernt an',
    source: (name, licence, attribution) => `${name} (${licence}). ${attribution}`,
    evidence: 'Welche Belege hinter jeder Klasse stehen',
    hash: (hash) => `SHA-256 der Gewichte: ${hash}`,
    chosen: 'Eine Gewichtsdatei, die statt der dieser Installation gewählt wurde.',
    noHash: 'SHA-256 der Gewichte: nicht geprüft.',
  },

  held: {
    none: 'In diesem Browser ist nichts gespeichert.',
    memory: (what) => `Im Speicher, bis dieser Tab geschlossen wird: ${list(what)}.`,
    browser: (parts) => `In diesem Browser gespeichert: ${list(parts)}.`,
    entries: (label, n) => `${label} (${count(n, 'Eintrag', 'Einträge')})`,
    scan: 'der Scan',
    findings: 'seine Befunde',
    answer: 'Fragen und Antworten',
    references: 'Expertenkästen',
    known: 'Maßstab und Auge',
  },
  stores: {
    session: 'Dieser Tab',
    localStorage: 'Einstellungen (localStorage)',
    sessionStorage: 'Einstellungen dieses Tabs (sessionStorage)',
    caches: 'Kopien von Dateien (Cache)',
    indexedDB: 'Datenbanken (IndexedDB)',
    serviceWorkers: 'die Seite selbst, für den Betrieb ohne Netz (Service Worker)',
  },

  forget: {
    button: 'Alles vergessen',
    sure: (what) => `Wirklich löschen: ${list(what)}? Das lässt sich nicht rückgängig machen.`,
    yes: 'Löschen',
    no: 'Behalten',
    nothing: 'Es gab nichts zu vergessen.',
    done: (what) => `Gelöscht: ${list(what)}.`,
    left: (what) => `Ließ sich nicht löschen: ${list(what)}. Schließen Sie andere Tabs dieser Seite und versuchen Sie es noch einmal.`,
  },

  receipt: {
    save: 'Beleg speichern',
    json: 'Als JSON speichern',
    title: 'GroundScope-Datenschutzbeleg',
    made: 'Erstellt',
    started: 'Seite geöffnet',
    page: 'Seite',
    insecure: '(nicht https)',
    browser: 'Browser',
    device: 'Gerät',
    selfCheck: (passed) => (passed ? 'Selbstprüfung bestanden' : 'Selbstprüfung nicht bestanden'),
    noSelfCheck: 'noch keine Selbstprüfung',
    times: (n) => (n === 1 ? '' : `, ${n}-mal`),
    queryLeft: ' (Abfrage weggelassen)',
    inWorker: ' (in einem Worker)',
    refusals: 'Vom Browser verweigert',
    none: 'nichts',
    notChecked: 'Die Prüfsummen wurden nicht geprüft.',
    checked: (at) => `Geprüft ${at} gegen manifest.json.`,
    unknown: 'nicht bekannt',
  },
};
