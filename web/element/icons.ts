// Small line icons, drawn as SVG so that nothing is fetched.

import { svg, html, type TemplateResult } from 'lit';

const paths = {
  plus: svg`<path d="M8 3v10M3 8h10" />`,
  minus: svg`<path d="M3 8h10" />`,
  fit: svg`<path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />`,
  save: svg`<path d="M8 2v7.5M4.8 6.5 8 9.7l3.2-3.2M2.5 11v2.5h11V11" />`,
  open: svg`<path d="M2 12.5v-9h4l1.5 2H14v7z" />`,
  box: svg`<rect x="2.5" y="3.5" width="11" height="9" rx="0.5" />`,
  mask: svg`<path d="M3 9c0-3 2.5-5.5 5.5-5.5S13 5 13 7.5s-1.5 2-2 3.5-1.5 1.5-3 1.5S3 12 3 9z" fill="currentColor" fill-opacity="0.35" />`,
  eye: svg`<path d="M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z" /><circle cx="8" cy="8" r="1.9" />`,
  eyeOff: svg`<path d="M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM3 13.5 13 2.5" />`,
  check: svg`<path d="m3 8.5 3.2 3.2L13 4.5" />`,
  cross: svg`<path d="m4 4 8 8M12 4l-8 8" />`,
  missed: svg`<circle cx="8" cy="8" r="5.5" stroke-dasharray="2.2 2.2" />`,
  wait: svg`<circle cx="8" cy="8" r="5.5" />`,
  clock: svg`<circle cx="8" cy="8" r="5.5" /><path d="M8 4.8V8l2.2 1.6" />`,
  shield: svg`<path d="M8 1.8 13.2 3.6v4c0 3.3-2.2 5.6-5.2 6.6-3-1-5.2-3.3-5.2-6.6v-4z" />`,
  chip: svg`<rect x="4" y="4" width="8" height="8" rx="1" /><path d="M6 1.5V4M10 1.5V4M6 12v2.5M10 12v2.5M1.5 6H4M1.5 10H4M12 6h2.5M12 10h2.5" />`,
  sun: svg`<circle cx="8" cy="8" r="2.8" /><path d="M8 1.5v1.7M8 12.8v1.7M1.5 8h1.7M12.8 8h1.7M3.4 3.4l1.2 1.2M11.4 11.4l1.2 1.2M12.6 3.4l-1.2 1.2M4.6 11.4l-1.2 1.2" />`,
  moon: svg`<path d="M13 9.8A5.5 5.5 0 0 1 6.2 3 5.5 5.5 0 1 0 13 9.8z" />`,
  ruler: svg`<path d="M1.5 10.5v-5h13v5zM4.8 5.5v2M8 5.5v3M11.2 5.5v2" />`,
  contrast: svg`<circle cx="8" cy="8" r="5.5" /><path d="M8 2.5v11a5.5 5.5 0 0 0 0-11z" fill="currentColor" stroke="none" />`,
  layers: svg`<path d="M8 2.5 14 6 8 9.5 2 6zM2.5 9.2 8 12.5l5.5-3.3" />`,
  pencil: svg`<path d="m3 13 .6-2.8L11 2.8l2.2 2.2-7.4 7.4zM9.6 4.2l2.2 2.2" />`,
  undo: svg`<path d="M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H7" />`,
  redo: svg`<path d="m10 3 3 3-3 3M13 6H7a4 4 0 0 0 0 8h2" />`,
  bin: svg`<path d="M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M7 7v4M9 7v4" />`,
  keyboard: svg`<rect x="1.5" y="4" width="13" height="8.5" rx="1" /><path d="M4 6.8h.1M6.7 6.8h.1M9.3 6.8h.1M12 6.8h.1M5 9.8h6" />`,
  info: svg`<circle cx="8" cy="8" r="6" /><path d="M8 7.3v3.7M8 5v.1" />`,
  warn: svg`<path d="M8 2.2 14.5 13.5h-13zM8 6.5v3.3M8 11.7v.1" />`,
  /** Evidence levels: a full, a half and an outlined badge, told apart without colour. */
  real: svg`<circle cx="8" cy="8" r="5.5" fill="currentColor" /><path d="m5.4 8.2 1.8 1.8 3.5-3.8" stroke="var(--gs-panel)" />`,
  few: svg`<circle cx="8" cy="8" r="5.5" /><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none" />`,
  synthetic: svg`<circle cx="8" cy="8" r="5.5" stroke-dasharray="2.6 1.720" />`,
  none: svg`<circle cx="8" cy="8" r="5.5" /><path d="M4.2 11.8 11.8 4.2" />`,
};

export type IconName = keyof typeof paths;

/** A 16 px icon; it carries no meaning of its own, the word beside it does. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${paths[name]}</svg>`;
}
