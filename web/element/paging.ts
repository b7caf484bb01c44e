// Long lists a page at a time: thousands of rows at once would hold the tab for seconds at every change.

import { html, nothing, type TemplateResult } from 'lit';
import { strings } from './strings.js';

/** Rows of a page. */
export const PAGE = 100;

/** The rows to show, at least up to the chosen one. */
export function paged<T>(all: readonly T[], rows: number, isChosen: (one: T) => boolean): readonly T[] {
  if (all.length <= rows) return all;
  return all.slice(0, Math.max(rows, all.findIndex(isChosen) + 1));
}

/** The way to the rest of a list. */
export function renderMore(shown: number, all: number, onMore: (rows: number) => void): TemplateResult | typeof nothing {
  if (shown >= all) return nothing;
  return html`<p class="small"><button class="button" data-testid="more-rows" @click=${() => onMore(shown + PAGE)}>${strings.score.more(Math.min(PAGE, all - shown), all - shown)}</button></p>`;
}
