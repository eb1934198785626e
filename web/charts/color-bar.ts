// The colour scale of a heat map with its ticks.

import { linearTicks, logTicks } from './axis.ts';
import { cividis } from './cividis.ts';
import { html, setAttributes } from './dom.ts';
import { formatTick } from './format.ts';
import { type ColorScale, scaleFraction } from './heat-map-grid.ts';
import type { ChartMessages } from './messages.en.ts';

const STOPS = 17;
const MOST_TICKS = 6;

export class ColorBar {
  readonly root: HTMLElement;
  readonly #ticks = html('div', { class: 'an-color-ticks', 'aria-hidden': 'true' });
  readonly #valueLabel: string;
  readonly #messages: ChartMessages;
  #shown = '';

  constructor(valueLabel: string, messages: ChartMessages) {
    this.#valueLabel = valueLabel;
    this.#messages = messages;
    const strip = html('div', { class: 'an-color-strip' });
    const colors = Array.from({ length: STOPS }, (_, i) => cividis(i / (STOPS - 1)));
    strip.style.backgroundImage = `linear-gradient(to right, ${colors.join(', ')})`;
    this.root = html('div', { class: 'an-color-bar', part: 'color-bar', role: 'img' }, strip, this.#ticks);
    this.hide();
  }

  hide(): void {
    this.#shown = '';
    this.root.style.visibility = 'hidden';
  }

  show(scale: ColorScale): void {
    const { kind, range } = scale;
    const key = `${kind} ${range.join()}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const { decimalMark, heatMap } = this.#messages;
    const [low, high] = range.map((end) => formatTick(end, decimalMark));
    this.root.style.visibility = '';
    setAttributes(this.root, { 'aria-label': heatMap.scale(this.#valueLabel, low!, high!, kind) });
    const ticks = kind === 'log' ? logTicks(...range, MOST_TICKS) : linearTicks(range, MOST_TICKS);
    this.#ticks.replaceChildren(
      ...ticks.map((value) => {
        const tick = html('span', {}, formatTick(value, decimalMark));
        tick.style.left = `${100 * scaleFraction(value, scale)}%`;
        return tick;
      }),
    );
  }
}
