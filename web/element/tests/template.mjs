// Looks into a Lit template without a browser.

import { nothing } from 'lit';

/** The markup and every value of a template, those inside it included, as one text. */
export function textOf(template) {
  if (template === nothing || template === null || typeof template === 'function') return '';
  if (Array.isArray(template)) return template.map(textOf).join(' ');
  if (typeof template !== 'object') return String(template);
  const { strings, values } = template;
  // A directive (`keyed`) has values alone; an object that is handed on to another element has neither.
  if (!strings) return textOf(values ?? null);
  return strings.map((piece, n) => piece + (n < values.length ? textOf(values[n]) : '')).join('').replace(/\s+/g, ' ');
}
