// The report of `groundscope score presence --json`, as serde writes it.

import type { BoxTally, MeanSd } from './grounding.js';

/** Figures of one class, or of all. */
export interface PresenceFigures {
  sensitivity: number;
  specificity: number;
  balanced_accuracy: number;
  precision: number;
  recall: number;
  f1: number;
  tp: number;
  fp: number;
  tn: number;
  fn: number;
  /** Among the wrong. */
  refused: number;
  /** Among the wrong: neither or both. */
  unreadable: number;
  /** Among the wrong: no response. */
  unanswered: number;
  positives: number;
  negatives: number;
  /** Questions. */
  n: number;
}

/** Intervals of 95 %, each `[low, high]`. */
export interface PresenceIntervals {
  sensitivity: [number, number];
  specificity: [number, number];
  balanced_accuracy: [number, number];
  precision: [number, number];
  f1: [number, number];
}

/** One question. */
export interface PresenceAnswer {
  image: string;
  class: string;
  truth: 'yes' | 'no';
  answer: 'yes' | 'no' | 'refused' | 'unreadable' | 'unanswered';
  right: boolean;
}

/** Scores of yes and no. Classes are keys, in the order of the ontology, others after them by name. */
export interface PresenceReport {
  settings: {
    /** How many pairs the references list. */
    asked: 'rows' | number;
    exhaustive: string[];
    present: string;
    refused_or_unreadable: string;
    pooling: string;
    zero_over_zero: number;
    macro_over: string;
    sd: string;
    source: string;
  };
  per_class: Record<string, PresenceFigures>;
  pooled: PresenceFigures;
  macro: {
    balanced_accuracy: MeanSd;
    f1: MeanSd;
    precision: MeanSd;
    recall: MeanSd;
    sensitivity: MeanSd;
    specificity: MeanSd;
    /** With positives. */
    classes: number;
    classes_with_negatives: number;
  };
  /** Unless `replicates` is 0. */
  intervals?: {
    level: number;
    replicates: number;
    seed: number;
    method: string;
    per_class: Record<string, PresenceIntervals>;
    macro: PresenceIntervals;
  };
  dropped: {
    references: BoxTally;
    /** Rows about classes that were not looked for in every image, by class. */
    not_exhaustive: Record<string, number>;
    not_asked: number;
  };
  /** Questions whose answer is neither yes nor no. */
  without_answer: PresenceAnswer[];
  /** Where `details` was asked for. */
  answers?: PresenceAnswer[];
}
