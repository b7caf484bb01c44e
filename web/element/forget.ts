// "Forget everything": a list of all that holds something of the user's, in memory or in the browser, and how each is emptied.

import { browserStores } from './browser-stores.js';

/** Something that holds what the user opened, drew or set. */
export interface Store {
  /** In receipts; the same in every language. */
  readonly id: string;
  /** `memory` is gone with the tab, `browser` stays. */
  readonly where: 'memory' | 'browser';
  /** Told to the user. A function, since the language may change. */
  label(): string;
  /** What it holds now, in words or by name; empty when it holds nothing. */
  entries(): readonly string[] | Promise<readonly string[]>;
  forget(): void | Promise<void>;
}

/** What one store holds. */
export interface Holding {
  readonly id: string;
  readonly where: Store['where'];
  readonly label: string;
  readonly entries: readonly string[];
}

/** What became of it: entries that are gone, and those that could not be deleted. */
export interface Forgotten extends Omit<Holding, 'entries'> {
  readonly forgotten: readonly string[];
  readonly left: readonly string[];
}

const registered = new Set<Store>();

/** Whoever keeps something registers it here. Returns the function that takes it off again. */
export function registerStore(store: Store): () => void {
  registered.add(store);
  return () => void registered.delete(store);
}

/** Everything that is held now, stores that hold nothing left out. */
export async function holdings(): Promise<Holding[]> {
  const all = await Promise.all(stores().map(async (store) => holdingOf(store, await store.entries())));
  return all.filter(({ entries }) => entries.length > 0);
}

/** Empties every store, and tells what was in each; what remains is looked up, not taken for granted. */
export async function forgetEverything(): Promise<Forgotten[]> {
  const results: Forgotten[] = [];
  for (const store of stores()) {
    const before = await store.entries();
    if (before.length === 0) continue;
    try {
      await store.forget();
    } catch {
      // What it did not delete is listed as left.
    }
    const left = await store.entries();
    const { entries: _entries, ...of } = holdingOf(store, before);
    results.push({ ...of, forgotten: before.filter((entry) => !left.includes(entry)), left });
  }
  return results;
}

function stores(): Store[] {
  return [...registered, ...browserStores];
}

function holdingOf(store: Store, entries: readonly string[]): Holding {
  return { id: store.id, where: store.where, label: store.label(), entries };
}
