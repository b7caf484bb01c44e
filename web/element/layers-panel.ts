// The panel "Layers": boxes, masks, and which regions are drawn. Verdicts stay as they are.

import { html, nothing, type TemplateResult } from 'lit';
import type { Findings } from '../worker/api.js';
import { icon } from './icons.js';
import { below, offNames } from './shown.js';
import { slider, toolPanel } from './tool-panel.js';
import type { View } from './session.js';
import { strings } from './strings.js';

export interface LayersPanel {
  readonly view: View;
  readonly findings: Findings | null;
  readonly show: (part: Partial<View>) => void;
}

export function renderLayersPanel({ view, findings, show }: LayersPanel): TemplateResult {
  const words = strings.layers;
  const note = findings ? layersNote(view, findings) : '';
  const body = html`
    <p class="actions">
      <button class="button toggle" data-testid="toggle-boxes" aria-pressed=${String(view.boxes)} @click=${() => show({ boxes: !view.boxes, hidden: false })}>
        ${icon('box')}<span>${words.boxes}</span>
      </button>
      <button class="button toggle" data-testid="toggle-masks" aria-pressed=${String(view.masks)} @click=${() => show({ masks: !view.masks, hidden: false })}>
        ${icon('mask')}<span>${words.masks}</span>
      </button>
    </p>
    ${slider({ testid: 'mask-opacity', label: words.opacity, value: view.opacity, told: strings.percent(view.opacity), least: 0, step: 0.05, disabled: !view.masks, set: (opacity) => show({ opacity }) })}
    ${slider({ testid: 'least-score', label: words.least, value: view.least, told: strings.percent(view.least), least: 0, step: 0.01, set: (least) => show({ least }) })}
    <div aria-live="polite">${note === '' ? nothing : html`<p class="small" data-testid="layers-note">${note}. ${words.verdicts}</p>`}</div>
    ${note === '' ? nothing : html`<button class="button" data-testid="show-all" @click=${() => show({ off: new Set(), least: 0 })}>${words.all}</button>`}
  `;
  const marked = note !== '' || !view.boxes || !view.masks;
  return toolPanel({ id: 'layers', title: strings.toolbar.layers, long: strings.toolbar.layersLong, sign: icon('layers'), marked, disabled: !findings, body });
}

/** What is left out of the drawing, in words; empty where nothing is. */
export function layersNote(view: View, findings: Findings): string {
  const words = strings.layers;
  const [off, low] = [offNames(findings, view), below(findings, view)];
  return [off.length > 0 ? words.off(off) : '', low > 0 ? words.below(low, view.least) : ''].filter((part) => part !== '').join('; ');
}
