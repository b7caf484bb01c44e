// What is asked to be kept of scans that were read, and the file that comes of it.

import type { Answer, Findings, Language, PixelBox } from '../types.js';

/** `report` is an HTML page to print, `transcript` the questions with their answers in Markdown. */
export type ExportFormat = 'svg' | 'json' | 'csv' | 'coco' | 'report' | 'transcript';

/** Expert boxes and what became of them: a `ScoreView` is one. */
export interface ExportScore {
  references: { name: string; short: string; box: PixelBox; detected?: boolean; agg_iou?: number }[];
  /** Boxes of the findings that count as false. */
  false_positives: { class: string; box: PixelBox }[];
}

/** A scan with what there is to keep of it. */
export interface ExportScan {
  /** The scan's file name; files are named after it. */
  name: string;
  findings: Findings;
  /** What was done to the file on the way, in sentences. */
  notes?: readonly string[];
  /** The scan as a PNG of its own size; without it pictures show the evidence alone, on a transparent ground. */
  pixels?: Uint8Array<ArrayBuffer>;
  /** In the order in which they were asked. */
  answers?: readonly { question: string; answer: Answer }[];
  score?: ExportScore;
}

/** How pictures are drawn; what is left out is as it stands behind the colon. */
export interface ExportPicture {
  /** true. */
  boxes?: boolean;
  /** true. */
  masks?: boolean;
  /** Of the masks, 0..1: 0.3; of uncertain findings half of it. */
  opacity?: number;
  /** A strip under the scan that tells what is what; true. Reports have it in words. */
  legend?: boolean;
  /** What the legend lies on: dark. */
  ground?: 'dark' | 'light';
  /** Which regions are drawn: all. The others are still told of in words. */
  shown?: {
    /** Class ids. */
    classes?: readonly string[];
    /** Region ids. */
    regions?: readonly string[];
    leastScore?: number;
  };
  /** Of legend, report and transcript: 'en'. Tables are the same in every language. */
  language?: Language;
}

/** What is written. */
export interface ExportRequest {
  format: ExportFormat;
  /** One for `svg`, at least one for every other format. */
  scans: readonly ExportScan[];
  picture?: ExportPicture;
  report?: {
    /** Printed as it is given. */
    date?: string;
    /** By class id: what its figure was measured on (`ModelInfo.classes`). */
    figures?: Readonly<Record<string, string>>;
  };
}

/** A file to keep. */
export interface ExportedFile {
  name: string;
  mime: string;
  bytes: Uint8Array<ArrayBuffer>;
}
