// The switch over a line chart: linear, logarithmic, or each curve minus one of them, which is chosen beside it where there are
// more than two.

import { html, setAttributes } from './dom.ts';
import type { ChartMessages } from './messages.en.ts';
import type { YScale } from './types.ts';

export type LineMode = YScale | 'difference';

export interface ModeSwitchHandlers {
  onMode: (mode: LineMode) => void;
  /** @param base the id of the curve that the others are compared with */
  onBase: (base: string) => void;
}

export class ModeSwitch {
  readonly root = html('div', { class: 'an-modes' });
  /** Stands over the chart while differences are shown and there is a choice. */
  readonly base: HTMLElement;
  readonly #buttons: ReadonlyMap<LineMode, HTMLButtonElement>;
  readonly #select = html('select', { part: 'select' });
  #signature = '';

  constructor(modes: readonly LineMode[], { chart }: ChartMessages, { onMode, onBase }: ModeSwitchHandlers) {
    const button = (mode: LineMode) => {
      const label = mode === 'difference' ? chart.differenceLong : null;
      const element = html('button', { type: 'button', part: 'button', title: label }, chart[mode]);
      element.addEventListener('click', () => onMode(mode));
      return element;
    };
    this.#buttons = new Map(modes.map((mode) => [mode, button(mode)]));
    const group = html('div', { class: 'an-switch', role: 'group', 'aria-label': chart.scale });
    group.append(...this.#buttons.values());
    if (modes.length > 1) this.root.append(group);
    this.base = html('label', { class: 'an-base', hidden: true }, `${chart.base} `, this.#select);
    this.#select.addEventListener('change', () => onBase(this.#select.value));
  }

  mark(mode: LineMode): void {
    for (const [name, button] of this.#buttons)
      setAttributes(button, { 'aria-pressed': String(name === mode) });
    this.base.hidden = mode !== 'difference' || this.#select.options.length < 3;
  }

  /** There is a difference from two curves on; from three on there is a choice. */
  setCurves(
    curves: readonly { id: string; label: string }[],
    base: string | undefined,
    mode: LineMode,
  ): void {
    const signature = JSON.stringify([curves.map(({ id, label }) => [id, label]), base]);
    if (signature !== this.#signature) {
      this.#signature = signature;
      this.#select.replaceChildren(...curves.map(({ id, label }) => html('option', { value: id }, label)));
      if (base !== undefined) this.#select.value = base;
      const difference = this.#buttons.get('difference');
      if (difference) difference.hidden = curves.length < 2;
      if (this.#buttons.size < 3) this.root.hidden = curves.length < 2 && this.#buttons.has('difference');
    }
    this.mark(mode);
  }
}
