// The residual block as SVG: the residual stream as one strong line, the branch beside it, norms as filled
// boxes in the colour of the placement, empty slots as dashed sockets. Pictures only; buttons are laid over it.

import {
  ADD_RADIUS,
  type Box,
  BRANCH_X,
  LAYOUT,
  SIZE,
  STREAM_X,
  type SubLayerLayout,
} from './block-layout.ts';
import type { BlockArrangement } from './describe.ts';
import { svg } from './dom.ts';
import { formatTick } from './format.ts';
import type { ChartMessages } from './messages.en.ts';

export interface BlockPicture extends BlockArrangement {
  finalNorm: boolean;
  nLayer: number;
}

/** Is there to be something to press also where there is neither a norm nor a gain? */
export interface DrawingOptions {
  isEditable: boolean;
}

/** Places for the live numbers; each is one line of text. */
export interface ValueTexts {
  /** Stream into attention, into feed-forward, and out of the block. */
  stream: [SVGTextElement, SVGTextElement, SVGTextElement];
  branchRms: [SVGTextElement, SVGTextElement];
  branchGradient: [SVGTextElement, SVGTextElement];
}

const CORNER = 10;

const text = (x: number, y: number, className: string, content = '', anchor = 'middle'): SVGTextElement =>
  svg('text', { x, y, class: className, 'text-anchor': anchor, 'dominant-baseline': 'central' }, content);

const line = (className: string, d: string): SVGPathElement => svg('path', { class: className, d });

function rect({ x, y, width, height }: Box, className: string, rx = 6): SVGRectElement {
  return svg('rect', { x: x - width / 2, y: y - height / 2, width, height, rx, class: className });
}

/** A triangle whose tip is at (x, y). */
function arrow(
  x: number,
  y: number,
  direction: 'up' | 'left',
  size: number,
  className: string,
): SVGPathElement {
  const half = size * 0.62;
  return direction === 'up'
    ? line(className, `M${x} ${y}l${half} ${size}h${-2 * half}z`)
    : line(className, `M${x} ${y}l${size} ${-half}v${2 * half}z`);
}

function slot(box: Box, filled: boolean, name: string): SVGElement {
  if (filled) return svg('g', {}, rect(box, 'an-norm'), text(box.x, box.y, 'an-norm-name', name));
  const plusX = box.x + box.width / 2 - 14;
  const plus = line('an-plus', `M${plusX - 4} ${box.y}h8M${plusX} ${box.y - 4}v8`);
  return svg('g', {}, rect(box, 'an-socket'), plus);
}

function pill(box: Box, content: string, isPlain: boolean): SVGElement {
  const plain = isPlain ? ' an-pill-plain' : '';
  const shape = rect(box, `an-pill${plain}`, box.height / 2);
  return svg('g', {}, shape, text(box.x, box.y, `an-pill-text${plain}`, content));
}

const gainText = (gain: number | 'learned', { decimalMark }: ChartMessages): string =>
  gain === 'learned' ? '× α' : `× ${formatTick(Number(gain.toPrecision(3)), decimalMark)}`;

/** Fork, up through the branch, and back to the sum. With the residual cut all that flows takes this way. */
function branchPath({ fork, add }: SubLayerLayout, cut: boolean): SVGElement {
  const way = `M${STREAM_X} ${fork}H${BRANCH_X - CORNER}q${CORNER} 0 ${CORNER} ${-CORNER}V${add + CORNER}q0 ${-CORNER} ${-CORNER} ${-CORNER}`;
  const end = STREAM_X + ADD_RADIUS;
  if (cut) return line('an-stream an-stream-bend', `${way}H${STREAM_X}V${add - 12}`);
  return svg(
    'g',
    {},
    line('an-branch', `${way}H${end + 6}`),
    arrow(end + 1, add, 'left', 8, 'an-branch-tip'),
  );
}

function residualPath({ fork, add }: SubLayerLayout, cut: boolean): SVGElement {
  if (!cut) return line('an-stream', `M${STREAM_X} ${fork + 1}V${add}`);
  const middle = (fork + add) / 2;
  return svg(
    'g',
    {},
    line('an-cut', `M${STREAM_X} ${fork - 8}V${add + 8}`),
    rect({ x: STREAM_X, y: middle, width: 20, height: 18 }, 'an-cut-gap', 0),
    line('an-cut-mark', `M${STREAM_X - 8} ${middle + 8}l16 -8M${STREAM_X - 8} ${middle}l16 -8`),
  );
}

function sumSign({ add }: SubLayerLayout): SVGElement {
  return svg(
    'g',
    {},
    svg('circle', { cx: STREAM_X, cy: add, r: ADD_RADIUS, class: 'an-sum' }),
    line('an-sum-sign', `M${STREAM_X - 5} ${add}h10M${STREAM_X} ${add - 5}v10`),
  );
}

function drawSubLayer(
  layout: SubLayerLayout,
  name: string,
  picture: BlockPicture,
  messages: ChartMessages,
  { isEditable }: DrawingOptions,
): SVGElement {
  const { slots, norm, residualGain, branchGain } = picture;
  const cut = residualGain === 0;
  const normName = messages.block.norm[norm];
  const group = svg('g', {}, residualPath(layout, cut), branchPath(layout, cut));
  if (!cut)
    group.append(svg('circle', { cx: STREAM_X, cy: layout.fork, r: 5, class: 'an-fork' }), sumSign(layout));
  group.append(
    slot(layout.input, slots.input, normName),
    rect(layout.f, 'an-f'),
    text(layout.f.x, layout.f.y, 'an-f-name', name),
    slot(layout.output, slots.output, normName),
    slot(layout.after, slots.after, normName),
  );
  const gains = [
    { box: layout.residualGain, gain: residualGain, isPlain: cut || residualGain === 1 },
    { box: layout.branchGain, gain: branchGain, isPlain: branchGain === 1 },
  ];
  for (const { box, gain, isPlain } of gains) {
    if (isEditable || !isPlain) group.append(pill(box, gainText(gain, messages), isPlain));
  }
  return group;
}

/** Stream between the sub-layers and the bracket that says how often the block is repeated. */
function drawFrame(
  picture: BlockPicture,
  messages: ChartMessages,
  { isEditable }: DrawingOptions,
): SVGElement[] {
  const { subLayers, panel, streamStart, streamEnd, finalNorm } = LAYOUT;
  const [attention, feedForward] = subLayers;
  const { left, right, top, bottom } = panel;
  const parts: SVGElement[] = [
    svg('rect', { x: left, y: top, width: right - left, height: bottom - top, rx: 10, class: 'an-panel' }),
    line('an-bracket', `M${right + 5} ${top + 1}h6V${bottom - 1}h-6`),
    text(right + 16, (top + bottom) / 2, 'an-times', messages.block.times(picture.nLayer), 'start'),
    line('an-stream', `M${STREAM_X} ${streamStart}V${attention.fork - 1}`),
    line('an-stream', `M${STREAM_X} ${attention.add}V${feedForward.fork - 1}`),
    line('an-stream', `M${STREAM_X} ${feedForward.add}V${streamEnd + 6}`),
    arrow(STREAM_X, streamEnd - 4, 'up', 11, 'an-stream-tip'),
    text(STREAM_X, LAYOUT.inputLabel, 'an-end-label', messages.block.input),
    text(STREAM_X, LAYOUT.outputLabel, 'an-end-label', messages.block.output),
  ];
  if (picture.finalNorm || isEditable) {
    const name = messages.block.finalNorm(messages.block.norm[picture.norm]);
    parts.push(slot(finalNorm, picture.finalNorm, name));
  }
  return parts;
}

function valueTexts(): ValueTexts {
  const [attention, feedForward] = LAYOUT.subLayers;
  const atFork = ({ fork }: SubLayerLayout) => text(STREAM_X + 12, fork + 15, 'an-number', '', 'start');
  const atBranch = ({ add }: SubLayerLayout, shift: number) =>
    text(BRANCH_X + 10, add + shift, 'an-number', '', 'start');
  return {
    stream: [
      atFork(attention),
      atFork(feedForward),
      text(STREAM_X + 12, LAYOUT.streamEnd + 6, 'an-number', '', 'start'),
    ],
    branchRms: [atBranch(attention, -10), atBranch(feedForward, -10)],
    branchGradient: [atBranch(attention, 4), atBranch(feedForward, 4)],
  };
}

export function drawBlock(
  picture: BlockPicture,
  messages: ChartMessages,
  options: DrawingOptions,
): { svg: SVGSVGElement; texts: ValueTexts } {
  const texts = valueTexts();
  const [attention, feedForward] = LAYOUT.subLayers;
  const drawing = svg(
    'svg',
    { class: 'an-block-svg', viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, 'aria-hidden': 'true' },
    ...drawFrame(picture, messages, options),
    drawSubLayer(attention, messages.block.attention, picture, messages, options),
    drawSubLayer(feedForward, messages.block.feedForward, picture, messages, options),
    ...texts.stream,
    ...texts.branchRms,
    ...texts.branchGradient,
  );
  return { svg: drawing, texts };
}
