// The values that cross from Rust to the page, as serde writes them. `crates/wasm` includes this file in its own declarations.

/** A closed ring along pixel edges, in pixels of the scan; even-odd filling of all rings gives the mask back. */
export type Ring = [number, number][];

/** `[x1, y1, x2, y2]` in pixels of the original scan, origin top left, max-exclusive. */
export type PixelBox = [number, number, number, number];

/** On what a class was validated; `none`: the network gives no answer for it. */
export type Evidence = 'real' | 'few' | 'synthetic' | 'none';

/**
 * A probability of presence in words: present >= 0.8, likely >= 0.6, uncertain >= 0.4, unlikely >= 0.2, absent below. What counts as
 * present is uncertain at least.
 */
export type Verdict = 'present' | 'likely' | 'uncertain' | 'unlikely' | 'absent' | 'no_answer';

/** Where a class sits, from the vitreous outwards; one hue each. */
export type DepthGroup = 'vitreous' | 'inner_retina' | 'photoreceptors' | 'rpe_and_below';

/** Of names and sentences; questions are understood in any. */
export type Language = 'en' | 'de';

/** Where the network runs. */
export type DeviceKind = 'cpu' | 'gpu';

/** What is known of a scan file. */
export interface ScanInfo {
  width: number;
  height: number;
  /** `png`, `jpeg`, `tiff`, `bmp`. */
  format: string;
  /** Bits of one channel in the file: 8 or 16. */
  bit_depth: number;
  /** `grey` or `colour`. */
  colour: string;
  /** Pages of the file; 1 but for TIFF. */
  pages: number;
  /** What the reader should know about the file, in plain sentences. */
  notes: string[];
}

/** A layer of the scan, from the vitreous outwards. */
export type Depth = 'vitreous' | 'interface' | 'inner_retina' | 'outer_retina' | 'rpe' | 'below_rpe';

/** A part of the scan across: thirds, or by the fovea where it was found and the eye is known. */
export type Side = 'left' | 'centre' | 'right' | 'temporal' | 'foveal' | 'nasal';

/** Where a region lies. */
export interface Place {
  /** From the vitreous outwards; empty where the retina is not seen there. */
  depth: Depth[];
  /** From left to right. */
  side: Side[];
  /** The same in words: `in the outer retina, in the centre third`. */
  text: string;
}

/** The size of a region's box; micrometres and the area covered only where the scale is known. */
export interface Extent {
  width_px: number;
  height_px: number;
  width_um?: number;
  height_um?: number;
  area_mm2?: number;
  /** Width and height in words. */
  text: string;
}

/** Micrometres per pixel across and down, each over 0 and at most 1000. */
export interface Scale {
  lateral_um: number;
  axial_um: number;
}

/** OD is right, OS is left. */
export type Eye = 'right' | 'left';

/** What only the user can know of a scan; null where it is not known. */
export interface Known {
  scale: Scale | null;
  /** Given, the scan is taken as a horizontal one, with a right eye's temporal side on the left. */
  eye: Eye | null;
}

/** The retina as two rows a column: entry i stands for columns i * step to (i + 1) * step; null where none is seen. */
export interface RetinaBand {
  step: number;
  /** Rows of the inner limiting membrane, in pixels of the scan. */
  top: (number | null)[];
  /** Rows of the pigment epithelium's lower edge, exclusive. */
  bottom: (number | null)[];
}

/** One cluster of evidence. */
export interface Region {
  /** `CLASS-N`, counted from 1 within the class. */
  id: string;
  box: PixelBox;
  /** Largest map probability inside, 0..1. */
  score: number;
  /** Pixels covered. */
  area_px: number;
  extent: Extent;
  place: Place;
  outline: Ring[];
}

/** What was found of one class. */
export interface Finding {
  class: string;
  /** In words, lower case. */
  name: string;
  /** The label beside a box: IRF, SRF, ... */
  short: string;
  group: DepthGroup;
  evidence: Evidence;
  /** The validation figure, such as F1 on patients kept apart. */
  figure: number | null;
  /** null: the network gives no answer for this class. */
  present: boolean | null;
  /** Calibrated, 0..1. */
  probability: number | null;
  verdict: Verdict;
  boxes: PixelBox[];
  scores: number[];
  area_px: number;
  regions: Region[];
}

/** Whether a picture is a B-scan. `cut_off`: its retina runs out of the picture; `noisy`: small lesions drown in its noise; `doubtful`: unusual. */
export interface Gate {
  /** That it is a B-scan, 0..1. */
  probability: number;
  verdict: 'b_scan' | 'cut_off' | 'noisy' | 'doubtful' | 'not_b_scan';
  /** Brightness of the retina above that of the vitreous, in units of the noise in the retina; absent where one of them is not seen. */
  signal?: number;
}

/** The findings of one scan: every class of the ontology, biomarkers first. */
export interface Findings {
  width: number;
  height: number;
  device: DeviceKind;
  /** Name of the weights. */
  model: string;
  /** Absent where the weights cannot tell. Of a picture that is no B-scan no class has an answer, unless any was to be read. */
  gate?: Gate;
  /** Absent where the weights do not draw it or none was found. */
  retina?: RetinaBand;
  /** Column of the fovea; absent where there is any doubt. */
  fovea?: number;
  /** As given to `explain`. */
  scale?: Scale;
  eye?: Eye;
  findings: Finding[];
}

/** What hiding regions does to an answer. */
export interface Occlusion {
  class: string;
  /** The one region that was hidden; absent where all of the class were. */
  region?: string;
  /** Of presence in the scan as it is, 0..1. */
  probability: number;
  /** The same with the regions painted over. */
  hidden: number;
  /** Whether the class then no longer counts as present. */
  gone: boolean;
  /** `wholly`: at least half of the probability goes with them; `partly`: a tenth, or the class is no longer present; else `not`. */
  rests: 'wholly' | 'partly' | 'not';
  /** The same in a sentence. */
  text: string;
}

/** A sentence with the regions it rests on. */
export interface Answer {
  text: string;
  /** What the question was understood as. */
  understood: string | null;
  verdict: Verdict | null;
  confidence: number | null;
  /** Region ids, `irf-1`. */
  evidence: string[];
  /** What could be asked instead. */
  suggestions: string[];
}

/** A box with its class. */
export interface ClassBox {
  class: string;
  box: PixelBox;
  score?: number | undefined;
}

/** Expert boxes as read from a file. */
export interface References {
  images: { id: string; width: number; height: number; boxes: ClassBox[] }[];
  /** What was dropped, clipped or rounded, in plain sentences. */
  notes: string[];
}

/** The thresholds of AggIoU and the false-positive rule (docs/scoring.md). */
export interface ScoreSettings {
  t1: number;
  t2: number;
  fp: 'undetected' | 'ungathered';
}

/** What `score` needs. */
export interface ScoreRequest {
  /** Text of the references file. */
  references: string;
  /** The size is that of the open scan; without one, the files know it. */
  image: { name: string; width?: number; height?: number };
  /** In pixels of the scan, or the text of a file of boxes. Indices in the result are places in this array, or in the file. */
  predictions: ClassBox[] | string;
  settings: ScoreSettings;
  /** Of sentences and names; default English. */
  language?: Language;
}

/** The areas behind one AggIoU, in square pixels: `intersection / (reference + union - intersection)`. Exact decimal numbers. */
export interface ScoreAreas {
  reference: string;
  /** Of all that the gathered boxes cover. */
  union: string;
  /** Of what they cover of the reference. */
  intersection: string;
  /** `reference + union - intersection`. */
  either: string;
}

/** One expert box, scored. */
export interface ReferenceScore {
  class: string;
  name: string;
  short: string;
  /** null for a class of the file's own. */
  group: DepthGroup | null;
  box: PixelBox;
  /** 0..1. */
  agg_iou: number;
  /** The ratio of areas in square pixels, `7500/10000`. */
  fraction: string;
  detected: boolean;
  /** Indices of the predictions it gathers. */
  gathered: number[];
  areas: ScoreAreas;
  /** Outline of the union of the gathered boxes. */
  union: Ring[];
  /** Outline of what they cover of the box. */
  intersection: Ring[];
  /** Why it was hit or missed, one or two sentences. */
  explanation: string;
  /** What one-to-one matching says of the same box. */
  one_to_one: {
    matched: boolean;
    /** Index of its partner, or of the prediction with the highest IoU where it has none; null where nothing overlaps. */
    prediction: number | null;
    iou: number;
    /** What it says, and why it differs where it does. */
    difference: string;
  };
}

/** A prediction, scored. */
export interface PredictionScore {
  class: string;
  name: string;
  short: string;
  group: DepthGroup | null;
  /** `IRF 2`, or `IRF` where it is the only one of its class. */
  label: string;
  index: number;
  box: PixelBox;
  /** `not_asked`: false, had the references said that they have all of this class. */
  outcome: 'hit' | 'false' | 'not_asked';
  explanation: string;
}

/** Counts and their figures, of one-to-one matching alone or as a part of more. */
export interface OneToOne {
  tp: number;
  fp: number;
  fn: number;
  precision: number;
  recall: number;
  f1: number;
}

/** All boxes matched one to one. */
export interface OneToOneTotal extends OneToOne {
  /** The least IoU of a match. */
  threshold: number;
}

/** A prediction that counts as false. */
export interface FalsePositive {
  /** Index of the prediction. */
  index: number;
  class: string;
  box: PixelBox;
  explanation: string;
}

/** Counts and figures of one class, or of all together. */
export interface ClassScore extends OneToOne {
  mean_agg_iou: number;
  /** Reference boxes. */
  boxes: number;
}

/** AggIoU of one scan, ready to be shown. */
export interface ScoreView {
  /** Id of the reference image the scan was matched with. */
  image: string;
  /** Of that image, in pixels. */
  width: number;
  height: number;
  settings: ScoreSettings;
  references: ReferenceScore[];
  predictions: PredictionScore[];
  false_positives: FalsePositive[];
  /** Classes with references or predictions, in the ontology's order. */
  per_class: ({ class: string; name: string; short: string; group: DepthGroup | null } & ClassScore)[];
  /** Pooled over the classes. */
  total: ClassScore;
  one_to_one: OneToOneTotal;
  /** What was dropped, clipped or rounded, in plain sentences. */
  notes: string[];
}

/** The comparison of a device with the values stored in the weights file. */
export interface SelfCheck {
  passed: boolean;
  max_difference: number;
  tolerance: number;
  /** Numbers compared. */
  compared: number;
}

/** The public part of the weights file's manifest. */
export interface ModelInfo {
  name: string;
  licence: string;
  /** Whose scans the network was taught on. */
  data: { name: string; licence: string; attribution: string }[];
  classes: { id: string; name: string; evidence: Evidence; figure_text: string }[];
}
