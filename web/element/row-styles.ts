// Rows of the side panels: findings and expert boxes look alike.

import { css } from 'lit';
import { swatchStyles } from './swatch.js';

export const rowStyles = css`
  h2 {
    margin-bottom: 6px;
    font-size: 13px;
    font-weight: 600;
    color: var(--gs-muted);
  }
  h3 {
    margin: 14px 0 2px;
    font-size: 12px;
    font-weight: 600;
    color: var(--gs-muted);
  }
  .note {
    padding: 4px 0 8px;
  }
  .summary {
    font-size: 16px;
    line-height: 1.4;
    font-weight: 600;
    text-wrap: pretty;
  }
  .summary.nothing {
    padding: 10px 12px;
    border: 1px solid var(--gs-line);
    border-radius: var(--gs-radius);
    background: var(--gs-raised);
    font-size: 14px;
    font-weight: 400;
  }
  .file-note {
    display: flex;
    gap: 6px;
    margin-top: 6px;
    line-height: 1.4;
  }
  .doubt {
    display: flex;
    gap: 8px;
    margin: 8px 0;
    padding: 8px 10px;
    border: 1px solid var(--gs-warn);
    border-radius: 8px;
    line-height: 1.4;
  }
  .doubt svg {
    flex: none;
    color: var(--gs-warn);
  }
  .row {
    display: grid;
    grid-template-columns: 36px minmax(0, 1fr) auto 48px;
    align-items: baseline;
    gap: 1px 10px;
    width: calc(100% + 16px);
    margin: 0 -8px;
    padding: 5px 8px;
    border: 0;
    border-radius: var(--gs-radius);
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .row:hover,
  .lit > .row {
    background: var(--gs-hover);
  }
  .lit > .row {
    box-shadow: inset 3px 0 var(--hue, var(--gs-strong));
  }
  .row:focus-visible {
    outline-offset: -2px;
    border-radius: var(--gs-radius);
  }
  ${swatchStyles}
  .swatch {
    width: 36px;
    height: 18px;
    align-self: center;
    grid-row: span 2;
  }
  /* Two lines hold every name of ours; a file may bring others. */
  .name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    hyphens: auto;
    overflow-wrap: anywhere;
  }
  .verdict,
  .probability {
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: nowrap;
  }
  .found .name,
  .found .verdict,
  .found .probability {
    font-weight: 600;
  }
  .absent .name,
  .absent .verdict,
  .absent .probability {
    color: var(--gs-muted);
  }
  .absent .row {
    padding-block: 3px;
  }
  .meta {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    grid-column: 2 / 4;
    font-size: 12px;
    color: var(--gs-muted);
  }
  .level {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  .level svg.icon {
    width: 12px;
    height: 12px;
  }
  .meter {
    align-self: center;
    width: 48px;
    height: 3px;
  }
  .track {
    fill: var(--gs-line);
  }
  .value {
    fill: var(--gs-strong);
  }
  .details {
    padding: 4px 0 8px 46px;
  }
  .regions {
    display: grid;
    gap: 8px;
    margin-block: 8px;
  }
  .details p {
    margin-top: 3px;
    line-height: 1.4;
  }
  .outcome {
    padding-inline-start: 8px;
    border-inline-start: 2px solid var(--gs-strong);
    font-size: 13px;
  }
  .hide {
    min-height: 26px;
    padding: 2px 9px;
    font-size: 12px;
  }
  .region {
    min-height: 26px;
    padding: 2px 9px;
    border-color: var(--hue, var(--gs-edge));
    font-size: 12px;
  }
  .region.here {
    background: var(--gs-hover);
  }
  .no-answer {
    margin-top: 14px;
    padding-top: 8px;
    border-top: 1px solid var(--gs-line);
  }
  summary {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    color: var(--gs-muted);
    cursor: pointer;
  }
  .silent {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    padding: 3px 0;
    font-size: 13px;
  }
`;
