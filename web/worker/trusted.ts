// The one trusted-types policy: it makes the addresses of the two workers and of the service worker, and nothing else.

/** The scripts that may run as workers. */
export type WorkerScript = 'engine/reader.js' | 'engine/metrics.js';

/** The script that keeps the page for when there is no network; only sites of `cargo xtask pkg --site` have it. */
export type OfflineScript = 'sw.js';

const SCRIPTS: readonly string[] = ['engine/reader.js', 'engine/metrics.js', 'sw.js'] satisfies (WorkerScript | OfflineScript)[];

interface Policy {
  createScriptURL(input: string, base: string): string;
}

// TrustedTypePolicyFactory is not in every browser, nor in every version of TypeScript's library.
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;

/** Checks that `input` is one of the workers below `base`, on the page's own origin. */
export function checkedScriptUrl(input: string, base: string, origin: string): string {
  const url = new URL(input, base);
  const expected = SCRIPTS.some((script) => new URL(script, base).href === url.href);
  if (url.origin !== origin || !expected) throw new TypeError('GroundScope starts only its own workers.');
  return url.href;
}

/** The address of a worker, as the policy of the page wants it. */
export function workerUrl(script: WorkerScript | OfflineScript, base: string): string {
  const rules: Policy = { createScriptURL: (input, from) => checkedScriptUrl(input, from, location.origin) };
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory ? factory.createPolicy('groundscope', rules) : rules;
  return policy.createScriptURL(script, base);
}
