// What of Lit shows in the types of the element. In the package it stands in the place of Lit's own types (web/tools/types.mjs).

export declare class LitElement extends HTMLElement {
  /** What the element has drawn. */
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** Resolves when what was changed has been drawn. */
  readonly updateComplete: Promise<boolean>;
  static get observedAttributes(): string[];
  requestUpdate(name?: PropertyKey, before?: unknown): void;
  connectedCallback(): void;
  disconnectedCallback(): void;
  attributeChangedCallback(name: string, before: string | null, value: string | null): void;
  protected scheduleUpdate(): Promise<unknown> | undefined;
  protected willUpdate(changed: PropertyValues): void;
  protected updated(changed: PropertyValues): void;
  protected render(): unknown;
}

export type PropertyDeclarations = Readonly<Record<string, object>>;
export type PropertyValues = Map<PropertyKey, unknown>;
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
}
export interface CSSResult {
  readonly cssText: string;
}
