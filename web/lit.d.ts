// What the package's declarations name of Lit, which is bundled into its code: those who install the package need no Lit for its types.

export declare class LitElement extends HTMLElement {
  readonly updateComplete: Promise<boolean>;
  readonly renderRoot: HTMLElement | DocumentFragment;
  requestUpdate(): void;
  connectedCallback(): void;
  disconnectedCallback(): void;
  protected render(): unknown;
  protected updated(changed: PropertyValues): void;
  protected firstUpdated(changed: PropertyValues): void;
  protected willUpdate(changed: PropertyValues): void;
}
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];
}
export declare const nothing: unique symbol;
export interface CSSResult {
  readonly cssText: string;
  readonly styleSheet: CSSStyleSheet | undefined;
}
export type PropertyValues<T = unknown> = Map<keyof T, unknown>;
export interface ReactiveController {
  hostConnected?(): void;
  hostDisconnected?(): void;
  hostUpdate?(): void;
  hostUpdated?(): void;
}
export interface ReactiveControllerHost {
  readonly updateComplete: Promise<boolean>;
  addController(controller: ReactiveController): void;
  removeController(controller: ReactiveController): void;
  requestUpdate(): void;
}
