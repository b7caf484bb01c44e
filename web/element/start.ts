// The empty page: one large area to drop a scan on, and and the ways to begin.

import { css, html, nothing, type TemplateResult } from 'lit';
import { icon } from './icons.js';
import { strings } from './strings.js';

export interface Start {
  readonly open: () => void;
  readonly openFolder: () => void;
  readonly sample: () => void;
  /** null where IT's policy has no scores. */
  readonly benchmark: (() => void) | null;
}

export function renderStart({ open, openFolder, sample, benchmark }: Start): TemplateResult {
  const words = strings.start;
  return html`
    <div class="start" data-testid="drop-area">
      <svg class="layers" viewBox="0 0 240 72" aria-hidden="true">
        <path d="M4 22C60 22 88 24 104 34c8 5 14 8 16 8s8-3 16-8c16-10 44-12 100-12" />
        <path d="M4 36c52 0 84 1 100 7 8 3 12 4 16 4s8-1 16-4c16-6 48-7 100-7" class="hue-inner_retina" />
        <path d="M4 50c60 0 96 2 116 2s56-2 116-2" class="hue-photoreceptors" />
        <path d="M4 60c60 0 96 1 116 1s56-1 116-1" class="hue-rpe_and_below" />
      </svg>
      <h2>${words.title}</h2>
      <p class="muted">${words.firstLight}</p>
      <p class="actions">
        <button class="button primary" data-testid="open-scan" @click=${open}>${icon('open')}${words.open}</button>
        <button class="button" data-testid="open-folder" @click=${openFolder}>${words.openFolder}</button>
        <button class="button" data-testid="try-sample" @click=${sample}>${words.sample}</button>
      </p>
      <p class="small muted">${words.formats}</p>
      ${benchmark ? html`<p class="small"><button class="link" data-testid="open-benchmark" @click=${benchmark}>${strings.benchmark.wayIn}</button></p>` : nothing}
      <p class="stays">${icon('shield')}${words.stays}</p>
    </div>
  `;
}

export const startStyles = css`
  .start {
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 14px;
    margin: 16px;
    padding: 24px 16px;
    border: 1.5px dashed var(--gs-edge);
    border-radius: 14px;
    text-align: center;
  }
  .start h2 {
    font-size: 22px;
    font-weight: 600;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  .start .actions {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 10px;
    margin: 8px 0;
  }
  .start .button {
    min-height: 44px;
    padding: 8px 20px;
    font-size: 15px;
  }
  .layers {
    width: 240px;
    max-width: 70%;
    fill: none;
    stroke-width: 2;
    stroke-linecap: round;
  }
  .layers path {
    stroke: var(--hue, var(--gs-edge));
  }
  .stays {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    margin-top: 8px;
    color: var(--gs-good);
    font-size: 14px;
    text-align: start;
  }
`;
