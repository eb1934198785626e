// Runs inside the test page: the charts, and a shadow root to put them in.
import * as charts from '../../web/charts/index.ts';

/** A container in a shadow root of its own that carries the theme and the styles of the charts. */
export function stage(css = ''): HTMLElement {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = `${charts.themeStyles}${charts.chartStyles}
    :host { display: block; background: var(--addnorm-bg); } .container { ${css} }`;
  const container = document.createElement('div');
  container.className = 'container';
  root.append(style, container);
  document.querySelector('main')!.append(host);
  return container;
}

/** Two frames: one for what waits, one for what that asked for. */
export const frames = (count = 2): Promise<void> =>
  new Promise((resolve) => {
    const next = (left: number): void => {
      if (left === 0) resolve();
      else requestAnimationFrame(() => next(left - 1));
    };
    next(count);
  });

/** A curve over steps 1 to `count`. */
export function curve(
  placement: charts.Placement,
  count: number,
  y: (step: number) => number,
  nth = 0,
): charts.LineSeries {
  const x = Float64Array.from({ length: count }, (_, i) => i + 1);
  return { id: `${placement}${nth}`, label: `${placement}-LN`, placement, nth, x, y: x.map(y), count };
}

/** How many pixels of a canvas, or of one column of it, have exactly this colour. */
export function countColor(canvas: HTMLCanvasElement, [r, g, b]: readonly number[], column?: number): number {
  const { width, height } = canvas;
  const [x, w] = column === undefined ? [0, width] : [column, 1];
  const { data } = canvas.getContext('2d')!.getImageData(x, 0, w, height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) ++count;
  }
  return count;
}

/** '#0067a5' as [0, 103, 165]. */
export const rgb = (hex: string): number[] => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

export { charts };
