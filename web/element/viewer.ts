// <groundscope-viewer>: a scan goes in, its evidence is shown, questions are answered; everything happens in this tab.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { DeviceRequest, Findings, GroundScopeApi } from '../worker/api.js';
import type { Policy, PolicyView } from '../worker/policy.js';
import './about.js';
import './ask.js';
import './benchmark-dialog.js';
import { isBenchmark, type BenchmarkDialog } from './benchmark-dialog.js';
import './device-chip.js';
import './drawing-panel.js';
import './export-menu.js';
import { failureOf, refusal, type Failure } from './failure.js';
import './failure-card.js';
import type { FailureCard } from './failure-card.js';
import './findings.js';
import { listen } from './handover.js';
import { installationAt, type Installation } from './installation.js';
import { registerStore } from './forget.js';
import './known.js';
import type { KnownForm } from './known.js';
import { filesIn, foldersOf } from './folders.js';
import { ANNOTATIONS, bytesOf, carriesFiles, fetchBytes, isTextField, nameOf, takenOf, type Taken } from './intake.js';
import './privacy-shield.js';
import './scans.js';
import './scores.js';
import { Session, type Phase, type ScanFile } from './session.js';
import { SessionController } from './session-controller.js';
import { sessionStore } from './session-store.js';
import type { FindingsList } from './findings.js';
import { actionOf, takesKeys } from './shortcuts.js';
import './shortcuts-dialog.js';
import type { ShortcutsDialog } from './shortcuts-dialog.js';
import { formatsOf } from './exporting.js';
import { shown } from './shown.js';
import './stage.js';
import type { Stage } from './stage.js';
import { renderStart } from './start.js';
import { renderFoot, renderProgress } from './status.js';
import './strip.js';
import { languageOf, strings } from './strings.js';
import type { Entry } from './study.js';
import { take, takeReferences, type TakeOptions } from './taking.js';
import { onHistoryKey } from './tool-keys.js';
import { TrafficWatch } from './traffic.js';
import { viewerStyles } from './viewer-styles.js';

/** What the file picker offers first. */
const PICTURES = '.png,.jpg,.jpeg,.tif,.tiff,.bmp,image/*';
/** Apart from `URL`, since bundlers take the two together for a file to copy. */
const HERE = import.meta.url;

/** What tells whether the reader works with keys or with a pointer. */
const INPUTS = ['keydown', 'pointerdown', 'dragenter', 'click'] as const;

/**
 * Attributes: `src` (a scan's address on the page's own origin), `references` (expert boxes for it), `device`
 * (`auto`, `cpu` or `gpu`), `weights` (address of other weights), `theme` (`dark` or `light`), `bare` (no top bar, for a page
 * that places device chip and shield itself), `accept-messages` (takes scans that windows of the same origin hand over).
 * Events, both bubbling: `groundscope-read` with the findings, `groundscope-error` with code, message, hint.
 */
@customElement('groundscope-viewer')
export class GroundscopeViewer extends LitElement {
  static override readonly styles = viewerStyles;

  /** Address of a scan to open. */
  @property() src = '';
  /** Addresses of scans to open together, in place of `src`. */
  @property({ attribute: false }) sources: readonly string[] = [];
  /** Address of a file of expert boxes. */
  @property() references = '';
  @property() device: DeviceRequest = 'auto';
  @property({ reflect: true }) theme: 'dark' | 'light' = 'dark';
  /** `en` or `de`; default: that of the element around it. All elements of a page speak one. */
  @property() override lang = '';
  @property({ type: Boolean, reflect: true }) bare = false;
  /** Folder of the workers, modules, weights and the sample; default: the folder of this script. */
  @property() assets = new URL('.', HERE).href;
  /** Address of a weights file in place of the installation's; to be set before the element is connected. */
  @property() weights = '';
  /** Takes scans that other windows of the page's own origin hand over by `postMessage`. */
  @property({ type: Boolean, attribute: 'accept-messages' }) acceptMessages = false;
  /** Another engine behind the same API; to be set before the element is connected. */
  @property({ attribute: false }) engine: GroundScopeApi | undefined;

  @state() session: Session | undefined;
  @state() watch: TrafficWatch | undefined;
  @state() private dragging = false;
  @query('groundscope-stage') private readonly stage!: Stage | null;
  @query('groundscope-failure') private readonly failure!: FailureCard | null;
  @query('groundscope-findings') private readonly list!: FindingsList | null;
  @query('groundscope-known') private readonly known!: KnownForm | null;
  @query('groundscope-shortcuts') private readonly keys!: ShortcutsDialog | null;
  @query('groundscope-benchmark-dialog') private readonly benchmark!: BenchmarkDialog;
  @query('[data-testid="file-input"]') private readonly picker!: HTMLInputElement;
  @query('[data-testid="add-input"]') private readonly addPicker!: HTMLInputElement;
  @query('[data-testid="folder-input"]') private readonly folderPicker!: HTMLInputElement;
  @query('[data-testid="references-input"]') private readonly referencesPicker!: HTMLInputElement;
  #sample: ScanFile | undefined;
  #installation: Installation | undefined;
  #stopListening: (() => void) | null = null;
  #unregister: (() => void) | undefined;
  #shown: string | null = null;
  #phase: Phase | null = null;
  #byKeyboard = false;
  #judged: object | null = null;
  #followed = 0;
  #scanShown: object | null = null;

  constructor() {
    super();
    new SessionController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch ??= new TrafficWatch(this.#folder);
    this.session ??= this.#begin(this.watch);
    this.#unregister ??= registerStore(sessionStore(this.session));
    this.#listen();
    document.addEventListener('paste', this.#onPaste);
    document.addEventListener('keydown', this.#onKey);
    for (const kind of INPUTS) document.addEventListener(kind, this.#onInput, true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopListening?.();
    document.removeEventListener('paste', this.#onPaste);
    document.removeEventListener('keydown', this.#onKey);
    for (const kind of INPUTS) document.removeEventListener(kind, this.#onInput, true);
    // An element that is only moved is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#guard(false);
      this.#unregister?.();
      this.#unregister = undefined;
      this.session?.dispose();
      this.watch?.stop();
      this.session = undefined;
      this.watch = undefined;
    });
  }

  /** The engine and IT's policy for it. Without a policy that can be obeyed every call of the engine fails, and says why. */
  #begin(watch: TrafficWatch): Session {
    const installation = installationAt(this.#folder.href);
    this.#installation = installation;
    const policy = installation.policy();
    if (this.weights) this.#expected(new URL(this.weights, document.baseURI));
    const session = new Session(this.engine ?? installation.engine(policy, this.weights || undefined), {
      onStudy: (scans) => this.#tell('groundscope-study', scans.map(studyScan)),
      onRead: (findings) => this.#tell('groundscope-read', findings),
      onError: (failure) => this.#tell('groundscope-error', failure),
      onTraffic: (traffic) => watch.heard(traffic),
    });
    policy.then(
      (allowed) => session.obey(allowed),
      (error: unknown) => session.refuse(failureOf(error)),
    );
    return session;
  }

  /** `assets` as the page means it: an address like any other in it. */
  get #folder(): URL {
    return new URL(this.assets, document.baseURI);
  }

  /** What IT allows on this page; everything until its policy has come. */
  get policy(): Policy | undefined {
    return this.session?.policy;
  }

  /** Opens and reads a scan. */
  async open(file: File): Promise<void> {
    await this.session?.open(async () => ({ bytes: await bytesOf(file) }), file.name);
  }

  /** Opens several scans as one study: the first is shown, all are read. Resolves when the first is. */
  async openAll(files: Iterable<File>): Promise<void> {
    if (this.session) await take(this.session, takenOf(files));
  }

  override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (!session) return nothing;
    const { scan, failure, busy, findings, scans } = session.state;
    const several = scans.length > 1;
    const shows = (view: PolicyView) => session.policy.views.includes(view);
    const { mode } = session.state.tools;
    const measurable = findings && (mode === 'measure' || session.tools.lines.length > 0 || findings.findings.some((finding) => finding.regions.length > 0));
    return html`
      <div class="frame ${scan || busy || failure || several ? '' : 'empty'} ${several ? 'several' : ''}"
        @dragenter=${this.#onDrag} @dragover=${this.#onDrag} @dragleave=${this.#onDragLeave} @drop=${this.#onDrop}>
        ${session.policy.banner ? html`<p class="banner" role="note" data-testid="banner">${session.policy.banner}</p>` : nothing}
        ${this.bare ? nothing : this.#bar(session)}
        ${several ? html`<groundscope-scans .session=${session} @add-request=${() => this.addPicker.click()} @folder-request=${() => this.folderPicker.click()}></groundscope-scans>` : nothing}
        <section class="scan" aria-label=${strings.viewer} @open-request=${() => this.picker.click()} @scale-request=${() => this.known?.open()}>
          ${scan ? html`<groundscope-stage .session=${session} ?inert=${failure !== null}></groundscope-stage>` : nothing}
          ${!scan && !busy && !failure && !several
            ? renderStart({ open: () => this.picker.click(), openFolder: () => this.folderPicker.click(), sample: this.#trySample, benchmark: shows('score') ? () => void this.benchmark.open() : null })
            : nothing}
          ${busy ? renderProgress(session, scan !== null) : nothing}
          ${failure ? html`<groundscope-failure .session=${session}></groundscope-failure>` : nothing}
          ${this.dragging ? html`<p class="drop-hint">${strings.start.dropNow}</p>` : nothing}
        </section>
        ${several ? html`<groundscope-strip .session=${session}></groundscope-strip>` : nothing}
        <div class="side" role="region" aria-label=${strings.sidePanel} tabindex="-1">
          ${mode === 'draw' || session.tools.drawn.boxes.length > 0 ? html`<groundscope-drawing .session=${session}></groundscope-drawing>` : nothing}
          ${shows('ask') ? html`<groundscope-ask .session=${session}></groundscope-ask>` : nothing}
          <div class="found">
            <groundscope-findings .session=${session}></groundscope-findings>
            ${findings ? html`<groundscope-export .session=${session} .shown=${(all: Findings) => shown(all, session.state.view)} .formats=${formatsOf(session.policy)}></groundscope-export>` : nothing}
          </div>
          ${measurable ? html`<groundscope-known .session=${session}></groundscope-known>` : nothing}
          ${shows('score')
            ? html`<groundscope-scores .session=${session} @references-request=${() => this.referencesPicker.click()}></groundscope-scores>`
            : nothing}
        </div>
        ${renderFoot(session)}
        ${shows('score') ? html`<groundscope-benchmark-dialog .session=${session} .theme=${this.theme}></groundscope-benchmark-dialog>` : nothing}
        <input type="file" hidden data-testid="file-input" aria-label=${strings.start.open}
          multiple accept=${PICTURES} @change=${this.#onPicked} />
        <input type="file" hidden data-testid="add-input" aria-label=${strings.study.addLong} multiple accept=${PICTURES} @change=${this.#onPicked} />
        <input type="file" hidden data-testid="folder-input" aria-label=${strings.start.openFolder} webkitdirectory @change=${this.#onPicked} />
        <input type="file" hidden data-testid="references-input" aria-label=${strings.score.load}
          multiple accept=${ANNOTATIONS} @change=${this.#onPicked} />
      </div>
    `;
  }

  #bar(session: Session): TemplateResult {
    return html`<div class="bar">
      <strong>${strings.product}</strong>
      <span class="fill"></span>
      <groundscope-privacy .watch=${this.watch} .session=${session}></groundscope-privacy>
      <groundscope-device .session=${session}></groundscope-device>
      <groundscope-about .session=${session}></groundscope-about>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { session } = this;
    if (!session) return;
    if (changed.has('acceptMessages')) this.#listen();
    if (changed.has('lang') || changed.has('session')) void session.speak(languageOf(this.lang || (this.parentElement?.closest<HTMLElement>('[lang]')?.lang ?? '')));
    if (changed.has('device') || changed.has('session')) void session.prepare(this.device);
    const sources = this.sources.length > 0 ? this.sources : this.src ? [this.src] : [];
    if ((changed.has('src') || changed.has('sources') || changed.has('session')) && sources.length > 0) void this.#fetchScans(sources);
    if ((changed.has('references') || changed.has('session')) && this.references) void this.#fetchReferences(this.references);
    this.#followScan(session);
    this.#followRegion(session);
    this.#followReferences(session);
    this.#keepFocus(session);
    this.#guard(session.tools.drawn.unsaved);
  }

  /** Closing the page asks first while drawings would be lost, and only then: a listener keeps pages out of the browser's quick back. */
  #guard(unsaved: boolean): void {
    if (unsaved) addEventListener('beforeunload', this.#onLeave);
    else removeEventListener('beforeunload', this.#onLeave);
  }

  readonly #onLeave = (event: Event): void => event.preventDefault();

  /** The button that started or ended something goes with its state; the focus then goes to what took its place. */
  #keepFocus(session: Session): void {
    const { phase } = session;
    if (phase === this.#phase) return;
    const started = phase === 'reading' || phase === 'error' || this.#phase === 'reading' || this.#phase === 'error';
    this.#phase = phase;
    if (!started || !this.#byKeyboard || document.activeElement !== document.body) return;
    void this.updateComplete.then(() => {
      if (document.activeElement !== document.body) return;
      if (phase === 'error') this.failure?.focus();
      else if (this.stage) this.stage.focus();
      else this.renderRoot.querySelector<HTMLElement>('.start .button, .progress .button')?.focus();
    });
  }

  /** Another scan: its findings are at the top. */
  #followScan(session: Session): void {
    if (session.state.scan === this.#scanShown) return;
    this.#scanShown = session.state.scan;
    const side = this.renderRoot.querySelector('.side');
    if (side) side.scrollTop = 0;
  }

  /** Expert boxes were loaded: what came of it is brought into sight, be it a score or a refusal. */
  #followReferences(session: Session): void {
    const result = session.state.score ?? session.state.scoreFailure;
    if (result === this.#judged) return;
    this.#judged = result;
    if (!result || session.referenceLoads === this.#followed) return;
    this.#followed = session.referenceLoads;
    // Drawing scores at every edit: the list of boxes, which the reader works with, stays where it is.
    if (session.state.tools.mode === 'draw') return;
    void this.updateComplete.then(() => this.#scrollSide(this.renderRoot.querySelector('groundscope-scores'), true));
  }

  /** A region chosen on the scan brings its row into sight. */
  #followRegion(session: Session): void {
    const { chosen, findings } = session.state;
    const id = chosen?.kind === 'region' ? chosen.id : null;
    if (id === this.#shown) return;
    this.#shown = id;
    const owner = findings?.findings.find((finding) => finding.regions.some((region) => region.id === id));
    if (owner) this.#scrollSide(this.list?.row(owner.class) ?? null, false);
  }

  /** Scrolls the side panel alone: `scrollIntoView` would move the page around the viewer too. */
  #scrollSide(element: Element | null, toTop: boolean): void {
    const side = this.renderRoot.querySelector('.side');
    if (!side || !element) return;
    const [room, box] = [side.getBoundingClientRect(), element.getBoundingClientRect()];
    if (toTop || box.top < room.top) side.scrollTop += box.top - room.top;
    else if (box.bottom > room.bottom) side.scrollTop += box.bottom - room.bottom;
  }

  #listen(): void {
    this.#stopListening?.();
    this.#stopListening = this.acceptMessages && this.isConnected ? listen(() => this.session) : null;
  }

  async #fetchScans(addresses: readonly string[]): Promise<void> {
    const bad = addresses.find((address) => !URL.canParse(address, document.baseURI));
    if (bad !== undefined) return this.session?.refuse(failureOf(refusal('fetch', strings.errors.noAddress(bad))));
    const files = addresses.map((address) => {
      const url = this.#expected(new URL(address, document.baseURI));
      return { source: async (signal: AbortSignal) => ({ bytes: await fetchBytes(url, 'fetch', signal) }), name: nameOf(url) };
    });
    await this.session?.openAll(files);
  }

  async #fetchReferences(address: string): Promise<void> {
    const url = this.#expected(new URL(address, document.baseURI));
    await this.session?.loadReferences(async () => new TextDecoder().decode(await fetchBytes(url, 'fetch')), nameOf(url));
  }

  /** Tells the privacy shield of a request that is the embedding page's own wish. */
  #expected(url: URL): URL {
    this.watch?.expect(url);
    return url;
  }

  /** Reads the sample. It and its true boxes are kept, so that trying it again needs no network. */
  readonly #trySample = async (): Promise<void> => {
    await this.session?.open(async (signal) => (this.#sample ??= await this.#installation?.sample(signal)) as ScanFile, 'sample.png');
  };

  readonly #onPicked = (event: Event): void => {
    const input = event.currentTarget;
    if (!(input instanceof HTMLInputElement)) return;
    const files = [...(input.files ?? [])];
    // Emptied, so that picking the same file again is noticed.
    input.value = '';
    const { session } = this;
    const [first] = files;
    if (!session || !first) return;
    if (input === this.referencesPicker) void takeReferences(session, [...files]);
    else void this.#take(session, takenOf(files), { folder: input === this.folderPicker, add: input === this.addPicker });
  };

  /** Scans and expert boxes are the session's; a benchmark's files have a window of their own. */
  async #take(session: Session, files: readonly Taken[], options: TakeOptions = {}): Promise<void> {
    if (session.scores && (await isBenchmark(files))) return this.benchmark.open(files);
    return take(session, files, options);
  }

  async #takeFolders(session: Session, folders: readonly FileSystemEntry[]): Promise<void> {
    session.note(strings.study.listing);
    await this.#take(session, await filesIn(folders), { folder: true });
  }

  readonly #onDrag = (event: DragEvent): void => {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    this.dragging = true;
  };

  readonly #onDragLeave = (event: DragEvent): void => {
    const { currentTarget, relatedTarget } = event;
    if (currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    this.dragging = false;
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.dragging = false;
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    const { session } = this;
    if (!session) return;
    const folders = foldersOf(event.dataTransfer);
    if (folders) void this.#takeFolders(session, folders);
    else void this.#take(session, takenOf(event.dataTransfer?.files ?? []));
  };

  readonly #onPaste = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])];
    const path = event.composedPath();
    // A picture pasted into a text of the page around the viewer is meant for that text.
    if (files.length === 0 || event.defaultPrevented || (isTextField(path[0]) && !path.includes(this))) return;
    event.preventDefault();
    if (this.session) void take(this.session, takenOf(files));
  };

  /** A reader with a pointer needs no focus moved, nor its ring around the scan. A click without a press comes from a screen reader. */
  readonly #onInput = (event: Event): void => {
    if (event.type === 'click') this.#byKeyboard ||= event instanceof MouseEvent && event.detail === 0;
    else this.#byKeyboard = event.type === 'keydown';
  };

  /** Single keys work while nothing else has the focus, or something in the viewer has that takes no keys itself. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { session } = this;
    const path = event.composedPath();
    const [target] = path;
    if (!session || event.defaultPrevented) return;
    const loose = target === document.body || target === document.documentElement;
    if ((!loose && !path.includes(this)) || takesKeys(target)) return;
    if (this.#onTool(session, event, loose) || this.#onStudyKey(session, event, loose)) return event.preventDefault();
    if (event.key === 'Escape' && this.failure && (loose || path.includes(this.failure))) session.dismissFailure();
    else if (event.key === 'Escape') session.choose(null);
    else if (session.state.shortcuts && !event.ctrlKey && !event.metaKey && !event.altKey) this.#onSingleKey(session, event, target instanceof HTMLInputElement, loose);
  };

  /** Through the scans, from the scan or from nowhere; elsewhere these keys scroll. */
  #onStudyKey(session: Session, event: KeyboardEvent, loose: boolean): boolean {
    const { scans } = session.state;
    const over = [this.stage, this.failure].some((part) => part && event.composedPath().includes(part));
    if (scans.length < 2 || (!loose && !over) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const places = { PageDown: 1, PageUp: -1, Home: -scans.length, End: scans.length }[event.key];
    if (places !== undefined) void session.goBy(places);
    return places !== undefined;
  }

  /** Undo works wherever the focus is; a tool's other keys only where no button has them. */
  #onTool(session: Session, event: KeyboardEvent, loose: boolean): boolean {
    const { mode } = session.state.tools;
    if (mode === null || this.failure) return false;
    if (loose) return this.stage?.handleToolKey(event) ?? false;
    if (event.key !== 'Escape') return onHistoryKey(event, { tools: session.tools, mode });
    session.tools.back();
    return true;
  }

  #onSingleKey(session: Session, event: KeyboardEvent, inField: boolean, loose: boolean): void {
    const { view, tools, scan } = session.state;
    const action = actionOf(tools.bindings, event.key);
    // Another viewer on the page must not do the same again.
    if (action) event.preventDefault();
    if (action === 'help') this.keys?.open();
    else if (action === 'hide') session.show({ hidden: !view.hidden });
    else if (action === 'invert' && scan) session.show({ invert: !view.invert });
    else if (action === 'measure' || action === 'draw') this.stage?.toggle(action, true);
    else if (!inField && this.stage?.handleKey(event, loose)) event.preventDefault();
  }

  #tell(name: 'groundscope-read' | 'groundscope-error' | 'groundscope-study', detail: Findings | Failure | StudyScan[]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** One scan of a study, as `groundscope-study` tells of it. */
export interface StudyScan {
  readonly name: string;
  readonly state: 'read' | 'failed';
  readonly findings: Findings | null;
  readonly failure: Failure | null;
}

function studyScan({ name, findings, failure }: Entry): StudyScan {
  return { name, state: findings ? 'read' : 'failed', findings, failure };
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-viewer': GroundscopeViewer;
  }
  interface HTMLElementEventMap {
    'groundscope-read': CustomEvent<Findings>;
    'groundscope-error': CustomEvent<Failure>;
    'groundscope-study': CustomEvent<StudyScan[]>;
  }
}
