// A heat map as a picture: the map of each variant below the other, each cell a rectangle, and the colour scale. Pure functions.

import { linearTicks, logTicks, type Range, wholeTicks } from './axis.ts';
import { cividis, cividisIndex } from './cividis.ts';
import { formatTick } from './format.ts';
import {
  type ColorScale,
  colorScale,
  gatherSteps,
  type HeatMapGrid,
  type HeatMapVariant,
  scaleFraction,
  stepBins,
} from './heat-map-grid.ts';
import type { Box, Picture, Shape } from './picture.ts';
import {
  axisLabel,
  LABEL_SIZE,
  type Laid,
  MARGIN,
  PICTURE_WIDTH,
  pictureHead,
  pictureSwatch,
} from './picture-layout.ts';
import { seriesStyle } from './theme.ts';
import type { CanvasTheme } from './theme-reader.ts';
import type { YScale } from './types.ts';

const Y_AXIS = 48;
const RIGHT = 16;
const CELL_HEIGHT = { each: 16, least: 96, most: 320 };
/** Columns of a map: enough to see what there is, few enough for a file that opens at once. */
const MOST_COLUMNS = 240;
/** Cells overlap by so much, so that no seam shows between them whatever the size of a pixel. */
const OVERLAP = 0.5;
const BAR = { width: 260, height: 12, cells: 52 };

export interface HeatMapPictureOptions {
  title: string;
  unit: string;
  description: string;
  xLabel: string;
  range: Range;
  scale: YScale;
  placeName: (place: number) => string;
  decimalMark: string;
  theme: CanvasTheme;
}

/** Rectangles for a row of values from left to right; neighbours of one colour are one. NaN has none here. */
export function cellRuns(
  values: readonly number[],
  scale: ColorScale,
): { from: number; to: number; color: string }[] {
  const runs: { from: number; to: number; color: string }[] = [];
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    const fraction = scaleFraction(value, scale);
    const color = cividis(cividisIndex(fraction) / 255);
    const last = runs.at(-1);
    if (last && last.color === color && last.to === i) last.to = i + 1;
    else runs.push({ from: i, to: i + 1, color });
  });
  return runs;
}

function mapShapes(
  grid: HeatMapGrid,
  scale: ColorScale,
  box: Box,
  range: Range,
  theme: CanvasTheme,
): Shape[] {
  const { bins, nBlock, means, filled } = grid;
  const column = (box.width * bins.width) / (range[1] - range[0]);
  const height = box.height / nBlock;
  const shapes: Shape[] = [{ kind: 'rect', ...box, fill: theme.color('--addnorm-sunken') }];
  let broken = '';
  for (let block = 0; block < nBlock; ++block) {
    const y = box.y + box.height - (block + 1) * height;
    const values = Array.from({ length: bins.count }, (_, bin) =>
      filled[bin] === 0 ? NaN : means[bin * nBlock + block]!,
    );
    for (const { from, to, color } of cellRuns(values, scale)) {
      const width = (to - from) * column + OVERLAP;
      shapes.push({
        kind: 'rect',
        x: box.x + from * column,
        y,
        width,
        height: height + OVERLAP,
        fill: color,
      });
    }
    values.forEach((value, bin) => {
      if (filled[bin] === 0 || Number.isFinite(value)) return;
      broken += `M${box.x + bin * column} ${y + height}L${box.x + (bin + 1) * column} ${y}`;
    });
  }
  if (broken !== '')
    shapes.push({
      kind: 'path',
      d: broken,
      stroke: theme.color('--addnorm-text'),
      strokeWidth: 1,
      clip: box,
    });
  return shapes;
}

/** A strip of the colours with its ticks, from `top` on at the left. */
export function barShapes(scale: ColorScale, top: number, decimalMark: string, theme: CanvasTheme): Laid {
  const width = BAR.width / BAR.cells;
  const x = MARGIN + Y_AXIS;
  const shapes = Array.from({ length: BAR.cells }, (_, i): Shape => {
    const fill = cividis((i + 0.5) / BAR.cells);
    return { kind: 'rect', x: x + i * width, y: top, width: width + OVERLAP, height: BAR.height, fill };
  });
  const ticks = scale.kind === 'log' ? logTicks(...scale.range, 6) : linearTicks(scale.range, 6);
  for (const tick of ticks) {
    const at = x + BAR.width * scaleFraction(tick, scale);
    shapes.push(
      axisLabel(formatTick(tick, decimalMark), at, top + BAR.height + 4 + LABEL_SIZE, 'middle', theme),
    );
  }
  return { shapes, bottom: top + BAR.height + LABEL_SIZE + 12 };
}

function mapHeight(nBlock: number): number {
  return Math.min(CELL_HEIGHT.most, Math.max(CELL_HEIGHT.least, nBlock * CELL_HEIGHT.each));
}

/** The numbers of some places, bottom up, as many as there is room for. */
function placeLabels(nBlock: number, box: Box, options: HeatMapPictureOptions): Shape[] {
  const stride = Math.max(1, Math.ceil((nBlock * (LABEL_SIZE + 2)) / box.height));
  const height = box.height / nBlock;
  return Array.from({ length: Math.ceil(nBlock / stride) }, (_, i) => {
    const y = box.y + box.height - (i * stride + 0.5) * height + LABEL_SIZE / 3;
    return axisLabel(options.placeName(i * stride + 1), box.x - 8, y, 'end', options.theme);
  });
}

export function heatMapPicture(variants: readonly HeatMapVariant[], options: HeatMapPictureOptions): Picture {
  const { title, unit, description, range, scale: kind, theme, decimalMark } = options;
  const bins = stepBins(range, MOST_COLUMNS);
  const grids = variants.map((variant) => gatherSteps(variant, bins, kind));
  const scale = colorScale(grids, kind);
  const head = pictureHead(title, unit, theme);
  const shapes = [...head.shapes];
  let { bottom } = head;
  if (scale) {
    const bar = barShapes(scale, bottom + 4, decimalMark, theme);
    shapes.push(...bar.shapes);
    ({ bottom } = bar);
  }
  const width = PICTURE_WIDTH - 2 * MARGIN - Y_AXIS - RIGHT;
  variants.forEach((variant, i) => {
    const box = { x: MARGIN + Y_AXIS, y: bottom + 26, width, height: mapHeight(variant.nBlock) };
    shapes.push(...pictureSwatch(seriesStyle(variant), variant.label, box.x, bottom + 18, theme));
    shapes.push(...mapShapes(grids[i]!, scale ?? { kind: 'log', range: [1, 10] }, box, range, theme));
    shapes.push(...placeLabels(variant.nBlock, box, options));
    bottom = box.y + box.height;
  });
  const x = (step: number): number => MARGIN + Y_AXIS + (width * (step - range[0])) / (range[1] - range[0]);
  for (const tick of wholeTicks(range, 9)) {
    shapes.push(axisLabel(formatTick(tick, decimalMark), x(tick), bottom + 6 + LABEL_SIZE, 'middle', theme));
  }
  shapes.push(
    axisLabel(options.xLabel, MARGIN + Y_AXIS + width / 2, bottom + 12 + 2 * LABEL_SIZE, 'middle', theme),
  );
  return {
    ...{ width: PICTURE_WIDTH, height: Math.ceil(bottom + 12 + 2 * LABEL_SIZE + MARGIN) },
    ...{ background: theme.color('--addnorm-bg'), fontFamily: theme.fontFamily, title, description, shapes },
  };
}
