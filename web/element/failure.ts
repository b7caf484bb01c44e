// An error as the page shows it.

import { GroundscopeError } from '../worker/errors.js';
import { strings } from './strings.js';

export interface Failure {
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly hint: string;
  /** For a report: what the browser or the engine said. */
  readonly details?: string;
  /** True when the open scan was not read: reading it again makes sense. */
  readonly again?: boolean;
  /** True when the same choice may work at the next try: nothing is wrong with the file. */
  readonly retry?: boolean;
}

/** A file that never reached the engine. */
export type RefusalCode = keyof typeof strings.refusals;

export function refusal(code: RefusalCode, message: string): GroundscopeError {
  return new GroundscopeError(code, message, strings.refusals[code].hint);
}

/** Any thrown value as something to show. `title` is used where the error itself knows no better one. */
export function failureOf(error: unknown, title: string = strings.errors.title): Failure {
  if (error instanceof GroundscopeError) {
    const { code, message, hint, details } = inWords(error);
    return { code, title: ownTitle(code) ?? title, message, hint, ...(details ? { details } : {}), ...(retriable(code) ? { retry: true } : {}) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', title, message, hint: strings.errors.unexpectedHint };
}

type Told = Pick<GroundscopeError, 'code' | 'message' | 'hint' | 'details'>;

/** The engine speaks English: in another language its code says what happened, and its own words go to the details. */
function inWords({ code, message, hint, details }: Told): Told {
  const own = strings.engine[code];
  if (!own) return { code, message, hint, details };
  return { code, ...own, details: [message, hint, details].filter((part) => part).join('\n') };
}

/** True for the rejection of a call that was cancelled or closed: nothing to tell. */
export function isCancel(error: unknown): boolean {
  return error instanceof GroundscopeError && (error.code === 'cancelled' || error.code === 'disposed');
}

function ownTitle(code: string): string | undefined {
  if (code === 'load_failed') return strings.errors.partTitle;
  if (code === 'policy') return strings.policy.title;
  return code in strings.refusals ? strings.refusals[code as RefusalCode].title : undefined;
}

function retriable(code: string): boolean {
  return code === 'load_failed' || code === 'fetch' || code === 'sample';
}
