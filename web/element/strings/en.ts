// Every text of the page in English: the table that the others follow.

import type { DeviceStatus, Evidence, Eye, Known, Progress, Region, Verdict } from '../../worker/api.js';
import type { Action, FixedAction } from '../shortcuts.js';
import { benchmark } from './en-benchmark.js';
import { handover, policy, weights } from './en-embed.js';
import { privacy } from './en-privacy.js';
import { count, list } from './english.js';

const percent = (value: number): string => `${Math.round(value * 100)}%`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const micrometres = (um: number): string => (um < 1000 ? `${Math.round(um)} \u00b5m` : `${(um / 1000).toFixed(2)} mm`);
const milliseconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
const device = (kind: 'cpu' | 'gpu'): string => (kind === 'gpu' ? 'GPU' : 'CPU');

/** Probabilities near the ends are not rounded to certainty. */
const probability = (p: number): string => (p > 0.99 ? '>99%' : p < 0.01 ? '<1%' : percent(p));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Scans from one number to another. */
type Range = readonly [number, number];

const ranges = (all: readonly Range[]): string =>
  `${all.length === 1 && all[0]?.[0] === all[0]?.[1] ? 'scan' : 'scans'} ${list(all.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)))}`;

const eyes: Record<Eye, string> = { right: 'right (OD)', left: 'left (OS)' };

/** A step as the page tells it: the engine's, and those before them: a scan's bytes are still to come, or the reader has another scan. */
export interface Step extends Omit<Progress, 'stage'> {
  readonly stage: Progress['stage'] | 'fetch' | 'turn';
}

const steps: Record<Step['stage'], (kind: 'cpu' | 'gpu') => string> = {
  fetch: () => 'Getting the file',
  turn: () => 'Another scan is being read first',
  module: (kind) => `Loading the ${device(kind)} reader`,
  weights: () => 'Loading the model',
  'warm-up': (kind) => `Warming up the ${device(kind)}`,
  'self-check': (kind) => `Checking the ${device(kind)}'s numbers`,
  decode: () => 'Decoding the file',
  inference: (kind) => `Reading the scan on the ${device(kind)}`,
};

export const en = {
  product: 'GroundScope',
  viewer: 'Scan reader',
  sidePanel: 'Answers and findings',
  notADevice: 'Research and teaching, not a medical device',
  percent,
  milliseconds,
  device,
  probability,
  list,

  start: {
    title: 'Drop a retinal OCT B-scan here',
    formats: 'PNG, JPEG, TIFF or BMP; several at once, or a folder. You can also paste a picture.',
    open: 'Open a scan',
    openFolder: 'Open a folder',
    sample: 'Try the sample',
    stays: 'The scan stays on this computer: nothing is uploaded.',
    dropNow: 'Drop to read this scan',
    firstLight: 'You get what is present, where, and how sure the model is.',
  },

  toolbar: {
    label: 'View',
    open: 'Open',
    openLong: 'Open another scan',
    zoomIn: (key: string) => `Zoom in (${key})`,
    zoomOut: (key: string) => `Zoom out (${key})`,
    fit: 'Fit',
    fitLong: (key: string) => `Fit the scan to the window (${key})`,
    hide: 'Hide all',
    hideLong: (key: string) => `Hide everything drawn over the scan (${key})`,
    zoom: (scale: number) => `${Math.round(scale * 100)}%`,
    hiddenNote: (key: string) => `Everything drawn over the scan is hidden (${key})`,
    image: 'Image',
    imageLong: 'Brightness and contrast of the scan',
    layers: 'Layers',
    layersLong: 'What is drawn over the scan',
    measure: 'Measure',
    measureLong: (key: string) => `Measure lengths on the scan (${key})`,
    draw: 'Draw',
    drawLong: (key: string) => `Draw expert boxes on the scan (${key})`,
  },

  image: {
    level: 'Level (higher is darker)',
    width: 'Width (narrower is more contrast)',
    invert: 'Invert',
    reset: 'Reset',
    drag: 'Or drag over the scan with the right mouse button: across for width, up and down for level.',
    modelReads: 'The model reads the scan as it is.',
    value: (value: number) => percent(value),
    note: (level: number, width: number, invert: boolean) =>
      [level === 0.5 && width === 1 ? '' : `Level ${percent(level)}, width ${percent(width)}`, invert ? 'inverted' : ''].filter((part) => part !== '').join(', '),
  },

  layers: {
    boxes: 'Boxes',
    masks: 'Masks',
    opacity: 'Opacity of the masks',
    least: 'Least score shown',
    all: 'Show all',
    below: (n: number, least: number) => `${count(n, 'region', 'regions')} under ${percent(least)} ${n === 1 ? 'is' : 'are'} hidden`,
    off: (shorts: readonly string[]) => `${list(shorts)} hidden`,
    hideClass: (name: string) => `Hide ${name} on the scan`,
    verdicts: 'Findings and their verdicts stay as they are.',
  },

  tools: {
    on: {
      measure: 'Measuring. Enter sets the first end at the cross, arrow keys move it, Enter sets the second end. Escape leaves.',
      draw: 'Drawing boxes. Enter sets the first corner at the cross, arrow keys move it, Enter sets the opposite corner. Escape leaves.',
    },
    off: 'Tool put down.',
    notYet: { measure: 'Open a scan first: then it can be measured.', draw: 'Wait until the scan is read: then boxes can be drawn on it.' },
    done: 'Done',
    doneLong: 'Put the tool down (Escape)',
  },

  measure: {
    label: 'Measure',
    hint: 'Drag a line over the scan.',
    keysHint: 'By keyboard: Enter, arrow keys, Enter.',
    length: (px: number, um: number | null) => (um === null ? `${px.toFixed(1)} px` : `${micrometres(um)} (${px.toFixed(1)} px)`),
    line: (n: number, length: string) => `Line ${n}: ${length}`,
    end: (n: number, end: 1 | 2, length: string) =>
      `Line ${n}, end ${end} of 2, ${length}. Arrow keys move it, Delete removes the line.`,
    giveScale: 'Give the scale to get \u00b5m',
    remove: 'Remove lines',
  },

  draw: {
    label: 'Draw expert boxes',
    title: 'Your boxes',
    here: 'Your boxes',
    class: 'Class',
    classOf: (n: number) => `Class of box ${n}`,
    hint: 'Drag a box over a lesion.',
    keysHint: 'By keyboard: Enter, arrow keys, Enter.',
    blind: (key: string) => `${key} hides the model\u2019s boxes while you draw.`,
    undo: 'Undo',
    redo: 'Redo',
    remove: 'Delete',
    removeOne: (n: number, name: string) => `Delete box ${n}, ${name}`,
    box: (n: number, of: number, name: string, [x1, y1, x2, y2]: readonly [number, number, number, number]) =>
      `Your box ${n} of ${of}: ${name}, ${x2 - x1} by ${y2 - y1} pixels at ${x1}, ${y1}. Arrow keys move it, Alt and arrow keys resize it, Delete removes it.`,
    row: ([x1, y1, x2, y2]: readonly [number, number, number, number]) => `${x2 - x1} \u00d7 ${y2 - y1} px`,
    told: (name: string, x: number, y: number, width: number, height: number) => `${name}, ${width} by ${height} pixels at ${x}, ${y}`,
    none: 'No box yet.',
    every: 'I looked for every class',
    everyWhy: 'Otherwise only the classes that you drew are scored.',
    score: 'Score against these',
    otherScored: (name: string) => `Scored now: ${name}.`,
    save: 'Save boxes',
    saved: 'Boxes saved.',
    notSaved: 'Whoever runs this page does not let boxes be saved.',
    unsaved: (n: number) => `${count(n, 'box', 'boxes')}, not saved to a file`,
    count: (n: number) => count(n, 'box', 'boxes'),
    edit: 'Edit',
    fileOf: (name: string) => `${name.replace(/\.[^.]*$/, '') || 'scan'}-boxes.json`,
    fileOfMany: 'boxes.json',
    keep: 'Keep my drawings on this computer',
    keepWhy: 'Boxes, keys, and the names and checksums of scans stay in this browser; no pixels. File names can tell who a patient is.',
    forget: 'Forget',
    keepFailed: 'This browser refuses to keep anything for this page.',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    button: 'Shortcuts',
    key: 'Key',
    does: 'What it does',
    actions: {
      hide: 'Hide or show everything drawn',
      invert: 'Invert the scan',
      measure: 'Measure',
      draw: 'Draw expert boxes',
      zoomIn: 'Zoom in',
      zoomOut: 'Zoom out',
      fit: 'Fit the scan to the window',
      help: 'This list',
    } satisfies Record<Action, string>,
    fixed: {
      scans: 'The scan before or after, of several',
      ends: 'The first or the last scan',
      arrows: 'Move the scan, the cross, a box or the end of a line',
      far: 'The same, further',
      resize: 'Resize a drawn box',
      enter: 'Set an end or a corner; choose a region',
      delete: 'Delete a box or a line',
      undo: 'Undo while drawing',
      redo: 'Redo while drawing',
      escape: 'One step back; put the tool down',
    } satisfies Record<FixedAction, string>,
    change: 'Change',
    changeLong: (what: string) => `Change the key: ${what}`,
    press: 'Press a key\u2026',
    taken: (key: string, by: string) => `${key} is taken: ${by}. Press another key.`,
    unfit: 'Press a letter, a digit or a sign.',
    reset: 'Reset keys',
    close: 'Close',
    off: 'Single keys are switched off (see About).',
    /** What keys are called where it is not in English. */
    keyNames: {} as Readonly<Record<string, string>>,
    visit: 'Changed keys last for this visit, unless you keep them on this computer:',
    keep: 'Keep my keys and drawings on this computer',
  },

  scan: {
    label: (name: string, width: number, height: number) => `Scan ${name}, ${width} by ${height} pixels`,
    keys: (help: string) => `Arrow keys move the scan, ${help} lists all keys.`,
    evidence: 'Evidence over the scan',
    evidenceKeys: 'Arrow keys go from region to region, Enter chooses one.',
    region: (label: string, name: string, n: number, of: number, score: number) =>
      `${label}: ${name}, region ${n} of ${of}, score ${percent(score)}`,
    hit: 'hit',
    missed: 'missed',
    false: 'false',
  },

  study: {
    title: 'Scans',
    none: (n: number, why: string) => `None of the ${n} files could be opened. The first one: ${why}`,
    state: { waiting: 'unread', reading: 'reading', read: 'nothing found', failed: 'failed' },
    /** The same under a small picture: about eight letters. */
    brief: { waiting: 'unread', reading: 'reading', read: 'nothing', failed: 'failed', noScan: 'no scan' },
    noScan: 'no B-scan',
    progress: (read: number, failed: number, total: number) => `${read} of ${total} read${failed > 0 ? `, ${failed} failed` : ''}`,
    allRead: (read: number, failed: number) =>
      `All scans are done: ${read} read` + (failed > 0 ? `, ${failed} could not be read` : ''),
    opened: (n: number) => `${n} scans are open`,
    option: (n: number, name: string, told: string) => `Scan ${n}, ${name}: ${told}`,
    add: 'Add',
    addLong: 'Add more scans to these',
    folder: 'Folder',
    folderLong: 'Open a folder in place of these scans',
    stop: 'Stop reading',
    stopLong: 'Leave the scans that have not been read',
    rest: (left: number) => `Read the rest (${left})`,
    restLong: 'Read the scans that have not been read, one after another',
    place: (n: number, of: number) => `${n} of ${of}`,
    slider: 'Scan',
    sliderText: (n: number, of: number, name: string) => `scan ${n} of ${of}, ${name}`,
    sliderKeys: 'Through the scans: the wheel over the scan, Page Up and Page Down, Home and End',
    keys: 'Page Up, Page Down, Home and End go through the scans; so does the wheel. Ctrl and the wheel zoom.',
    strip: 'Findings over the scans',
    cellPresent: 'present',
    cellUncertain: 'uncertain',
    cellUnread: 'unread',
    cellFailed: 'failed',
    nothingYet: 'Nothing found so far',
    more: (shorts: readonly string[]) => `${shorts.length} more: ${shorts.slice(0, 4).join(', ')}${shorts.length > 4 ? ', \u2026' : ''}`,
    fewer: 'Fewer rows',
    row: (name: string, present: readonly Range[], uncertain: readonly Range[]) =>
      `${capital(name)}: ` +
      [present.length > 0 ? `present in ${ranges(present)}` : '', uncertain.length > 0 ? `uncertain in ${ranges(uncertain)}` : '']
        .filter((part) => part !== '')
        .join(', '),
    leftAlone: (n: number) => `${count(n, 'other file was', 'other files were')} left alone`,
    noPictures: 'There is no picture file in it.',
    listing: 'Looking through the folder',
    othersOpen: 'The other scans are still open.',
    backToOthers: 'Back to the scans',
  },

  status: {
    starting: 'Getting ready',
    idle: 'Ready for a scan',
    cancelled: 'Cancelled. The scan is still open.',
    cancelledEarly: 'Cancelled',
    cancel: 'Cancel',
    step: (progress: Step | null): string =>
      progress ? steps[progress.stage](progress.device) : 'Starting',
    /** How far a step has come; kept apart, so that a screen reader is not told every percent. */
    share: (progress: Step | null): string => {
      if (progress?.loaded === undefined) return '';
      const { stage, loaded, total } = progress;
      if (stage !== 'module' && stage !== 'weights') return total ? percent(loaded / total) : '';
      return total ? `${megabytes(loaded)} of ${megabytes(total)}` : megabytes(loaded);
    },
    done: (found: number, uncertain: number, ms: number | undefined, kind: 'cpu' | 'gpu') =>
      `Done: ${count(found, 'finding', 'findings')} present` +
      (uncertain > 0 ? `, ${uncertain} uncertain` : '') +
      (ms === undefined ? '' : `, read in ${milliseconds(ms)} on the ${device(kind)}`),
    noScan: 'Not read: this does not look like an OCT B-scan',
    error: 'Not done: see the message over the scan',
  },

  findings: {
    title: 'Findings',
    waiting: 'Findings will appear here, those present first.',
    reading: 'Reading the scan',
    again: 'Read the scan',
    notRead: 'This scan has not been read.',
    gate: {
      cut_off: 'The retina runs out of the picture. What lies outside cannot be read.',
      noisy: 'This scan is so noisy that small or faint lesions may be missed, and others imagined. Repeat it if you can.',
      doubtful: 'This picture is unlike the scans that the model knows, or of poor quality. Take its findings with doubt.',
      not_b_scan: 'This does not look like an OCT B-scan, so nothing was read in it.',
    },
    notBScanHint: 'Open the B-scan itself, as the device exported it: no fundus photograph, no report page.',
    readAnyway: 'Read it all the same',
    readDespite: 'This does not look like an OCT B-scan and was read all the same. Its findings mean nothing if it is none.',
    groups: { found: 'Present', uncertain: 'Uncertain', absent: 'Absent' },
    noAnswer: (n: number) => `No answer for ${count(n, 'more class', 'more classes')}`,
    noAnswerWhy: 'Nothing measured how well the model finds these. They may be there: look for them yourself.',
    noAnswerWord: 'no answer',
    nothing: 'Nothing found.',
    nothingWhy: (n: number) =>
      `None of the ${count(n, 'class', 'classes')} that this model answers for reached its threshold. That does not prove the eye healthy.`,
    noneAnswered: 'These weights give no answer for any class, so nothing is known of this scan.',
    summary: (found: readonly string[], uncertain: readonly string[]): string => {
      const first = found.length > 0 ? `Present: ${list(found)}.` : '';
      const second = uncertain.length > 0 ? `Uncertain: ${list(uncertain)}.` : '';
      return [first, second].filter((part) => part !== '').join(' ');
    },
    boxes: (n: number) => count(n, 'box', 'boxes'),
    noRegion: 'no region could be outlined',
    belowThreshold: 'below its threshold',
    overThreshold: 'over its threshold',
    region: (short: string, n: number) => `${short} ${n}`,
    score: (value: number) => `score ${percent(value)}`,
    figure: (value: number) => `F1 ${value.toFixed(2)}`,
    onPatients: (value: number) => `F1 ${value.toFixed(2)} on patients`,
    placed: ({ place, extent }: Region) =>
      `${capital(place.text)}. ${extent.text}${extent.area_mm2 === undefined ? '' : `, ${extent.area_mm2} mm\u00b2`}.`,
    whatIf: (n: number) => `What if ${n === 1 ? 'this region' : 'these regions'} were hidden?`,
    whatIfOne: 'What if hidden?',
  },

  known: {
    title: 'Scale and eye',
    across: 'Across, \u00b5m per pixel',
    down: 'Down, \u00b5m per pixel',
    acrossExample: '11.5',
    downExample: '3.9',
    eye: 'Eye',
    eyes: eyes,
    notGiven: 'not given',
    given: ({ scale, eye }: Known): string => {
      const parts = [scale ? `${scale.lateral_um} \u00d7 ${scale.axial_um} \u00b5m` : '', eye ? eyes[eye] : ''].filter((part) => part !== '');
      return parts.length > 0 ? parts.join(', ') : 'not given';
    },
    noFovea: 'The fovea was not found beyond doubt, so sides stay those of the picture.',
    why: 'A picture file does not tell how large a pixel is on the retina; the device\u2019s report does. With the eye given, the scan is taken as a horizontal one: of a right eye the left of the picture is temporal. The scale stays for scans of the same size, the eye for this one; both are forgotten when the page is closed.',
  },

  verdicts: {
    present: 'present',
    likely: 'likely',
    uncertain: 'uncertain',
    unlikely: 'unlikely',
    absent: 'absent',
    no_answer: 'no answer',
  } satisfies Record<Verdict, string>,

  evidence: {
    real: { word: 'measured', long: 'Measured on real patients, by networks that had not seen them; how well, the model card says' },
    few: { word: 'few real scans', long: 'Only few real scans stand behind this class; its figure in About says what it was measured on' },
    synthetic: { word: 'synthetic only', long: 'Taught and measured on synthetic scans only' },
    none: { word: 'no answer', long: 'The model gives no answer for this class' },
  } satisfies Record<Evidence, { word: string; long: string }>,

  ask: {
    title: 'Ask',
    label: 'Ask about this scan',
    placeholder: 'Is there subretinal fluid?',
    button: 'Ask',
    first: 'Open a scan first.',
    soon: 'You can ask as soon as the scan has been read.',
    unread: 'This scan has not been read, so there is nothing to ask about yet.',
    examples: ['Any fluid?', 'Where is the IRF?', 'Drusen?'],
    try: 'Try:',
    instead: 'You can ask about:',
    behindScoring: 'The answer comes as soon as the expert boxes have been scored.',
    thisScan: (n: number, of: number) => `Answered for the shown scan alone, ${n} of ${of}.`,
    understood: (what: string) => `Understood as: ${what}`,
    notUnderstood: 'Not understood: the model knows a fixed list of terms.',
    notDrawn: 'Cited regions are hidden at the moment.',
    draw: 'Show them',
  },

  save: {
    button: 'Save',
    title: 'Save what was read',
    stays: 'Files are made in this tab and go to your downloads.',
    saving: (name: string) => `${name}: being made\u2026`,
    done: (file: string) => `Saved ${file} to your downloads`,
    failed: 'The file could not be made',
    allScans: (n: number) => `(all ${n} scans that were read)`,
    thisScan: '(the shown scan)',
    date: (day: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(day),
    formats: {
      png: { name: 'Picture with legend (PNG)', what: 'The scan as it is shown, for slides and notes' },
      svg: { name: 'Drawing with legend (SVG)', what: 'The same, sharp at any size and editable' },
      report: { name: 'Report to print (HTML)', what: 'One page: findings, places, sizes, questions' },
      csv: { name: 'Table (CSV)', what: 'A row a region and a class, for a spreadsheet' },
      coco: { name: 'Annotations (COCO)', what: 'Boxes and outlines with scores, for other tools' },
      json: { name: 'Everything (JSON)', what: 'All findings, for programs' },
      transcript: { name: 'Questions and answers (text)', what: 'With the regions that they cite' },
    },
  },

  score: {
    title: 'Expert boxes',
    load: 'Load expert boxes',
    other: 'Load another file',
    truth: 'Use the sample\u2019s true boxes',
    truthName: 'True boxes of the sample',
    drop: 'Remove',
    files: (n: number) => `${n} files of boxes`,
    formats: 'groundscope-boxes, COCO, a table (CSV), VOC or YOLO files, or masks (PNG, named like scan_irf.png). The model\u2019s boxes are then scored with AggIoU.',
    waiting: (name: string) => `${name} is loaded and will be scored when a scan has been read.`,
    running: (name: string) => `Scoring against ${name}\u2026`,
    from: (file: string, image: string) => `${file}, image ${image}`,
    rules: 'AggIoU as derived from the RetinaGroundBench paper',
    t1: 'Gathered over',
    t1Long: 't1: an expert box gathers a box when more than this share of the smaller of the two lies in both',
    t2: 'Hit over',
    t2Long: 't2: an expert box is a hit when its AggIoU is more than this',
    fpRule: 'A box is false',
    fpRules: { undetected: 'when no hit gathered it', ungathered: 'when no expert box gathered it' },
    usual: 'Back to 0.1 and 0.3',
    class: 'Class',
    tp: 'Hit',
    fp: 'False',
    fn: 'Missed',
    f1: 'F1',
    mean: 'Mean AggIoU',
    total: 'All, pooled',
    counts: 'Counts by class',
    both: 'AggIoU beside one-to-one matching',
    method: 'All boxes, by',
    aggIouName: 'AggIoU',
    threshold: (value: number) => String(value),
    oneToOne: (threshold: number) => `One-to-one, IoU ${threshold}`,
    references: 'Each expert box',
    falses: 'Boxes that count as false',
    show: 'Show',
    shows: { all: 'All', hit: 'Hit', missed: 'Missed', false: 'False' },
    order: 'Order',
    orders: { worst: 'Worst first', file: 'As in the file' },
    nothingShown: 'No box of this kind.',
    more: (next: number, left: number) => `Show ${next} more of ${left}`,
    figure: (name: string) => `AggIoU of this box of ${name}, drawn: the expert box, the hatched union of the gathered boxes, and what both share, filled`,
    areaOf: { reference: 'Expert box', union: 'Gathered, together', intersection: 'In both' },
    areas: 'Areas in square pixels',
    images: 'Images, worst first',
    imageName: 'Image',
    image: (name: string, at: number, of: number) => `${name}, ${at} of ${of}`,
    previous: 'Previous image',
    next: 'Next image',
    moreImages: (n: number) => `Show ${count(n, 'more image', 'more images')}`,
    picture: (image: string, references: number, predictions: number) =>
      `${image}: ${count(references, 'expert box', 'expert boxes')}, ${count(predictions, 'predicted box', 'predicted boxes')}`,
    needsFiles: 'Give this element expert boxes and predicted boxes to score.',
    allImages: (n: number) => `All ${n} images, pooled`,
    thisImage: 'This image',
    scoringFiles: 'Scoring\u2026',
    hit: 'hit',
    missed: 'missed',
    false: 'false',
    aggIou: (value: number) => `AggIoU ${value.toFixed(2)}`,
    gathered: (n: number) => (n === 0 ? 'no box gathered' : `${count(n, 'box', 'boxes')} gathered`),
    none: 'This file has no box for this scan.',
  },

  chip: {
    starting: 'Getting ready',
    notLoaded: 'Not loaded',
    notLoadedLong: 'No device is loaded: that failed or was cancelled. Reading a scan tries again.',
    label: 'Device',
    title: 'What runs the model',
    name: (status: DeviceStatus): string =>
      status.state === 'failed' ? 'No device' : status.kind === 'gpu' ? 'WebGPU' : 'CPU',
    ok: 'checked',
    fallback: 'instead of GPU',
    device: 'Runs on',
    adapter: 'GPU',
    unnamed: 'The browser does not name it',
    gpu: 'WebGPU',
    cpu: 'CPU',
    check: 'Self-check',
    passed: (difference: number, tolerance: number, compared: number) =>
      `Passed: ${compared} numbers compared with stored ones, largest difference ${small(difference)} (allowed ${small(tolerance)})`,
    disagreed: (difference: number, tolerance: number) =>
      `Failed: largest difference ${small(difference)} (allowed ${small(tolerance)})`,
    unchecked: 'Not run yet',
    failed: 'No device gave right numbers. Reading is refused: wrong numbers without a word would be worse.',
    timings: 'Timings',
    timing: {
      module: 'program',
      weights: 'model',
      warmUp: 'warm-up',
      selfCheck: 'self-check',
      inference: 'last reading',
    },
    useCpu: 'Use CPU instead',
    useGpu: 'Use GPU',
  },

  /** A figure of the model card, which is written in English. */
  figureText: (text: string): string => text,
  privacy,
  benchmark,

  about: {
    title: 'About',
    what: 'GroundScope reads a retinal OCT B-scan in this tab and shows the evidence behind each answer. It is for research and teaching. It is no medical device, and no decision about a patient may rest on it.',
    limits: 'The model knows a fixed list of findings. A picture that does not look like a B-scan gets no findings; this check can err. Where many scans of patients have a class, a probability says how often such an answer is right on scans like theirs; other scanners and diseases may differ.',
    model: 'Model',
    data: 'Training data',
    evidence: 'How each class was checked',
    noModel: 'The model has not been loaded yet.',
    licence: 'Licence',
    shortcuts: 'Single-key shortcuts',
  },

  weights,
  handover,
  policy,

  languages: { choose: 'Language', en: 'English', de: 'Deutsch' },

  decimal: (value: number, digits: number) => value.toFixed(digits),

  theme: { toLight: 'Light colours', toDark: 'Dark colours' },

  errors: {
    title: 'Something went wrong',
    openTitle: 'This file could not be opened',
    partTitle: 'GroundScope could not load a part of itself',
    readTitle: 'This scan could not be read',
    notAFile: 'What was dropped or pasted holds no file.',
    unreadable: 'The browser could not read it: it may be a folder, or a file that was moved or deleted.',
    fetch: (status: number) => `The server answered ${status}.`,
    network: 'The file could not be reached.',
    noAddress: (address: string) => `"${address}" is no address.`,
    unexpectedHint: 'Try again. If it happens again, report the details below.',
    whatToDo: 'What to do:',
    details: 'Details',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copying was refused: select the text instead.',
    another: 'Open another scan',
    back: 'Back to the scan',
    close: 'Close',
    onCpu: 'Read on the CPU',
    retry: 'Try again',
    kept: 'What was open before is still open.',
    lost: 'No scan is open, so there is nothing to read.',
    unread: 'The scan is open, but nothing can be said about it yet.',
  },

  /** What the engine's errors mean, by their codes, where its own English is not the reader's language. */
  engine: {} as Readonly<Record<string, { message: string; hint: string }>>,

  /** Files that never reached the engine. */
  refusals: {
    no_pictures: { title: 'This folder could not be opened', hint: 'Open a folder with PNG, JPEG, TIFF or BMP files, or open the scan itself.' },
    not_a_file: { title: 'This file could not be opened', hint: 'Drop a picture file of the scan, or use Open a scan.' },
    unreadable: { title: 'This file could not be opened', hint: 'Check that the file is still there, and open the file itself.' },
    fetch: {
      title: 'The file could not be fetched',
      hint: 'Check the address, which must be on this page\u2019s own server, or open the file from this computer.',
    },
    sample: { title: 'The sample could not be fetched', hint: 'Try again once the server can be reached, or open a scan from this computer.' },
  },

  failureSentence: (failure: { message: string; hint: string }) => [failure.message, failure.hint].join(' ').trim(),
};

function small(value: number): string {
  return value !== 0 && value < 0.001 ? value.toExponential(1) : String(Number(value.toPrecision(2)));
}

export type Strings = typeof en;
