// The one visual language: type scale, spacing and colours as CSS custom properties, light and dark, and what
// colour, dash and marker a variant wears. Colour is data; everything else is ink on paper.
// No DOM in here: canvases read the properties through theme-reader.ts.

import { MARKERS, type Marker } from './markers.ts';
import type { Placement } from './types.ts';

export const PLACEMENTS = [
  'post',
  'pre',
  'sandwich',
  'resPost',
  'deepnorm',
  'rezero',
  'none',
  'plain',
  'custom',
] as const satisfies readonly Placement[];

export type ThemeName = 'light' | 'dark';

interface PlacementColor {
  /** Lines and fills: at least 3:1 against every background of its theme. */
  fill: string;
  /** Text on that fill: at least 4.5:1. */
  on: string;
}

export interface Palette {
  bg: string;
  surface: string;
  sunken: string;
  text: string;
  muted: string;
  line: string;
  border: string;
  focus: string;
  placements: Record<Placement, PlacementColor>;
}

const INK = '#15191d';
const PAPER = '#ffffff';

// Hues are those of Okabe and Ito (2008), made darker or lighter until they stand out from their background;
// lightness differs between neighbours in hue, for readers who see fewer hues.
export const PALETTES: Record<ThemeName, Palette> = {
  light: {
    bg: PAPER,
    surface: '#f6f7f8',
    sunken: '#eef0f2',
    text: INK,
    muted: '#565e66',
    line: '#dfe2e5',
    border: '#7e868e',
    focus: '#15191d',
    placements: {
      pre: { fill: '#0067a5', on: PAPER },
      post: { fill: '#c24a00', on: PAPER },
      sandwich: { fill: '#007f5c', on: PAPER },
      resPost: { fill: '#2b8fcc', on: '#06090b' },
      deepnorm: { fill: '#c2609b', on: '#06090b' },
      rezero: { fill: '#b47700', on: '#06090b' },
      none: { fill: '#7b828a', on: '#06090b' },
      plain: { fill: INK, on: PAPER },
      custom: { fill: '#5e5600', on: PAPER },
    },
  },
  dark: {
    bg: '#121417',
    surface: '#1a1d21',
    sunken: '#0c0e10',
    text: '#eceff1',
    muted: '#a4acb4',
    line: '#2d3237',
    border: '#747c84',
    focus: '#eceff1',
    placements: {
      pre: { fill: '#4aa3e8', on: '#0b0d0f' },
      post: { fill: '#ff7a3d', on: '#0b0d0f' },
      sandwich: { fill: '#14a880', on: '#0b0d0f' },
      resPost: { fill: '#a5dcff', on: '#0b0d0f' },
      deepnorm: { fill: '#e79cc8', on: '#0b0d0f' },
      rezero: { fill: '#f0ad1f', on: '#0b0d0f' },
      none: { fill: '#8b939b', on: '#0b0d0f' },
      plain: { fill: '#eceff1', on: '#0b0d0f' },
      custom: { fill: '#f0e442', on: '#0b0d0f' },
    },
  },
};

// In forced colours the system owns the colours: variants differ by dash, marker and label.
const FORCED: Palette = {
  bg: 'Canvas',
  surface: 'Canvas',
  sunken: 'Canvas',
  text: 'CanvasText',
  muted: 'CanvasText',
  line: 'GrayText',
  border: 'CanvasText',
  focus: 'Highlight',
  placements: Object.fromEntries(
    PLACEMENTS.map((placement) => [placement, { fill: 'CanvasText', on: 'Canvas' }]),
  ) as Record<Placement, PlacementColor>,
};

// Sizes are px: rem and vh belong to the host page, which we do not want to follow.
const SIZES: Record<string, string> = {
  'font-text':
    '-apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", Arial, system-ui, sans-serif',
  'font-math': '"STIX Two Text", Cambria, "Times New Roman", "Liberation Serif", Georgia, serif',
  'font-mono': 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  'text-xs': '12px',
  'text-sm': '13px',
  'text-md': '15px',
  'text-lg': '18px',
  'text-xl': '24px',
  'text-xxl': '34px',
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '24px',
  'space-6': '40px',
  'space-7': '64px',
  radius: '6px',
  'chart-height': '260px',
  // Layers of a background, in the colour of the text: the arrow of a select that has no other.
  'select-arrow':
    'linear-gradient(45deg, transparent 50%, currentcolor 50%) right 13px center / 5px 5px no-repeat, linear-gradient(-45deg, transparent 50%, currentcolor 50%) right 8px center / 5px 5px no-repeat',
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Name of the custom property with a placement's colour: `--addnorm-res-post`. */
export const placementVar = (placement: Placement): string => `--addnorm-${kebab(placement)}`;

/** Name of the custom property with the colour of text on that fill. */
export const onPlacementVar = (placement: Placement): string => `--addnorm-on-${kebab(placement)}`;

function colorDeclarations({ placements, ...colors }: Palette): string {
  const plain = Object.entries(colors).map(([name, value]) => `--addnorm-${name}:${value}`);
  const placed = PLACEMENTS.flatMap((placement) => [
    `${placementVar(placement)}:${placements[placement].fill}`,
    `${onPlacementVar(placement)}:${placements[placement].on}`,
  ]);
  return [...plain, ...placed].join(';');
}

const sizeDeclarations = Object.entries(SIZES)
  .map(([name, value]) => `--addnorm-${name}:${value}`)
  .join(';');

/**
 * The tokens as CSS, for a shadow root (`:host`) and for a page (`.addnorm-theme`). The theme follows the
 * system unless the attribute `theme` (host) or `data-theme` (page) says "light" or "dark". Paper is light.
 */
export const themeStyles = `
:host,.addnorm-theme{color-scheme:light;${sizeDeclarations};${colorDeclarations(PALETTES.light)}}
@media screen and (prefers-color-scheme:dark){
:host(:not([theme="light"])),.addnorm-theme:not([data-theme="light"]){color-scheme:dark;${colorDeclarations(PALETTES.dark)}}}
@media screen{
:host([theme="dark"]),.addnorm-theme[data-theme="dark"]{color-scheme:dark;${colorDeclarations(PALETTES.dark)}}}
@media (forced-colors:active){
:host,:host([theme]),.addnorm-theme,.addnorm-theme[data-theme]{${colorDeclarations(FORCED)}}}
`;

export const DASHES: readonly (readonly number[])[] = [
  [],
  [7, 4],
  [2, 3],
  [11, 4, 2, 4],
  [16, 5],
  [6, 3, 2, 3, 2, 3],
];

/** Where the dashes of a placement begin: two blues lie side by side, so one of them is never solid. */
const FIRST_DASH: Partial<Record<Placement, number>> = { resPost: 1 };

export interface SeriesStyle {
  /** Custom property with the colour, as in `var(${colorVar})`. */
  colorVar: string;
  onColorVar: string;
  /** Lengths of line and gap in px; empty is a solid line. */
  dash: readonly number[];
  marker: Marker;
}

/**
 * How a variant is drawn everywhere. The placement gives the colour; a second variant of the same placement
 * has another dash and another marker, and two placements never share both colour and marker.
 */
export function seriesStyle({ placement, nth }: { placement: Placement; nth: number }): SeriesStyle {
  const index = PLACEMENTS.indexOf(placement);
  if (index < 0)
    throw new RangeError(`invalid placement: ${placement} (must be one of ${PLACEMENTS.join(', ')})`);
  if (!Number.isInteger(nth) || nth < 0)
    throw new RangeError(`invalid nth: ${nth} (must be a whole number from 0)`);
  return {
    colorVar: placementVar(placement),
    onColorVar: onPlacementVar(placement),
    dash: DASHES[(nth + (FIRST_DASH[placement] ?? 0)) % DASHES.length]!,
    marker: MARKERS[(index + nth) % MARKERS.length]!,
  };
}
