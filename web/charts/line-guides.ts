// The dashed lines of a line chart that curves are held against, on its canvas, and their words.

import { guideLabelY } from './guide-label.ts';
import { clipped, label, LABEL_PX, type Layer } from './line-layers.ts';
import type { GuideLine, LineSeries } from './types.ts';

/** From a guide to the middle of words beside it, in CSS pixels. */
export const GUIDE_LABEL_STEP = 14;

export function drawGuides(layer: Layer, guides: readonly GuideLine[]): void {
  const { ctx, ratio, theme } = layer;
  clipped(layer, () => {
    ctx.lineWidth = 1.5 * ratio;
    ctx.strokeStyle = theme.color('--addnorm-muted');
    ctx.setLineDash([6 * ratio, 5 * ratio]);
    for (const { x, y } of guides) {
      ctx.beginPath();
      x.forEach((at, i) => ctx.lineTo(layer.xAt(at), layer.yAt(y[i]!)));
      ctx.stroke();
    }
  });
}

export function drawGuideLabels(
  layer: Layer,
  guides: readonly GuideLine[],
  series: readonly LineSeries[],
): void {
  const { ratio, left, top, width, height, theme } = layer;
  for (const guide of guides) {
    const right = Math.min(layer.xAt(guide.x.at(-1)!), left + width);
    const y = guideLabelY(guide, guides, series, {
      ...{ right, width: widthOf(layer, guide.label), step: GUIDE_LABEL_STEP * ratio },
      ...{ top, bottom: top + height, xAt: layer.xAt, yAt: layer.yAt },
    });
    label(layer, guide.label, right, y, 'right', theme.color('--addnorm-muted'));
  }
}

function widthOf({ ctx, ratio, theme }: Layer, text: string): number {
  ctx.save();
  ctx.font = `${LABEL_PX * ratio}px ${theme.fontFamily}`;
  const { width } = ctx.measureText(text);
  ctx.restore();
  return width;
}
