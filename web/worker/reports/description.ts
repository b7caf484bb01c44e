// The report of `groundscope describe --json`, as serde writes it, without pictures.

import type { BoxTally } from './grounding.js';

/** The boxes of one class, or of all. */
export interface BoxFigures {
  /** Images with such a box. */
  images: number;
  boxes: number;
  /** In square pixels of the original image. */
  mean_area_px: number;
  /** In percent of the image. */
  mean_area_percent: number;
}

/** What one set holds, or all of them. */
export interface SetTable {
  images: number;
  boxes: BoxFigures;
  per_class: Record<string, BoxFigures>;
  biomarkers_without_boxes: string[];
  dropped: BoxTally;
}

/** What one check found. */
export interface Found<T> {
  count: number;
  found: T[];
}

/** An image of a set. */
export interface ImageOfSet {
  set: string;
  image: string;
}

/** A box of an odd size. */
export interface OddBox extends ImageOfSet {
  class: string;
  /** In the set's space. */
  box: [number, number, number, number];
  /** Its place in the array as given. */
  index: number;
}

/** What data sets hold and what may be wrong with them. */
export interface Description {
  settings: {
    near_duplicate_iou: number;
    tiny_px: number;
    huge_share: number;
    look_alike_bits: number;
    look_alike_levels: number;
    areas: string;
  };
  sets: ({ name: string; space: 'pixel' | 'norm1000' | 'unit' } & SetTable)[];
  /** An image that stands in two sets counts twice. */
  all: SetTable;
  health: {
    duplicate_boxes: Found<ImageOfSet & { class: string; box: [number, number, number, number]; boxes: number[] }>;
    near_duplicate_boxes: Found<ImageOfSet & { class: string; boxes: [number, number]; iou: number }>;
    tiny_boxes: Found<OddBox>;
    huge_boxes: Found<OddBox>;
    /** Classes that the ontology does not have, with those that may be meant. */
    unknown_classes: Found<{ class: string; boxes: number; sets: string[]; meant: string[] }>;
    class_variants: Found<{ classes: string[] }>;
    images_without_boxes: Found<ImageOfSet>;
    repeated_names: Found<{ stem: string; images: ImageOfSet[] }>;
  };
}
