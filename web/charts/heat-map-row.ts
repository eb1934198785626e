// The map of one variant: its canvas, its block numbers, and a cell cursor for pointer and keys. It draws a
// grid it is given; what a cell means is said by heat-map.ts.

import type { Range } from './axis.ts';
import { listenToCells } from './cell-pad.ts';
import { html, setText } from './dom.ts';
import {
  type ColorScale,
  type HeatMapGrid,
  type HeatMapVariant,
  lastFilledBin,
  notFiniteRuns,
  paintGrid,
} from './heat-map-grid.ts';
import { swatch } from './legend.ts';
import { seriesStyle } from './theme.ts';
import type { CanvasTheme } from './theme-reader.ts';

export interface MapCell {
  bin: number;
  /** From 0. */
  block: number;
}

const ROW_PX = { each: 14, least: 84, most: 224 };
const LABEL_PX = 14;
const PAGE_BINS = 20;

/** Height of a map of so many blocks, in px. */
const mapHeight = (nBlock: number): number =>
  Math.min(ROW_PX.most, Math.max(ROW_PX.least, Math.round(nBlock * ROW_PX.each)));

const KEYS: Record<string, (cell: MapCell, last: MapCell) => Partial<MapCell>> = {
  ArrowLeft: ({ bin }) => ({ bin: bin - 1 }),
  ArrowRight: ({ bin }) => ({ bin: bin + 1 }),
  ArrowUp: ({ block }) => ({ block: block + 1 }),
  ArrowDown: ({ block }) => ({ block: block - 1 }),
  PageDown: ({ bin }) => ({ bin: bin - PAGE_BINS }),
  PageUp: ({ bin }) => ({ bin: bin + PAGE_BINS }),
  Home: () => ({ bin: 0 }),
  End: (_cell, last) => ({ bin: last.bin }),
};

function hatch(ctx: CanvasRenderingContext2D, theme: CanvasTheme, ratio: number): CanvasPattern | string {
  const tile = document.createElement('canvas');
  const size = Math.round(6 * ratio);
  tile.width = tile.height = size;
  const pen = tile.getContext('2d')!;
  pen.fillStyle = theme.color('--addnorm-bg');
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = theme.color('--addnorm-text');
  pen.lineWidth = ratio;
  // Three strokes, so that the diagonals of neighbouring tiles meet.
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift, size);
    pen.lineTo(shift + size, 0);
  }
  pen.stroke();
  return ctx.createPattern(tile, 'repeat') ?? theme.color('--addnorm-text');
}

export interface HeatMapRowHandlers {
  /** The cursor stands on this cell; null when it left. `spoken` if keys moved it. */
  onCell: (cell: MapCell | null, spoken: boolean) => void;
}

export class HeatMapRow {
  readonly root: HTMLElement;
  readonly #variant: HeatMapVariant;
  readonly #canvas = html('canvas', { 'aria-hidden': 'true' });
  readonly #cells = document.createElement('canvas');
  readonly #outline = html('div', { class: 'an-map-cell', hidden: true });
  readonly #line = html('div', { class: 'an-cursor-line', hidden: true });
  readonly #pad: HTMLElement;
  #grid: HeatMapGrid | undefined;
  #range: Range = [0, 1];
  #cell: MapCell | null = null;

  constructor(
    variant: HeatMapVariant,
    label: string,
    blockName: (block: number) => string,
    { onCell }: HeatMapRowHandlers,
  ) {
    this.#variant = variant;
    this.#pad = html('div', { class: 'an-map-pad', role: 'application', tabindex: 0, 'aria-label': label });
    this.#pad.append(this.#line, this.#outline);
    const map = html('div', { class: 'an-map', part: 'map' }, this.#canvas, this.#pad);
    map.style.height = `${mapHeight(variant.nBlock)}px`;
    const name = html('div', { class: 'an-map-name' }, swatch(seriesStyle(variant)), variant.label);
    this.root = html('div', { class: 'an-map-row' }, name, this.#blockNumbers(blockName), map);
    listenToCells(this.#pad, {
      keys: KEYS,
      at: (place) => this.#cellAt(place),
      moved: (move) => this.#moved(move),
      onCell: onCell,
    });
  }

  get width(): number {
    return this.#pad.clientWidth;
  }

  draw(grid: HeatMapGrid, range: Range, scale: ColorScale, theme: CanvasTheme): void {
    this.#grid = grid;
    this.#range = range;
    const ratio = devicePixelRatio;
    const width = Math.round(this.#pad.clientWidth * ratio);
    const height = Math.round(this.#pad.clientHeight * ratio);
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const ctx = this.#canvas.getContext('2d')!;
    ctx.clearRect(0, 0, width, height);
    this.#drawCells(ctx, grid, scale, width, height);
    this.#drawNotFinite(ctx, grid, theme, ratio);
    this.#drawRules(ctx, grid, theme, ratio);
    this.#placeOutline();
  }

  /** Hair line at this step; null takes it away. */
  showStep(step: number | null): void {
    const [start, end] = this.#range;
    const fraction = step === null ? NaN : (step - start) / (end - start);
    this.#line.hidden = !(fraction >= 0 && fraction <= 1);
    if (!this.#line.hidden) this.#line.style.left = `${100 * fraction}%`;
  }

  showCell(cell: MapCell | null): void {
    this.#cell = cell;
    this.#placeOutline();
  }

  /** Share of the width that one bin takes. */
  #binFraction({ bins }: HeatMapGrid): number {
    return bins.width / (this.#range[1] - this.#range[0]);
  }

  #drawCells(
    ctx: CanvasRenderingContext2D,
    grid: HeatMapGrid,
    scale: ColorScale,
    width: number,
    height: number,
  ): void {
    const { bins, nBlock } = grid;
    this.#cells.width = bins.count;
    this.#cells.height = nBlock;
    this.#cells
      .getContext('2d')!
      .putImageData(new ImageData(paintGrid(grid, scale), bins.count, nBlock), 0, 0);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(this.#cells, 0, 0, bins.count * this.#binFraction(grid) * width, height);
  }

  #drawNotFinite(ctx: CanvasRenderingContext2D, grid: HeatMapGrid, theme: CanvasTheme, ratio: number): void {
    const runs = notFiniteRuns(grid);
    if (runs.length === 0) return;
    const { width, height } = this.#canvas;
    const columnWidth = this.#binFraction(grid) * width;
    const rowHeight = height / grid.nBlock;
    ctx.fillStyle = hatch(ctx, theme, ratio);
    for (const { block, from, to } of runs) {
      const y = (grid.nBlock - 1 - block) * rowHeight;
      ctx.fillRect(from * columnWidth, y, (to + 1 - from) * columnWidth, rowHeight);
    }
  }

  /** Thin lines of background between the blocks, as long as a row is high enough to spare one. */
  #drawRules(ctx: CanvasRenderingContext2D, grid: HeatMapGrid, theme: CanvasTheme, ratio: number): void {
    const { width: full, height } = this.#canvas;
    const width = (lastFilledBin(grid) + 1) * this.#binFraction(grid) * full;
    const rowHeight = height / this.#variant.nBlock;
    if (rowHeight < 8 * ratio) return;
    ctx.fillStyle = theme.color('--addnorm-bg');
    for (let block = 1; block < this.#variant.nBlock; ++block) {
      ctx.fillRect(0, Math.round(block * rowHeight) - ratio / 2, width, ratio);
    }
  }

  #placeOutline(): void {
    const grid = this.#grid;
    this.#outline.hidden = !grid || !this.#cell;
    if (!grid || !this.#cell) return;
    const column = 100 * this.#binFraction(grid);
    Object.assign(this.#outline.style, {
      left: `${this.#cell.bin * column}%`,
      width: `${column}%`,
      bottom: `${(100 * this.#cell.block) / grid.nBlock}%`,
      height: `${100 / grid.nBlock}%`,
    });
  }

  #blockNumbers(blockName: (block: number) => string): HTMLElement {
    const { nBlock } = this.#variant;
    const stride = Math.max(1, Math.ceil((nBlock * LABEL_PX) / mapHeight(nBlock)));
    const numbers = html('div', { class: 'an-map-blocks', 'aria-hidden': 'true' });
    for (let block = 1; block <= nBlock; ++block) {
      if (block !== nBlock && ((block - 1) % stride !== 0 || nBlock - block < stride)) continue;
      const number = html('span', {});
      setText(number, blockName(block));
      number.style.bottom = `${(100 * (block - 0.5)) / nBlock}%`;
      numbers.append(number);
    }
    return numbers;
  }

  #cellAt({ x, y }: { x: number; y: number }): MapCell | null {
    const grid = this.#grid;
    if (!grid || lastFilledBin(grid) < 0) return null;
    const bin = Math.floor(x / this.#pad.offsetWidth / this.#binFraction(grid));
    const block = grid.nBlock - 1 - Math.floor((y / this.#pad.offsetHeight) * grid.nBlock);
    return this.#inside({ bin, block }, grid);
  }

  #moved(move: (cell: MapCell, last: MapCell) => Partial<MapCell>): MapCell | null {
    const grid = this.#grid;
    const lastBin = grid ? lastFilledBin(grid) : -1;
    if (!grid || lastBin < 0) return null;
    const last = { bin: lastBin, block: grid.nBlock - 1 };
    const from = this.#cell ?? { bin: lastBin, block: 0 };
    return this.#inside({ ...from, ...move(from, last) }, grid);
  }

  #inside({ bin, block }: MapCell, grid: HeatMapGrid): MapCell {
    return {
      bin: Math.min(lastFilledBin(grid), Math.max(0, bin)),
      block: Math.min(grid.nBlock - 1, Math.max(0, block)),
    };
  }
}
