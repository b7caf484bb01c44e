// One reader's session: what is open, what was found, what is being pointed at. Components read `state` and call these methods.

import type { DeviceKind, DeviceRequest, ExportedFile, ExportRequest, Findings, GroundScopeApi, Known, NamedFile, OpenedScan, Progress, ScoreSettings, WorkerTraffic } from '../worker/api.js';
import { NO_POLICY, type Policy } from '../worker/policy.js';
import { Asking } from './asking.js';
import { deferred, type Deferred } from './deferred.js';
import { failureOf, isCancel, type Failure } from './failure.js';
import { HeldScans } from './held.js';
import { light, sameTarget, type Lit, type Target } from './highlight.js';
import { Jobs } from './jobs.js';
import { Knowing } from './knowing.js';
import { hasMoved } from './pointing.js';
import { Reading, type Wish } from './reading.js';
import type { ScoreList } from './score-list.js';
import { Scoring, type ReferencesSource } from './scoring.js';
import { Showing } from './showing.js';
import { firstState, type Phase, type ScanSource, type State, type View } from './state.js';
import { isLanguage, language, speak, strings, type Language, type Step } from './strings.js';
import { entriesOf, nearestUnread, progressOf, withEntry, type Entry, type NamedSource } from './study.js';
import { Tools } from './tools.js';

export type { Phase, ScanFile, ScanSource, State, View } from './state.js';
export type { NamedSource } from './study.js';

export interface SessionEvents {
  /** The shown scan has findings, just read or shown again. */
  onRead?: (findings: Findings) => void;
  /** Every scan of several has been read, or could not be. */
  onStudy?: (scans: readonly Entry[]) => void;
  onError?: (failure: Failure) => void;
  /** What a worker asked of the network, or was refused. */
  onTraffic?: (traffic: WorkerTraffic) => void;
}

interface Opening {
  readonly run: AbortController;
  progress: Step | null;
  /** When it has come to an end, whatever came of it. */
  readonly ended: Deferred;
}

/** What an entry remembers of what is shown. */
const KEPT = ['findings', 'hidden', 'question', 'answer', 'asked'] as const;
/** The same of a scan that was not read. */
const UNREAD = { findings: null, hidden: {}, question: '', answer: null, asked: [] } satisfies Pick<Entry, (typeof KEPT)[number]>;

export class Session extends EventTarget {
  state: State;
  /** What IT allows; everything until its policy has come. */
  policy: Policy = NO_POLICY;
  /** Why the weights that were chosen are not used. */
  weightsFailure: Failure | null = null;
  /** Whether weights were chosen in place of those that the page began with. */
  otherWeights = false;
  readonly #api: GroundScopeApi;
  readonly #events: SessionEvents;
  /** Other files that are being opened. */
  #opening: Opening | null = null;
  readonly #asking: Asking;
  #preparing: AbortController | null = null;
  readonly tools: Tools;
  readonly #scoring: Scoring;
  readonly #knowing: Knowing;
  readonly #reading: Reading;
  readonly #jobs: Jobs;
  readonly #showing: Showing;
  /** Makes the last choice of a scan again. */
  #choice: (() => Promise<void>) | null = null;

  constructor(api: GroundScopeApi, events: SessionEvents = {}) {
    super();
    this.#api = api;
    this.#events = events;
    const session = this;
    const host = {
      get state() {
        return session.state;
      },
      set: (part: Partial<State>) => this.#set(part),
      get scores() {
        return session.scores;
      },
      get shown() {
        return session.#shown;
      },
      failed: (failure: Failure) => events.onError?.(failure),
      shownFailed: (failure: Failure) => this.#showFailure(failure),
      forgetAnswer: () => this.#asking.forget(),
      entry: (key: number) => this.#entry(key),
      change: (key: number, part: Partial<Entry>) => this.#change(key, part),
      saw: (key: number, scan: OpenedScan, truth: string | null) => this.#showing.saw(key, scan, truth),
      leave: () => this.#leave(),
      arrived: () => this.#arrived(),
      referencesOf: (scan: OpenedScan, name: string, others: State['references']) => this.tools.drawn.referencesOf(scan, name, others),
      read: (key: number, findings: Findings) => this.#wasRead(key, findings),
      stopRest: (notice: string) => this.#set({ rest: false, notice }),
    };
    this.#scoring = new Scoring(api, host);
    this.#knowing = new Knowing(api, host);
    this.#asking = new Asking(api, host);
    const held = new HeldScans(api);
    this.#showing = new Showing(held, this.#knowing, host);
    this.#reading = new Reading(api, held, this.#knowing, host);
    this.#jobs = new Jobs({
      get paused() {
        return session.#opening !== null;
      },
      next: () => this.#nextUnasked(),
      changed: () => this.#refresh(),
    });
    this.state = firstState(api.device);
    this.tools = new Tools(host, this.#scoring);
    this.tools.drawn.recall();
    api.onDevice((device) => this.#set({ device }));
    api.onTraffic((traffic) => events.onTraffic?.(traffic));
  }

  get phase(): Phase {
    const { failure, busy, findings, device } = this.state;
    if (failure) return 'error';
    if (busy) return 'reading';
    if (findings) return 'ready';
    return device.state === 'preparing' && !this.state.scan ? 'starting' : 'idle';
  }

  /** The step that is running. A scan read early waits for the device, so the device's steps are its own. */
  get progress(): Step | null {
    const { busy, device } = this.state;
    return busy?.progress ?? device.progress;
  }

  /** What is lit now: what is pointed at, else what was chosen. */
  get lit(): Lit | null {
    const { pointed, chosen, findings, score } = this.state;
    return light(pointed ?? chosen, findings, score);
  }

  /** Loads the device ahead of the first scan. A failure shows in the device chip, and again when a scan is read. */
  async prepare(device: DeviceRequest): Promise<void> {
    this.#preparing?.abort();
    const run = new AbortController();
    this.#preparing = run;
    try {
      await this.#api.prepare(device, { signal: run.signal });
      await this.#learn();
    } catch (error) {
      if (!isCancel(error)) this.#set({ notice: strings.failureSentence(failureOf(error)) });
    }
  }

  /** Opens a scan, shows it, and reads it. What was open stays if the file cannot be read. The last choice wins. */
  open(source: ScanSource, name: string): Promise<void> {
    return this.openAll([{ source, name }]);
  }

  /** Opens scans together, shows the first that can be opened, and reads all. What was open stays if none can be. */
  async openAll(files: readonly NamedSource[]): Promise<void> {
    if (files.length === 0) return;
    this.#choice = () => this.openAll(files);
    this.#showing.stay();
    const run = new AbortController();
    const lazy = files.some(({ source }) => typeof source === 'function');
    const opening: Opening = { run, progress: lazy ? { stage: 'fetch', device: 'cpu' } : null, ended: deferred() };
    const unfinished = this.#showing.key !== null && this.#jobs.concerns(this.#showing.key) && this.#shown?.findings === null ? this.#showing.key : null;
    this.#begin(opening);
    // Nothing is read meanwhile, and scoring shares a worker with decoding: no scan waits behind them.
    this.#jobs.stop();
    this.#scoring.stop();
    this.#set({ failure: null, notice: '' });
    let read: Promise<void> | null = null;
    try {
      await this.#showing.first(entriesOf(files), run.signal, this.#progressOf(opening));
      if (!run.signal.aborted) read = this.#readShown();
    } catch (error) {
      if (!run.signal.aborted && !isCancel(error)) this.#showFailure({ ...failureOf(error, strings.errors.openTitle), again: false });
    }
    // The scan that stays open was being read: that goes on.
    if (this.#opening === opening && !read && unfinished !== null && this.#shown?.key === unfinished) read = this.#readShown();
    if (this.#opening === opening) this.#begin(null);
    opening.ended.resolve();
    await read;
  }

  /** Scans that are read after those that are open, or are being opened. */
  async addAll(files: readonly NamedSource[]): Promise<void> {
    while (this.#opening) await this.#opening.ended.promise;
    if (this.state.scans.length === 0) return this.openAll(files);
    this.#set({ scans: [...this.state.scans, ...entriesOf(files)], rest: true });
    this.#jobs.pump();
  }

  /** Shows another scan of the study. A reading that runs goes on; an unread scan is the next to be read. */
  goTo(index: number): Promise<void> {
    const key = this.state.scans[index]?.key;
    if (key === undefined) return Promise.resolve();
    this.#begin(null);
    this.#jobs.drop();
    this.#set({ going: index });
    return this.#showing.go(key);
  }

  /** The scan so many places on. At either end it stays. */
  goBy(places: number): Promise<void> {
    const { scans, at, going } = this.state;
    const from = going ?? at;
    const to = Math.min(Math.max(from + places, 0), scans.length - 1);
    return to === from ? Promise.resolve() : this.goTo(to);
  }

  /** Reads what has not been read yet, or leaves it; what is being read is read to its end. */
  readRest(rest: boolean): void {
    this.#set({ rest, notice: '' });
    this.#jobs.pump();
  }

  /** Tries again what failed: the open scan's reading, or the file that did not come. */
  async retry(): Promise<void> {
    const { failure } = this.state;
    if (failure?.again) return this.readAgain();
    if (failure && failure === this.#shown?.failure) return this.goTo(this.state.at);
    await this.#choice?.();
  }

  /** Reads the open scan again, on another device if one is named. */
  async readAgain(device?: DeviceKind, anyPicture = false): Promise<void> {
    if (!this.state.scan) return device ? this.prepare(device) : undefined;
    this.#set({ failure: null, notice: '' });
    if (device) {
      // Another device is wanted: the one being loaded or read on would only be in the way.
      this.#preparing?.abort();
      this.#jobs.stop();
    }
    await this.#readShown({ device, anyPicture });
  }

  /** The name of the weights file in use; null for the page's own. */
  /** The engine behind the session, for what needs no scan. */
  get engine(): GroundScopeApi {
    return this.#api;
  }

  get weightsName(): string | null {
    return this.#api.weightsName;
  }

  /** Reads with other weights from now on, null for those of the page; the open scan at once. Those that cannot be used change nothing. */
  async useWeights(file: File | null): Promise<void> {
    this.weightsFailure = null;
    const opening: Opening = { run: new AbortController(), progress: null, ended: deferred() };
    this.#begin(opening);
    this.#jobs.stop();
    this.#set({ failure: null, notice: '' });
    let read: Promise<void> | null = null;
    try {
      const model = await this.#api.useWeights(file, { signal: opening.run.signal, onProgress: this.#progressOf(opening) });
      this.otherWeights = file !== null;
      this.#scoring.stop();
      this.#set({ model, score: null, scoreFailure: null });
      // What other weights found is not what these would find.
      for (const { key } of this.state.scans.filter((one) => one.state === 'read')) this.#change(key, { ...UNREAD, state: 'waiting' });
      if (!opening.run.signal.aborted) read = this.#readShown();
    } catch (error) {
      if (!isCancel(error)) this.weightsFailure = failureOf(error, strings.weights.failed);
      else this.#set({ notice: strings.weights.dropped });
    }
    if (this.#opening === opening) this.#begin(null);
    opening.ended.resolve();
    await read;
  }

  /** Whether the policy lets boxes be scored. */
  get scores(): boolean {
    return this.policy.views.includes('score');
  }

  /** Takes what IT allows. */
  obey(policy: Policy): void {
    this.policy = policy;
    void this.speak(language);
    if (!this.scores) this.dropReferences();
    this.#set({});
  }

  /** Speaks a language, as far as the policy lets it: findings are worded anew, and what was asked last is asked again. */
  async speak(wanted: Language): Promise<void> {
    const { languages } = this.policy;
    const allowed = languages === 'all' || languages.includes(wanted) ? wanted : languages.find(isLanguage);
    speak(allowed ?? wanted);
    this.#set({ hidden: {} });
    const { findings, known, answer, question, scans, at } = this.state;
    if (findings && !this.#knowing.isToldOf(findings, known)) {
      await this.#knowing.tell(known);
      if (answer) await this.#asking.ask(question, true);
    }
    await this.#scoring.score();
    const { signal } = new AbortController();
    for (const { key, source, size, findings: others } of scans.filter((_, index) => index !== at)) {
      if (!others || !size) continue;
      const worded = await this.#knowing.explain(others, this.#knowing.of(source, size), signal).catch(() => null);
      if (worded && this.#entry(key)?.findings === others) this.#change(key, { findings: worded, hidden: {} });
    }
  }

  /** What if this class, or this one region, were hidden? */
  async hide(id: string): Promise<void> {
    const { scan, findings } = this.state;
    const shown = this.#shown;
    if (!scan || !findings || !shown) return;
    this.#set({ failure: null, notice: '' });
    await this.#jobs.want(this.#reading.hideJob(shown.key, findings, id));
  }

  /** Takes what the user knows of the scan. */
  know(known: Known): Promise<void> {
    return this.#knowing.tell(known);
  }

  /** Ends the opening or the reading in progress; the scan stays, and nothing is read unasked. */
  cancel(): void {
    if (!this.state.busy) return;
    this.#set({ rest: false, notice: this.state.scan ? strings.status.cancelled : strings.status.cancelledEarly });
    this.#jobs.stop();
    this.#begin(null);
  }

  /** Says something in the status line, until the next reading. */
  note(notice: string): void {
    this.#set({ notice });
  }

  /** What was read, as a file. */
  export(request: ExportRequest): Promise<ExportedFile> {
    return this.#api.export(request);
  }

  ask(question: string): Promise<void> {
    return this.#asking.ask(question);
  }

  /** How often expert boxes were loaded: a score that comes with a new scan is not one that was asked for. */
  get referenceLoads(): number {
    return this.#scoring.loads;
  }

  /** Takes a file of expert boxes; it is scored at once, and again after every reading. */
  loadReferences(source: ReferencesSource, name: string): Promise<void> {
    return this.#scoring.load(source, name);
  }

  /** Boxes of any format as the text of a groundscope-boxes file; sizes that they leave open are those of the open scans. */
  async boxesOf(files: NamedFile[]): Promise<string> {
    const images = this.state.scans.flatMap(({ name, size }) => (size ? [{ id: name, ...size, boxes: [] }] : []));
    const known = new TextEncoder().encode(JSON.stringify({ format: 'groundscope-boxes/1', space: 'pixel', images }));
    const converted = await this.#api.convert({ files, to: 'boxes', ...(images.length > 0 ? { sizes: [{ name: 'scans.json', bytes: known }] } : {}) });
    return new TextDecoder().decode(converted.files[0]?.bytes);
  }

  /** Scores the sample against its true boxes. */
  useTruth(): void {
    const { truth } = this.state;
    if (truth) void this.#scoring.load(truth, strings.score.truthName, true);
  }

  dropReferences(): void {
    this.#scoring.drop();
  }

  /** Scores by other thresholds or another rule; called at every step of a slider. */
  scoreBy(part: Partial<ScoreSettings>): void {
    void this.#scoring.rescore(part);
  }

  arrangeScores(part: Partial<ScoreList>): void {
    this.#set({ scoreList: { ...this.state.scoreList, ...part } });
  }

  /** Reports a file that never reached the engine. */
  refuse(failure: Failure): void {
    this.#set({ failure });
    this.#events.onError?.(failure);
  }

  /** Back to what is open. From a scan that cannot be opened, that is the one before it. */
  dismissFailure(): void {
    this.#set({ failure: null });
    const { scan, scans } = this.state;
    const back = scans.findIndex((one) => one.key === this.#showing.back);
    if (!scan && back >= 0) void this.goTo(back);
  }

  /** `point` for a pointer: what comes to lie under a resting one is not pointed at. */
  pointBy(event: PointerEvent, target: Target): void {
    if (hasMoved(event)) this.point(target);
  }

  point(target: Target | null): void {
    if (!sameTarget(target, this.state.pointed)) this.#set({ pointed: target });
  }

  /** Chooses, or lets go of what was chosen already. */
  choose(target: Target | null): void {
    this.#set({ chosen: sameTarget(target, this.state.chosen) ? null : target, pointed: null });
  }

  useShortcuts(shortcuts: boolean): void {
    this.#set({ shortcuts });
  }

  show(part: Partial<View>): void {
    this.#set({ view: { ...this.state.view, ...part } });
  }

  /** How often everything was forgotten: what was typed and never sent goes then, too. */
  forgets = 0;

  /** Lets go of the scans and of all that came of them, drawn boxes too. What is loaded, and how the page looks, stays. */
  forget(): void {
    this.forgets++;
    this.#choice = null;
    this.#set({ rest: false });
    this.#begin(null);
    this.#jobs.stop();
    this.#showing.close();
    this.#scoring.drop();
    const { device, model, view, shortcuts } = this.state;
    this.tools.drawn.keepAll(false);
    this.#set({ ...firstState(device), model, view, shortcuts });
  }

  dispose(): void {
    this.#opening?.run.abort();
    this.#asking.stop();
    this.#showing.stay();
    this.#set({ rest: false });
    this.#jobs.stop();
    this.#knowing.stop();
    this.#scoring.stop();
    this.#api.dispose();
  }

  /** Ends the opening of other files, and begins another; with null the reader is free for the study again. */
  #begin(opening: Opening | null): void {
    this.#opening?.run.abort();
    this.#opening?.ended.resolve();
    this.#opening = opening;
    this.#refresh();
    this.#jobs.pump();
  }

  #progressOf(opening: Opening): (progress: Progress) => void {
    return (progress) => {
      opening.progress = progress;
      this.#refresh();
    };
  }

  get #shown(): Entry | null {
    return this.state.scans[this.state.at] ?? null;
  }

  #entry(key: number): Entry | null {
    return this.state.scans.find((one) => one.key === key) ?? null;
  }

  /** The reader stays with a scan: it is read if it was not, and told of what is known by now. */
  #arrived(): void {
    const { scan, findings, known } = this.state;
    const shown = this.#shown;
    this.#refresh();
    if (!shown || !scan) return this.#jobs.pump();
    if (findings) this.#events.onRead?.(findings);
    if (findings && !this.#knowing.isToldOf(findings, known)) void this.#knowing.tell(known);
    void this.#scoring.score();
    if (shown.state === 'waiting') void this.#readShown();
    this.#jobs.pump();
  }

  /** What runs for the shown scan alone is ended; its reading goes on. */
  #leave(): void {
    this.#asking.stop();
    this.#scoring.stop();
    this.#knowing.stop();
  }

  #readShown(wish: Wish = {}): Promise<void> {
    const shown = this.#shown;
    return shown && this.state.scan ? this.#jobs.want(this.#reading.job(shown.key, wish)) : Promise.resolve();
  }

  /** The unread scan nearest to the shown one, while nobody is on the way to another. */
  #nextUnasked() {
    const { scans, at, rest } = this.state;
    const next = rest && !this.#showing.moves ? nearestUnread(scans, at) : null;
    return next && this.#reading.job(next.key);
  }

  #change(key: number, part: Partial<Entry>): void {
    const mirrored = this.#shown?.key === key ? Object.fromEntries(KEPT.filter((name) => name in part).map((name) => [name, part[name]])) : {};
    this.#set({ ...mirrored, scans: withEntry(this.state.scans, key, part) });
  }

  #wasRead(key: number, findings: Findings): void {
    if (this.#shown?.key === key) {
      this.#asking.stop();
      this.#knowing.stop();
      this.#set({ asking: false, chosen: this.state.chosen?.kind === 'class' && this.state.scans.length > 1 ? this.state.chosen : null, pointed: null });
      this.#events.onRead?.(findings);
      // Not waited for: the scan is read, whatever becomes of its score.
      void this.#scoring.score();
    }
    // Preparing may have failed or been cancelled before; now the weights are there.
    void this.#learn().catch(() => undefined);
  }

  /** What the weights say of themselves, once they are there. */
  async #learn(): Promise<void> {
    if (!this.state.model) this.#set({ model: await this.#api.model() });
  }

  #showFailure(failure: Failure): void {
    this.#set({ failure });
    this.#events.onError?.(failure);
  }

  /** Says whether somebody waits for the shown scan, and for what. */
  #refresh(): void {
    const before = this.state.busy;
    const { key } = this.#showing;
    let busy: State['busy'] = null;
    if (this.#opening) busy = { progress: this.#opening.progress };
    else if (key !== null && this.#jobs.waits(key)) busy = { progress: { stage: 'turn', device: this.state.device.kind } };
    else if (key !== null && this.#jobs.concerns(key)) busy = { progress: this.#jobs.progress(key) };
    this.#set({ busy });
    if (before && !busy) void this.#scoring.catchUp();
  }

  #set(part: Partial<State>): void {
    const before = this.state;
    const next = { ...before, ...part };
    const shown = next.scans[next.at];
    const kept = shown && KEPT.some((name) => name in part && next[name] !== shown[name]);
    if (kept) next.scans = withEntry(next.scans, shown.key, Object.fromEntries(KEPT.map((name) => [name, next[name]])));
    this.state = next;
    this.dispatchEvent(new Event('change'));
    if (next.scans !== before.scans && next.scans.length > 1 && progressOf(before.scans).left > 0 && progressOf(next.scans).left === 0) {
      this.#events.onStudy?.(next.scans);
    }
  }
}
