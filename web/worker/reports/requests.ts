// What is asked about whole files: the files, and the settings that the command line has as options.

import type { ScoreSettings } from '../types.js';

/** A file as it was dropped. Formats that are folders (YOLO, VOC, masks) are given as several files, names with their folders. */
export interface NamedFile {
  /** The file's name; it stands in messages. */
  name: string;
  /** What it holds. Give it a buffer of its own: a view into a larger one takes all of it along to the worker. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** How boxes are scored; what is left out is as on the command line. */
export interface GroundingSettings extends Partial<ScoreSettings> {
  /** Replicates of the bootstrap over images behind the intervals: 0 for no intervals, at most 100,000; default 1,000. */
  replicates?: number;
  /** Seed of the bootstrap; default 0. */
  seed?: number;
  /** Lists every image; default false. */
  details?: boolean;
  /** Errors by cause and, where predictions have scores, average precision; default true. */
  beside?: boolean;
}

/** References and a model's boxes. */
export interface GroundingRequest {
  /** One file, or those of a folder, in any format that `groundscope convert` reads. */
  references: NamedFile[];
  /** Likewise; names and numbers that they leave open are those of the references. */
  predictions: NamedFile[];
  settings?: GroundingSettings | undefined;
}

/** Families of models that write boxes alike; `plain` is any other, for which space and order must be given. */
export type OutputFamily =
  | 'qwen3-vl' | 'qwen3.5' | 'qwen3.6' | 'qwen2.5-vl' | 'internvl3' | 'internvl3.5' | 'glm-4.6v' | 'gemma' | 'gemini' | 'plain';

/** The space a model writes boxes in; `resized` is pixels of the image as it was resized for the model. */
export type OutputSpace = 'pixel' | 'norm1000' | 'unit' | 'resized';

/** The order of a box's four numbers. */
export type OutputOrder = 'xyxy' | 'yxyx' | 'xywh';

/** How a model's boxes are to be read from its responses. Nothing is guessed. */
export interface OutputReader {
  family: OutputFamily;
  /** Default: the family's. */
  space?: OutputSpace | undefined;
  /** Default: the family's. */
  order?: OutputOrder | undefined;
  /** Width and height of all images as resized for the model; rows may say their own. */
  resized?: [width: number, height: number] | undefined;
}

/** A file of responses to be read as boxes. */
export interface OutputBoxesRequest extends OutputReader {
  kind: 'boxes';
  /** JSON lines with `image`, `class` and `response`. */
  text: string;
  /** Boxes files that know the sizes of the images; with them boxes come in pixels of the original image too. */
  references?: NamedFile[] | undefined;
  /** What to do with boxes labelled with another class than the one asked about; default `keep`. */
  otherClass?: 'keep' | 'drop' | undefined;
}

/** A file of responses to be read as yes and no. */
export interface OutputPresenceRequest {
  kind: 'presence';
  /** JSON lines with `image`, `class` and `response`. */
  text: string;
}

/** A file of responses to be read. */
export type OutputRequest = OutputBoxesRequest | OutputPresenceRequest;

/** References and a model's answers to whether a class is there. */
export interface PresenceRequest {
  references: NamedFile[];
  /** JSON lines with `image`, `class` and `response`. */
  answers: NamedFile;
  settings?: PresenceSettings | undefined;
}

/** How presence is scored; what is left out is as on the command line. */
export interface PresenceSettings {
  /** Replicates of the bootstrap over images; 0 for no intervals. */
  replicates?: number | undefined;
  seed?: number | undefined;
  /** Lists every question; default false. */
  details?: boolean | undefined;
}

/** Data sets, or splits of one. */
export interface DescribeRequest {
  /** Names are unique. */
  sets: { name: string; files: NamedFile[] }[];
  /** Boxes of fewer square pixels are tiny; default 20. */
  tinyPx?: number | undefined;
}

/** Formats of annotations; `yolo`, `yolo-seg`, `voc` and `masks` are folders. */
export type AnnotationFormat = 'boxes' | 'coco' | 'yolo' | 'yolo-seg' | 'voc' | 'csv' | 'masks';

/** Annotations to be written in another format. */
export interface ConvertRequest {
  files: NamedFile[];
  to: AnnotationFormat;
  /** Default: told from the files. */
  from?: AnnotationFormat | undefined;
  /** The space to write, where the format has a choice; default: as it is. */
  space?: 'pixel' | 'norm1000' | 'unit' | undefined;
  /** The space of a table that does not say it; default `pixel`. */
  fromSpace?: 'pixel' | 'norm1000' | 'unit' | undefined;
  /** What the numbers of VOC files mean; default `edges`. */
  vocPixels?: 'edges' | 'inclusive1' | undefined;
  /** Classes of mask pictures: JSON, `{"1": "irf"}`. */
  classMap?: NamedFile | undefined;
  /** Class names of YOLO files: a line each, or a data.yaml. */
  names?: NamedFile | undefined;
  /** Annotations or a table that tell the sizes of images. */
  sizes?: NamedFile[] | undefined;
  /** Classes to keep, by any of their names; default: all. */
  classes?: string[] | undefined;
  /** Masks: components of fewer pixels are dropped; default 20. */
  minArea?: number | undefined;
  /** Masks: components this near, in pixels, are one box; default 25. */
  join?: number | undefined;
}

/** One model: its boxes, its answers, or both, and what is known of it. */
export interface RunRequest {
  /** Unique in the report. */
  name: string;
  /** Boxes; with `reader` the model's responses. */
  predictions?: NamedFile[] | undefined;
  /** Answers to presence questions. */
  answers?: NamedFile | undefined;
  reader?: OutputReader | undefined;
  /** Parameters in billions. */
  params?: number | undefined;
  /** Parameters that are active for a token, in billions. */
  active?: number | undefined;
  /** Generation within the family. */
  generation?: string | undefined;
  kind?: 'dense' | 'moe' | undefined;
  /** The family in words, for the figures. */
  family?: string | undefined;
  /** Where the weights come from. */
  repository?: string | undefined;
}

/** Everything that one report is about. */
export interface EvaluateRequest {
  title?: string | undefined;
  references: NamedFile[];
  /** A second reading of some of the scans. */
  secondReading?: NamedFile[] | undefined;
  runs: RunRequest[];
  /** `details` and `beside` have no effect. */
  settings?: GroundingSettings | undefined;
  /** Prints the paper's figures beside, for runs on the same scans; default false. */
  published?: boolean | undefined;
}
