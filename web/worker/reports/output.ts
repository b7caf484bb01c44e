// The reports of `groundscope parse --json`, as serde writes them.

import type { BoxTally } from './grounding.js';
import type { OutputOrder, OutputSpace } from './requests.js';

/** What became of a response to the question where a class is. */
export type BoxesStatus = 'read' | 'empty' | 'salvaged' | 'refused' | 'unreadable';

/** What became of a response to the question whether a class is there. */
export type PresenceStatus = 'yes' | 'no' | 'both' | 'neither' | 'refused';

/** A response and what was read from it. */
export interface OutputRow {
  /** The line of the file, from 1. */
  line: number;
  image: string;
  /** The class that was asked about. */
  class: string;
  /** Whether the response was cut off. */
  truncated: boolean;
  /** The same in words. */
  words: string;
}

/** A box of a response. */
export interface OutputBox {
  /** In the declared space, x first, clipped to the image. */
  box: [number, number, number, number];
  /** In pixels of the original image, where its size is known. */
  pixels: [number, number, number, number] | null;
  /** As written, its first 200 bytes. */
  label: string | null;
  /** Whether the label names another class than the one asked about. */
  other_class: boolean;
  /** Where it stands in the response, in bytes of UTF-8. */
  bytes: [start: number, end: number];
}

/** Responses read as boxes. */
export interface OutputBoxes {
  settings: {
    family: string;
    space: OutputSpace;
    order: OutputOrder;
    /** `WIDTHxHEIGHT`. */
    resized: string | null;
    other_class: 'keep' | 'drop';
  };
  rows: (OutputRow & { status: BoxesStatus; boxes: OutputBox[]; tally: BoxTally; other_class: number })[];
  totals: {
    responses: Partial<Record<BoxesStatus, number>>;
    truncated: number;
    boxes: number;
    tally: BoxTally;
    other_class: number;
  };
}

/** Responses read as yes and no. */
export interface OutputPresence {
  rows: (OutputRow & {
    status: PresenceStatus;
    /** Where the words that decided stand in the response, in bytes of UTF-8. */
    bytes: [start: number, end: number] | null;
  })[];
  totals: Partial<Record<PresenceStatus, number>>;
}
