// What IT allows on its page: the file that lies beside it, checked as a whole before anything is started. docs/embedding.md lists the fields.

import type { DeviceRequest } from './api.js';
import { GroundscopeError } from './errors.js';

/** The name of the file, beside `engine/` and `weights/`. */
export const POLICY_FILE = 'groundscope-policy.json';

const FORMAT = 'groundscope-policy/1';
const FIELDS = ['format', 'weights', 'devices', 'exports', 'banner', 'views', 'languages'];
const DEVICES = ['auto', 'gpu', 'cpu'] as const satisfies DeviceRequest[];
const EXPORTS = ['png', 'svg', 'json', 'csv', 'coco', 'report', 'transcript', 'boxes'] as const;
const VIEWS = ['read', 'ask', 'score'] as const;
const LANGUAGES = ['en', 'de'] as const;
const LONGEST_BANNER = 300;

/** What can be saved from the page. */
export type ExportFormat = (typeof EXPORTS)[number];
/** Parts of the viewer; `read` is always there. */
export type PolicyView = (typeof VIEWS)[number];

/** A checked policy. */
export interface Policy {
  /** SHA-256 of the weights files that may be used, lower-case hexadecimal. */
  readonly weights: 'any' | readonly string[];
  /** The devices that may be asked for; what is not allowed becomes the first of them. */
  readonly devices: readonly DeviceRequest[];
  /** What may be saved; an empty list allows nothing. */
  readonly exports: 'all' | readonly ExportFormat[];
  /** A line over the viewer; empty for none. */
  readonly banner: string;
  readonly views: readonly PolicyView[];
  /** Language tags. */
  readonly languages: 'all' | readonly string[];
}

/** What holds where no policy lies. */
export const NO_POLICY: Policy = { weights: 'any', devices: DEVICES, exports: 'all', banner: '', views: VIEWS, languages: 'all' };

/** The policy file cannot be obeyed, so nothing is started. */
export class PolicyError extends GroundscopeError {
  /** @param field the field at fault; empty when it is the file as a whole */
  constructor(
    readonly field: string,
    why: string,
  ) {
    const where = field === '' ? POLICY_FILE : `${POLICY_FILE}, field "${field}"`;
    super('policy', `GroundScope was not started, because its policy cannot be obeyed. ${where}: ${why}.`, 'Ask whoever runs this page to correct the file.');
  }
}

/** Reads a policy. Every field but `format` may be missing; none may be unknown. Throws a `PolicyError`. */
export function parsePolicy(text: string): Policy {
  const file = objectIn(text);
  const unknown = Object.keys(file).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw new PolicyError(unknown, `there is no such field; known are ${FIELDS.join(', ')}`);
  if (file['format'] !== FORMAT) throw new PolicyError('format', `it must be "${FORMAT}"`);
  const { weights, devices, exports: saved, banner, views, languages } = file;
  const shown = views === undefined ? NO_POLICY.views : listed('views', views, VIEWS);
  if (!shown.includes('read')) throw new PolicyError('views', '"read" must be among them');
  return {
    weights: weights === undefined || weights === 'any' ? 'any' : hashes(weights),
    devices: devices === undefined ? NO_POLICY.devices : listed('devices', devices, DEVICES),
    exports: saved === undefined || saved === 'all' ? 'all' : saved === 'none' ? [] : listed('exports', saved, EXPORTS),
    banner: banner === undefined ? '' : line(banner),
    views: shown,
    languages: languages === undefined || languages === 'all' ? 'all' : listed('languages', languages, LANGUAGES),
  };
}

/** The policy beside the page at `base`. A file that is not there allows everything; one that does not come allows nothing. */
export async function fetchPolicy(base: string | URL): Promise<Policy> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(POLICY_FILE, base), { cache: 'no-cache' });
    text = await response.text();
  } catch {
    throw new PolicyError('', 'the server could not be reached');
  }
  if (response.status === 404 || response.status === 410) return NO_POLICY;
  if (!response.ok) throw new PolicyError('', `the server answered ${response.status}`);
  return parsePolicy(text);
}

/** The device that is used when this one is asked for. */
export function allowedDevice(policy: Policy, asked: DeviceRequest): DeviceRequest {
  return policy.devices.includes(asked) ? asked : (policy.devices[0] ?? 'auto');
}

/** Refuses a weights file that the policy does not name. */
export async function checkWeights(policy: Policy, bytes: ArrayBuffer): Promise<void> {
  if (policy.weights === 'any') return;
  const hint = 'Use the weights that came with the page, or ask whoever runs it to allow these.';
  if (!globalThis.crypto?.subtle) {
    throw new GroundscopeError('weights_not_allowed', 'The policy names the weights that may be used, but this page cannot check them: browsers compute hashes on https only.', hint);
  }
  const hash = hexadecimal(await crypto.subtle.digest('SHA-256', bytes));
  if (!policy.weights.includes(hash)) {
    throw new GroundscopeError('weights_not_allowed', 'These weights are not among those that the policy of this page allows.', hint, `SHA-256 ${hash}`);
  }
}

/** Bytes as lower-case hexadecimal. */
export function hexadecimal(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function objectIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PolicyError('', 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new PolicyError('', 'it is not a JSON object');
  return value as Record<string, unknown>;
}

function listed<const Word extends string>(field: string, value: unknown, known: readonly Word[]): Word[] {
  if (!Array.isArray(value) || value.length === 0) throw new PolicyError(field, `it must be a list of some of ${known.join(', ')}`);
  return value.map((one: unknown) => {
    const word = known.find((word) => word === one);
    if (word === undefined) throw new PolicyError(field, `${JSON.stringify(one)} is not one of ${known.join(', ')}`);
    return word;
  });
}

function hashes(value: unknown): string[] {
  const ask = 'it must be "any" or a list of SHA-256 hashes, 64 hexadecimal digits each';
  if (!Array.isArray(value) || value.length === 0) throw new PolicyError('weights', ask);
  return value.map((one: unknown) => {
    if (typeof one !== 'string' || !/^[0-9a-f]{64}$/i.test(one)) throw new PolicyError('weights', ask);
    return one.toLowerCase();
  });
}

function line(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_BANNER) throw new PolicyError('banner', `it must be text of at most ${LONGEST_BANNER} characters`);
  return value.trim();
}
