// A class as it looks on the scan, small: its hue and its dash.

import { css, html, type TemplateResult } from 'lit';
import { dashOf } from './palette.js';

export function swatch(classId: string): TemplateResult {
  const dash = dashOf(classId);
  return html`<svg class="swatch" viewBox="0 0 36 18" aria-hidden="true">
    <rect x="1.5" y="1.5" width="33" height="15" rx="1" stroke-dasharray=${dash.array} stroke-linecap=${dash.round ? 'round' : 'butt'} />
  </svg>`;
}

export const swatchStyles = css`
  .swatch {
    flex: none;
  }
  .swatch rect {
    fill: var(--hue);
    fill-opacity: 0.22;
    stroke: var(--hue);
    stroke-width: 2;
  }
`;
