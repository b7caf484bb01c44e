// The strip between scan and toolbar while a tool is at work: what to do, and what can be done.

import { css, html, nothing, type TemplateResult } from 'lit';
import { icon } from './icons.js';
import type { Session } from './session.js';
import { printed } from './shortcuts.js';
import { strings } from './strings.js';

/** `askScale` opens the form for the scan's scale. */
export function renderToolStrip(session: Session, askScale: () => void): TemplateResult | typeof nothing {
  const { mode } = session.state.tools;
  if (mode === null) return nothing;
  return html`<div class="strip" role="group" aria-label=${strings[mode].label} data-testid="tool-strip">
    ${mode === 'measure' ? measuring(session, askScale) : drawing(session)}
    <button class="button" data-testid="tool-done" title=${strings.tools.doneLong} @click=${() => session.tools.toggle(mode)}>${strings.tools.done}</button>
  </div>`;
}

function measuring({ state, tools }: Session, askScale: () => void): TemplateResult {
  const words = strings.measure;
  const scaled = state.known.scale ?? state.findings?.scale;
  return html`
    <p>${words.hint} <span class="muted keys">${words.keysHint}</span></p>
    <span class="fill"></span>
    ${scaled ? nothing : html`<button class="button quiet" data-testid="give-scale" ?disabled=${!state.findings} @click=${askScale}>${icon('ruler')}${words.giveScale}</button>`}
    ${tools.lines.length > 0
      ? html`<button class="button quiet" data-testid="remove-lines" @click=${() => tools.removeLines()}>${icon('bin')}${words.remove}</button>`
      : nothing}
  `;
}

function drawing({ state, tools }: Session): TemplateResult {
  const words = strings.draw;
  const { selected } = tools.drawn;
  const at = selected ? tools.drawn.boxes.indexOf(selected) + 1 : 0;
  const current = selected?.class ?? tools.drawn.classId;
  const choose = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) tools.drawn.chooseClass(target.value);
  };
  const all = state.findings?.findings ?? [];
  return html`
    <label><span>${selected ? words.classOf(at) : words.class}</span>
      <select data-testid="draw-class" @change=${choose}>
        ${all.map((one) => html`<option value=${one.class} .selected=${one.class === current}>${one.name}</option>`)}
      </select>
    </label>
    <span class="set">
      <button class="button quiet square" data-testid="undo" aria-label=${words.undo} title=${`${words.undo} (Ctrl+Z)`} ?disabled=${!tools.drawn.canUndo} @click=${() => tools.drawn.undo()}>${icon('undo')}</button>
      <button class="button quiet square" data-testid="redo" aria-label=${words.redo} title=${`${words.redo} (Ctrl+Shift+Z)`} ?disabled=${!tools.drawn.canRedo} @click=${() => tools.drawn.redo()}>${icon('redo')}</button>
      <button class="button quiet square" data-testid="remove-box" aria-label=${words.remove} title=${`${words.remove} (Delete)`} ?disabled=${!selected} @click=${() => selected && tools.drawn.remove(selected.id)}>${icon('bin')}</button>
    </span>
    <p class="muted keys">${words.hint} ${state.view.hidden ? nothing : words.blind(printed(state.tools.bindings.hide[0] ?? ''))}</p>
    <span class="fill"></span>
  `;
}

export const toolStripStyles = css`
  .strip {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    padding: 4px 12px;
    border-top: 1px solid var(--gs-line);
    background: var(--gs-raised);
    font-size: 13px;
  }
  .strip .fill {
    flex: 1;
  }
  .strip label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .strip select {
    max-width: 220px;
    min-height: 32px;
    padding: 2px 6px;
    border: 1px solid var(--gs-edge);
    border-radius: var(--gs-radius);
    background: var(--gs-bg);
    color: var(--gs-text);
    font: inherit;
  }
  @container (max-width: 880px) {
    .strip {
      padding: 2px 8px;
    }
    .strip .keys {
      display: none;
    }
  }
  /* A phone on its side: the scan needs the height, and the other buttons are back when the tool is put down. */
  @media (max-height: 500px) and (min-width: 600px) {
    .strip ~ .toolbar {
      display: none;
    }
  }
  /* One row on a phone, since the scan needs the height. */
  @container (max-width: 480px) {
    .strip {
      flex-wrap: nowrap;
      gap: 4px;
    }
    .strip > p,
    .strip label > span {
      position: absolute;
      clip-path: inset(50%);
    }
    .strip select {
      max-width: 150px;
    }
    .strip .button {
      padding: 4px 7px;
    }
    .strip .button:not(.square) svg.icon {
      display: none;
    }
  }
`;
