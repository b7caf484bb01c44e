// Development only: the API without an engine, so that the page can be built and tried before the modules exist. Never shipped.

import {
  DEFAULT_SCORE_SETTINGS,
  GroundscopeError,
  predictionsOf,
  type Answer,
  type CallOptions,
  type ClassBox,
  type DeviceRequest,
  type DeviceStatus,
  type ExportedFile,
  type ExportRequest,
  type Finding,
  type Findings,
  type GroundScopeApi,
  type Known,
  type ModelInfo,
  type Occlusion,
  type OpenedScan,
  type PixelBox,
  type ReadOptions,
  type References,
  type Ring,
  type ScoreInput,
  type ScoreView,
} from './api.js';

type ClassRow = [id: string, name: string, short: string, group: Finding['group'], evidence: Finding['evidence'], probability: number | null];

const CLASSES: ClassRow[] = [
  ['drusen', 'drusen', 'drusen', 'rpe_and_below', 'real', 0.72],
  ['ez_disruption', 'ellipsoid zone disruption', 'EZ', 'photoreceptors', 'few', 0.45],
  ['erm', 'epiretinal membrane', 'ERM', 'vitreous', 'synthetic', 0.08],
  ['fibrosis', 'fibrosis', 'fibrosis', 'rpe_and_below', 'none', null],
  ['hard_exudates', 'hard exudates', 'HE', 'inner_retina', 'none', null],
  ['hrf', 'hyperreflective foci', 'HRF', 'inner_retina', 'few', 0.31],
  ['irf', 'intraretinal fluid', 'IRF', 'inner_retina', 'real', 0.93],
  ['macular_hole', 'macular hole', 'MH', 'vitreous', 'synthetic', 0.02],
  ['ped', 'pigment epithelial detachment', 'PED', 'rpe_and_below', 'few', 0.12],
  ['rpe_loss', 'retinal pigment epithelium loss', 'RPE loss', 'rpe_and_below', 'real', 0.22],
  ['sdd', 'subretinal drusenoid deposits', 'SDD', 'photoreceptors', 'none', null],
  ['srf', 'subretinal fluid', 'SRF', 'photoreceptors', 'real', 0.85],
  ['vmt', 'vitreomacular traction', 'VMT', 'vitreous', 'real', 0.05],
];

const rectangle = ([x1, y1, x2, y2]: PixelBox): Ring => [[x1, y1], [x2, y1], [x2, y2], [x1, y2]];

/** Reports of whole files are not invented. */
const noFiles = (): Promise<never> =>
  Promise.reject(new GroundscopeError('engine', 'Files are not scored without the engine.', 'Build it: cargo xtask build.'));

/** Resolves after `ms`, rejects with `cancelled` when the signal fires. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(new GroundscopeError('cancelled', 'The call was cancelled.'));
    };
    if (signal?.aborted) return reject(new GroundscopeError('cancelled', 'The call was cancelled.'));
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, ms);
    signal?.addEventListener('abort', cancel, { once: true });
  });
}

/** Invented findings on any scan. */
export class FakeGroundScope implements GroundScopeApi {
  device: DeviceStatus = {
    state: 'idle', requested: 'auto', kind: 'cpu', adapter: null, selfCheck: null, fallback: null, timings: {}, progress: null,
  };
  readonly #listeners = new Set<(status: DeviceStatus) => void>();
  readonly #scans = new Map<number, { width: number; height: number }>();
  #nextId = 1;

  async prepare(device: DeviceRequest = 'auto', options: CallOptions = {}): Promise<DeviceStatus> {
    this.#change({ state: 'preparing', requested: device, kind: device === 'gpu' ? 'gpu' : 'cpu' });
    for (let loaded = 0; loaded <= 2_000_000; loaded += 500_000) {
      await pause(60, options.signal);
      const progress = { stage: 'weights', device: this.device.kind, loaded, total: 2_000_000 } as const;
      options.onProgress?.(progress);
      this.#change({ progress });
    }
    this.#change({
      state: 'ready', progress: null, selfCheck: { passed: true, max_difference: 2.4e-7, tolerance: 0.01, compared: 480 },
      fallback: device === 'auto' ? { code: 'no_adapter', message: 'This browser gives no GPU adapter, so the CPU is used.' } : null,
      timings: { module: 40, weights: 90, warmUp: 20, selfCheck: 15 },
    });
    return this.device;
  }

  async open(bytes: ArrayBuffer, options: CallOptions = {}): Promise<OpenedScan> {
    await pause(50, options.signal);
    let bitmap: ImageBitmap;
    try {
      bitmap = await createImageBitmap(new Blob([bytes]));
    } catch {
      throw new GroundscopeError('decode', 'This file is not a scan that GroundScope can read.', 'Open a PNG, JPEG, TIFF or BMP file.');
    }
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new GroundscopeError('decode', 'The browser gives no canvas.');
    context.drawImage(bitmap, 0, 0);
    const id = this.#nextId++;
    this.#scans.set(id, { width, height });
    return { id, width, height, format: 'png', bitDepth: 8, colour: 'grey', pages: 1, notes: [], pixels: context.getImageData(0, 0, width, height) };
  }

  async read(scanId: number, options: ReadOptions = {}): Promise<Findings> {
    const size = this.#scans.get(scanId);
    if (!size) throw new GroundscopeError('unknown_scan', 'This scan is not open.', 'Open it again.');
    if (this.device.state === 'idle') await this.prepare(options.device, options);
    for (let step = 0; step <= 4; step++) {
      options.onProgress?.({ stage: 'inference', device: this.device.kind, loaded: step, total: 4 });
      await pause(120, options.signal);
    }
    this.#change({ timings: { ...this.device.timings, inference: 480 } });
    const { width, height } = size;
    const findings = CLASSES.map(([id, name, short, group, evidence, probability], index): Finding => {
      const present = probability === null ? null : probability >= 0.5;
      const boxes: PixelBox[] = !present ? [] : [0, 1].map((n) => {
        const [x, y] = [Math.round(width * (0.15 + 0.3 * n + 0.02 * index)), Math.round(height * (0.3 + 0.03 * index))];
        return [x, y, x + Math.round(width * 0.1), y + Math.round(height * 0.08)];
      });
      const verdict = probability === null ? 'no_answer'
        : probability >= 0.8 ? 'present' : probability >= 0.6 ? 'likely' : probability >= 0.4 ? 'uncertain' : probability >= 0.2 ? 'unlikely' : 'absent';
      const regions = boxes.map((box, n) => ({
        id: `${id}-${n + 1}`, box, score: 0.9 - 0.1 * n, area_px: (box[2] - box[0]) * (box[3] - box[1]), outline: [rectangle(box)],
        extent: { width_px: box[2] - box[0], height_px: box[3] - box[1], text: 'of an invented size' },
        place: { depth: [], side: [], text: 'in an invented place' },
      }));
      return {
        class: id, name, short, group, evidence, figure: evidence === 'real' ? 0.6 : null, present, probability, verdict,
        boxes, scores: regions.map((r) => r.score), area_px: regions.reduce((sum, r) => sum + r.area_px, 0), regions,
      };
    });
    return { width, height, device: 'cpu', model: 'fake', findings };
  }

  async hide(_scanId: number, findings: Findings, id: string, options: CallOptions = {}): Promise<Occlusion> {
    await pause(400, options.signal);
    const finding = findings.findings.find((f) => f.class === id || f.regions.some((r) => r.id === id));
    const probability = finding?.probability ?? 0;
    return { class: finding?.class ?? id, probability, hidden: probability / 4, gone: true, rests: 'wholly', text: 'Invented: the answer rests on it.' };
  }

  async explain(findings: Findings, known: Known, options: CallOptions = {}): Promise<Findings> {
    await pause(20, options.signal);
    const { scale, eye, ...rest } = findings;
    return { ...rest, ...(known.scale && { scale: known.scale }), ...(known.eye && { eye: known.eye }) };
  }

  async ask(question: string, findings: Findings, options: CallOptions = {}): Promise<Answer> {
    await pause(30, options.signal);
    const words = question.toLowerCase();
    const finding = findings.findings.find((f) => [f.class, f.name, f.short.toLowerCase()].some((term) => words.includes(term)));
    if (!finding) {
      return {
        text: 'I don\'t know this term.', understood: null, verdict: null, confidence: null, evidence: [],
        suggestions: ['intraretinal fluid', 'subretinal fluid', 'drusen'],
      };
    }
    const count = finding.regions.length;
    return {
      text: count ? `${finding.name} is ${finding.verdict}, in ${count} places.` : `${finding.name}: ${finding.verdict.replace('_', ' ')}.`,
      understood: `Is ${finding.name} present?`, verdict: finding.verdict, confidence: finding.probability,
      evidence: finding.regions.map((r) => r.id), suggestions: [],
    };
  }

  async export({ format, scans }: ExportRequest, options: CallOptions = {}): Promise<ExportedFile> {
    await pause(20, options.signal);
    const { width = 1, height = 1 } = scans[0]?.findings ?? {};
    const text = format === 'svg' ? `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"></svg>` : 'Invented.';
    return { name: `invented.${format}`, mime: format === 'svg' ? 'image/svg+xml' : 'text/plain', bytes: new TextEncoder().encode(text) };
  }

  async parseReferences(text: string, options: CallOptions = {}): Promise<References> {
    await pause(20, options.signal);
    try {
      const file = JSON.parse(text) as { images: References['images'] };
      return { images: file.images, notes: [] };
    } catch {
      throw new GroundscopeError('references', 'The references file is not JSON.', 'Load a groundscope-boxes or COCO file.');
    }
  }

  async score(input: ScoreInput, options: CallOptions = {}): Promise<ScoreView> {
    const references = await this.parseReferences(input.references, options);
    const predictions: ClassBox[] = input.findings ? predictionsOf(input.findings)
      : typeof input.predictions === 'string' ? (await this.parseReferences(input.predictions)).images.find((i) => i.id === input.imageName)?.boxes ?? [] : input.predictions;
    const image = references.images.find((i) => i.id === input.imageName) ?? references.images[0];
    if (!image) throw new GroundscopeError('references', 'The references name no image.');
    const about = (id: string) => {
      const row = CLASSES.find(([c]) => c === id);
      return { class: id, name: row?.[1] ?? id, short: row?.[2] ?? id, group: row?.[3] ?? ('inner_retina' as const) };
    };
    const scored = image.boxes.map(({ class: id, box }) => {
      const gathered = predictions.flatMap((p, n) => (p.class === id && p.box[0] < box[2] && p.box[2] > box[0] ? [n] : []));
      const union = gathered.flatMap((n) => { const p = predictions[n]; return p ? [rectangle(p.box)] : []; });
      const either = gathered.length ? '100' : '1';
      return {
        ...about(id), box, agg_iou: gathered.length ? 0.5 : 0, fraction: gathered.length ? '50/100' : '0/1', detected: gathered.length > 0,
        areas: { reference: '100', union: gathered.length ? '50' : '0', intersection: gathered.length ? '50' : '0', either },
        intersection: union, one_to_one: { matched: false, prediction: gathered[0] ?? null, iou: 0.3, difference: 'Invented: one-to-one matching misses it.' },
        gathered, union, explanation: gathered.length ? 'Invented: hit.' : 'Invented: no box of this class overlaps it.',
      };
    });
    const used = new Set(scored.flatMap((s) => s.gathered));
    const false_positives = predictions.flatMap((p, index) =>
      used.has(index) ? [] : [{ index, class: p.class, box: p.box, explanation: 'Invented: no detected reference gathered it.' }]);
    const count = (id?: string) => {
      const mine = scored.filter((s) => !id || s.class === id);
      const tp = mine.filter((s) => s.detected).length;
      const fp = false_positives.filter((f) => !id || f.class === id).length;
      const fn = mine.length - tp;
      const precision = tp + fp ? tp / (tp + fp) : 0;
      const recall = mine.length ? tp / mine.length : 0;
      const mean = mine.length ? mine.reduce((sum, s) => sum + s.agg_iou, 0) / mine.length : 0;
      return { tp, fp, fn, precision, recall, f1: precision + recall ? (2 * precision * recall) / (precision + recall) : 0, mean_agg_iou: mean, boxes: mine.length };
    };
    const wrong = new Set(false_positives.map((f) => f.index));
    const predicted = predictions.map((p, index) => ({
      ...about(p.class), label: about(p.class).short, index, box: p.box, explanation: 'Invented.', outcome: wrong.has(index) ? ('false' as const) : ('hit' as const),
    }));
    const { mean_agg_iou: _mean, boxes: _boxes, ...matched } = count();
    const ids = new Set([...scored.map((s) => s.class), ...predictions.map((p) => p.class)]);
    const per_class = CLASSES.filter(([id]) => ids.has(id)).map(([id]) => ({ ...about(id), ...count(id) }));
    return {
      image: image.id, width: image.width, height: image.height, settings: { ...DEFAULT_SCORE_SETTINGS, ...input.settings },
      references: scored, predictions: predicted, false_positives, per_class, total: count(), one_to_one: { threshold: 0.5, ...matched }, notes: [],
    };
  }

  scoreGrounding = noFiles;
  partialGrounding = noFiles;
  mergePartials = noFiles;
  parseOutput = noFiles;
  scorePresence = noFiles;
  describeReferences = noFiles;
  convert = noFiles;
  evaluate = noFiles;
  scoreBenchmark = noFiles;
  benchmarkCase = noFiles;

  async model(): Promise<ModelInfo> {
    const classes = CLASSES.map(([id, name, , , evidence]) => ({ id, name, evidence, figure_text: evidence === 'real' ? 'F1 0.60 (invented)' : '' }));
    return { name: 'fake', licence: 'none', data: [], classes };
  }

  readonly weightsName = null;

  useWeights(): Promise<ModelInfo> {
    return this.model();
  }

  close(scanId: number): void {
    this.#scans.delete(scanId);
  }

  onDevice(listener: (status: DeviceStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onTraffic(): () => void {
    return () => undefined;
  }

  dispose(): void {
    this.#listeners.clear();
    this.#scans.clear();
  }

  #change(part: Partial<DeviceStatus>): void {
    this.device = { ...this.device, ...part };
    for (const listener of this.#listeners) listener(this.device);
  }
}
