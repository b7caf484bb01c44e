// One reader's session: what is open, what was found, what is being pointed at. Components read `state` and call these methods.

import type { DeviceKind, DeviceRequest, ExportedFile, ExportRequest, Findings, GroundScopeApi, Known, OpenedScan, Progress, ScoreSettings, WorkerTraffic } from '../worker/api.js';
import { failureOf, isCancel, type Failure } from './failure.js';
import { light, sameTarget, type Lit, type Target } from './highlight.js';
import { Knowing } from './knowing.js';
import { hasMoved } from './pointing.js';
import type { ScoreList } from './score-list.js';
import { Scoring, type ReferencesSource } from './scoring.js';
import { firstState, type Phase, type ScanSource, type State, type View } from './state.js';
import { strings, type Step } from './strings.js';

export type { Phase, ScanFile, ScanSource, State, View } from './state.js';

export interface SessionEvents {
  onRead?: (findings: Findings) => void;
  onError?: (failure: Failure) => void;
  /** What a worker asked of the network, or was refused. */
  onTraffic?: (traffic: WorkerTraffic) => void;
}

export class Session extends EventTarget {
  state: State;
  readonly #api: GroundScopeApi;
  readonly #events: SessionEvents;
  #run: AbortController | null = null;
  #asked: AbortController | null = null;
  #preparing: AbortController | null = null;
  readonly #scoring: Scoring;
  readonly #knowing: Knowing;
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
      failed: (failure: Failure) => events.onError?.(failure),
      forgetAnswer: () => this.#forgetAnswer(),
    };
    this.#scoring = new Scoring(api, host);
    this.#knowing = new Knowing(api, host);
    this.state = firstState(api.device);
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
  async open(source: ScanSource, name: string): Promise<void> {
    this.#choice = () => this.open(source, name);
    const run = this.#start(typeof source === 'function' ? { stage: 'fetch', device: 'cpu' } : null);
    // Scoring shares a worker with decoding: no scan waits behind it.
    this.#scoring.stop();
    let again = false;
    try {
      const { bytes, truth = null } = typeof source === 'function' ? await source(run.signal) : { bytes: source };
      if (run.signal.aborted) return;
      const scan = await this.#api.open(bytes, this.#options(run));
      if (run.signal.aborted) return this.#api.close(scan.id);
      this.#show(scan, name, truth);
      again = true;
      await this.#read(run, scan);
    } catch (error) {
      this.#fail(run, error, again);
    } finally {
      this.#end(run);
    }
  }

  /** Tries again what failed: the open scan's reading, or the file that did not come. */
  async retry(): Promise<void> {
    const { failure } = this.state;
    if (failure?.again) return this.readAgain();
    await this.#choice?.();
  }

  /** Reads the open scan again, on another device if one is named. */
  async readAgain(device?: DeviceKind, anyPicture = false): Promise<void> {
    const { scan } = this.state;
    if (!scan) return device ? this.prepare(device) : undefined;
    const run = this.#start();
    // Another device is wanted: the one still being loaded would only be in the way.
    if (device) this.#preparing?.abort();
    try {
      if (device) await this.#api.prepare(device, this.#options(run));
      await this.#read(run, scan, anyPicture);
    } catch (error) {
      this.#fail(run, error, true);
    } finally {
      this.#end(run);
    }
  }

  /** What if this class, or this one region, were hidden? */
  async hide(id: string): Promise<void> {
    const { scan, findings } = this.state;
    if (!scan || !findings) return;
    const run = this.#start();
    try {
      const occlusion = await this.#api.hide(scan.id, findings, id, this.#options(run));
      if (!run.signal.aborted) this.#set({ hidden: { ...this.state.hidden, [id]: occlusion } });
    } catch (error) {
      this.#fail(run, error, true);
    } finally {
      this.#end(run);
    }
  }

  /** Takes what the user knows of the scan. */
  know(known: Known): Promise<void> {
    return this.#knowing.tell(known);
  }

  /** Ends the reading in progress; the scan stays. */
  cancel(): void {
    if (!this.#run) return;
    this.#run.abort();
    this.#run = null;
    this.#set({ busy: null, notice: this.state.scan ? strings.status.cancelled : strings.status.cancelledEarly });
    void this.#scoring.catchUp();
  }

  /** Says something in the status line, until the next reading. */
  note(notice: string): void {
    this.#set({ notice });
  }

  /** What was read, as a file. */
  export(request: ExportRequest): Promise<ExportedFile> {
    return this.#api.export(request);
  }

  async ask(question: string): Promise<void> {
    const { findings } = this.state;
    const asked = question.trim();
    if (!findings || asked === '') return;
    this.#asked?.abort();
    const run = new AbortController();
    this.#asked = run;
    // An old answer under a new question would be wrong for a moment.
    this.#set({ question: asked, asking: true, answer: null, chosen: null });
    try {
      const answer = await this.#api.ask(asked, findings, { signal: run.signal });
      if (run.signal.aborted) return;
      const chosen: Target | null = answer.evidence.length > 0 ? { kind: 'answer', ids: answer.evidence } : null;
      this.#set({ answer, asking: false, chosen, pointed: null });
    } catch (error) {
      if (run.signal.aborted || isCancel(error)) return;
      this.#set({ asking: false, answer: null, notice: strings.failureSentence(failureOf(error)) });
    }
  }

  /** How often expert boxes were loaded: a score that comes with a new scan is not one that was asked for. */
  get referenceLoads(): number {
    return this.#scoring.loads;
  }

  /** Takes a file of expert boxes; it is scored at once, and again after every reading. */
  loadReferences(source: ReferencesSource, name: string): Promise<void> {
    return this.#scoring.load(source, name);
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

  dismissFailure(): void {
    this.#set({ failure: null });
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

  dispose(): void {
    this.#run?.abort();
    this.#asked?.abort();
    this.#knowing.stop();
    this.#scoring.stop();
    this.#api.dispose();
  }

  #start(progress: Step | null = null): AbortController {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    this.#set({ busy: { progress }, failure: null, notice: '' });
    return run;
  }

  #options(run: AbortController) {
    return {
      signal: run.signal,
      onProgress: (progress: Progress) => {
        if (this.#run === run) this.#set({ busy: { progress } });
      },
    };
  }

  /** Another scan takes the place of the open one. The sample's true boxes are true of the sample alone. */
  #show(scan: OpenedScan, name: string, truth: string | null): void {
    if (this.state.scan) this.#api.close(this.state.scan.id);
    this.#asked?.abort();
    this.#scoring.stop();
    this.#knowing.stop();
    const { references } = this.state;
    this.#set({
      scan,
      name,
      truth,
      findings: null,
      hidden: {},
      known: this.#knowing.of(scan),
      knownFailure: null,
      answer: null,
      asking: false,
      question: '',
      references: references?.ofSample && truth !== references.text ? null : references,
      score: null,
      scoreFailure: null,
      pointed: null,
      chosen: null,
    });
  }

  async #read(run: AbortController, scan: OpenedScan, anyPicture = false): Promise<void> {
    // The file is decoded: from here on the device's steps are what the reader waits for.
    if (this.#run === run) this.#set({ busy: { progress: null } });
    const read = await this.#api.read(scan.id, { ...this.#options(run), anyPicture });
    if (run.signal.aborted) return;
    const findings = await this.#knowing.explain(read, run.signal);
    if (run.signal.aborted) return;
    this.#forgetAnswer();
    this.#set({ findings, hidden: {}, chosen: null, pointed: null });
    this.#events.onRead?.(findings);
    // Preparing may have failed or been cancelled before; now the weights are there.
    void this.#learn().catch(() => undefined);
    // Not waited for: the scan is read, whatever becomes of its score.
    void this.#scoring.score();
  }

  /** What was asked of the findings before is no answer any more. */
  #forgetAnswer(): void {
    this.#asked?.abort();
    this.#set({ answer: null, asking: false });
  }

  /** What the weights say of themselves, once they are there. */
  async #learn(): Promise<void> {
    if (!this.state.model) this.#set({ model: await this.#api.model() });
  }

  /** `again`: it was the open scan that failed, not the file. */
  #fail(run: AbortController, error: unknown, again: boolean): void {
    if (run.signal.aborted || isCancel(error)) return;
    const title = again ? strings.errors.readTitle : strings.errors.openTitle;
    const failure = { ...failureOf(error, title), again };
    this.#set({ failure });
    this.#events.onError?.(failure);
  }

  #end(run: AbortController): void {
    if (this.#run !== run) return;
    this.#run = null;
    this.#set({ busy: null });
    void this.#scoring.catchUp();
  }

  #set(part: Partial<State>): void {
    this.state = { ...this.state, ...part };
    this.dispatchEvent(new Event('change'));
  }
}
