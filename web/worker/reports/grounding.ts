// The report of `groundscope score grounding --json`, as serde writes it.

import type { ClassScore, OneToOne } from '../types.js';

/** Boxes dropped or changed while reading, by reason. */
export interface BoxTally {
  wrong_arity: number;
  not_finite: number;
  no_area: number;
  outside_image: number;
  crowd: number;
  /** Kept: the part inside the image. */
  clipped: number;
  /** Kept: rounded to six decimals. */
  rounded: number;
}

/** A mean over classes and its population standard deviation. */
export interface MeanSd {
  mean: number;
  sd: number;
}

/** Pooled figures of one class, or of all. */
export type GroundingFigures = ClassScore;

/** The intervals of four figures, each `[low, high]`. */
export interface FigureIntervals {
  precision: [number, number];
  recall: [number, number];
  f1: [number, number];
  mean_agg_iou: [number, number];
}

/** Every setting that decides a figure. */
export interface GroundingReportSettings {
  t1: number;
  t2: number;
  fp: 'undetected' | 'ungathered';
  references_space: 'pixel' | 'norm1000' | 'unit';
  predictions_space: 'pixel' | 'norm1000' | 'unit';
  /** How many pairs were listed. */
  asked: 'all' | number;
  exhaustive: string[];
  decimals: number;
  rounding: string;
  bad_boxes: string;
  beyond_image: string;
  pooling: string;
  zero_over_zero: number;
  macro_over: string;
  sd: string;
  source: string;
}

/** COCO's average precision. */
export interface AveragePrecision {
  /** At IoU 0.5. */
  ap50: number;
  /** Over IoU 0.5 to 0.95. */
  ap50_95: number;
}

/** Masks beside the boxes that stand for them, means over images. */
export interface MaskFigures {
  images: number;
  mask_iou: number;
  mask_dice: number;
  box_iou: number;
  box_dice: number;
  /** IoU of masks less IoU of boxes. */
  gap: number;
}

/** One cause of errors. */
export interface ErrorCause {
  cause: string;
  words: string;
  count: number;
  /** What pooled F1 would gain without them. */
  delta_f1: number;
}

/** One image of the references. */
export interface GroundingImage {
  id: string;
  /** Of this image, the counts of all classes added up. */
  figures: GroundingFigures;
  references: {
    class: string;
    /** In the space of the references. */
    box: [number, number, number, number];
    agg_iou: number;
    detected: boolean;
    /** Indices into the image's predictions as given. */
    gathered: number[];
  }[];
  /** Indices likewise. */
  false_positives: number[];
}

/** Scores of box grounding. Classes are keys, in the order of the ontology, others after them by name. */
export interface GroundingReport {
  settings: GroundingReportSettings;
  per_class: Record<string, GroundingFigures>;
  /** The counts of all classes added up. */
  pooled: GroundingFigures;
  /** Over the classes that have references. */
  macro: { precision: MeanSd; recall: MeanSd; f1: MeanSd; mean_agg_iou: MeanSd; classes: number };
  /** The same boxes matched one to one. */
  one_to_one: {
    iou: number;
    per_class: Record<string, OneToOne>;
    pooled: OneToOne;
    macro: { precision: MeanSd; recall: MeanSd; f1: MeanSd };
  };
  /** Where `beside` was asked for and predictions have scores; never of merged parts. */
  average_precision?: AveragePrecision & { per_class: Record<string, AveragePrecision>; without_score: number };
  /** Where `beside` was asked for and both sides have masks; never of merged parts. */
  masks?: { per_class: Record<string, MaskFigures>; macro: MaskFigures; classes: number; without_masks: number };
  /** Where `beside` was asked for; never of merged parts. */
  errors?: { references: ErrorCause[]; predictions: ErrorCause[]; redundant: number };
  /** Sections that were not computed. */
  left_out?: string[];
  /** Unless `replicates` is 0. */
  intervals?: {
    level: number;
    replicates: number;
    seed: number;
    method: string;
    per_class: Record<string, FigureIntervals>;
    pooled: FigureIntervals;
    macro: FigureIntervals;
  };
  dropped: { references: BoxTally; predictions: BoxTally; predictions_not_asked: number; references_not_asked: number; images_without_predictions: number };
  /** Where `details` was asked for. */
  images?: GroundingImage[];
}
