// What a viewer is surrounded by: its engine, its sample and IT's policy. They lie in a folder on a server, unless a page carries them in itself.

import type { GroundScopeApi } from '../worker/api.js';
import { GroundScope } from '../worker/client.js';
import { fetchPolicy, type Policy } from '../worker/policy.js';
import type { WeightsSource } from '../worker/weights.js';
import { fetchBytes } from './intake.js';
import type { ScanFile } from './state.js';

export interface Installation {
  engine(policy: Promise<Policy>, weights: WeightsSource | undefined): GroundScopeApi;
  policy(): Promise<Policy>;
  sample(signal: AbortSignal): Promise<ScanFile>;
}

let carried: Installation | null = null;

/** Uses this for every viewer of the page; to be called before the element is defined. */
export function carry(installation: Installation): void {
  carried = installation;
}

/** The installation in a folder. */
export function installationAt(base: string): Installation {
  if (carried) return carried;
  const get = (name: string, signal: AbortSignal) => fetchBytes(new URL(name, base), 'sample', signal);
  return {
    engine: (policy, weights) => new GroundScope({ base, policy, weights }),
    policy: () => fetchPolicy(base),
    async sample(signal) {
      const [bytes, truth] = await Promise.all([get('sample.png', signal), get('sample-references.json', signal).catch(() => null)]);
      return { bytes, truth: truth && new TextDecoder().decode(truth) };
    },
  };
}
