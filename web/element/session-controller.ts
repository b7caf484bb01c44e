// Joins a component to a session.

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Session } from './session.js';

/** Renders its host again at every change of a session. */
export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & { session: Session | undefined };
  #watched: Session | undefined;
  readonly #onChange = (): void => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost & { session: Session | undefined }) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    if (this.#watched === this.#host.session) return;
    this.#watched?.removeEventListener('change', this.#onChange);
    this.#watched = this.#host.session;
    this.#watched?.addEventListener('change', this.#onChange);
  }

  hostDisconnected(): void {
    this.#watched?.removeEventListener('change', this.#onChange);
    this.#watched = undefined;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }
}
