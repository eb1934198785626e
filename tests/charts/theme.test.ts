// Contrast (WCAG 2.2, relative luminance) of every colour of both themes, and that no two variants look alike.
import { describe, expect, test } from 'vitest';
import { MARKERS, markerPath } from '../../web/charts/markers.ts';
import {
  PALETTES,
  PLACEMENTS,
  placementVar,
  onPlacementVar,
  seriesStyle,
  themeStyles,
} from '../../web/charts/theme.ts';
import type { Placement } from '../../web/charts/types.ts';

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

test('the contrast of black and white is 21, of a colour with itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
  expect(contrast('#c24a00', '#c24a00')).toBe(1);
});

describe.each(['light', 'dark'] as const)('%s theme', (name) => {
  const palette = PALETTES[name];
  const backgrounds = [palette.bg, palette.surface, palette.sunken];

  test.each(['text', 'muted'] as const)('%s reads at 4.5:1 on every background', (color) => {
    for (const background of backgrounds)
      expect(contrast(palette[color], background)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['border', 'focus'] as const)('%s of a control shows at 3:1 on page and surface', (color) => {
    for (const background of [palette.bg, palette.surface]) {
      expect(contrast(palette[color], background)).toBeGreaterThanOrEqual(3);
    }
  });

  test.each(PLACEMENTS)('%s shows at 3:1 on page and surface, and text on it reads at 4.5:1', (placement) => {
    const { fill, on } = palette.placements[placement];
    for (const background of [palette.bg, palette.surface]) {
      expect(contrast(fill, background)).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(on, fill)).toBeGreaterThanOrEqual(4.5);
  });

  test('no two placements share a colour', () => {
    expect(new Set(PLACEMENTS.map((placement) => palette.placements[placement].fill)).size).toBe(
      PLACEMENTS.length,
    );
  });
});

describe('seriesStyle', () => {
  const sixOf = (placement: Placement) =>
    Array.from({ length: 6 }, (_, nth) => seriesStyle({ placement, nth }));

  test.each(PLACEMENTS)('gives six variants of %s one colour, six dashes and six markers', (placement) => {
    const styles = sixOf(placement);
    expect(new Set(styles.map(({ colorVar }) => colorVar))).toEqual(new Set([placementVar(placement)]));
    expect(new Set(styles.map(({ dash }) => dash.join())).size).toBe(6);
    expect(new Set(styles.map(({ marker }) => marker)).size).toBe(6);
  });

  test('gives the first variant of every placement a marker of its own, and a solid line to all but one of two blues', () => {
    const styles = PLACEMENTS.map((placement) => seriesStyle({ placement, nth: 0 }));
    const dashed = PLACEMENTS.filter((_, i) => styles[i]!.dash.length > 0);
    expect(dashed).toEqual(['resPost']);
    expect(new Set(styles.map(({ marker }) => marker)).size).toBe(PLACEMENTS.length);
  });

  test('refuses what is no placement and no ordinal', () => {
    expect(() => seriesStyle({ placement: 'left' as Placement, nth: 0 })).toThrow('invalid placement: left');
    expect(() => seriesStyle({ placement: 'pre', nth: -1 })).toThrow(
      'invalid nth: -1 (must be a whole number from 0)',
    );
    expect(() => seriesStyle({ placement: 'pre', nth: 0.5 })).toThrow(RangeError);
  });
});

test('the styles declare the two colours of every placement for light, dark (system and chosen) and forced colours', () => {
  for (const placement of PLACEMENTS) {
    for (const property of [placementVar(placement), onPlacementVar(placement)]) {
      expect(themeStyles.split(`${property}:`).length - 1).toBe(4);
    }
  }
  expect(placementVar('resPost')).toBe('--addnorm-res-post');
});

test.each(MARKERS)('marker %s is a closed path around its point', (marker) => {
  const path = markerPath(marker, 4, 100, 50);
  expect(path).toMatch(/^M[-\d. LAMZ]+Z$/);
  const numbers = [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
  for (const [, x, y] of numbers) {
    expect(Math.abs(Number(x) - 100)).toBeLessThanOrEqual(6);
    expect(Math.abs(Number(y) - 50)).toBeLessThanOrEqual(6);
  }
});
