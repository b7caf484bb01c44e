// The public part of the weights file's manifest, for the page: whose scans the model was taught on, under which licence.

import type { Evidence, GroundScopeApi } from '../worker/api.js';

export interface ModelInfo {
  readonly name: string;
  readonly licence: string;
  readonly data: readonly { readonly name: string; readonly licence: string; readonly attribution: string }[];
  readonly classes: readonly { readonly id: string; readonly name: string; readonly evidence: Evidence; readonly figure_text: string }[];
}

/** Engines that can tell of their model; null from those that cannot. */
export async function modelInfo(api: GroundScopeApi & { model?: () => Promise<ModelInfo> }): Promise<ModelInfo | null> {
  return (await api.model?.()) ?? null;
}
