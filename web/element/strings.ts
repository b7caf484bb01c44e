// The page's texts in the language that it speaks: one table a language (strings/), one language a page.

import { de } from './strings/de.js';
import { en, type Strings } from './strings/en.js';

export type { Step, Strings } from './strings/en.js';

const tables = { en, de } satisfies Record<string, Strings>;

/** Languages that the page speaks. */
export type Language = keyof typeof tables;

export const LANGUAGES: readonly Language[] = ['en', 'de'];

/** The table in use. Read when something is rendered, never kept: another language is another table. */
export let strings: Strings = en;

/** The language in use. */
export let language: Language = 'en';

/** Whether the page speaks it. */
export function isLanguage(name: string): name is Language {
  return Object.hasOwn(tables, name);
}

/** Switches the page's language. What shows texts renders again on the session's next change. */
export function speak(name: Language): void {
  language = name;
  strings = tables[name];
}

/** The language of a tag such as `de-CH`; English where it is none that the page speaks. */
export function languageOf(tag: string): Language {
  const primary = tag.toLowerCase().split('-')[0] ?? '';
  return isLanguage(primary) ? primary : 'en';
}
