// The report of `groundscope convert --json`, as serde writes it, and the files.

import type { BoxTally } from './grounding.js';
import type { AnnotationFormat, NamedFile } from './requests.js';

/** Something unusual that was read all the same. */
export interface ReadingNote {
  count: number;
  /** Where first: a field, a file, an image. */
  first: string;
}

/** What was read, what was written, and what the written format cannot hold. */
export interface ConvertReport {
  read: {
    format: AnnotationFormat;
    images: number;
    boxes: number;
    dropped: BoxTally;
    /** By kind: `duplicate_box`, `size_from_elsewhere`, ... */
    notes: Record<string, ReadingNote>;
  };
  written: {
    format: AnnotationFormat;
    files: number;
    /** `kind` is `scores`, `exhaustive`, `shapes`, ... */
    losses: { kind: string; count: number }[];
  };
}

/** Annotations in another format. */
export interface Converted {
  report: ConvertReport;
  /** One, or those of a folder, named with their path below it. */
  files: NamedFile[];
}
