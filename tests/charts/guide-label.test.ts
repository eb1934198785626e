// Where the words of a guide stand beside the curves.
import { describe, expect, test } from 'vitest';
import { guideLabelY } from '../../web/charts/guide-label.ts';
import type { LineSeries } from '../../web/charts/types.ts';

const LABEL = {
  right: 100,
  width: 40,
  step: 10,
  top: 0,
  bottom: 100,
  xAt: (x: number) => x,
  yAt: (y: number) => y,
};
const guide = { x: [0, 100], y: [50, 50], label: 'theory' };

const curve = (...points: [x: number, y: number][]): LineSeries => ({
  ...{ id: 'a', label: 'a', placement: 'pre', nth: 0 },
  ...{ x: points.map(([x]) => x), y: points.map(([, y]) => y), count: points.length },
});

describe('the words of a guide', () => {
  test('stand below its end where nothing is in their way, nor can be told of', () => {
    expect(guideLabelY(guide, [guide], [], LABEL)).toBe(60);
    expect(guideLabelY(guide, [guide], [curve([0, 60], [50, 60])], LABEL)).toBe(60);
    expect(guideLabelY(guide, [guide], [curve([0, NaN], [100, NaN])], LABEL)).toBe(60);
  });

  test('give way to a curve, and to one between points that are far apart', () => {
    expect(guideLabelY(guide, [guide], [curve([0, 60], [100, 60])], LABEL)).toBe(40);
    expect(guideLabelY(guide, [guide], [curve([-900, 60], [900, 60])], LABEL)).toBe(40);
  });

  test('go a step further from curves on both sides', () => {
    const both = [curve([0, 58], [100, 58]), curve([0, 42], [100, 42])];
    expect(guideLabelY(guide, [guide], both, LABEL)).toBe(70);
  });

  test('give way to the guide itself where it falls', () => {
    const falling = { x: [0, 100], y: [0, 50], label: 'theory' };
    const below = curve([0, 62], [100, 62]);
    expect(guideLabelY(falling, [falling], [below], LABEL)).toBe(70);
  });

  test('stay in the plot, where the fewest lines run behind them', () => {
    const everywhere = [15, 25, 35, 65, 75].map((y) => curve([0, y], [100, y]));
    expect(guideLabelY({ ...guide, y: [95, 95] }, [], [], LABEL)).toBe(85);
    expect(guideLabelY(guide, [guide], everywhere, LABEL)).toBe(60);
  });
});
