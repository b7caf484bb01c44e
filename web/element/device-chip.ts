// The device chip: what runs the model, whether its numbers were checked, and a way to change it.

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import type { DeviceStatus, SelfCheck } from '../worker/api.js';
import { icon } from './icons.js';
import { panelStyles, placeUnder } from './popover-panel.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';

@customElement('groundscope-device')
export class DeviceChip extends LitElement {
  static override readonly styles = [controls, panelStyles];

  @property({ attribute: false }) session: Session | undefined;
  @query('.panel') private readonly panel!: HTMLElement;
  @query('.chip') private readonly chip!: HTMLElement;

  constructor() {
    super();
    new SessionController(this);
  }

  override render(): TemplateResult | typeof nothing {
    const session = this.session;
    if (!session) return nothing;
    const status = session.state.device;
    const words = strings.chip;
    const ready = status.state === 'ready';
    const idle = status.state === 'idle';
    const name = ready || status.state === 'failed' ? words.name(status) : idle ? words.notLoaded : words.starting;
    const told = ready ? status.kind : status.state === 'failed' ? 'failed' : idle ? 'none' : 'starting';
    return html`
      <button class="button chip ${status.state === 'failed' ? 'bad' : ''}" data-testid="device-chip" popovertarget="panel"
        data-device=${told}>
        ${icon('chip')}<span><span class="unseen">${words.label}: </span>${name}</span>
        ${ready && status.selfCheck?.passed ? html`<span class="good">${icon('check')}</span><span class="unseen">${words.ok}</span>` : nothing}
        ${ready && surprising(status) ? html`<span class="warn">${icon('warn')}</span><span class="unseen">${words.fallback}</span>` : nothing}
      </button>
      <div id="panel" class="panel" popover data-testid="device-panel" @toggle=${this.#place} role="dialog" aria-labelledby="device-title">
        <h2 id="device-title">${words.title}</h2>
        ${status.state === 'failed' ? html`<p class="note bad">${words.failed}</p>` : nothing}
        ${idle ? html`<p class="note muted">${words.notLoadedLong}</p>` : nothing}
        ${status.fallback
          ? html`<p class="note ${surprising(status) ? 'warn' : 'muted'}" data-testid="fallback" data-code=${status.fallback.code}>
              ${status.fallback.message}
            </p>`
          : nothing}
        <dl>
          <dt>${words.device}</dt>
          <dd>${status.kind === 'gpu' ? words.gpu : words.cpu}</dd>
          ${status.kind === 'gpu' || status.adapter ? html`<dt>${words.adapter}</dt><dd>${status.adapter || words.unnamed}</dd>` : nothing}
          <dt>${words.check}</dt>
          <dd data-testid="self-check">${check(status.selfCheck)}</dd>
          ${timings(status)}
        </dl>
        ${this.#choice(status)}
      </div>
    `;
  }

  #choice(status: DeviceStatus): TemplateResult | typeof nothing {
    const words = strings.chip;
    const allowed = this.session?.policy.devices ?? [];
    if (status.kind === 'gpu' && status.state !== 'failed') {
      if (!allowed.includes('cpu')) return nothing;
      return html`<p class="actions"><button class="button" data-testid="use-cpu" @click=${() => this.#use('cpu')}>${words.useCpu}</button></p>`;
    }
    // A button that could change nothing before the page is loaded again is none.
    if (!allowed.includes('gpu') || (status.fallback && LASTING.includes(status.fallback.code))) return nothing;
    return html`<p class="actions"><button class="button" data-testid="use-gpu" @click=${() => this.#use('gpu')}>${words.useGpu}</button></p>`;
  }

  #use(device: 'cpu' | 'gpu'): void {
    this.panel.hidePopover();
    void this.session?.readAgain(device);
  }

  readonly #place = (): void => placeUnder(this.panel, this.chip);
}

/** Why the GPU will not be used again in this session. */
const LASTING: readonly string[] = ['no_webgpu', 'no_adapter', 'self_check_failed', 'device_lost', 'engine_crashed'] satisfies NonNullable<DeviceStatus['fallback']>['code'][];

/** A machine without a GPU is no surprise; a GPU that was given up is. */
function surprising(status: DeviceStatus): boolean {
  return status.fallback !== null && status.fallback.code !== 'no_webgpu' && status.fallback.code !== 'no_adapter';
}

function check(result: SelfCheck | null): string {
  const words = strings.chip;
  if (!result) return words.unchecked;
  return result.passed
    ? words.passed(result.max_difference, result.tolerance, result.compared)
    : words.disagreed(result.max_difference, result.tolerance);
}

function timings({ timings: times }: DeviceStatus): TemplateResult | typeof nothing {
  const words = strings.chip;
  const known = (['module', 'weights', 'warmUp', 'selfCheck', 'inference'] as const).flatMap((step) => {
    const ms = times[step];
    return ms === undefined ? [] : [`${words.timing[step]} ${strings.milliseconds(ms)}`];
  });
  return known.length === 0 ? nothing : html`<dt>${words.timings}</dt><dd data-testid="timings">${known.join(', ')}</dd>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-device': DeviceChip;
  }
}
