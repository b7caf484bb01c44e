// The content security policies that this document is known to have, and where they let requests go.

/** A policy, and how it is known: written into the page, or told by the browser when it refused something. */
export interface KnownPolicy {
  readonly text: string;
  readonly source: 'page' | 'refusal';
}

/** Where the known policies, which hold together, let requests go. */
export interface Reach {
  readonly known: boolean;
  /** Whether scripts may ask the page's own server. */
  readonly own: boolean;
  /** Ways to other addresses that are open, as `img-src https:`; a directive that stands nowhere is open to all. */
  readonly elsewhere: readonly string[];
}

/** Each way out, and the directives that speak for it: the first that a policy has decides. */
const WAYS: readonly (readonly string[])[] = [
  ['connect-src', 'default-src'],
  ['font-src', 'default-src'],
  ['form-action'],
  ['frame-src', 'child-src', 'default-src'],
  ['img-src', 'default-src'],
  ['manifest-src', 'default-src'],
  ['media-src', 'default-src'],
  ['object-src', 'default-src'],
  ['script-src-elem', 'script-src', 'default-src'],
  ['style-src-elem', 'style-src', 'default-src'],
  ['worker-src', 'child-src', 'script-src', 'default-src'],
];

/** Made in the tab: nothing is sent for them. */
const LOCAL_SCHEMES = ['blob:', 'data:', 'filesystem:', 'mediastream:'];

/** Policies written into the page, and those that refusals told of. A script cannot read the headers. */
export function knownPolicies(page: Document, told: readonly string[]): KnownPolicy[] {
  // Browsers heed such an element in the head only.
  const metas = page.head.querySelectorAll<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy" i]');
  const own = [...metas].map((meta) => tidy(meta.content));
  const others = [...new Set(told.map(tidy))].filter((text) => !own.includes(text)).sort();
  return [...own.map((text) => ({ text, source: 'page' as const })), ...others.map((text) => ({ text, source: 'refusal' as const }))];
}

export function reachOf(policies: readonly string[], origin: string): Reach {
  const parsed = policies.map(parse);
  const isOwn = (source: string): boolean => isLocal(source) || source === origin.toLowerCase();
  const elsewhere = WAYS.flatMap((way) => {
    const lists = parsed.map((policy) => way.map((name) => policy.get(name)).find((sources) => sources !== undefined));
    if (lists.some((sources) => sources?.every(isOwn))) return [];
    const open = lists.map((sources) => sources?.filter((source) => !isOwn(source)).join(' ') ?? '*');
    return [`${way[0]} ${[...new Set(open)].join(', ')}`];
  });
  const asks = (policy: Map<string, string[]>): boolean => {
    const sources = policy.get('connect-src') ?? policy.get('default-src');
    return sources?.some((source) => source === "'self'" || !isLocal(source)) ?? true;
  };
  return { known: policies.length > 0, own: parsed.every(asks), elsewhere: policies.length > 0 ? elsewhere : [] };
}

/** A policy as its directives; of one that stands twice the first counts. */
function parse(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().toLowerCase().split(/\s+/);
    if (name && !directives.has(name)) directives.set(name, sources);
  }
  return directives;
}

/** Words in quotes name no address, but for the one that lets scripts load scripts from anywhere. */
function isLocal(source: string): boolean {
  return (source.startsWith("'") && source !== "'strict-dynamic'") || LOCAL_SCHEMES.includes(source);
}

function tidy(policy: string): string {
  return policy.trim().replace(/\s+/g, ' ');
}
