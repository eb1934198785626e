// The bar with which a run is taken back: a slider from step 0 to the last one that is done. While its thumb is moved, the
// cursor of the charts goes along and nothing else happens; when it is let go, the run is to go back there. It knows no run.
import { html, render } from 'lit';
import { live } from 'lit/directives/live.js';
import type { CursorSync } from '../charts/index.ts';
import type { LabState } from '../lab/index.ts';
import type { LabMessages } from './messages.en.ts';

/** Keys move the thumb step by step; it counts as let go when none has moved it for so long. */
const KEYS_MS = 700;

export class RewindBar {
  readonly #place: HTMLElement;
  readonly #messages: LabMessages;
  readonly #cursor: CursorSync;
  readonly #onRewind: (step: number) => void;
  /** The last step that is done, as far as it is shown. */
  #last = 0;
  /** Where the thumb was moved to, until the run is there. */
  #chosen: number | null = null;
  #isLetGo = false;
  #isPointer = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    place: HTMLElement,
    messages: LabMessages,
    cursor: CursorSync,
    onRewind: (step: number) => void,
  ) {
    this.#place = place;
    this.#messages = messages;
    this.#cursor = cursor;
    this.#onRewind = onRewind;
    this.#render();
  }

  /** Shows how far the run is. Under a thumb that is being moved nothing moves, unless the run is now before it. */
  show({ stepsDone, state }: { readonly stepsDone: number; readonly state: LabState }): void {
    const isOnItsWay = this.#isLetGo && state === 'rewinding';
    if (this.#chosen !== null && (this.#isLetGo || stepsDone < this.#chosen) && !isOnItsWay) this.#forget();
    if (this.#chosen !== null || stepsDone === this.#last) return;
    this.#last = stepsDone;
    this.#render();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #render(): void {
    const { rewind, rewindHelp, rewindTo, rewindValue } = this.#messages;
    const value = this.#chosen ?? this.#last;
    const root = this.#place.getRootNode() as Document | ShadowRoot;
    // A slider that is taken away under the fingers of those who use the keyboard would leave them nowhere.
    const isFocused = root.activeElement?.parentElement === this.#place;
    render(
      html`<label for="rewind" title=${rewindHelp}>${rewind}</label>
        <input
          id="rewind"
          type="range"
          min="0"
          .max=${String(this.#last)}
          .value=${live(String(value))}
          ?disabled=${this.#last === 0 && !isFocused}
          title=${rewindHelp}
          aria-valuetext=${rewindValue(value, this.#last)}
          @pointerdown=${() => (this.#isPointer = true)}
          @keydown=${this.#onKey}
          @input=${this.#onInput}
          @change=${this.#onChange}
        />
        <span class="rewind-value" aria-hidden="true">
          ${this.#chosen === null ? value : rewindTo(this.#chosen)}
        </span>`,
      this.#place,
    );
  }

  readonly #onInput = (event: Event): void => {
    clearTimeout(this.#timer);
    this.#chosen = Number((event.target as HTMLInputElement).value);
    this.#isLetGo = false;
    this.#cursor.set(this.#chosen);
    this.#render();
  };

  readonly #onChange = (): void => {
    clearTimeout(this.#timer);
    if (this.#isPointer) this.#letGo();
    else this.#timer = setTimeout(() => this.#letGo(), KEYS_MS);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    this.#isPointer = false;
    if (this.#chosen === null || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Enter') this.#letGo();
    else this.#forget();
  };

  #letGo(): void {
    clearTimeout(this.#timer);
    if (this.#chosen === null || this.#isLetGo) return;
    this.#isLetGo = true;
    this.#cursor.set(null);
    this.#onRewind(this.#chosen);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#chosen = null;
    this.#isLetGo = false;
    this.#cursor.set(null);
    this.#render();
  }
}
