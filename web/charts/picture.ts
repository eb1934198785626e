// A chart as a picture that can leave the page: a list of shapes with title and description, written as SVG, or painted on a
// canvas for a PNG. What stands on a picture is said by line-picture.ts and heat-map-picture.ts.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface PathShape {
  kind: 'path';
  /** SVG path data, which a canvas reads as well. */
  d: string;
  fill?: string | undefined;
  stroke?: string | undefined;
  strokeWidth?: number | undefined;
  dash?: readonly number[] | undefined;
  opacity?: number | undefined;
  /** Nothing is drawn outside. */
  clip?: Box | undefined;
}

interface RectShape extends Box {
  kind: 'rect';
  fill: string;
}

interface TextShape {
  kind: 'text';
  text: string;
  x: number;
  /** Of the base line. */
  y: number;
  size: number;
  fill: string;
  isBold?: boolean | undefined;
  anchor?: 'start' | 'middle' | 'end' | undefined;
  /** Colour of a rim that keeps the words readable over curves. */
  rim?: string | undefined;
}

export type Shape = PathShape | RectShape | TextShape;

export interface Picture {
  width: number;
  height: number;
  background: string;
  fontFamily: string;
  title: string;
  /** What the picture shows, in words. */
  description: string;
  shapes: readonly Shape[];
}

const RIM_PX = 4;

const round = (value: number): number => Math.round(value * 100) / 100;

/** What no XML can say, not even escaped: most control characters, halves of characters, two that are none. */
const isXml = (character: string): boolean => {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return character === '\t' || character === '\n' || character === '\r';
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
};

const escapeXml = (text: string): string =>
  Array.from(text)
    .filter(isXml)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

type Attributes = Record<string, string | number | undefined>;

function tag(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeXml(value!)}"`);
  const open = `<${name}${written.join('')}`;
  return content === undefined ? `${open}/>` : `${open}>${content}</${name}>`;
}

const boxOf = ({ x, y, width, height }: Box): Attributes => ({ x, y, width, height });

function svgShape(shape: Shape, clipId: (box: Box) => string): string {
  if (shape.kind === 'rect') return tag('rect', { ...boxOf(shape), fill: shape.fill });
  if (shape.kind === 'text') {
    const { x, y, size, fill, isBold, anchor, rim, text } = shape;
    const rimmed = {
      stroke: rim,
      'stroke-width': RIM_PX,
      'stroke-linejoin': 'round',
      'paint-order': 'stroke',
    };
    const attributes = {
      ...{ x, y, 'font-size': size, fill, 'text-anchor': anchor },
      'font-weight': isBold ? '600' : undefined,
    };
    return tag('text', { ...attributes, ...(rim !== undefined && rimmed) }, escapeXml(text));
  }
  const { d, fill, stroke, strokeWidth, dash, opacity, clip } = shape;
  return tag('path', {
    d,
    fill: fill ?? 'none',
    stroke,
    'stroke-width': stroke === undefined ? undefined : strokeWidth,
    'stroke-linejoin': stroke === undefined ? undefined : 'round',
    'stroke-dasharray': dash && dash.length > 0 ? dash.join(' ') : undefined,
    opacity,
    'clip-path': clip && `url(#${clipId(clip)})`,
  });
}

/** The picture as an SVG document. */
export function svgOf({
  width,
  height,
  background,
  fontFamily,
  title,
  description,
  shapes,
}: Picture): string {
  const clips = new Map<string, string>();
  const clipId = (box: Box): string => {
    const rect = tag('rect', boxOf(box));
    const id = clips.get(rect) ?? `clip${clips.size + 1}`;
    clips.set(rect, id);
    return id;
  };
  const body = shapes.map((shape) => svgShape(shape, clipId));
  const defs = [...clips].map(([rect, id]) => tag('clipPath', { id }, rect));
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...{ width, height, viewBox: `0 0 ${width} ${height}` },
    ...{ 'font-family': fontFamily, role: 'img', 'aria-label': title },
  };
  const content = [
    tag('title', {}, escapeXml(title)),
    tag('desc', {}, escapeXml(description)),
    ...(defs.length > 0 ? [tag('defs', {}, defs.join(''))] : []),
    tag('rect', { width, height, fill: background }),
    ...body,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('svg', attributes, `\n${content.join('\n')}\n`)}\n`;
}

function paintShape(ctx: CanvasRenderingContext2D, shape: Shape, fontFamily: string): void {
  if (shape.kind === 'rect') {
    ctx.fillStyle = shape.fill;
    ctx.fillRect(shape.x, shape.y, shape.width, shape.height);
    return;
  }
  ctx.save();
  ctx.lineJoin = 'round';
  if (shape.kind === 'text') {
    const { text, x, y, size, fill, isBold, anchor = 'start', rim } = shape;
    ctx.font = `${isBold ? 600 : 400} ${size}px ${fontFamily}`;
    ctx.textAlign = anchor === 'middle' ? 'center' : anchor;
    if (rim !== undefined) {
      ctx.strokeStyle = rim;
      ctx.lineWidth = RIM_PX;
      ctx.strokeText(text, x, y);
    }
    ctx.fillStyle = fill;
    ctx.fillText(text, x, y);
  } else paintPath(ctx, shape);
  ctx.restore();
}

function paintPath(
  ctx: CanvasRenderingContext2D,
  { d, fill, stroke, strokeWidth = 1, dash = [], opacity = 1, clip }: PathShape,
): void {
  if (clip) {
    ctx.beginPath();
    ctx.rect(clip.x, clip.y, clip.width, clip.height);
    ctx.clip();
  }
  const path = new Path2D(d);
  ctx.globalAlpha = opacity;
  if (fill !== undefined) {
    ctx.fillStyle = fill;
    ctx.fill(path);
  }
  if (stroke === undefined) return;
  ctx.strokeStyle = stroke;
  ctx.lineWidth = strokeWidth;
  ctx.setLineDash([...dash]);
  ctx.stroke(path);
}

/** The picture as a PNG, with so many pixels a px. */
export async function pngOf(picture: Picture, ratio: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * ratio);
  canvas.height = Math.round(picture.height * ratio);
  const ctx = canvas.getContext('2d')!;
  ctx.scale(ratio, ratio);
  ctx.fillStyle = picture.background;
  ctx.fillRect(0, 0, picture.width, picture.height);
  for (const shape of picture.shapes) paintShape(ctx, shape, picture.fontFamily);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('the browser makes no PNG of this size'));
    }, 'image/png');
  });
}
