// Marker shapes as SVG path data, so that a legend (SVG) and a canvas (Path2D) draw the same shape.

export const MARKERS = [
  'circle',
  'square',
  'diamond',
  'triangleUp',
  'triangleDown',
  'plus',
  'cross',
  'star',
  'ring',
] as const;

export type Marker = (typeof MARKERS)[number];

type Point = readonly [number, number];

const PLUS: readonly Point[] = [
  [-0.36, -1.1],
  [0.36, -1.1],
  [0.36, -0.36],
  [1.1, -0.36],
  [1.1, 0.36],
  [0.36, 0.36],
  [0.36, 1.1],
  [-0.36, 1.1],
  [-0.36, 0.36],
  [-1.1, 0.36],
  [-1.1, -0.36],
  [-0.36, -0.36],
];

const STAR: readonly Point[] = Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 === 0 ? 1.35 : 0.56;
  const angle = (Math.PI * i) / 5;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)] as const;
});

const rotated = (points: readonly Point[]): Point[] =>
  points.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]);

// Unit shapes, sized so that all look equally heavy beside a circle of radius 1.
const POLYGONS: Record<Exclude<Marker, 'circle' | 'ring'>, readonly Point[]> = {
  square: [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  diamond: [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  triangleUp: [
    [0, -1.25],
    [1.2, 0.9],
    [-1.2, 0.9],
  ],
  triangleDown: [
    [0, 1.25],
    [-1.2, -0.9],
    [1.2, -0.9],
  ],
  plus: PLUS,
  cross: rotated(PLUS),
  star: STAR,
};

const round = (value: number): number => Math.round(value * 100) / 100;

function circlePath(x: number, y: number, radius: number, sweep: 0 | 1): string {
  const [r, left, right, centre] = [radius, x - radius, x + radius, y].map(round);
  return `M${left} ${centre}A${r} ${r} 0 1 ${sweep} ${right} ${centre}A${r} ${r} 0 1 ${sweep} ${left} ${centre}Z`;
}

/** SVG path data of a filled marker of about `radius` around (x, y). */
export function markerPath(marker: Marker, radius: number, x = 0, y = 0): string {
  if (marker === 'circle') return circlePath(x, y, radius, 1);
  // The inner circle runs the other way round, which leaves a hole under the non-zero winding rule.
  if (marker === 'ring') return circlePath(x, y, radius * 1.1, 1) + circlePath(x, y, radius * 0.55, 0);
  const corners = POLYGONS[marker].map(([dx, dy]) => `${round(x + dx * radius)} ${round(y + dy * radius)}`);
  return `M${corners.join('L')}Z`;
}
