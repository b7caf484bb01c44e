// The name of the open scan: cut in the middle where room is short, since exports often differ in their ends alone.

import { css, html, nothing, type TemplateResult } from 'lit';

/** Characters at the end of a name that are never cut: the extension and what numbers the file. */
const TAIL = 10;

/** Control characters and the marks that turn text around: a name must not look like another. */
const TURNS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A name in two pieces: the first may be cut short, the second stays. Names of up to `whole` characters are one piece. */
export function nameParts(name: string, tail = TAIL, whole = 2 * tail): readonly [string, string] {
  const letters = [...name];
  if (letters.length <= whole) return [name, ''];
  return [letters.slice(0, -tail).join(''), letters.slice(-tail).join('')];
}

export function renderFileName(name: string): TemplateResult | typeof nothing {
  if (name === '') return nothing;
  const shown = name.replace(TURNS, '\ufffd');
  const [head, tail] = nameParts(shown);
  // One text for who hears it; for who sees it, two that meet in the middle.
  return html`<span class="file-name" data-testid="scan-name" title=${shown}><span class="unseen">${shown}</span>
    <span class="head" aria-hidden="true">${head}</span><span class="tail" aria-hidden="true">${tail}</span></span>`;
}

export const fileNameStyles = css`
  .file-name {
    position: relative;
    display: flex;
    flex: 1 1 100px;
    min-width: 100px;
    overflow: hidden;
    color: var(--gs-muted);
    white-space: pre;
  }
  .file-name .head {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .file-name .tail {
    flex: none;
  }
`;
