// A scan handed over by another window of the same origin, as by a PACS viewer that frames the page: one message in, what came of it back.

import type { Eye, Findings, Known, OpenedScan } from '../worker/api.js';
import type { Failure } from './failure.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

/** Opens and reads a scan, in place of the one that is open. */
export interface OpenMessage {
  type: 'groundscope/open';
  version: 1;
  /** The file's name, for the reader; it comes back with every answer. */
  name: string;
  /** PNG, JPEG, TIFF or BMP. */
  bytes: ArrayBuffer;
  /** Text of a file of expert boxes for it. */
  references?: string | undefined;
  /** Micrometres per pixel. */
  scale?: Known['scale'] | undefined;
  eye?: Eye | undefined;
}

/** The scan is shown. */
export interface OpenedMessage {
  type: 'groundscope/opened';
  version: 1;
  name: string;
  width: number;
  height: number;
}

/** The scan has been read. */
export interface ReadMessage {
  type: 'groundscope/read';
  version: 1;
  name: string;
  findings: Findings;
}

/** It was not opened or not read. `code` is `message` for a message that is none, `cancelled` when another scan was opened meanwhile. */
export interface ErrorMessage {
  type: 'groundscope/error';
  version: 1;
  name: string;
  code: string;
  message: string;
  hint: string;
}

export type AnswerMessage = OpenedMessage | ReadMessage | ErrorMessage;

type Tell = (answer: AnswerMessage) => void;

/** Listens for messages of the page's own origin, and of no other. Returns what stops it. */
export function listen(session: () => Session | undefined, target: Window = window): () => void {
  const take = (event: MessageEvent<unknown>) => {
    // A sandboxed frame or a file has the origin "null", which says nothing of whose it is.
    if (event.origin !== target.origin || target.origin === 'null' || typeOf(event.data) !== 'groundscope/open') return;
    const { source } = event;
    const tell: Tell = (answer) => (source as Window | null)?.postMessage(answer, { targetOrigin: event.origin });
    const message = event.data as Partial<Record<keyof OpenMessage, unknown>>;
    const wrong = faultOf(message);
    const name = typeof message.name === 'string' ? message.name : '';
    const open = session();
    if (wrong || !open) tell(errorOf(name, { code: 'message', message: strings.handover.refused(wrong ?? ''), hint: strings.handover.hint }));
    else void openHanded(open, message as unknown as OpenMessage, tell);
  };
  target.addEventListener('message', take);
  return () => target.removeEventListener('message', take);
}

/** Whether a scan is of the file of this name: its only one, or the first of its pages. */
function isOf(scan: string, file: string): boolean {
  return scan === file || scan === `${file} #1`;
}

/** Opens what was handed over and tells how it went. */
export async function openHanded(session: Session, message: OpenMessage, tell: Tell): Promise<void> {
  const { name, references } = message;
  const before = session.state.scan;
  let mine: OpenedScan | null = null;
  const follow = () => {
    const { scan } = session.state;
    if (mine || !scan || scan === before || !isOf(session.state.name, name)) return;
    mine = scan;
    tell({ type: 'groundscope/opened', version: 1, name, width: scan.width, height: scan.height });
  };
  session.addEventListener('change', follow);
  try {
    const opened = session.open(message.bytes, name);
    if (references !== undefined && session.scores) void session.loadReferences(references, strings.handover.references(name));
    await opened;
  } finally {
    session.removeEventListener('change', follow);
  }
  const mineStill = () => mine !== null && session.state.scan === mine;
  const { failure } = session.state;
  if (failure && (mineStill() || session.state.scan === before)) return tell(errorOf(name, failure));
  if (!mineStill() || !session.state.findings) return tell(errorOf(name, cancelled()));
  if (message.scale || message.eye) await session.know({ scale: message.scale ?? null, eye: message.eye ?? null });
  const { findings, knownFailure } = session.state;
  if (!mineStill() || !findings) return tell(errorOf(name, cancelled()));
  tell({ type: 'groundscope/read', version: 1, name, findings });
  if (knownFailure) tell(errorOf(name, knownFailure));
}

/** The field that is not as it must be, or null. */
function faultOf(message: Partial<Record<keyof OpenMessage, unknown>>): keyof OpenMessage | null {
  const { version, name, bytes, references, scale, eye } = message;
  if (version !== 1) return 'version';
  if (typeof name !== 'string' || name === '') return 'name';
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength === 0) return 'bytes';
  if (references !== undefined && typeof references !== 'string') return 'references';
  if (scale !== undefined && scale !== null && !isScale(scale)) return 'scale';
  if (eye !== undefined && eye !== null && eye !== 'right' && eye !== 'left') return 'eye';
  return null;
}

function isScale(value: unknown): boolean {
  const { lateral_um, axial_um } = Object(value) as Record<string, unknown>;
  return typeof lateral_um === 'number' && typeof axial_um === 'number';
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null ? (data as { type?: unknown }).type : undefined;
}

/** Another scan was opened meanwhile. */
const cancelled = () => ({ code: 'cancelled', message: strings.handover.cancelled, hint: '' });

function errorOf(name: string, { code, message, hint }: Pick<Failure, 'code' | 'message' | 'hint'>): ErrorMessage {
  return { type: 'groundscope/error', version: 1, name, code, message, hint };
}
