// Watches what this page and its workers ask of the network: their own files, anything else, and what the policy refused.

import type { WorkerTraffic } from '../worker/api.js';

/** A request that the policy refused. */
export interface Refusal {
  readonly directive: string;
  readonly address: string;
  readonly inWorker: boolean;
}

export interface Traffic {
  /** Files of the page itself, as addresses, each once. */
  readonly own: readonly string[];
  /** Every other request; there should be none. */
  readonly others: readonly string[];
  /** What the policy refused. */
  readonly refused: readonly Refusal[];
}

/** Kinds of files that a GroundScope installation consists of. */
const OWN_FILE = /(\/|\.(html|css|js|map|wasm|safetensors|png|svg|ico|json))$/;

/** What all viewers of a page were told to load: each sees the requests of the others, which are the page's doing as much as its own. */
const EXPECTED = { scans: new Set<string>(), folders: new Map<string, URL>() };

export class TrafficWatch extends EventTarget {
  traffic: Traffic = { own: [], others: [], refused: [] };
  /** Of the page's own files. */
  readonly folder: URL;
  readonly #observer: PerformanceObserver;
  readonly #missing = new Set<string>();
  readonly #born = performance.now();
  /** How often each policy told of a refusal. */
  readonly #told = new Map<string, Map<string, number>>();

  /** `base` is the folder of the page's own files. */
  constructor(base: URL) {
    super();
    this.folder = new URL('.', base);
    EXPECTED.folders.set(this.folder.href, this.folder);
    this.#observer = new PerformanceObserver((list) => list.getEntries().forEach((entry) => this.#loaded(entry)));
    this.#observer.observe({ type: 'resource', buffered: true });
    this.#saw(location.href, 0);
    document.addEventListener('securitypolicyviolation', this.#onRefused);
  }

  /** Policies that the browser named when it refused something. */
  get policies(): readonly string[] {
    return [...new Set([...this.#told.values()].flatMap((times) => [...times.keys()]))];
  }

  /** Whether the embedding page named this address as a scan, or as boxes for one. */
  isScan(address: string): boolean {
    return EXPECTED.scans.has(address);
  }

  /** Lets an address count as the page's own: a scan that the embedding page names. */
  expect(address: URL): void {
    EXPECTED.scans.add(address.href);
  }

  /** Takes what a worker tells of itself: the page's own lists do not hold it. */
  heard(traffic: WorkerTraffic): void {
    if (traffic.kind === 'asked') this.#saw(traffic.address, performance.now());
    else this.#refused({ directive: traffic.directive, address: traffic.address, inWorker: true }, traffic.policy);
  }

  stop(): void {
    this.#observer.disconnect();
    document.removeEventListener('securitypolicyviolation', this.#onRefused);
  }

  /** Files that were asked for and are not there: an installation need not have them all. */
  isMissing(address: string): boolean {
    return this.#missing.has(address);
  }

  #loaded(entry: PerformanceEntry): void {
    if ('responseStatus' in entry && entry.responseStatus === 404) this.#missing.add(entry.name);
    else this.#missing.delete(entry.name);
    this.#saw(entry.name, entry.startTime);
  }

  #saw(address: string, time: number): void {
    const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null;
    // Pictures made in this tab never leave it.
    if (!url || url.protocol === 'blob:' || url.protocol === 'data:') return;
    url.hash = '';
    // What a page around the viewer loaded before it is none of the viewer's doing.
    const own = this.#isOwn(url) || (time < this.#born && url.origin === location.origin);
    const { traffic } = this;
    if (own && traffic.own.includes(url.href)) return;
    this.traffic = own ? { ...traffic, own: [...traffic.own, url.href] } : { ...traffic, others: [...traffic.others, url.href] };
    this.dispatchEvent(new Event('change'));
  }

  /** A plain file below the page's folder; a query could carry something out. */
  #isOwn(url: URL): boolean {
    if (EXPECTED.scans.has(url.href) || url.href === location.href.split('#')[0]) return true;
    // Browsers ask for it by themselves, with nothing in it.
    if (url.href === `${location.origin}/favicon.ico`) return true;
    const inFolder = (folder: URL): boolean => url.origin === folder.origin && url.pathname.startsWith(folder.pathname);
    return [...EXPECTED.folders.values()].some(inFolder) && url.search === '' && OWN_FILE.test(url.pathname);
  }

  /** The same policy stands in the page and in its headers: one refusal, told once by each. */
  #refused(refusal: Refusal, policy: string): void {
    const key = JSON.stringify(refusal);
    const told = this.#told.get(key) ?? new Map<string, number>();
    this.#told.set(key, told);
    const before = Math.max(0, ...told.values());
    const times = (told.get(policy) ?? 0) + 1;
    told.set(policy, times);
    if (times <= before) return;
    this.traffic = { ...this.traffic, refused: [...this.traffic.refused, refusal] };
    this.dispatchEvent(new Event('change'));
  }

  readonly #onRefused = (event: SecurityPolicyViolationEvent): void => {
    if (event.disposition !== 'enforce') return;
    this.#refused({ directive: event.effectiveDirective, address: event.blockedURI || event.sourceFile, inWorker: false }, event.originalPolicy);
  };
}
