// How the privacy panel's facts look.

import { css } from 'lit';

export const privacyStyles = css`
  :host {
    display: block;
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 9px 14px;
    margin-top: 12px;
  }
  dt {
    color: var(--gs-muted);
  }
  dd {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: 8px;
    overflow-wrap: anywhere;
  }
  dd > .icon {
    margin-top: 3px;
  }
  .good > .icon,
  .verdict-match > .icon {
    color: var(--gs-good);
  }
  .warn > .icon,
  .note.warn,
  .verdict-not_listed > .icon,
  .verdict-no_list > .icon,
  .verdict-unreachable > .icon {
    color: var(--gs-warn);
  }
  .bad > .icon,
  .note.bad,
  .verdict-differs > .icon {
    color: var(--gs-bad);
  }
  .plain > .icon,
  .verdict-not_checked > .icon {
    color: var(--gs-muted);
  }
  p {
    margin-top: 6px;
  }
  details {
    margin-top: 10px;
    padding-top: 8px;
    border-top: 1px solid var(--gs-line);
  }
  summary {
    min-height: 24px;
    cursor: pointer;
    font-weight: 600;
    font-size: 13px;
  }
  h3 {
    margin-top: 10px;
    font-size: 12px;
    color: var(--gs-muted);
  }
  ul {
    margin-top: 6px;
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }
  li {
    padding: 2px 0;
  }
  .files li {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: 8px;
    padding: 4px 0;
  }
  .files .icon {
    margin-top: 2px;
  }
  .hash,
  .small {
    overflow-wrap: anywhere;
  }
  code,
  .mono {
    font-family: ui-monospace, "Cascadia Mono", "Liberation Mono", monospace;
    font-size: 11.5px;
    color: var(--gs-muted);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 14px;
  }
  .sure {
    margin-top: 12px;
    padding: 10px 12px;
    border: 1px solid var(--gs-edge);
    border-radius: var(--gs-radius);
    background: var(--gs-raised);
  }
  .sure .actions {
    margin-top: 8px;
  }
  /* An icon follows the colours that the reader forces, as the words do. */
  .icon {
    forced-color-adjust: auto;
  }
  @media (max-width: 420px) {
    dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 2px;
    }
    dd {
      margin-bottom: 8px;
    }
  }
`;
