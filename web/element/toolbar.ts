// The bar under the scan: zoom, how it and what lies over it are shown, the tools, and opening another one.

import { css, html, type TemplateResult } from 'lit';
import { fileNameStyles, renderFileName } from './file-name.js';
import type { Findings } from '../worker/api.js';
import { icon } from './icons.js';
import { renderImagePanel } from './image-panel.js';
import { renderLayersPanel } from './layers-panel.js';
import type { View } from './session.js';
import { printed, type Action, type Bindings } from './shortcuts.js';
import { strings } from './strings.js';
import { toolPanelStyles } from './tool-panel.js';
import type { Mode } from './tools-state.js';

export interface Toolbar {
  /** The open scan's file. */
  readonly name: string;
  readonly view: View;
  /** Null until there is something to show or hide. */
  readonly findings: Findings | null;
  readonly mode: Mode | null;
  readonly bindings: Bindings;
  readonly scale: number;
  readonly zoom: (direction: 1 | -1) => void;
  readonly fit: () => void;
  readonly show: (part: Partial<View>) => void;
  /** Takes up a tool or puts it down. */
  readonly toggle: (mode: Mode, event: Event) => void;
  readonly open: () => void;
}

export function renderToolbar(bar: Toolbar): TemplateResult {
  const { name, view, findings, bindings, scale, zoom, fit, show, open } = bar;
  const words = strings.toolbar;
  const key = (action: Action): string => printed(bindings[action][0] ?? '');
  return html`
    <div class="toolbar" role="group" aria-label=${words.label}>
      <button class="button quiet" data-testid="open-scan" title=${words.openLong} @click=${open}>
        ${icon('open')}<span>${words.open}</span>
      </button>
      ${renderFileName(name)}
      <span class="set">
        <button class="button quiet square" data-testid="zoom-out" aria-label=${words.zoomOut(key('zoomOut'))} title=${words.zoomOut(key('zoomOut'))} @click=${() => zoom(-1)}>
          ${icon('minus')}
        </button>
        <span class="scale small muted">${words.zoom(scale)}</span>
        <button class="button quiet square" data-testid="zoom-in" aria-label=${words.zoomIn(key('zoomIn'))} title=${words.zoomIn(key('zoomIn'))} @click=${() => zoom(1)}>
          ${icon('plus')}
        </button>
        <button class="button quiet" data-testid="zoom-fit" title=${words.fitLong(key('fit'))} @click=${fit}>${icon('fit')}<span>${words.fit}</span></button>
      </span>
      <span class="set">
        ${renderImagePanel({ view, show, key: key('invert') })}
        ${renderLayersPanel({ view, findings, show })}
        <button class="button quiet toggle" data-testid="toggle-all" aria-pressed=${String(view.hidden)} title=${words.hideLong(key('hide'))}
          aria-keyshortcuts=${key('hide')} ?disabled=${!findings}
          @click=${() => show({ hidden: !view.hidden })}>
          ${icon(view.hidden ? 'eyeOff' : 'eye')}<span class="word">${words.hide}</span><kbd aria-hidden="true">${key('hide')}</kbd>
        </button>
        ${tool(bar, 'measure', icon('ruler'), words.measure, words.measureLong(key('measure')), false)}
        ${tool(bar, 'draw', icon('pencil'), words.draw, words.drawLong(key('draw')), !findings)}
      </span>
    </div>
  `;
}

function tool({ mode, bindings, toggle }: Toolbar, own: Mode, sign: TemplateResult, word: string, long: string, disabled: boolean): TemplateResult {
  const key = printed(bindings[own][0] ?? '');
  return html`<button class="button quiet toggle" data-testid=${`tool-${own}`} aria-pressed=${String(mode === own)} title=${long} aria-keyshortcuts=${key}
    ?disabled=${disabled} @click=${(event: Event) => toggle(own, event)}>
    ${sign}<span class="word">${word}</span><kbd aria-hidden="true">${key}</kbd>
  </button>`;
}

export const toolbarStyles = css`
  ${fileNameStyles}
  .toolbar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 2px 12px;
    padding: 4px 8px;
    border-top: 1px solid var(--gs-line);
    background: var(--gs-panel);
    font-size: 13px;
  }
  .set {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px;
  }
  .toolbar .button {
    padding: 4px 9px;
  }
  .button.square {
    width: 32px;
    padding: 4px;
  }
  .scale {
    min-width: 44px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .toggle {
    color: var(--gs-muted);
  }
  .toggle[aria-pressed='true'] {
    background: var(--gs-raised);
    border-color: var(--gs-edge);
    color: var(--gs-text);
  }
  kbd {
    padding: 0 5px;
    border: 1px solid var(--gs-line);
    border-radius: 4px;
    font: 11px var(--gs-font);
    color: var(--gs-muted);
  }
  input[type='range'] {
    height: 24px;
    accent-color: var(--gs-strong);
  }
  /* Beside a list of scans there is less room: one row is worth more than the keys, which the list of keys has. */
  @container (max-width: 880px) {
    .toolbar {
      gap: 2px 6px;
    }
    .toolbar kbd,
    .toolbar .scale {
      display: none;
    }
    .toolbar .button {
      padding: 4px 7px;
    }
  }
  @container (max-width: 720px) {
    .toolbar {
      padding: 2px 4px;
    }
    .toolbar .button {
      padding: 4px 7px;
    }
  }
  /* Words tell more than signs, where there is room for one of them. */
  @container (max-width: 480px) {
    .toolbar .set:last-child svg.icon {
      display: none;
    }
  }
  ${toolPanelStyles}
`;
