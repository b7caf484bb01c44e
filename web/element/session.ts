// One reader's session: what is open, what was found, what is being pointed at. Components read `state` and call these methods.

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  GroundscopeError,
  type Answer,
  type DeviceKind,
  type DeviceRequest,
  type DeviceStatus,
  type Findings,
  type GroundScopeApi,
  type ModelInfo,
  type OpenedScan,
  type Progress,
  type ScoreView,
  type WorkerTraffic,
} from '../worker/api.js';
import { light, sameTarget, type Lit, type Target } from './highlight.js';
import { strings } from './strings.js';

/** What is drawn over the scan. */
export interface View {
  readonly boxes: boolean;
  readonly masks: boolean;
  readonly hidden: boolean;
  /** Of the masks' filling, 0..1. */
  readonly opacity: number;
}

/** An error as the page shows it. */
export interface Failure {
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly hint: string;
  /** True when the open scan was not read: reading it again makes sense. */
  readonly again?: boolean;
}

export type Phase = 'starting' | 'idle' | 'reading' | 'ready' | 'error';

export interface State {
  readonly device: DeviceStatus;
  /** The step that is running, while a scan is opened and read. */
  readonly busy: { readonly progress: Progress | null } | null;
  readonly scan: OpenedScan | null;
  readonly name: string;
  /** True boxes of the sample, which is drawn and so known exactly; null for every other scan. */
  readonly truth: string | null;
  readonly findings: Findings | null;
  /** Shown where the scan would be. */
  readonly failure: Failure | null;
  /** Told in the status line when there is nothing more to say. */
  readonly notice: string;
  readonly question: string;
  readonly answer: Answer | null;
  readonly asking: boolean;
  readonly references: { readonly name: string; readonly text: string } | null;
  readonly score: ScoreView | null;
  readonly scoreFailure: Failure | null;
  /** Pointed at now; goes when the pointer or the focus goes. */
  readonly pointed: Target | null;
  /** Chosen; stays until something else is chosen. */
  readonly chosen: Target | null;
  readonly view: View;
  /** Null until the weights are there. */
  readonly model: ModelInfo | null;
  /** Whether single keys (H, +, -, 0) do something. */
  readonly shortcuts: boolean;
}

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

  constructor(api: GroundScopeApi, events: SessionEvents = {}) {
    super();
    this.#api = api;
    this.#events = events;
    this.state = {
      device: api.device,
      busy: null,
      scan: null,
      name: '',
      truth: null,
      findings: null,
      failure: null,
      notice: '',
      question: '',
      answer: null,
      asking: false,
      references: null,
      score: null,
      scoreFailure: null,
      pointed: null,
      chosen: null,
      view: { boxes: true, masks: true, hidden: false, opacity: 0.3 },
      model: null,
      shortcuts: true,
    };
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
  get progress(): Progress | null {
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

  /** Opens a scan, shows it, and reads it. What was open stays if the file cannot be read. */
  async open(bytes: ArrayBuffer, name: string, truth: string | null = null): Promise<void> {
    const run = this.#start();
    let again = false;
    try {
      const scan = await this.#api.open(bytes, this.#options(run));
      if (run.signal.aborted) return this.#api.close(scan.id);
      if (this.state.scan) this.#api.close(this.state.scan.id);
      this.#asked?.abort();
      this.#set({
        scan,
        name,
        truth,
        findings: null,
        answer: null,
        asking: false,
        question: '',
        score: null,
        scoreFailure: null,
        pointed: null,
        chosen: null,
      });
      again = true;
      await this.#read(run, scan);
    } catch (error) {
      this.#fail(run, error, again);
    } finally {
      this.#end(run);
    }
  }

  /** Reads the open scan again, on another device if one is named. */
  async readAgain(device?: DeviceKind): Promise<void> {
    const { scan } = this.state;
    if (!scan) return device ? this.prepare(device) : undefined;
    const run = this.#start();
    // Another device is wanted: the one still being loaded would only be in the way.
    if (device) this.#preparing?.abort();
    try {
      if (device) await this.#api.prepare(device, this.#options(run));
      await this.#read(run, scan);
    } catch (error) {
      this.#fail(run, error, true);
    } finally {
      this.#end(run);
    }
  }

  /** Ends the reading in progress; the scan stays. */
  cancel(): void {
    if (!this.#run) return;
    this.#run.abort();
    this.#run = null;
    this.#set({ busy: null, notice: this.state.scan ? strings.status.cancelled : strings.status.cancelledEarly });
  }

  /** Says something in the status line, until the next reading. */
  note(notice: string): void {
    this.#set({ notice });
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

  /** Takes a file of expert boxes; it is scored at once, and again after every reading. */
  async loadReferences(text: string, name: string): Promise<void> {
    const before = this.state.references;
    this.#set({ references: { name, text }, scoreFailure: null });
    if (this.state.findings) return this.#score();
    try {
      await this.#api.parseReferences(text);
    } catch (error) {
      this.#set({ references: before, scoreFailure: failureOf(error) });
    }
  }

  dropReferences(): void {
    this.#set({ references: null, score: null, scoreFailure: null, chosen: null, pointed: null });
  }

  /** Reports a file that never reached the engine. */
  refuse(failure: Failure): void {
    this.#set({ failure });
    this.#events.onError?.(failure);
  }

  dismissFailure(): void {
    this.#set({ failure: null });
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
    this.#api.dispose();
  }

  #start(): AbortController {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    this.#set({ busy: { progress: null }, failure: null, notice: '' });
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

  async #read(run: AbortController, scan: OpenedScan): Promise<void> {
    // The file is decoded: from here on the device's steps are what the reader waits for.
    if (this.#run === run) this.#set({ busy: { progress: null } });
    const findings = await this.#api.read(scan.id, this.#options(run));
    if (run.signal.aborted) return;
    this.#asked?.abort();
    this.#set({ findings, answer: null, asking: false, chosen: null, pointed: null });
    this.#events.onRead?.(findings);
    // Preparing may have failed or been cancelled before; now the weights are there.
    void this.#learn().catch(() => undefined);
    if (this.state.references) await this.#score();
  }

  /** What the weights say of themselves, once they are there. */
  async #learn(): Promise<void> {
    if (!this.state.model) this.#set({ model: await this.#api.model() });
  }

  async #score(): Promise<void> {
    const { references, findings, scan, name } = this.state;
    if (!references || !findings || !scan) return;
    const { width, height } = scan;
    try {
      const score = await this.#api.score({ references: references.text, imageName: name, width, height, findings });
      if (this.state.findings === findings) this.#set({ score, scoreFailure: null });
    } catch (error) {
      if (!isCancel(error)) this.#set({ score: null, scoreFailure: failureOf(error) });
    }
  }

  /** `again`: it was the open scan that failed, not the file. */
  #fail(run: AbortController, error: unknown, again: boolean): void {
    if (run.signal.aborted || isCancel(error)) return;
    const title = again ? strings.errors.readTitle : strings.errors.openTitle;
    const failure = { ...failureOf(error), title, again };
    this.#set({ failure });
    this.#events.onError?.(failure);
  }

  #end(run: AbortController): void {
    if (this.#run !== run) return;
    this.#run = null;
    this.#set({ busy: null });
  }

  #set(part: Partial<State>): void {
    this.state = { ...this.state, ...part };
    this.dispatchEvent(new Event('change'));
  }
}

function isCancel(error: unknown): boolean {
  return error instanceof GroundscopeError && (error.code === 'cancelled' || error.code === 'disposed');
}

/** Any thrown value as something to show. */
export function failureOf(error: unknown): Failure {
  if (error instanceof GroundscopeError) {
    return { code: error.code, title: strings.errors.title, message: error.message, hint: error.hint };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', title: strings.errors.title, message, hint: strings.errors.unexpectedHint };
}

/** Renders its host again at every change of a session. */
export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & { session: Session | undefined };
  #watched: Session | undefined;
  readonly #onChange = (): void => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost & { session: Session | undefined }) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    if (this.#watched === this.#host.session) return;
    this.#watched?.removeEventListener('change', this.#onChange);
    this.#watched = this.#host.session;
    this.#watched?.addEventListener('change', this.#onChange);
  }

  hostDisconnected(): void {
    this.#watched?.removeEventListener('change', this.#onChange);
    this.#watched = undefined;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }
}
