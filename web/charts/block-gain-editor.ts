// A small dialog over the drawing of a block, in which one of its gains is typed, or said to be learned. What is typed counts a
// moment after the last key, or at once with Enter or when the dialog is left; Escape takes back what is not yet taken.

import { html, setAttributes, setText } from './dom.ts';
import type { ChartMessages } from './messages.en.ts';

/** a (of the residual) or b (of the branch) of y = After(a·x + b·Output(F(Input(x)))). */
export type GainName = 'residual' | 'branch';

/** What someone wants of a gain; what is left out stays. */
export interface GainChange {
  /** As it was typed. */
  text?: string;
  isLearned?: boolean;
}

/** Takes a change; returns what is wrong with it, or undefined. */
export type ChangeGain = (gain: GainName, change: GainChange) => string | undefined;

export interface GainState {
  value: number;
  isLearned: boolean;
}

const TYPING_MS = 500;

export class GainEditor {
  readonly root: HTMLElement;
  readonly #messages: ChartMessages;
  readonly #change: ChangeGain;
  readonly #name = html('span', { class: 'an-gain-name' });
  readonly #input = html('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    class: 'an-gain-input',
  });
  readonly #check = html('input', { type: 'checkbox' });
  readonly #learned: HTMLElement;
  readonly #hint = html('p', { class: 'an-gain-hint' });
  #gain: GainName = 'residual';
  #opener: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that was last taken, or stood there when the dialog was opened. */
  #taken = '';

  constructor(messages: ChartMessages, change: ChangeGain) {
    this.#messages = messages;
    this.#change = change;
    this.#learned = html('label', { class: 'an-gain-learned' }, this.#check, messages.block.learned);
    const row = html(
      'div',
      { class: 'an-gain-row' },
      html('label', {}, this.#name, this.#input),
      this.#learned,
    );
    this.root = html('div', { class: 'an-gain', role: 'dialog', hidden: true }, row, this.#hint);
    this.#input.addEventListener('input', () => this.#type());
    this.#check.addEventListener('change', () => this.#take({ isLearned: this.#check.checked }));
    this.root.addEventListener('keydown', (event) => this.#onKey(event));
    this.root.addEventListener('focusout', (event) => this.#onLeave(event));
  }

  /** Opens at a button, which has the focus again when it closes. @param top where in the stage, in % of its height */
  open(gain: GainName, { value, isLearned }: GainState, opener: HTMLElement, top: number): void {
    const { block } = this.#messages;
    this.#gain = gain;
    this.#opener = opener;
    setAttributes(this.root, { 'aria-label': block.gain[gain], hidden: false });
    setAttributes(opener, { 'aria-expanded': 'true' });
    setText(this.#name, block.gainSign[gain]);
    this.root.style.top = `${top}%`;
    this.#learned.hidden = gain === 'residual';
    this.#taken = this.#input.value = this.#written(value);
    this.#check.checked = isLearned;
    this.#say(undefined);
    this.#input.focus();
    this.#input.select();
  }

  #written(value: number): string {
    return String(Number(value.toPrecision(6))).replace('.', this.#messages.decimalMark);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #type(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#takeText(), TYPING_MS);
  }

  /** Is what stands in the field taken? */
  #takeText(): boolean {
    clearTimeout(this.#timer);
    const text = this.#input.value.trim();
    return text === this.#taken || this.#take({ text });
  }

  #take(change: GainChange): boolean {
    const fault = this.#change(this.#gain, change);
    this.#say(fault);
    if (fault === undefined && change.text !== undefined) this.#taken = change.text;
    return fault === undefined;
  }

  #say(fault: string | undefined): void {
    setText(this.#hint, fault ?? this.#messages.block.gainHint[this.#gain]);
    setAttributes(this.#hint, { class: fault === undefined ? 'an-gain-hint' : 'an-gain-hint an-gain-fault' });
    setAttributes(this.#input, { 'aria-invalid': String(fault !== undefined) });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') clearTimeout(this.#timer);
    else if (event.key !== 'Enter' || event.target !== this.#input || !this.#takeText()) return;
    event.preventDefault();
    event.stopPropagation();
    const opener = this.#opener;
    this.#close();
    opener?.focus();
  }

  /** A press beside the dialog takes what is right in it, and forgets the rest. */
  #onLeave({ relatedTarget }: FocusEvent): void {
    if (this.root.hidden || this.root.contains(relatedTarget as Node | null)) return;
    this.#takeText();
    this.#close();
  }

  #close(): void {
    clearTimeout(this.#timer);
    if (this.#opener) setAttributes(this.#opener, { 'aria-expanded': 'false' });
    this.#opener = null;
    this.root.hidden = true;
  }
}
