// What the page asks the engine to write, and how the file reaches the reader: nothing leaves the tab but by a download.

import type { ExportedFile, ExportFormat, ExportRequest, ExportScan, Findings } from '../worker/api.js';
import type { Policy } from '../worker/policy.js';
import type { Question, State } from './state.js';
import { language } from './strings.js';
import { shownPixels } from './window.js';

/** The engine's formats, and the drawing as pixels, which the page makes of it. */
export type SaveFormat = Exclude<ExportFormat, 'boxes'>;

/** In the order of the menu. */
export const SAVE_FORMATS: readonly SaveFormat[] = ['png', 'svg', 'report', 'csv', 'coco', 'json', 'transcript'];

/** What is exported besides what the session knows. */
export interface SaveOptions {
  readonly format: SaveFormat;
  /** Findings as they are drawn: what is left out of them is left out of pictures. */
  readonly shown: (findings: Findings) => Findings;
  readonly answers: readonly Question[];
  /** The scan as a PNG; asked for only where the format has it inside. */
  readonly png: (pixels: ImageData) => Promise<Uint8Array<ArrayBuffer>>;
  /** For the report. */
  readonly date: string;
}

/** The request for the open scan; null while nothing was read. */
export async function requestOf(state: State, options: SaveOptions): Promise<ExportRequest | null> {
  const { scan, findings, name, score, view, model } = state;
  if (!scan || !findings) return null;
  const format = options.format === 'png' ? 'svg' : options.format;
  const entry: ExportScan = { name, findings, notes: scan.notes, answers: options.answers };
  if (score) entry.score = score;
  if (state.scans.length > 1 && holdsAll(options.format)) {
    const others = state.scans.map((one, at) => (at === state.at ? entry : one.findings && { name: one.name, findings: one.findings, answers: one.asked }));
    return { format, scans: others.filter((one) => one !== null), picture: { language } };
  }
  if (options.format === 'svg' || options.format === 'report') entry.pixels = await options.png(shownPixels(scan.pixels, view.window, view.invert));
  const regions = options.shown(findings).findings.flatMap((finding) => finding.regions.map((region) => region.id));
  const figures = Object.fromEntries((model?.classes ?? []).map(({ id, figure_text }) => [id, figure_text]));
  return {
    format,
    scans: [entry],
    picture: { boxes: view.boxes && !view.hidden, masks: view.masks && !view.hidden, opacity: view.opacity, shown: { regions }, language },
    report: { date: options.date, figures },
  };
}

/** Whether a file of this format tells of every scan that was read, not of the shown one alone. */
export function holdsAll(format: SaveFormat): boolean {
  return format === 'csv' || format === 'coco' || format === 'json' || format === 'transcript';
}

/** The formats that a policy lets be saved, in the order of the menu. */
export function formatsOf(policy: Policy): readonly SaveFormat[] {
  return SAVE_FORMATS.filter((format) => saves(policy, format));
}

/** Whether a policy lets this be saved; `boxes` are those that the reader drew. */
export function saves(policy: Policy | undefined, what: SaveFormat | 'boxes'): boolean {
  return !policy || policy.exports === 'all' || policy.exports.includes(what);
}

/** Scans narrower than this are drawn twice as large, so that text stays sharp. */
const SHARP = 1400;

/** The pixels of a scan as a PNG. */
export async function pngOf(pixels: ImageData): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(await encoded(canvasOf(pixels)));
}

/** A drawing of the engine over the scan's own pixels, as a PNG under its name. */
export async function rasterised(drawing: ExportedFile, pixels: ImageData): Promise<ExportedFile> {
  const url = URL.createObjectURL(new Blob([drawing.bytes], { type: drawing.mime }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = image.naturalWidth < SHARP ? 2 : 1;
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    const context = contextOf(canvas);
    context.drawImage(canvasOf(pixels), 0, 0, pixels.width * scale, pixels.height * scale);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { name: drawing.name.replace(/\.svg$/, '.png'), mime: 'image/png', bytes: await bytesOf(await encoded(canvas)) };
  } finally {
    URL.revokeObjectURL(url);
  }
}

function canvasOf(pixels: ImageData): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = pixels.width;
  canvas.height = pixels.height;
  contextOf(canvas).putImageData(pixels, 0, 0);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas.');
  return context;
}

function encoded(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser could not encode the picture.'))), 'image/png');
  });
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}
