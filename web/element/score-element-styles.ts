// Layout of <groundscope-score>: picture and list beside each other, below each other where it is narrow.

import { css } from 'lit';
import { layerStyles } from './evidence-layer.js';
import { rowStyles } from './row-styles.js';
import { imagesStyles } from './score-images.js';
import { pictureStyles } from './score-picture.js';
import { rowsStyles } from './score-rows.js';
import { rulesStyles } from './score-rules.js';
import { totalsStyles } from './score-totals.js';
import { controls, hues, tokens } from './tokens.js';

const layout = css`
  :host {
    display: block;
    container-type: inline-size;
    background: var(--gs-bg);
    color: var(--gs-text);
    font: 14px/1.35 var(--gs-font);
  }
  :host([hidden]) {
    display: none;
  }
  .scores {
    display: grid;
    grid-template-columns: minmax(0, 1fr) clamp(320px, 34cqi, 460px);
    align-items: start;
    gap: 12px 20px;
    padding: 12px;
  }
  .scores > p {
    grid-column: 1 / -1;
  }
  .view,
  .panel {
    min-width: 0;
  }
  .panel {
    padding: 4px 16px 12px;
    border: 1px solid var(--gs-line);
    border-radius: var(--gs-radius);
    background: var(--gs-panel);
  }
  h2.head {
    font-size: 14px;
    color: inherit;
    overflow-wrap: anywhere;
  }
  .trouble {
    padding: 10px 12px;
    border: 1px solid var(--gs-bad);
    border-radius: var(--gs-radius);
    overflow-wrap: anywhere;
  }
  @container (max-width: 760px) {
    .scores {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

export const scoreElementStyles = [tokens, controls, hues, rowStyles, layerStyles, totalsStyles, rulesStyles, rowsStyles, imagesStyles, pictureStyles, layout];
