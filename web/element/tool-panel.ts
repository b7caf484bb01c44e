// Small panels of the toolbar: a button, and what it opens beside it.

import { css, html, type TemplateResult } from 'lit';
import { placeUnder } from './popover-panel.js';

export interface ToolPanel {
  readonly id: string;
  readonly title: string;
  readonly long: string;
  readonly sign: TemplateResult;
  /** Something in it is not as at first. */
  readonly marked: boolean;
  readonly disabled?: boolean;
  readonly body: TemplateResult;
}

export function toolPanel({ id, title, long, sign, marked, disabled = false, body }: ToolPanel): TemplateResult {
  const place = ({ currentTarget: panel }: Event): void => {
    if (!(panel instanceof HTMLElement)) return;
    const button = panel.previousElementSibling;
    if (button instanceof HTMLElement) placeUnder(panel, button);
  };
  return html`<span class="tool-panel">
    <button class="button quiet opener ${marked ? 'marked' : ''}" data-testid=${`${id}-button`} popovertarget=${`${id}-panel`} title=${long} ?disabled=${disabled}>
      ${sign}<span class="word">${title}</span>
    </button>
    <div id=${`${id}-panel`} class="panel" popover data-testid=${`${id}-panel`} role="dialog" aria-label=${long} @toggle=${place}>${body}</div>
  </span>`;
}

export interface Slider {
  readonly testid: string;
  readonly label: string;
  readonly value: number;
  /** The value in words. */
  readonly told: string;
  readonly least: number;
  readonly step: number;
  readonly disabled?: boolean;
  readonly set: (value: number) => void;
}

/** From `least` to 1, with its label and its value. */
export function slider({ testid, label, value, told, least, step, disabled = false, set }: Slider): TemplateResult {
  const onInput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) set(event.target.valueAsNumber);
  };
  return html`<label class="slider">
    <span>${label}</span><output>${told}</output>
    <input type="range" data-testid=${testid} min=${least} max="1" step=${step} .value=${String(value)} aria-valuetext=${told} ?disabled=${disabled} @input=${onInput} />
  </label>`;
}

export const toolPanelStyles = css`
  .tool-panel {
    display: inline-flex;
  }
  .tool-panel .panel {
    width: min(300px, calc(100vw - 16px));
    padding: 12px 14px;
  }
  .panel label.slider {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 8px;
    margin-top: 0;
    font-size: 13px;
  }
  .panel .slider + .slider {
    margin-top: 8px;
  }
  .slider input[type='range'] {
    grid-column: 1 / 3;
    width: 100%;
    margin: 0;
  }
  .slider output {
    color: var(--gs-muted);
    font-variant-numeric: tabular-nums;
  }
  .panel p.actions {
    flex-wrap: wrap;
    margin: 10px 0;
  }
  .panel p.actions:first-child {
    margin-top: 0;
  }
  .tool-panel .panel > div + .button {
    margin-top: 8px;
  }
  .opener.marked {
    border-color: var(--gs-edge);
    background: var(--gs-raised);
  }
  @media (pointer: coarse) {
    .panel .mouse {
      display: none;
    }
  }
`;
