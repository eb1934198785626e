// What one head of each model attends to in one sequence: a map per variant, side by side; rows are queries, columns keys.
// Plain data in, DOM out; `update` keeps the newest state and draws it once in the next frame.

import { AttentionGrid } from './attention-grid.ts';
import { attentionCsv, attentionPicture, SHARE_SCALE } from './attention-picture.ts';
import { ChartFrame } from './chart-frame.ts';
import { ColorBar } from './color-bar.ts';
import {
  type AttentionCell,
  type AttentionPattern,
  describeAttention,
  tokenText,
} from './describe-attention.ts';
import { html, setText } from './dom.ts';
import { formatNumber } from './format.ts';
import { FrameTask } from './frame-task.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import { readTheme } from './theme-reader.ts';
import type { TableData } from './types.ts';

export interface AttentionMapState {
  /** After how many steps. */
  step: number;
  /** "head 2 of block 1" */
  head: string;
  patterns: readonly AttentionPattern[];
}

export interface AttentionMapOptions {
  title: string;
  /** What the colours stand for. */
  quantity: string;
  messages?: ChartMessages;
}

export class AttentionMap {
  readonly #options: AttentionMapOptions;
  readonly #messages: ChartMessages;
  readonly #frame: ChartFrame;
  readonly #maps = html('div', { class: 'an-attn-maps' });
  readonly #readout = html('p', { class: 'an-readout', part: 'readout' });
  readonly #spoken = html('p', { class: 'an-hidden', 'aria-live': 'polite' });
  readonly #drawing = new FrameTask(() => this.#draw());
  #state: AttentionMapState = { step: 0, head: '', patterns: [] };
  #grids: AttentionGrid[] = [];
  #signature = '';
  #cell: AttentionCell | null = null;

  constructor(container: HTMLElement, options: AttentionMapOptions) {
    const { title, quantity, messages = messagesEn } = options;
    this.#options = options;
    this.#messages = messages;
    this.#frame = new ChartFrame(container, {
      ...{ title, yLabel: messages.attention.axes, messages },
      summary: () => describeAttention(this.#state, messages),
      tables: () => this.#tables(),
      save: {
        name: () => [
          title,
          this.#state.head,
          messages.chart.at(messages.chart.step, String(this.#state.step)),
        ],
        csv: () => attentionCsv(this.#state.patterns, messages),
        picture: () => this.#picture(),
      },
    });
    const { root, image, plot, controls } = this.#frame;
    root.classList.add('an-heat-map', 'an-attention');
    image.classList.add('an-hidden');
    const bar = new ColorBar(quantity, messages);
    bar.show(SHARE_SCALE);
    controls.append(bar.root);
    plot.append(this.#maps, this.#readout, this.#spoken);
    setText(this.#readout, messages.heatMap.hint);
  }

  get root(): HTMLElement {
    return this.#frame.root;
  }

  /** Room over the maps, for what chooses them. */
  get above(): HTMLElement {
    return this.#frame.above;
  }

  /**
   * Shows this state from the next frame on.
   * @throws RangeError if there are not as many weights as pairs of tokens; nothing changes then
   */
  update(state: AttentionMapState): void {
    for (const { id, tokens, weights } of state.patterns) {
      if (weights.length !== tokens.length ** 2) {
        throw new RangeError(
          `invalid weights of ${id}: ${weights.length} (must be ${tokens.length} · ${tokens.length})`,
        );
      }
    }
    this.#state = state;
    const signature = JSON.stringify(
      state.patterns.map(({ id, label, placement, nth }) => [id, label, placement, nth]),
    );
    if (signature !== this.#signature) {
      this.#signature = signature;
      this.#makeGrids();
    }
    this.#drawing.request();
  }

  /** Draws now what waits for the next frame. */
  flush(): void {
    this.#drawing.flush();
  }

  dispose(): void {
    this.#drawing.cancel();
    this.#frame.dispose();
  }

  #makeGrids(): void {
    this.#cell = null;
    this.#grids = this.#state.patterns.map(
      (pattern) =>
        new AttentionGrid(pattern, this.#messages.heatMap.map(this.#options.title, pattern.label), {
          onCell: (cell, spoken) => this.#setCell(cell, spoken),
        }),
    );
    this.#maps.replaceChildren(...this.#grids.map(({ root }) => root));
  }

  #draw(): void {
    this.#grids.forEach((grid, i) => grid.draw(this.#state.patterns[i]!));
    this.#writeCell(false);
    this.#frame.refresh();
  }

  /** The cell is that of all maps: what one looks at is compared with what the others do. */
  #setCell(cell: AttentionCell | null, spoken: boolean): void {
    this.#cell = cell;
    for (const grid of this.#grids) grid.showCell(cell);
    this.#writeCell(spoken);
  }

  #writeCell(spoken: boolean): void {
    const text = this.#cell ? this.#cellText(this.#cell) : this.#messages.heatMap.hint;
    setText(this.#readout, text);
    if (spoken) setText(this.#spoken, text);
  }

  #cellText({ query, key }: AttentionCell): string {
    const { attention, chart, decimalMark, heatMap } = this.#messages;
    const shown = this.#state.patterns.filter(({ tokens }) => Math.max(query, key) < tokens.length);
    const [first] = shown;
    if (!first) return heatMap.hint;
    const values = shown.map(({ label, tokens, weights }) =>
      chart.valueOf(label, formatNumber(weights[query * tokens.length + key]!, decimalMark)),
    );
    const [from, to] = [query, key].map((at) => tokenText(first, at, this.#messages));
    return attention.cell(from!, to!, values);
  }

  #picture() {
    const { title } = this.#options;
    const { step, head, patterns } = this.#state;
    const unit = this.#messages.attention.picture(head, String(step));
    const description = `${title}. ${describeAttention(this.#state, this.#messages)}`;
    return attentionPicture(
      patterns,
      { title, unit, description },
      this.#messages,
      readTheme(this.#frame.root),
    );
  }

  #tables(): TableData[] {
    const { attention, decimalMark } = this.#messages;
    return this.#state.patterns.map((pattern) => {
      const { label, tokens, weights } = pattern;
      const names = tokens.map((_, at) => tokenText(pattern, at, this.#messages));
      return {
        caption: `${this.#options.title}, ${label}, ${this.#state.head}`,
        columns: [attention.corner, ...names],
        rows: names.map((name, query) => [
          name,
          ...names.map((_, key) => formatNumber(weights[query * tokens.length + key]!, decimalMark)),
        ]),
      };
    });
  }
}
