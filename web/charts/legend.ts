// Legend of a line chart: line sample, name and current value of each series. Values have a fixed width, so
// nothing moves while they change.

import { html, setText, svg } from './dom.ts';
import { markerPath } from './markers.ts';
import type { SeriesStyle } from './theme.ts';

const SWATCH = { width: 26, height: 14 };

/** A short piece of the line as it is drawn in the chart, with its marker. */
export function swatch({ colorVar, dash, marker }: SeriesStyle): SVGSVGElement {
  const { width, height } = SWATCH;
  const color = `var(${colorVar})`;
  const line = svg('line', {
    x1: 0,
    x2: width,
    y1: height / 2,
    y2: height / 2,
    stroke: color,
    'stroke-width': 2,
    'stroke-dasharray': dash.join(' ') || null,
  });
  const mark = svg('path', { d: markerPath(marker, 4, width / 2, height / 2), fill: color });
  return svg('svg', { class: 'an-swatch', width, height, 'aria-hidden': 'true' }, line, mark);
}

export class Legend {
  readonly root = html('ul', { class: 'an-legend', part: 'legend' });
  readonly #position = html('li', { class: 'an-legend-x' });
  #values: HTMLElement[] = [];

  /** @param note what holds of all of them */
  setSeries(series: readonly { label: string; style: SeriesStyle }[], note = ''): void {
    this.#values = series.map(() => html('span', { class: 'an-value' }));
    const items = series.map(({ label, style }, i) =>
      html('li', {}, swatch(style), html('span', { class: 'an-name' }, label), this.#values[i]!),
    );
    if (note !== '') items.push(html('li', { class: 'an-note' }, note));
    this.root.replaceChildren(this.#position, ...items);
  }

  setValues(position: string, values: readonly string[]): void {
    setText(this.#position, position);
    this.#values.forEach((element, i) => setText(element, values[i] ?? ''));
  }
}
