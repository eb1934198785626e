// <addnorm-microscope>: one norm on a few numbers, step by step, as an element closed to the styles of the page around it. It
// tells the page when its state changes; it touches neither the address nor anything else outside itself.
import { LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { ThrottledTask } from '../charts/index.ts';
import { type Addnorm, load } from '../lib/index.ts';
import { messagesIn } from './languages.ts';
import { type MicroscopeMessages, messagesEn } from './messages.en.ts';
import { KEYS, type Params, readParams, toParams } from './params.ts';
import { Session } from './session.ts';
import { microscopeStyles } from './styles.ts';
import { microscopeView } from './view.ts';

/** What is seen is not read out with every key. */
const SPOKEN_MS = 2000;

/** One module is enough for all microscopes of a page. */
let loading: Promise<Addnorm> | undefined;

/**
 * The microscope as an element. Its attributes are the keys of an address (`x="2,4,4,6"`, `norm="rms"`), besides `theme`.
 * The event `addnorm-microscope-change` has in its detail `params`, all that differs from the defaults.
 *
 * @example <addnorm-microscope x="2,4,4,6;1,1,5,5" norm="batch"></addnorm-microscope>
 */
export class AddnormMicroscope extends LitElement {
  static override readonly styles = microscopeStyles;
  static override readonly properties: PropertyDeclarations = {
    theme: { reflect: true },
  };

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...KEYS];
  }

  /** auto follows the system. */
  declare theme: 'auto' | 'light' | 'dark';
  /** Of the language that `lang` named when the element came into the document first. */
  messages: MicroscopeMessages = messagesEn;

  readonly #session: Session;
  readonly #speaking = new ThrottledTask(SPOKEN_MS, () => this.#speak());
  readonly #attributes = new Map<string, string | null>();
  /** Of the params, then those that came by notify(). */
  #notices: readonly string[] = [];
  #told: readonly string[] = [];
  /** The params that were set before the texts were there, in which the notices of them are to be said. */
  #early: Params | null = null;
  #error: string | undefined;

  constructor() {
    super();
    this.theme = 'auto';
    const messages = () => this.messages;
    this.#session = new Session({
      get messages() {
        return messages();
      },
      requestUpdate: () => this.requestUpdate(),
      changed: () => this.#changed(),
      stepped: () => void this.#showStep(),
    });
  }

  /**
   * All that differs from the defaults, as keys and texts of an address. Setting it never throws: what is not allowed is left
   * out, and the element says so.
   */
  get params(): Params {
    return toParams(this.#session.state);
  }

  set params(params: Iterable<readonly [key: string, text: string]>) {
    const given = [...params];
    const { state, notices } = readParams(given, this.messages);
    this.#early = this.hasUpdated ? null : given;
    this.#attributes.clear();
    this.#notices = notices;
    this.#told = [];
    this.#session.replace(state);
  }

  /** Shows a notice over all else. */
  notify(notice: string): void {
    this.#told = [...this.#told, notice];
    this.requestUpdate();
  }

  override attributeChangedCallback(name: string, before: string | null, text: string | null): void {
    if (KEYS.includes(name)) {
      this.#attributes.set(name, text);
      this.requestUpdate();
    } else super.attributeChangedCallback(name, before, text);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#start();
  }

  /** The first drawing waits for texts that are still to be loaded; where they cannot be, the English ones stand in. */
  protected override scheduleUpdate(): Promise<void> | undefined {
    const messages = this.hasUpdated ? this.messages : messagesIn(this.lang);
    if (messages instanceof Promise)
      return messages.catch(() => messagesEn).then((loaded) => this.#updateIn(loaded));
    this.#updateIn(messages);
    return undefined;
  }

  #updateIn(messages: MicroscopeMessages): void {
    this.messages = messages;
    if (this.#early) this.#notices = readParams(this.#early, messages).notices;
    this.#early = null;
    void super.scheduleUpdate();
  }

  protected override willUpdate(): void {
    if (this.#attributes.size === 0) return;
    const params = new Map<string, string>(this.params);
    for (const [key, text] of this.#attributes) {
      if (text === null) params.delete(key);
      else params.set(key, text);
    }
    this.params = params;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#speaking.cancel();
  }

  protected override updated(): void {
    this.#speaking.request();
  }

  protected override render(): TemplateResult {
    const { state, scene, fields, numbers, eps, note } = this.#session;
    return microscopeView(
      {
        state,
        scene,
        fields,
        numbers,
        eps,
        note,
        messages: this.messages,
        notices: [...this.#notices, ...this.#told],
        error: this.#error,
      },
      this.#session,
      () => this.#closeNotices(),
    );
  }

  async #start(): Promise<void> {
    try {
      loading ??= load();
      this.#session.useModule(await loading);
      this.#error = undefined;
    } catch (error) {
      loading = undefined;
      this.#error = (error as Error).message;
      this.requestUpdate();
    }
  }

  #changed(): void {
    const detail = { params: this.params };
    this.dispatchEvent(
      new CustomEvent('addnorm-microscope-change', { detail, bubbles: true, composed: true }),
    );
  }

  #speak(): void {
    const spoken = this.renderRoot.querySelector('.spoken')!;
    const text = this.#session.scene?.sentence ?? '';
    if (spoken.textContent !== text) spoken.textContent = text;
  }

  #closeNotices(): void {
    this.#notices = this.#told = [];
    this.requestUpdate();
  }

  /** The step that was gone to is brought into sight, as little as that needs. */
  async #showStep(): Promise<void> {
    await this.updateComplete;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    this.renderRoot.querySelector('.step.current')?.scrollIntoView({ block: 'nearest', behavior });
  }
}
