// Test hooks: ways to make things go wrong on purpose. Nothing here runs unless it is asked for.

import { GroundscopeError } from './errors.js';
import { hexadecimal } from './policy.js';

/** How much a stored value is shifted: far beyond any tolerance. */
const SHIFT = 1;

/**
 * The same weights file with one value of its self-check shifted, so that a device which computes rightly must disagree.
 * The file stays valid: the manifest's hash is made anew. Only this copy in memory is touched.
 */
export async function withShiftedSelfCheck(weights: ArrayBuffer): Promise<ArrayBuffer> {
  // safetensors: eight bytes of header length (little endian), the header as JSON, the tensors.
  const length = Number(new DataView(weights).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(weights, 8, length))) as { __metadata__?: Record<string, string> };
  const metadata = header.__metadata__;
  if (!metadata?.['groundscope']) throw new GroundscopeError('weights', 'The weights file has no manifest.');
  const manifest = JSON.parse(metadata['groundscope']) as { self_check: { map_logits: number[] } };
  const [first = 0, ...others] = manifest.self_check.map_logits;
  manifest.self_check.map_logits = [first + SHIFT, ...others];
  metadata['groundscope'] = JSON.stringify(manifest);
  metadata['groundscope-sha256'] = hexadecimal(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(metadata['groundscope'])));
  const text = new TextEncoder().encode(JSON.stringify(header));
  // Tensors stay aligned to eight bytes.
  const padded = Math.ceil(text.length / 8) * 8;
  const file = new Uint8Array(8 + padded + weights.byteLength - 8 - length);
  new DataView(file.buffer).setBigUint64(0, BigInt(padded), true);
  file.fill(0x20, 8, 8 + padded);
  file.set(text, 8);
  file.set(new Uint8Array(weights, 8 + length), 8 + padded);
  return file.buffer;
}

/** Reads `?self-check-fault=gpu` or `=all` of a page's address. */
export function faultsOf(search: string): { selfCheck?: 'gpu' | 'all' } {
  const fault = new URLSearchParams(search).get('self-check-fault');
  if (fault === null) return {};
  return { selfCheck: fault === 'all' ? 'all' : 'gpu' };
}
