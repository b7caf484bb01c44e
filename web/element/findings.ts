// The list of findings: present first, then uncertain, then absent; what the model cannot answer is folded away last.

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Finding, Findings } from '../worker/api.js';
import { group, type Groups } from './groups.js';
import type { Target } from './highlight.js';
import { icon } from './icons.js';
import { hueClass } from './palette.js';
import { renderRegions } from './regions.js';
import { rowStyles } from './row-styles.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { swatch } from './swatch.js';
import { controls, hues } from './tokens.js';

type Kind = Exclude<keyof Groups, 'noAnswer'>;

@customElement('groundscope-findings')
export class FindingsList extends LitElement {
  static override readonly styles = [
    controls,
    hues,
    rowStyles,
    css`
      :host {
        display: block;
      }
      li {
        position: relative;
      }
      /* The eye stands under the figure, the meter between them. */
      .found .row,
      .uncertain .row {
        min-height: 54px;
      }
      .found .probability,
      .uncertain .probability {
        grid-area: 1 / 4;
      }
      .found .meter,
      .uncertain .meter {
        grid-area: 1 / 4;
        align-self: start;
        margin-top: 20px;
      }
      .sight {
        position: absolute;
        top: 28px;
        right: -4px;
        width: 32px;
        min-height: 26px;
        padding: 2px 4px;
        color: var(--gs-muted);
      }
      .sight[aria-pressed='true'] {
        border-color: var(--gs-edge);
        background: var(--gs-raised);
        color: var(--gs-text);
      }
    `,
  ];

  @property({ attribute: false }) session: Session | undefined;

  constructor() {
    super();
    new SessionController(this);
  }

  /** The row of a class. */
  row(classId: string): Element | null {
    return this.renderRoot.querySelector(`[data-class="${CSS.escape(classId)}"]`);
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    if (!session) return nothing;
    return html`
      <section aria-labelledby="findings-title">
        <h2 id="findings-title">${strings.findings.title}</h2>
        ${session.state.findings ? this.#list(session, session.state.findings) : this.#waiting(session)}
      </section>
    `;
  }

  #waiting(session: Session): TemplateResult {
    const { busy, scan } = session.state;
    if (busy) return html`<p class="muted note">${strings.findings.reading}\u2026</p>`;
    if (!scan) return html`<p class="muted note">${strings.findings.waiting}</p>`;
    return html`
      <p class="muted note">${strings.findings.notRead}</p>
      <button class="button" data-testid="read-again" @click=${() => session.readAgain()}>${strings.findings.again}</button>
    `;
  }

  #list(session: Session, findings: Findings): TemplateResult {
    const groups = group(findings);
    const words = strings.findings;
    const names = (some: readonly Finding[]): string[] => some.map((f) => f.name);
    const nothingFound = groups.found.length + groups.uncertain.length === 0;
    const answered = groups.noAnswer.length < findings.findings.length;
    if (findings.gate?.verdict === 'not_b_scan' && !answered) return noScan(session);
    return html`
      ${doubt(findings)}
      <p class="summary ${nothingFound ? 'nothing' : ''}" data-testid="summary">
        ${nothingFound
          ? answered
            ? html`<strong>${words.nothing}</strong> ${words.nothingWhy(groups.absent.length)}`
            : words.noneAnswered
          : words.summary(names(groups.found), names(groups.uncertain))}
      </p>
      ${(session.state.scan?.notes ?? []).map((note) => html`<p class="file-note small muted">${icon('info')}${note}</p>`)}
      ${this.#group(session, 'found', groups.found)} ${this.#group(session, 'uncertain', groups.uncertain)}
      ${this.#group(session, 'absent', groups.absent)}
      ${groups.noAnswer.length > 0 ? noAnswer(groups.noAnswer) : nothing}
    `;
  }

  #group(session: Session, kind: Kind, findings: readonly Finding[]): TemplateResult | typeof nothing {
    if (findings.length === 0) return nothing;
    return html`
      <h3>${strings.findings.groups[kind]}</h3>
      <ul class=${kind}>
        ${findings.map((finding) => this.#row(session, kind, finding))}
      </ul>
    `;
  }

  #row(session: Session, kind: Kind, finding: Finding): TemplateResult {
    const target: Target = { kind: 'class', id: finding.class };
    const { chosen } = session.state;
    const lit = session.lit?.classes.has(finding.class) ?? false;
    const open =
      (chosen?.kind === 'class' && chosen.id === finding.class) ||
      (chosen?.kind === 'region' && finding.regions.some((region) => region.id === chosen.id));
    const probability = finding.probability ?? 0;
    const level = strings.evidence[finding.evidence];
    return html`
      <li class="${hueClass(finding.group)} ${lit ? 'lit' : ''}" data-class=${finding.class}>
        <button
          class="row"
          data-testid=${`finding-${finding.class}`}
          data-verdict=${finding.verdict}
          data-present=${String(finding.present)}
          data-lit=${String(lit)}
          aria-expanded=${String(open)}
          @pointermove=${(event: PointerEvent) => session.pointBy(event, target)}
          @pointerleave=${() => session.point(null)}
          @focus=${() => session.point(target)}
          @blur=${() => session.point(null)}
          @click=${() => session.choose(target)}
        >
          ${swatch(finding.class)}
          <span class="name">${finding.name}</span>
          <span class="verdict">${strings.verdicts[finding.verdict]}</span>
          <span class="probability">${strings.probability(probability)}</span>
          <span class="meta">
            ${sameWord(finding) ? nothing : html`<span>${finding.short}</span>`}
            ${finding.regions.length > 0 || finding.verdict === 'present' ? html`<span>${strings.findings.boxes(finding.boxes.length)}</span>` : nothing}
            ${finding.present && finding.regions.length === 0 ? html`<span>${strings.findings.noRegion}</span>` : nothing}
            ${kind === 'uncertain' ? overOrBelow(finding) : nothing}
            <span class="level level-${finding.evidence}">${icon(finding.evidence)}${finding.evidence === 'real' && finding.figure !== null ? strings.findings.onPatients(finding.figure) : level.word}</span>
            ${finding.regions.length === 1 ? html`<span>${finding.regions[0]?.place.text}</span>` : nothing}
          </span>
          <svg class="meter" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="3" class="track" /><rect width=${100 * probability} height="3" class="value" />
          </svg>
        </button>
        ${finding.regions.length > 0 && kind !== 'absent' ? sight(session, finding) : nothing}
        ${open ? details(session, finding) : nothing}
      </li>
    `;
  }
}

/** Hides the class's regions on the scan, or shows them again. The verdict stays. */
function sight(session: Session, finding: Finding): TemplateResult {
  const { off } = session.state.view;
  const hidden = off.has(finding.class);
  const toggle = (): void => {
    const next = new Set(off);
    if (!next.delete(finding.class)) next.add(finding.class);
    session.show({ off: next });
  };
  const label = strings.layers.hideClass(finding.name);
  return html`<button class="button quiet sight" data-testid=${`sight-${finding.class}`} aria-pressed=${String(hidden)} aria-label=${label} title=${label}
    @click=${toggle}>${icon(hidden ? 'eyeOff' : 'eye')}</button>`;
}

function details(session: Session, finding: Finding): TemplateResult {
  const words = strings.findings;
  const known = session.state.model?.classes.find((one) => one.id === finding.class)?.figure_text;
  const figure = strings.figureText(known ?? '') || (finding.figure === null ? '' : words.figure(finding.figure));
  return html`
    <div class="details">
      ${renderRegions(session, finding)}
      <p class="small muted">${strings.evidence[finding.evidence].long}${figure ? `: ${figure}` : ''}.</p>
    </div>
  `;
}

/** What the gate says of a scan that was read, where it says anything. */
function doubt({ gate }: Findings): TemplateResult | typeof nothing {
  if (!gate || gate.verdict === 'b_scan') return nothing;
  const words = strings.findings;
  const told = gate.verdict === 'not_b_scan' ? words.readDespite : words.gate[gate.verdict];
  return html`<p class="doubt" role="note" data-testid="gate" data-verdict=${gate.verdict}>${icon('warn')}${told}</p>`;
}

/** In place of findings, where the picture is no B-scan. */
function noScan(session: Session): TemplateResult {
  const words = strings.findings;
  return html`
    <p class="doubt" role="alert" data-testid="summary" data-verdict="not_b_scan">${icon('warn')}${words.gate.not_b_scan}</p>
    <p class="muted note">${words.notBScanHint}</p>
    <button class="button" data-testid="read-anyway" @click=${() => session.readAgain(undefined, true)}>${words.readAnyway}</button>
  `;
}

/** Of an uncertain finding the word leaves open whether boxes are shown. */
function overOrBelow({ present }: Finding): TemplateResult {
  const words = strings.findings;
  return html`<span>${present ? words.overThreshold : words.belowThreshold}</span>`;
}

/** "drusen" needs no label "drusen" beside it. */
function sameWord(finding: Finding): boolean {
  return finding.name === finding.short.toLowerCase();
}

function noAnswer(findings: readonly Finding[]): TemplateResult {
  const words = strings.findings;
  return html`
    <details class="no-answer" data-testid="no-answer">
      <summary>${icon('none')}${words.noAnswer(findings.length)}</summary>
      <p class="small muted">${words.noAnswerWhy}</p>
      <ul>
        ${findings.map(
          (finding) => html`<li
            class="silent"
            data-testid=${`finding-${finding.class}`}
            data-verdict=${finding.verdict}
            data-present="null"
            data-lit="false"
          >
            <span>${finding.name}</span><span class="muted">${words.noAnswerWord}</span>
          </li>`,
        )}
      </ul>
    </details>
  `;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-findings': FindingsList;
  }
}
