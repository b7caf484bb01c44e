// What a session knows: the scan, its findings, what is pointed at. Components read it; only the session changes it.

import { DEFAULT_SCORE_SETTINGS, type Answer, type DeviceStatus, type Findings, type Known, type ModelInfo, type Occlusion, type OpenedScan, type ScoreSettings, type ScoreView } from '../worker/api.js';
import type { Failure } from './failure.js';
import type { Target } from './highlight.js';
import { START, type ScoreList } from './score-list.js';
import type { Step } from './strings.js';
import { firstTools, type ToolsState } from './tools-state.js';
import { WHOLE, type Window } from './window.js';
import type { Entry } from './study.js';

/** What is drawn over the scan. */
export interface View {
  readonly boxes: boolean;
  readonly masks: boolean;
  readonly hidden: boolean;
  /** Of the masks' filling, 0..1. */
  readonly opacity: number;
  /** How grey values are shown; the model reads the scan as it is. */
  readonly window: Window;
  readonly invert: boolean;
  /** Classes whose regions are not drawn. */
  readonly off: ReadonlySet<string>;
  /** The least score of a region that is drawn, 0..1. */
  readonly least: number;
}

/** A scan's bytes; with the sample come its true boxes. */
export interface ScanFile {
  readonly bytes: ArrayBuffer;
  readonly truth?: string | null;
}

/** Bytes, or what gets them: the choice counts from the moment it is made, however long the bytes take. */
export type ScanSource = ArrayBuffer | ((signal: AbortSignal) => Promise<ScanFile>);

/** A question and what was answered. */
export interface Question {
  readonly question: string;
  readonly answer: Answer;
}

export type Phase = 'starting' | 'idle' | 'reading' | 'ready' | 'error';

export interface State {
  readonly device: DeviceStatus;
  /** The step that is running, while a scan is opened and read. */
  readonly busy: { readonly progress: Step | null } | null;
  /** Every scan that is open together, in order; what is shown is one of them. */
  readonly scans: readonly Entry[];
  /** Index of the shown scan in `scans`. */
  readonly at: number;
  /** Index of the scan that is on its way to be shown. */
  readonly going: number | null;
  /** Counts up with every choice of other files. */
  readonly study: number;
  /** Whether the scans that are not shown are read, too, one after another. */
  readonly rest: boolean;
  /** Null before anything is open, and where the shown entry could not be opened. */
  readonly scan: OpenedScan | null;
  readonly name: string;
  /** True boxes of the sample, which is drawn and so known exactly; null for every other scan. */
  readonly truth: string | null;
  readonly findings: Findings | null;
  /** What hiding a class or a region did to the answer, by its id. */
  readonly hidden: Readonly<Record<string, Occlusion>>;
  /** What the user said of the scan; kept in memory only. */
  readonly known: Known;
  /** Why what was said was refused. */
  readonly knownFailure: Failure | null;
  /** Shown where the scan would be. */
  readonly failure: Failure | null;
  /** Told in the status line when there is nothing more to say. */
  readonly notice: string;
  readonly question: string;
  readonly answer: Answer | null;
  /** Every question that was answered about the shown scan, in order. */
  readonly asked: readonly Question[];
  readonly asking: boolean;
  readonly references: { readonly name: string; readonly text: string; readonly ofSample: boolean } | null;
  readonly score: ScoreView | null;
  /** The file of expert boxes that is being read or scored. */
  readonly scoring: string | null;
  readonly scoreFailure: Failure | null;
  /** What the next score goes by; the shown one has its own. */
  readonly scoreSettings: ScoreSettings;
  readonly scoreList: ScoreList;
  /** Pointed at now; goes when the pointer or the focus goes. */
  readonly pointed: Target | null;
  /** Chosen; stays until something else is chosen. */
  readonly chosen: Target | null;
  readonly view: View;
  /** Null until the weights are there. */
  readonly model: ModelInfo | null;
  /** Whether single keys do something; which ones, `shortcuts.ts` tells. */
  readonly shortcuts: boolean;
  readonly tools: ToolsState;
}

/** Before anything was opened. */
export function firstState(device: DeviceStatus): State {
  return {
    device,
    busy: null,
    scans: [],
    at: 0,
    going: null,
    study: 0,
    rest: true,
    scan: null,
    name: '',
    truth: null,
    findings: null,
    hidden: {},
    known: { scale: null, eye: null },
    knownFailure: null,
    failure: null,
    notice: '',
    question: '',
    answer: null,
    asked: [],
    asking: false,
    references: null,
    score: null,
    scoring: null,
    scoreFailure: null,
    scoreSettings: DEFAULT_SCORE_SETTINGS,
    scoreList: START,
    pointed: null,
    chosen: null,
    view: { boxes: true, masks: true, hidden: false, opacity: 0.3, window: WHOLE, invert: false, off: new Set(), least: 0 },
    model: null,
    shortcuts: true,
    tools: firstTools(),
  };
}
