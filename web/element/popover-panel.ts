// A button of the top bar and the panel it opens: placed under it, closed by Escape or a click elsewhere.

import { css } from 'lit';

/** Puts an open popover under its button, or over it where there is no room, inside the window. */
export function placeUnder(panel: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const gap = 8;
  const left = Math.min(box.left, document.documentElement.clientWidth - panel.offsetWidth - gap);
  panel.style.left = `${Math.max(left, gap)}px`;
  const [below, above] = [box.bottom + 6, box.top - 6 - panel.offsetHeight];
  const fits = below + panel.offsetHeight <= innerHeight - gap;
  const top = fits ? below : above >= gap ? above : innerHeight - panel.offsetHeight - gap;
  panel.style.top = `${Math.max(gap, top)}px`;
}

export const panelStyles = css`
  :host {
    display: inline-block;
  }
  .chip {
    min-height: 32px;
    padding: 4px 10px;
    border-color: transparent;
    font-size: 13px;
  }
  .chip span {
    display: inline-flex;
    align-items: center;
  }
  .chip .unseen {
    display: block;
  }
  .chip .good {
    color: var(--gs-good);
  }
  .chip .warn {
    color: var(--gs-warn);
  }
  .chip.bad {
    border-color: var(--gs-bad);
    color: var(--gs-bad);
  }
  .panel {
    position: fixed;
    inset: auto;
    width: min(380px, calc(100vw - 16px));
    max-height: min(560px, calc(100vh - 16px));
    margin: 0;
    padding: 16px 18px;
    overflow: auto;
    border: 1px solid var(--gs-edge);
    border-radius: 12px;
    background: var(--gs-panel);
    color: var(--gs-text);
    box-shadow: 0 12px 40px #0008;
    font: 14px/1.5 var(--gs-font);
    text-align: start;
  }
  .panel.wide {
    width: min(480px, calc(100vw - 16px));
    max-height: min(680px, calc(100vh - 16px));
  }
  .panel h2 {
    font-size: 15px;
  }
  .panel h3 {
    margin-top: 14px;
    font-size: 12px;
    color: var(--gs-muted);
  }
  .panel p {
    margin-top: 8px;
  }
  .panel dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 6px 14px;
    margin-top: 10px;
  }
  .panel dt {
    color: var(--gs-muted);
  }
  .panel dd {
    overflow-wrap: anywhere;
  }
  .panel ul {
    margin-top: 6px;
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }
  .panel li {
    padding: 2px 0;
  }
  .panel .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 14px;
  }
  .panel label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 24px;
    margin-top: 14px;
  }
  .note.warn {
    color: var(--gs-warn);
  }
  .note.bad {
    color: var(--gs-bad);
  }
  @media (max-width: 620px) {
    .chip {
      padding: 4px 7px;
    }
    .chip .word {
      display: none;
    }
  }
`;
