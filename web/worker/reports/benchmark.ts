// Files of EyeVQA and UltraG-Bench, scored in the tab.

import type { NamedFile } from './requests.js';

/** The files of a benchmark as they are dropped: each is told by what it holds. */
export interface BenchmarkRequest {
  /** Questions and answers, or records, COCO files and predictions; names with their folders where they have any. */
  files: NamedFile[];
  /** Of UltraG-Bench; default `strict`. */
  profile?: 'strict' | 'reference';
  /** Of UltraG-Bench: `test`, `train` or `all`; default: all. */
  split?: string;
  /** Of EyeVQA: the unit that the runs declare for points and boxes; default `unit`. */
  coordinates?: 'unit' | 'percent' | 'norm1000';
}

/** A mean, 0..100, with its interval of 95 %. */
export interface EyeVqaEstimate {
  score: number;
  interval: [number, number] | null;
}

/** One run of EyeVQA. */
export interface EyeVqaRun {
  name: string;
  total: EyeVqaEstimate;
  macro: EyeVqaEstimate;
  types: Record<string, EyeVqaEstimate>;
  /** The report of `groundscope score eyevqa --json`. */
  report: {
    total: number;
    macro: number;
    types: Record<string, { score: number; n: number; refused: number; unreadable: number }>;
    groups: Record<string, { score: number; n: number }>;
    cells: Record<string, Record<string, { score: number; n: number }>>;
    unknown_questions: number;
  };
}

/** Two runs, type by type. */
export interface EyeVqaPair {
  first: string;
  second: string;
  tests: Record<string, { test: string; difference: number; interval: [number, number] | null; p: number | null; p_holm: number | null }>;
}

/** EyeVQA's runs side by side, the best first: the report of `groundscope score eyevqa --json` with several runs. */
export interface EyeVqaComparison {
  runs: EyeVqaRun[];
  pairs: EyeVqaPair[];
  spearman: { types: string[]; models: number; rho: (number | null)[][] } | null;
}

/** The figures of one task of UltraG-Bench, 0..1. */
export type UltraGTask = Record<string, unknown> & { n: number };

/** The report of `groundscope score ultrag --json`, without its samples. */
export interface UltraGReport {
  profile: 'strict' | 'reference';
  tasks: Record<'segmentation' | 'vqa' | 'report', UltraGTask>;
  organs: Record<string, Record<string, UltraGTask>>;
  format_success_rate: number | null;
  failures: Record<string, number>;
}

/** One image of UltraG-Bench: for every run the means of its samples, 0..1. */
export interface BenchmarkCase {
  sample_id: string;
  file_name: string;
  organ: string;
  /** By run, in their order. */
  iou: (number | null)[];
  grounded: (number | null)[];
  sem_acc: (number | null)[];
}

/** What the files come to. */
export type BenchmarkResult =
  | { kind: 'eyevqa'; questions: number; comparison: EyeVqaComparison; notes: string[] }
  | { kind: 'ultrag'; runs: { name: string; report: UltraGReport }[]; cases: BenchmarkCase[]; notes: string[] };

/** A text with the mask that it cites: rings of corners in pixels of the image, filled by the even-odd rule. */
export interface ToldText {
  text: string;
  section: string;
  outline: [number, number][][];
}

/** What a run gave for one task. */
export interface CaseRun {
  run: string;
  score: { status: 'answered' | 'missing' | 'error' | 'unreadable'; mask_valid: boolean | null; figures: Record<string, number | null>; tags: string[] };
  told: ToldText[];
}

/** One task of an image, reference beside predictions. */
export interface CaseTask {
  sample_id: string;
  task: 'segmentation' | 'vqa' | 'report';
  asked: string;
  reference: ToldText[];
  runs: CaseRun[];
}

/** One image of UltraG-Bench with what every run gave for it. */
export interface BenchmarkCaseView {
  sample_id: string;
  file_name: string;
  width: number;
  height: number;
  organ: string;
  tasks: CaseTask[];
}
