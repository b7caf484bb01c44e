// The panel "Image": level, width and invert. Only what is shown changes; the model reads the file's own pixels.

import { html, type TemplateResult } from 'lit';
import { icon } from './icons.js';
import { slider, toolPanel } from './tool-panel.js';
import type { View } from './session.js';
import { strings } from './strings.js';
import { isWhole, NARROWEST, WHOLE } from './window.js';

export interface ImagePanel {
  readonly view: View;
  readonly show: (part: Partial<View>) => void;
  /** The key that inverts. */
  readonly key: string;
}

export function renderImagePanel({ view, show, key }: ImagePanel): TemplateResult {
  const words = strings.image;
  const { window, invert } = view;
  const changed = invert || !isWhole(window);
  const body = html`
    ${slider({ testid: 'window-level', label: words.level, value: window.level, told: words.value(window.level), least: 0, step: 0.01, set: (level) => show({ window: { ...window, level } }) })}
    ${slider({ testid: 'window-width', label: words.width, value: window.width, told: words.value(window.width), least: NARROWEST, step: 0.01, set: (width) => show({ window: { ...window, width } }) })}
    <p class="actions">
      <button class="button toggle" data-testid="invert" aria-pressed=${String(invert)} aria-keyshortcuts=${key} @click=${() => show({ invert: !invert })}>
        ${words.invert}<kbd aria-hidden="true">${key}</kbd>
      </button>
      <button class="button" data-testid="window-reset" ?disabled=${!changed} @click=${() => show({ window: WHOLE, invert: false })}>${words.reset}</button>
    </p>
    <p class="small">${words.modelReads}</p>
    <p class="small muted mouse">${words.drag}</p>
  `;
  return toolPanel({ id: 'image', title: strings.toolbar.image, long: strings.toolbar.imageLong, sign: icon('contrast'), marked: changed, body });
}

/** Said over the scan while it is not shown as it is. */
export function imageNote({ window: { level, width }, invert }: View): string {
  return strings.image.note(level, width, invert);
}
