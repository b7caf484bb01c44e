// A question in words about the shown findings: the last one counts, and its answer lights what it rests on.

import type { GroundScopeApi } from '../worker/api.js';
import { failureOf, isCancel } from './failure.js';
import type { Target } from './highlight.js';
import type { State } from './state.js';
import { language, strings } from './strings.js';

/** What asking needs of its session. */
export interface AskingHost {
  readonly state: State;
  set(part: Partial<State>): void;
}

export class Asking {
  readonly #api: GroundScopeApi;
  readonly #host: AskingHost;
  #run: AbortController | null = null;

  constructor(api: GroundScopeApi, host: AskingHost) {
    this.#api = api;
    this.#host = host;
  }

  /** `again`: what was answered before, in another language; it is kept once. */
  async ask(question: string, again = false): Promise<void> {
    const { findings } = this.#host.state;
    const asked = question.trim();
    if (!findings || asked === '') return;
    this.stop();
    const run = new AbortController();
    this.#run = run;
    // An old answer under a new question would be wrong for a moment.
    this.#host.set({ question: asked, asking: true, answer: null, chosen: null });
    try {
      const answer = await this.#api.ask(asked, findings, { signal: run.signal, language });
      if (run.signal.aborted) return;
      const chosen: Target | null = answer.evidence.length > 0 ? { kind: 'answer', ids: answer.evidence } : null;
      this.#host.set({ answer, asked: [...(again ? this.#host.state.asked.slice(0, -1) : this.#host.state.asked), { question: asked, answer }], asking: false, chosen, pointed: null });
    } catch (error) {
      if (run.signal.aborted || isCancel(error)) return;
      this.#host.set({ asking: false, answer: null, notice: strings.failureSentence(failureOf(error)) });
    }
  }

  /** What was asked of the findings before is no answer any more. */
  forget(): void {
    this.stop();
    this.#host.set({ answer: null, asking: false });
  }

  stop(): void {
    this.#run?.abort();
  }
}
