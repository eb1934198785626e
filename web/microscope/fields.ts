// Fields for single numbers. What is typed is checked and taken with every key; what is no number stays in its field, with the
// reason beside it, and nothing else changes. Arrow keys move the number, with Shift ten times as far.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { formatTick } from '../charts/index.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { formatTyped, LARGEST, moveBy, parseNumber, parseRows } from './numbers.ts';
import type { Rows, Source } from './state.ts';

export interface FieldPlace {
  readonly source: Source;
  readonly row: number;
  readonly feature: number;
}

export interface FieldHost {
  readonly messages: MicroscopeMessages;
  setNumber(place: FieldPlace, value: number): void;
  /** Takes a whole list that was pasted into a field; false if this field has no use for one. */
  paste(place: FieldPlace, rows: Rows): boolean;
  /** One press of an arrow key. */
  stepOf(source: Source): number;
  lookAt(place: FieldPlace): void;
  requestUpdate(): void;
}

interface Draft {
  readonly text: string;
  readonly fault: string | undefined;
}

const FAR = 10;
const KEYS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: FAR, PageDown: -FAR };

export class NumberFields {
  readonly #host: FieldHost;
  readonly #drafts = new Map<string, Draft>();

  constructor(host: FieldHost) {
    this.#host = host;
  }

  /** Forgets what is typed and not taken: the numbers have changed otherwise. */
  clear(): void {
    this.#drafts.clear();
  }

  /** @param group tells apart two fields of one number */
  field(place: FieldPlace, value: number, label: string, group: string): TemplateResult {
    const id = `${group}-${place.source}-${place.row}-${place.feature}`;
    const draft = this.#drafts.get(id);
    const isWrong = draft?.fault !== undefined;
    return html`<span class="number-field">
      <input
        id=${id}
        type="text"
        inputmode="text"
        role="spinbutton"
        autocomplete="off"
        spellcheck="false"
        aria-label=${label}
        aria-valuenow=${value}
        aria-invalid=${isWrong ? 'true' : 'false'}
        aria-describedby=${isWrong ? `${id}-fault` : nothing}
        .value=${live(draft?.text ?? formatTyped(value))}
        @input=${(event: Event) => this.#type(id, place, (event.target as HTMLInputElement).value)}
        @blur=${() => this.#leave(id)}
        @focus=${() => this.#host.lookAt(place)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, id, place, value)}
        @paste=${(event: ClipboardEvent) => this.#onPaste(event, id, place)}
      />
      ${isWrong ? html`<span class="field-fault" id="${id}-fault" role="alert">${draft.fault}</span>` : nothing}
    </span>`;
  }

  #type(id: string, place: FieldPlace, text: string): void {
    const { value, fault } = parseNumber(text);
    const { messages } = this.#host;
    const isNegativeVariance = place.source === 'runningVar' && value !== undefined && value < 0;
    const words = isNegativeVariance
      ? messages.faults.range('0', formatTick(LARGEST))
      : fault && messages.fault(fault);
    this.#drafts.set(id, { text, fault: words });
    if (words === undefined) this.#host.setNumber(place, value!);
    this.#host.requestUpdate();
  }

  #leave(id: string): void {
    if (this.#drafts.get(id)?.fault !== undefined) return;
    this.#drafts.delete(id);
    this.#host.requestUpdate();
  }

  #onKey(event: KeyboardEvent, id: string, place: FieldPlace, value: number): void {
    const steps = KEYS[event.key];
    if (event.key === 'Escape' && this.#drafts.has(id)) this.#drafts.delete(id);
    else if (steps !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      this.#drafts.delete(id);
      const moved = moveBy(
        value,
        this.#host.stepOf(place.source),
        event.shiftKey ? FAR * Math.sign(steps) : steps,
      );
      this.#host.setNumber(place, place.source === 'runningVar' ? Math.max(moved, 0) : moved);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.#host.requestUpdate();
  }

  #onPaste(event: ClipboardEvent, id: string, place: FieldPlace): void {
    const { value: rows } = parseRows(event.clipboardData?.getData('text/plain') ?? '');
    if (!rows || rows.flat().length < 2 || !this.#host.paste(place, rows)) return;
    event.preventDefault();
    this.#drafts.delete(id);
  }
}
