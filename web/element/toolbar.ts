// The bar under the scan: zoom, what is drawn over it, and opening another one.

import { css, html, type TemplateResult } from 'lit';
import { fileNameStyles, renderFileName } from './file-name.js';
import { icon } from './icons.js';
import type { View } from './session.js';
import { strings } from './strings.js';

export interface Toolbar {
  /** The open scan's file. */
  readonly name: string;
  readonly view: View;
  /** False until there is something to show or hide. */
  readonly ready: boolean;
  readonly scale: number;
  readonly zoom: (direction: 1 | -1) => void;
  readonly fit: () => void;
  readonly show: (part: Partial<View>) => void;
  readonly open: () => void;
}

export function renderToolbar({ name, view, ready, scale, zoom, fit, show, open }: Toolbar): TemplateResult {
  const words = strings.toolbar;
  const opacity = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) show({ opacity: event.target.valueAsNumber });
  };
  return html`
    <div class="toolbar" role="group" aria-label=${words.label}>
      <button class="button quiet" data-testid="open-scan" title=${words.openLong} @click=${open}>
        ${icon('open')}<span>${words.open}</span>
      </button>
      ${renderFileName(name)}
      <span class="set">
        <button class="button quiet square" data-testid="zoom-out" aria-label=${words.zoomOut} title=${words.zoomOut} @click=${() => zoom(-1)}>
          ${icon('minus')}
        </button>
        <span class="scale small muted">${words.zoom(scale)}</span>
        <button class="button quiet square" data-testid="zoom-in" aria-label=${words.zoomIn} title=${words.zoomIn} @click=${() => zoom(1)}>
          ${icon('plus')}
        </button>
        <button class="button quiet" data-testid="zoom-fit" title=${words.fitLong} @click=${fit}>${icon('fit')}<span>${words.fit}</span></button>
      </span>
      <span class="set">
        <button class="button quiet toggle" data-testid="toggle-boxes" aria-pressed=${String(view.boxes)} ?disabled=${!ready}
          @click=${() => show({ boxes: !view.boxes, hidden: false })}>
          ${icon('box')}<span>${words.boxes}</span>
        </button>
        <button class="button quiet toggle" data-testid="toggle-masks" aria-pressed=${String(view.masks)} ?disabled=${!ready}
          @click=${() => show({ masks: !view.masks, hidden: false })}>
          ${icon('mask')}<span>${words.masks}</span>
        </button>
        <input type="range" data-testid="mask-opacity" min="0" max="1" step="0.05" .value=${String(view.opacity)}
          aria-label=${words.opacity} title=${words.opacity} ?disabled=${!ready || !view.masks} @input=${opacity} />
        <button class="button quiet toggle" data-testid="toggle-all" aria-pressed=${String(view.hidden)} title=${words.hideLong}
          aria-keyshortcuts="H" ?disabled=${!ready}
          @click=${() => show({ hidden: !view.hidden })}>
          ${icon(view.hidden ? 'eyeOff' : 'eye')}<span>${words.hide}</span><kbd aria-hidden="true">H</kbd>
        </button>
      </span>
    </div>
  `;
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
    width: 84px;
    height: 24px;
    margin: 0 6px;
    accent-color: var(--gs-strong);
  }
  @container (max-width: 720px) {
    .toolbar {
      padding: 2px 4px;
    }
    .toolbar kbd,
    .toolbar .scale {
      display: none;
    }
    .toolbar .button {
      padding: 4px 7px;
    }
    input[type='range'] {
      width: 64px;
    }
  }
`;
