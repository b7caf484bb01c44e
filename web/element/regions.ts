// The regions of a finding that is open in the list: where each is, how large, and what hiding it does to the answer.

import { html, nothing, type TemplateResult } from 'lit';
import type { Finding, Occlusion, Region } from '../worker/api.js';
import type { Target } from './highlight.js';
import { regionLabel } from './labels.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

export function renderRegions(session: Session, finding: Finding): TemplateResult | typeof nothing {
  const { regions } = finding;
  if (regions.length === 0) return nothing;
  const words = strings.findings;
  return html`
    <button class="button hide" data-testid=${`hide-${finding.class}`} @click=${() => session.hide(finding.class)}>
      ${words.whatIf(regions.length)}
    </button>
    ${outcome(finding.class, session.state.hidden[finding.class])}
    <ul class="regions">
      ${regions.map((region, index) => row(session, finding, region, index))}
    </ul>
  `;
}

function row(session: Session, finding: Finding, region: Region, index: number): TemplateResult {
  const words = strings.findings;
  const target: Target = { kind: 'region', id: region.id };
  const at = session.state.pointed ?? session.state.chosen;
  const here = at?.kind === 'region' && at.id === region.id;
  const label = regionLabel(finding, index);
  return html`<li>
    <button
      class="button region ${here ? 'here' : ''}"
      data-testid=${`row-region-${region.id}`}
      @pointermove=${(event: PointerEvent) => session.pointBy(event, target)}
      @pointerleave=${() => session.point(null)}
      @focus=${() => session.point(target)}
      @blur=${() => session.point(null)}
      @click=${() => session.choose(target)}
    >
      ${label} <span class="muted">${words.score(region.score)}</span>
    </button>
    ${finding.regions.length > 1
      ? html`<button class="link hide" data-testid=${`hide-${region.id}`} @click=${() => session.hide(region.id)}
          >${words.whatIfOne}<span class="unseen"> ${label}</span></button>`
      : nothing}
    <p class="small" data-testid=${`place-${region.id}`}>${words.placed(region)}</p>
    ${finding.regions.length > 1 ? outcome(region.id, session.state.hidden[region.id]) : nothing}
  </li>`;
}

/** There before there is anything to say, so that a screen reader is told when there is. */
function outcome(id: string, occlusion: Occlusion | undefined): TemplateResult {
  return html`<div aria-live="polite">
    ${occlusion
      ? html`<p class="outcome" data-testid=${`hidden-${id}`} data-rests=${occlusion.rests}>${occlusion.text}</p>`
      : nothing}
  </div>`;
}
