// The data of a report, `evaluation.json` of `groundscope evaluate`, as serde writes it.

import type { NamedFile } from './requests.js';

/** A figure and, where one was computed, its interval. */
export interface Estimate {
  value: number;
  interval: { low: number; high: number } | null;
}

/** The mean over classes, the population standard deviation, and the mean's interval where one was computed. */
export interface Spread {
  mean: number;
  sd: number;
  interval: { low: number; high: number } | null;
}

/** One model's figures. */
export interface EvaluatedRun {
  name: string;
  /** In billions. */
  params: number | null;
  /** In billions. */
  active: number | null;
  generation: string | null;
  kind: 'dense' | 'moe' | null;
  family: string | null;
  repository: string | null;
  grounding: {
    macro: { precision: Spread; recall: Spread; f1: Spread; mean_agg_iou: Spread };
    per_class: {
      class: string;
      tp: number;
      fp: number;
      fn: number;
      /** Null, like all figures of it, for a class without references: it has false positives alone. */
      precision: Estimate | null;
      recall: Estimate | null;
      f1: Estimate | null;
      mean_agg_iou: Estimate | null;
      one_to_one_f1: number | null;
    }[];
    /** The counts of all classes added up. */
    pooled: {
      tp: number;
      fp: number;
      fn: number;
      precision: Estimate;
      recall: Estimate;
      f1: Estimate;
      mean_agg_iou: Estimate;
    } | null;
    /** Macro figures of one-to-one matching. */
    one_to_one: { precision: Spread; recall: Spread; f1: Spread } | null;
    /** COCO's average precision, where the boxes have scores. */
    average_precision: { ap50: number; ap50_95: number; without_score: number } | null;
  } | null;
  presence: {
    macro: { balanced_accuracy: Spread; f1: Spread; precision: Spread; recall: Spread };
    per_class: {
      class: string;
      tp: number;
      fp: number;
      tn: number;
      fn: number;
      /** Null without images that have the class, or without any that lack it. */
      balanced_accuracy: Estimate | null;
      /** Null, like precision and recall, without images that have the class. */
      f1: number | null;
      precision: number | null;
      recall: number | null;
      /** Null without images that lack the class. */
      specificity: number | null;
    }[];
  } | null;
  /** Images of a class that were answered right, found by boxes, both or neither. */
  recognised: { class: string; both: number; seen_only: number; boxed_only: number; neither: number }[] | null;
  /** What its errors come from. */
  breakdown: { cause: string; count: number; delta_f1: number }[] | null;
}

/** A test's result. */
export interface TestResult {
  name: string;
  n: number;
  zeros: number;
  ties: number;
  method: string;
  statistic: number | null;
  p: number | null;
  /** After Holm's correction over all pairs of the report. */
  p_holm: number | null;
}

/** How well two readings agree. */
export interface Agreement {
  /** Reading A scored as a prediction of B. */
  f1_a_to_b: number;
  f1_b_to_a: number;
  /** The mean of both. */
  f1: number;
  mean_agg_iou: number;
  /** Cohen's kappa of presence, where it is defined. */
  kappa: number | null;
  model_f1: number | null;
}

/** Everything a report shows. Figures are shares of 1. */
export interface Evaluation {
  title: string;
  /** Name and value of every setting that decides a figure. */
  settings: [name: string, value: string][];
  dataset: { images: number; classes: { id: string; name: string; boxes: number; images: number }[] };
  runs: EvaluatedRun[];
  /** With two runs and more. */
  significance: {
    best: string;
    second: string;
    grounding: TestResult | null;
    presence: TestResult | null;
    mcnemar: TestResult | null;
    all_pairs: { a: string; b: string; on: string; test: TestResult }[];
  } | null;
  /** Macro F1 on a grid of thresholds, by t1 then t2. */
  sweep: {
    t1: number[];
    t2: number[];
    default: [t1: number, t2: number];
    f1: { run: string; f1: number[][] }[];
    spearman: (number | null)[][];
  } | null;
  /** With a second reading. */
  inter_observer: {
    images: number;
    per_class: ({ class: string } & Agreement)[];
    macro: Agreement;
    model: string | null;
    rankings: { run: string; f1_a: number; f1_b: number }[];
    spearman: number | null;
    mean_difference: number | null;
  } | null;
  /** Steps of a training; never of `evaluate`. */
  ablation: { steps: { name: string; f1: number | null; balanced_accuracy: number | null }[] } | null;
  /** The example by which AggIoU is explained. */
  explained: {
    reference: [number, number, number, number];
    fragments: [number, number, number, number][];
    area_of_intersection: number;
    area_of_union: number;
    agg_iou: number;
    t2: number;
    best_fragment: number;
    best_iou: number;
    one_to_one_threshold: number;
  } | null;
  /** Never of `evaluate`. */
  galleries: {
    image: string;
    width: number;
    height: number;
    class: string;
    /** Base64. */
    png?: string;
    panels: { run: string; references: { box: [number, number, number, number]; agg_iou: number }[]; predictions: [number, number, number, number][] }[];
  }[];
  published: boolean;
  notes: string[];
}

/** A report: its data and its files. */
export interface EvaluationFiles {
  evaluation: Evaluation;
  /** `report.html`, `evaluation.json`, `tables/*` and `figures/*.svg`, ready to be saved. */
  files: NamedFile[];
}
