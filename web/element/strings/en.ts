// Every text of the page in English: the table that the others follow.

import type { DeviceStatus, Evidence, Eye, Known, Progress, Region, Verdict } from '../../worker/api.js';

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
const percent = (value: number): string => `${Math.round(value * 100)}%`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const milliseconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
const device = (kind: 'cpu' | 'gpu'): string => (kind === 'gpu' ? 'GPU' : 'CPU');

/** Probabilities near the ends are not rounded to certainty. */
const probability = (p: number): string => (p > 0.99 ? '>99%' : p < 0.01 ? '<1%' : percent(p));

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const eyes: Record<Eye, string> = { right: 'right (OD)', left: 'left (OS)' };

/** A step as the page tells it: the engine's, and the one before them, when a scan's bytes are still to come. */
export interface Step extends Omit<Progress, 'stage'> {
  readonly stage: Progress['stage'] | 'fetch';
}

const steps: Record<Step['stage'], (kind: 'cpu' | 'gpu') => string> = {
  fetch: () => 'Getting the file',
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
    formats: 'PNG, JPEG, TIFF or BMP. You can also paste a picture.',
    open: 'Open a scan',
    sample: 'Try the sample',
    stays: 'The scan stays on this computer: nothing is uploaded.',
    dropNow: 'Drop to read this scan',
    firstLight: 'You get what is present, where, and how sure the model is.',
  },

  toolbar: {
    label: 'View',
    open: 'Open',
    openLong: 'Open another scan',
    zoomIn: 'Zoom in (+)',
    zoomOut: 'Zoom out (-)',
    fit: 'Fit',
    fitLong: 'Fit the scan to the window (0)',
    boxes: 'Boxes',
    masks: 'Masks',
    opacity: 'Opacity of the masks',
    hide: 'Hide all',
    hideLong: 'Hide everything drawn over the scan (H)',
    zoom: (scale: number) => `${Math.round(scale * 100)}%`,
    hiddenNote: 'Everything drawn over the scan is hidden (H)',
  },

  scan: {
    label: (name: string, width: number, height: number) => `Scan ${name}, ${width} by ${height} pixels`,
    keys: 'Arrow keys move the scan, plus and minus zoom, 0 fits, H hides what is drawn over it.',
    evidence: 'Evidence over the scan',
    evidenceKeys: 'Arrow keys go from region to region, Enter chooses one.',
    region: (label: string, name: string, n: number, of: number, score: number) =>
      `${label}: ${name}, region ${n} of ${of}, score ${percent(score)}`,
    hit: 'hit',
    missed: 'missed',
    false: 'false',
  },

  status: {
    starting: 'Getting ready',
    idle: 'Ready for a scan',
    cancelled: 'Cancelled. The scan is still open.',
    cancelledEarly: 'Cancelled',
    leftAlone: (n: number) => `One scan at a time: ${count(n, 'other file was', 'other files were')} left alone`,
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
    summary: (found: readonly string[], uncertain: readonly string[]): string => {
      const first = found.length > 0 ? `Present: ${list(found)}.` : '';
      const second = uncertain.length > 0 ? `Uncertain: ${list(uncertain)}.` : '';
      return [first, second].filter((part) => part !== '').join(' ');
    },
    boxes: (n: number) => count(n, 'box', 'boxes'),
    belowThreshold: 'below its threshold',
    overThreshold: 'over its threshold',
    region: (short: string, n: number) => `${short} ${n}`,
    score: (value: number) => `score ${percent(value)}`,
    figure: (value: number) => `F1 ${value.toFixed(2)}`,
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
    why: 'A picture file does not tell how large a pixel is on the retina; the device\u2019s report does. With the eye given, the scan is taken as a horizontal one: of a right eye the left of the picture is temporal. Both are forgotten when the page is closed.',
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
    understood: (what: string) => `Understood as: ${what}`,
    notUnderstood: 'Not understood: the model knows a fixed list of terms.',
  },

  save: {
    button: 'Save',
    title: 'Save what was read',
    stays: 'Files are made in this tab and go to your downloads.',
    saving: (name: string) => `${name}: being made\u2026`,
    done: (file: string) => `Saved ${file} to your downloads`,
    failed: 'The file could not be made',
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
    formats: 'A groundscope-boxes or COCO file. The model\u2019s boxes are then scored with AggIoU.',
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
    oneToOne: (threshold: number) => `One-to-one, IoU ${threshold}`,
    references: 'Each expert box',
    falses: 'Boxes that count as false',
    show: 'Show',
    shows: { all: 'All', hit: 'Hit', missed: 'Missed', false: 'False' },
    order: 'Order',
    orders: { worst: 'Worst first', file: 'As in the file' },
    nothingShown: 'No box of this kind.',
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

  shield: {
    label: 'Privacy',
    title: 'What left this computer',
    requests: (n: number) => (n === 0 ? 'Nothing sent' : count(n, 'request', 'requests')),
    refused: (n: number) => `${n} refused`,
    none: 'Nothing. Since the start this page has asked for its own files and for nothing else.',
    refusal: (directive: string, address: string, inWorker: boolean) => `${directive}: ${address}${inWorker ? ' (in a worker)' : ''}`,
    some: (n: number) => `${count(n, 'request', 'requests')} beyond the page\u2019s own files:`,
    blocked: (n: number) => `${count(n, 'request was', 'requests were')} refused by the browser on this page\u2019s orders:`,
    own: (n: number, host: string) => `${count(n, 'file', 'files')} of the page, from ${host}`,
    how: 'The scan is decoded and read in this tab. The page\u2019s policy forbids requests to other addresses; your browser enforces it, and its network panel shows the same list.',
    noPolicy: 'The scan is decoded and read in this tab. Whether the browser forbids requests to other addresses depends on the policy of the page around this viewer.',
  },

  about: {
    title: 'About',
    what: 'GroundScope reads a retinal OCT B-scan in this tab and shows the evidence behind each answer. It is for research and teaching. It is no medical device, and no decision about a patient may rest on it.',
    limits: 'The model knows a fixed list of findings. A picture that does not look like a B-scan gets no findings; this check can err. Where many scans of patients have a class, a probability says how often such an answer is right on scans like theirs; other scanners and diseases may differ.',
    model: 'Model',
    data: 'Training data',
    evidence: 'How each class was checked',
    noModel: 'The model has not been loaded yet.',
    licence: 'Licence',
    shortcuts: 'Single-key shortcuts (H, +, -, 0)',
  },

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

  /** Files that never reached the engine. */
  refusals: {
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
