// The page's colours, sizes and type, in one sheet for the viewer and the page around it.
import { css } from "lit";

/** Applied to a host or to the document; everything inside inherits the custom properties. */
export const tokens = css`
  :root,
  :host {
    color-scheme: dark;
    --gs-bg: #0b0d10;
    --gs-stage: #050608;
    --gs-panel: #13171c;
    --gs-raised: #1b2027;
    --gs-hover: #232a33;
    --gs-line: #29303a;
    --gs-edge: #6b7683;
    --gs-text: #e4e7eb;
    --gs-muted: #9aa4b0;
    --gs-strong: #c9d1da;
    --gs-strong-text: #0b0d10;
    --gs-focus: #f0e442;
    --gs-good: #6fd3a8;
    --gs-warn: #f0b429;
    --gs-bad: #ff8a7a;
    --gs-bad-bg: #2a1614;
    --gs-hue-vitreous: #56b4e9;
    --gs-hue-inner_retina: #e69f00;
    --gs-hue-photoreceptors: #2dc89a;
    --gs-hue-rpe_and_below: #cc79a7;
    --gs-hue-other: #c9d1da;
    --gs-reference: #ffffff;
    --gs-casing: #000000;
    --gs-radius: 8px;
    --gs-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  }

  /* Darker steps of the same hues: at least 3:1, as text 4.4:1, on light panels. */
  :root[data-theme="light"],
  :host([theme="light"]) {
    color-scheme: light;
    --gs-bg: #f4f5f7;
    --gs-stage: #dfe3e8;
    --gs-panel: #ffffff;
    --gs-raised: #eef0f3;
    --gs-hover: #e4e8ed;
    --gs-line: #d3d9e0;
    --gs-edge: #78838f;
    --gs-text: #16191d;
    --gs-muted: #535e6a;
    --gs-strong: #1f2730;
    --gs-strong-text: #ffffff;
    --gs-focus: #0b57d0;
    --gs-good: #00693f;
    --gs-warn: #8a5a00;
    --gs-bad: #b3261e;
    --gs-bad-bg: #fdeeec;
    --gs-hue-vitreous: #1f6fa8;
    --gs-hue-inner_retina: #946300;
    --gs-hue-photoreceptors: #007556;
    --gs-hue-rpe_and_below: #a0447b;
    --gs-hue-other: #444d57;
    --gs-reference: #000000;
    --gs-casing: #ffffff;
  }
`;

/** Hues as used over a scan, where the ground is dark in either theme; elsewhere they follow the theme. */
export const hues = css`
  .hue-vitreous {
    --hue: var(--gs-hue-vitreous);
  }
  .hue-inner_retina {
    --hue: var(--gs-hue-inner_retina);
  }
  .hue-photoreceptors {
    --hue: var(--gs-hue-photoreceptors);
  }
  .hue-rpe_and_below {
    --hue: var(--gs-hue-rpe_and_below);
  }
  .hue-other {
    --hue: var(--gs-hue-other);
  }
  .on-scan {
    --gs-hue-vitreous: #56b4e9;
    --gs-hue-inner_retina: #e69f00;
    --gs-hue-photoreceptors: #2dc89a;
    --gs-hue-rpe_and_below: #cc79a7;
    --gs-hue-other: #c9d1da;
    --gs-reference: #ffffff;
    --gs-casing: #000000;
  }
`;

/** Buttons, fields and small print, the same in every component. */
export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  button,
  input,
  summary {
    font: inherit;
    color: inherit;
  }
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 32px;
    padding: 4px 12px;
    border: 1px solid var(--gs-edge);
    border-radius: var(--gs-radius);
    background: transparent;
    cursor: pointer;
    white-space: nowrap;
  }
  .button:hover:not(:disabled) {
    background: var(--gs-hover);
  }
  .button:disabled {
    color: var(--gs-muted);
    border-color: var(--gs-line);
    cursor: default;
  }
  .button.primary {
    background: var(--gs-strong);
    border-color: var(--gs-strong);
    color: var(--gs-strong-text);
    font-weight: 600;
  }
  .button.primary:hover:not(:disabled) {
    background: var(--gs-text);
  }
  .button.quiet {
    border-color: transparent;
  }
  .link {
    display: inline;
    min-height: 0;
    padding: 0 1px;
    border: 0;
    background: none;
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 2px;
    cursor: pointer;
  }
  .link:hover {
    text-decoration-thickness: 2px;
  }
  :focus-visible {
    outline: 2px solid var(--gs-focus);
    outline-offset: 2px;
    border-radius: 4px;
  }
  .muted {
    color: var(--gs-muted);
  }
  .small {
    font-size: 12px;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  svg.icon {
    width: 16px;
    height: 16px;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`;

/** A window over the page. */
export const dialogs = css`
  dialog {
    overflow: auto;
    border: 1px solid var(--gs-edge);
    border-radius: 12px;
    background: var(--gs-panel);
    color: var(--gs-text);
    font: 14px/1.4 var(--gs-font);
    text-align: start;
  }
  dialog::backdrop {
    background: #0009;
  }
`;
