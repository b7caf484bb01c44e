// What the privacy panel tells: a short table of facts, the details folded, and the receipt and "Forget everything" below.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { checkFiles, verdicts, whyUnchecked, type CheckedFile, type FileCheck } from './file-check.js';
import { forgetEverything, holdings, type Forgotten, type Holding } from './forget.js';
import { icon } from './icons.js';
import { ownFiles } from './own-files.js';
import { knownPolicies, reachOf } from './content-policy.js';
import { renderFiles, renderModel, renderPolicy, summaryOf } from './privacy-details.js';
import { privacyStyles } from './privacy-styles.js';
import { jsonOf, nameOfReceipt, receiptOf, type Facts } from './receipt.js';
import { textOfReceipt } from './receipt-text.js';
import { saveFile } from './save.js';
import type { Session } from './session.js';
import { SessionController } from './session-controller.js';
import { strings } from './strings.js';
import { controls } from './tokens.js';
import type { TrafficWatch } from './traffic.js';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

const TONES = { good: 'check', warn: 'warn', bad: 'cross', plain: 'info' } as const;

@customElement('groundscope-privacy-facts')
export class PrivacyFacts extends LitElement {
  static override readonly styles = [controls, privacyStyles];

  @property({ attribute: false }) watch: TrafficWatch | undefined;
  @property({ attribute: false }) session: Session | undefined;
  /** What is held is looked up while the panel is open. */
  @property({ type: Boolean }) open = false;
  @state() private check: FileCheck | null = null;
  @state() private checking: { readonly done: number; readonly of: number } | null = null;
  @state() private held: readonly Holding[] = [];
  @state() private sure = false;
  @state() private forgotten: readonly Forgotten[] | null = null;
  readonly #onChange = (): void => this.requestUpdate();

  constructor() {
    super();
    new SessionController(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('watch')) {
      changed.get('watch')?.removeEventListener('change', this.#onChange);
      this.watch?.addEventListener('change', this.#onChange);
    }
    if (changed.has('open') && !this.open) [this.sure, this.forgotten] = [false, null];
  }

  protected override updated(): void {
    if (this.open) void this.#look();
  }

  override render(): TemplateResult | typeof nothing {
    const { watch } = this;
    if (!watch || !this.open) return nothing;
    const facts = this.#facts(watch);
    const { reach, model, policies, own } = facts;
    const words = strings.privacy;
    const files = verdicts(own.files, this.check);
    const started = facts.started.toLocaleTimeString(document.documentElement.lang || [], { hour: '2-digit', minute: '2-digit' });
    const limited = reach.known && reach.elsewhere.length === 0;
    return html`
      <dl>
        ${fact('requests', facts.others.length > 0 ? 'bad' : 'good', words.beyond(facts.others.length, started))}
        ${fact('policy', limited ? 'good' : 'warn', summaryOf(reach))}
        ${this.#files(facts, files)}
        ${fact('model', 'plain', model ? words.model.short(model.name, model.licence) : words.model.none)}
        ${this.#device(facts)}
        ${fact('held', this.held.some(({ where }) => where === 'browser') ? 'plain' : 'good', this.#held())}
      </dl>
      <p class="actions">
        <button class="button" data-testid="save-receipt" @click=${() => this.#save('txt')}>${words.receipt.save}</button>
        <button class="button" data-testid="save-receipt-json" @click=${() => this.#save('json')}>${words.receipt.json}</button>
      </p>
      ${renderPolicy(policies, reach)}
      ${renderFiles(files, this.check, own)}
      ${model ? renderModel(model, files, facts.ownWeights) : nothing}
    `;
  }

  #files({ reach, own }: Facts, files: readonly CheckedFile[]): TemplateResult {
    const words = strings.privacy.files;
    const why = whyUnchecked(reach);
    const { check, checking } = this;
    const has = (verdict: CheckedFile['verdict']): boolean => files.some((file) => file.verdict === verdict);
    const tone: Tone = !check ? 'plain' : has('differs') ? 'bad' : files.every(({ verdict }) => verdict === 'match' || verdict === 'local') ? 'good' : 'warn';
    return fact(
      'files',
      tone,
      html`<span role="status" data-testid="file-verdict" data-verdict=${check ? (tone === 'good' ? 'match' : tone === 'bad' ? 'differs' : 'mixed') : 'not_checked'}
          >${check ? verdictText(files) : words.loaded(own.files.length, location.host)}</span>
        ${why
          ? html`<p class="small muted" data-testid="no-check">${words[why]}</p>`
          : html`<p class="check">
                <button class="button" data-testid="check-files" aria-describedby="check-why" @click=${this.#check}>
                  ${checking ? words.checking(checking.done, checking.of) : check ? words.again : words.check}
                </button>
              </p>
              <p class="small muted" id="check-why" ?hidden=${check !== null}>${words.why}</p>`}
        ${has('differs') ? html`<p class="note bad">${words.differs}</p>` : nothing}
        ${has('no_list') ? html`<p class="note">${words.noList}</p>` : nothing}`,
    );
  }

  #device({ device }: Facts): TemplateResult {
    const words = strings.privacy.receipt;
    if (!device) return fact('device', 'plain', words.unknown);
    const check = device.selfCheck;
    const text = [strings.chip.name(device), ...(device.adapter ? [device.adapter] : []), check ? words.selfCheck(check.passed) : words.noSelfCheck].join(', ');
    return fact('device', check ? (check.passed ? 'good' : 'bad') : 'plain', text);
  }

  #held(): TemplateResult {
    return html`${this.#heldText()}
      ${this.sure
        ? this.#confirm()
        : html`<p class="check"><button class="button" data-testid="forget" @click=${this.#ask}>${strings.privacy.forget.button}</button></p>`}
      <div role="status" data-testid="forgotten">${this.forgotten ? told(this.forgotten) : nothing}</div>`;
  }

  #heldText(): string {
    const words = strings.privacy.held;
    const memory = this.held.flatMap(({ where, entries }) => (where === 'memory' ? entries : []));
    const browser = this.held.flatMap(({ where, label, entries }) => (where === 'browser' ? [words.entries(label, entries.length)] : []));
    return [browser.length > 0 ? words.browser(browser) : words.none, memory.length > 0 ? words.memory(memory) : ''].join(' ').trim();
  }

  #confirm(): TemplateResult {
    const words = strings.privacy.forget;
    return html`<div class="sure" role="group" aria-labelledby="sure">
      <p id="sure">${words.sure(this.held.flatMap((one) => named(one, one.entries)))}</p>
      <p class="actions">
        <button class="button primary" data-testid="forget-yes" @click=${this.#forget}>${words.yes}</button>
        <button class="button" data-testid="forget-no" @click=${() => this.#settle('forget')}>${words.no}</button>
      </p>
    </div>`;
  }

  #facts(watch: TrafficWatch): Facts {
    const policies = knownPolicies(document, watch.policies);
    const { device = null, model = null } = this.session?.state ?? {};
    return {
      made: new Date(),
      started: new Date(performance.timeOrigin),
      page: location.href,
      secure: isSecureContext,
      browser: navigator.userAgent,
      policies,
      reach: reachOf(policies.map(({ text }) => text), location.origin),
      own: ownFiles(watch),
      others: watch.traffic.others,
      refused: watch.traffic.refused,
      check: this.check,
      device,
      model,
      ownWeights: (this.session?.weightsName ?? null) === null,
      held: this.held,
    };
  }

  async #look(): Promise<void> {
    const held = await holdings();
    if (JSON.stringify(held) !== JSON.stringify(this.held)) this.held = held;
  }

  readonly #check = async (): Promise<void> => {
    if (!this.watch || this.checking) return;
    const { files } = ownFiles(this.watch);
    const tell = (done: number): void => void (this.checking = { done, of: files.length });
    tell(0);
    this.check = await checkFiles(this.watch.folder, files, tell);
    this.checking = null;
  };

  async #save(ending: 'txt' | 'json'): Promise<void> {
    if (!this.watch) return;
    await this.#look();
    const receipt = receiptOf(this.#facts(this.watch));
    const [type, text] = ending === 'json' ? ['application/json', jsonOf(receipt)] : ['text/plain;charset=utf-8', textOfReceipt(receipt)];
    saveFile(nameOfReceipt(receipt, ending), type, text);
  }

  /** Asks first, unless there is nothing to lose. */
  readonly #ask = async (): Promise<void> => {
    await this.#look();
    this.forgotten = this.held.length === 0 ? [] : null;
    // On "Keep": a key held down too long must not delete anything.
    if (this.held.length > 0) await this.#settle('forget-no', true);
  };

  readonly #forget = async (): Promise<void> => {
    this.forgotten = await forgetEverything();
    await this.#look();
    await this.#settle('forget');
  };

  /** The button that was pressed goes: the focus goes to what took its place. */
  async #settle(focus: string, sure = false): Promise<void> {
    this.sure = sure;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-testid="${focus}"]`)?.focus();
  }
}

/** A row of the table: the icon says again what the words say. */
function fact(name: keyof typeof strings.privacy.fact, tone: Tone, text: unknown): TemplateResult {
  return html`<dt>${strings.privacy.fact[name]}</dt>
    <dd class=${tone} data-testid=${`fact-${name}`}>${icon(TONES[tone])}<div>${text}</div></dd>`;
}

function verdictText(files: readonly CheckedFile[]): string {
  const words = strings.privacy.files;
  const local = files.filter(({ verdict }) => verdict === 'local').length;
  if (files.every(({ verdict }) => verdict === 'match' || verdict === 'local')) return words.allMatch(files.length - local, local);
  const order = ['differs', 'unreachable', 'not_listed', 'no_list', 'not_checked', 'match', 'local'] as const;
  const parts = order.flatMap((verdict) => {
    const n = files.filter((file) => file.verdict === verdict).length;
    return n > 0 ? [words.of[verdict](n)] : [];
  });
  return `${words.some(parts)}.`;
}

/** Memory by its contents, a browser's store by its name. */
function named({ where, label }: Pick<Holding, 'where' | 'label'>, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [];
  return where === 'memory' ? entries : [strings.privacy.held.entries(label, entries.length)];
}

function told(forgotten: readonly Forgotten[]): TemplateResult {
  const words = strings.privacy.forget;
  const gone = forgotten.flatMap((one) => named(one, one.forgotten));
  const left = forgotten.flatMap((one) => named(one, one.left));
  return html`${gone.length > 0 ? html`<p>${words.done(gone)}</p>` : nothing}
    ${left.length > 0 ? html`<p class="note bad">${words.left(left)}</p>` : nothing}
    ${gone.length + left.length === 0 ? html`<p>${words.nothing}</p>` : nothing}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'groundscope-privacy-facts': PrivacyFacts;
  }
}
