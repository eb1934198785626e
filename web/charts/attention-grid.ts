// The map of one pattern of attention: its canvas, its tokens along both sides, and a cell cursor for pointer and keys. What a
// cell means is said by attention-map.ts.

import { CIVIDIS, cividisIndex } from './cividis.ts';
import type { AttentionCell, AttentionPattern } from './describe-attention.ts';
import { listenToCells } from './cell-pad.ts';
import { html, setText } from './dom.ts';
import { swatch } from './legend.ts';
import { seriesStyle } from './theme.ts';

/** So many tokens have room for their names; of more, some are named. */
const MOST_NAMES = 20;

type Move = (cell: AttentionCell, last: number) => Partial<AttentionCell>;
const KEYS: Record<string, Move> = {
  ArrowLeft: ({ key }) => ({ key: key - 1 }),
  ArrowRight: ({ key }) => ({ key: key + 1 }),
  ArrowUp: ({ query }) => ({ query: query - 1 }),
  ArrowDown: ({ query }) => ({ query: query + 1 }),
  Home: () => ({ key: 0 }),
  End: (_cell, last) => ({ key: last }),
};

/** Colours of a pattern as RGBA, (n, n); what is not finite stays clear. */
export function paintPattern({ tokens, weights }: AttentionPattern): Uint8ClampedArray<ArrayBuffer> {
  const count = tokens.length ** 2;
  const pixels = new Uint8ClampedArray(4 * count);
  for (let i = 0; i < count; ++i) {
    if (!Number.isFinite(weights[i]!)) continue;
    const color = 3 * cividisIndex(weights[i]!);
    pixels.set(CIVIDIS.subarray(color, color + 3), 4 * i);
    pixels[4 * i + 3] = 255;
  }
  return pixels;
}

export interface AttentionGridHandlers {
  /** The cursor stands on this cell; null when it left. `spoken` if keys moved it. */
  onCell: (cell: AttentionCell | null, spoken: boolean) => void;
}

export class AttentionGrid {
  readonly root: HTMLElement;
  readonly #canvas = html('canvas', { 'aria-hidden': 'true' });
  readonly #keys = html('div', { class: 'an-attn-keys', 'aria-hidden': 'true' });
  readonly #queries = html('div', { class: 'an-attn-queries', 'aria-hidden': 'true' });
  readonly #outline = html('div', { class: 'an-map-cell', hidden: true });
  readonly #pad: HTMLElement;
  #size = 0;
  #names = '';
  #cell: AttentionCell | null = null;

  constructor(pattern: AttentionPattern, label: string, { onCell }: AttentionGridHandlers) {
    this.#pad = html('div', { class: 'an-map-pad', role: 'application', tabindex: 0, 'aria-label': label });
    this.#pad.append(this.#outline);
    const map = html('div', { class: 'an-map an-attn-map', part: 'map' }, this.#canvas, this.#pad);
    const name = html('div', { class: 'an-attn-name' }, swatch(seriesStyle(pattern)), pattern.label);
    this.root = html('div', { class: 'an-attn' }, name, this.#keys, this.#queries, map);
    listenToCells(this.#pad, {
      keys: KEYS,
      at: (place) => this.#cellAt(place),
      moved: (move) => this.#moved(move),
      onCell: onCell,
    });
  }

  draw(pattern: AttentionPattern): void {
    const n = pattern.tokens.length;
    this.#size = n;
    this.#canvas.width = this.#canvas.height = Math.max(1, n);
    if (n > 0) this.#canvas.getContext('2d')!.putImageData(new ImageData(paintPattern(pattern), n, n), 0, 0);
    this.#writeNames(pattern.tokens);
    this.showCell(this.#cell);
  }

  showCell(cell: AttentionCell | null): void {
    this.#cell = cell;
    const n = this.#size;
    this.#outline.hidden = !cell || cell.query >= n || cell.key >= n;
    if (this.#outline.hidden || !cell) return;
    const [left, top, size] = [cell.key, cell.query, 1].map((at) => `${(100 * at) / n}%`);
    Object.assign(this.#outline.style, { left, top, width: size, height: size });
  }

  #writeNames(tokens: readonly string[]): void {
    const names = tokens.join('\n');
    if (names === this.#names) return;
    this.#names = names;
    const stride = Math.ceil(tokens.length / MOST_NAMES);
    for (const list of [this.#keys, this.#queries]) {
      list.replaceChildren(
        ...tokens.map((token, i) => {
          const element = html('span', {});
          if (i % stride === 0) setText(element, token);
          return element;
        }),
      );
    }
  }

  #moved(move: Move): AttentionCell | null {
    if (this.#size === 0) return null;
    const from = this.#cell ?? { query: 0, key: 0 };
    return this.#inside({ ...from, ...(this.#cell && move(from, this.#size - 1)) });
  }

  #cellAt({ x, y }: { x: number; y: number }): AttentionCell | null {
    if (this.#size === 0) return null;
    const at = (place: number, length: number): number => Math.floor((place / length) * this.#size);
    return this.#inside({ query: at(y, this.#pad.offsetHeight), key: at(x, this.#pad.offsetWidth) });
  }

  #inside({ query, key }: AttentionCell): AttentionCell {
    const inside = (at: number): number => Math.min(this.#size - 1, Math.max(0, at));
    return { query: inside(query), key: inside(key) };
  }
}
