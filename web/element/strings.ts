// The page's texts in the language that it speaks: one table a language (strings/), one language a page.

import { en, type Strings } from './strings/en.js';

export type { Step, Strings } from './strings/en.js';

/** Languages that the page speaks. */
export type Language = 'en';

const tables: Record<Language, Strings> = { en };

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
