// Layout of the viewer: scan and side panel beside each other, below each other where it is narrow.

import { css } from 'lit';
import { startStyles } from './start.js';
import { controls, hues, tokens } from './tokens.js';

const layout = css`
  :host {
    display: block;
    height: min(80vh, 720px);
    container-type: inline-size;
    background: var(--gs-bg);
    color: var(--gs-text);
    font: 14px/1.35 var(--gs-font);
    -webkit-text-size-adjust: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  .frame {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr) clamp(360px, 30cqi, 460px);
    grid-template-areas: 'banner banner' 'bar bar' 'scan side' 'foot foot';
    height: 100%;
  }
  .frame.several {
    grid-template: auto auto minmax(0, 1fr) auto auto / clamp(172px, 16cqi, 236px) minmax(0, 1fr) clamp(340px, 28cqi, 460px);
    grid-template-areas: 'banner banner banner' 'bar bar bar' 'scans scan side' 'scans strip side' 'foot foot foot';
  }
  groundscope-scans {
    grid-area: scans;
    border-inline-end: 1px solid var(--gs-line);
  }
  groundscope-strip {
    grid-area: strip;
  }
  .banner {
    grid-area: banner;
    margin: 0;
    padding: 6px 14px;
    border-bottom: 1px solid var(--gs-line);
    background: var(--gs-hover);
    color: var(--gs-text);
    font-weight: 600;
    text-align: center;
    overflow-wrap: anywhere;
  }
  .bar {
    grid-area: bar;
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 4px 12px;
    border-bottom: 1px solid var(--gs-line);
    background: var(--gs-panel);
  }
  .fill {
    flex: 1;
  }
  .scan {
    grid-area: scan;
    position: relative;
    display: flex;
    min-width: 0;
    min-height: 0;
    background: var(--gs-bg);
  }
  groundscope-stage {
    flex: 1;
  }
  groundscope-failure {
    flex: 1;
  }
  groundscope-stage + groundscope-failure {
    position: absolute;
    inset: 0;
    background: color-mix(in srgb, var(--gs-bg) 82%, transparent);
  }
  .side {
    grid-area: side;
    position: relative;
    min-height: 0;
    overflow-y: auto;
    border-inline-start: 1px solid var(--gs-line);
    background: var(--gs-panel);
  }
  .side > * {
    padding: 14px 18px;
    border-bottom: 1px solid var(--gs-line);
  }
  /* Saving stands beside the heading of the findings: below them it would be far down. */
  .found {
    position: relative;
  }
  .found > groundscope-export {
    position: absolute;
    inset: 8px 18px auto auto;
  }
  .side > :last-child {
    border-bottom: 0;
  }
  .foot {
    grid-area: foot;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 24px;
    min-height: 30px;
    padding: 4px 14px;
    border-top: 1px solid var(--gs-line);
    background: var(--gs-panel);
    font-size: 12.5px;
    color: var(--gs-muted);
  }
  .status {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    color: var(--gs-text);
    text-align: start;
    font-variant-numeric: tabular-nums;
  }
  .dot {
    width: 8px;
    height: 8px;
    flex: none;
    border-radius: 4px;
    background: var(--gs-muted);
  }
  .dot-ready {
    background: var(--gs-good);
  }
  .dot-error {
    border-radius: 0;
    background: var(--gs-bad);
  }
  .progress {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 10px 16px;
    padding: 12px 16px;
    border: 1px solid var(--gs-line);
    border-radius: 12px;
    background: var(--gs-panel);
    font-variant-numeric: tabular-nums;
  }
  .progress.alone {
    margin: auto;
  }
  .progress.over {
    position: absolute;
    left: 50%;
    bottom: 64px;
    max-width: calc(100% - 24px);
    transform: translateX(-50%);
    box-shadow: 0 8px 30px #0008;
  }
  progress {
    width: 160px;
    height: 6px;
    appearance: none;
    border: 0;
    border-radius: 3px;
    overflow: hidden;
    background: var(--gs-line);
  }
  progress::-webkit-progress-bar {
    background: var(--gs-line);
  }
  progress::-webkit-progress-value {
    background: var(--gs-strong);
  }
  progress::-moz-progress-bar {
    background: var(--gs-strong);
  }
  /* Where the share is unknown, a band that only says "not stuck". */
  progress[data-unknown] {
    background: linear-gradient(90deg, var(--gs-line), var(--gs-strong), var(--gs-line)) 0 / 200% 100%;
  }
  progress[data-unknown]::-webkit-progress-bar {
    background: none;
  }
  .drop-hint {
    position: absolute;
    inset: 8px;
    display: grid;
    place-items: center;
    border: 2px dashed var(--gs-focus);
    border-radius: 12px;
    background: color-mix(in srgb, var(--gs-bg) 80%, transparent);
    font-size: 20px;
    font-weight: 600;
    pointer-events: none;
  }
  @media (prefers-reduced-motion: no-preference) {
    progress[data-unknown] {
      animation: pass 1.4s linear infinite;
    }
    @keyframes pass {
      from {
        background-position: 100% 0;
      }
      to {
        background-position: -100% 0;
      }
    }
  }
  @container (max-width: 1100px) {
    .frame.several {
      grid-template-columns: 180px minmax(0, 1fr) 324px;
    }
  }
  @container (max-width: 860px) {
    .frame {
      grid-template: auto auto minmax(200px, 46%) minmax(0, 1fr) auto / minmax(0, 1fr);
      grid-template-areas: 'banner' 'bar' 'scan' 'side' 'foot';
    }
    .frame.several {
      grid-template: auto auto auto minmax(260px, 46%) auto minmax(220px, 1fr) auto / minmax(0, 1fr);
      grid-template-areas: 'banner' 'bar' 'scans' 'scan' 'strip' 'side' 'foot';
      overflow-y: auto;
    }
    groundscope-scans {
      border-inline-end: 0;
      border-bottom: 1px solid var(--gs-line);
    }
    .side {
      border-inline-start: 0;
      border-top: 1px solid var(--gs-line);
    }
    .frame.empty {
      grid-template-rows: auto auto minmax(max-content, 62%) minmax(0, 1fr) auto;
    }
    .progress.over {
      bottom: 96px;
    }
    .foot {
      justify-content: center;
    }
  }
`;

/** A phone on its side: too low to stack, wide enough not to. */
const sideways = css`
  @media (max-height: 500px) and (min-width: 600px) {
    .frame,
    .frame.empty {
      grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr) minmax(260px, 38%);
      grid-template-areas: 'banner banner' 'bar bar' 'scan side' 'foot foot';
    }
    .frame.several {
      grid-template: auto auto minmax(0, 1fr) auto auto / minmax(0, 1fr) minmax(260px, 38%);
      grid-template-areas: 'banner banner' 'bar bar' 'scan side' 'strip side' 'foot foot';
    }
    /* The slider goes through the scans. */
    groundscope-scans {
      display: none;
    }
    .side {
      border-top: 0;
      border-inline-start: 1px solid var(--gs-line);
    }
    .start {
      gap: 6px;
      margin: 8px;
      padding: 8px;
    }
    .layers {
      display: none;
    }
    .foot {
      justify-content: space-between;
    }
  }
`;

export const viewerStyles = [tokens, controls, hues, layout, startStyles, sideways];
