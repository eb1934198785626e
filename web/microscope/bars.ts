// One bar of a step as SVG, all of it in units of the scale: 1 is the full height. Zero and the lines of a mean run through
// from cell to cell.
import { html, nothing, svg, type TemplateResult } from 'lit';

export interface Bar {
  readonly value: number;
  readonly scale: number;
  readonly lines: readonly number[];
  /** Where the bar was; undefined if that is not shown. */
  readonly mark: number | undefined;
  readonly isSigned: boolean;
  /** Only what a mean was taken of. */
  readonly isGhost: boolean;
  /** Has it a handle to drag it by? */
  readonly hasHandle: boolean;
}

/** A bar that is too long for its scale ends a little beyond it. */
const MOST = 1.03;
const LEFT = 27;
const WIDTH = 46;
const HANDLE = 0.09;

const limited = (value: number): number => Math.min(Math.max(value, -MOST), MOST) || 0;

export function barView({ value, scale, lines, mark, isSigned, isGhost, hasHandle }: Bar): TemplateResult {
  const height = limited(value / scale);
  const sign = height < 0 ? 'negative' : 'positive';
  return html`<svg
    class=${`bar ${sign}${isGhost ? ' ghost' : ''}`}
    viewBox=${isSigned ? '0 -1.06 100 2.12' : '0 -1.06 100 1.12'}
    preserveAspectRatio="none"
    aria-hidden="true"
    focusable="false"
  >
    ${svg`<rect class="fill" x=${LEFT} width=${WIDTH} y=${Math.min(-height, 0)} height=${Math.abs(height)} />`}
    ${svg`<path class="zero" d="M0 0H100" vector-effect="non-scaling-stroke" />`}
    ${lines.map((line) => {
      const y = -limited(line / scale);
      return svg`<path class="line" d=${`M0 ${y}H100`} vector-effect="non-scaling-stroke" />`;
    })}
    ${
      mark === undefined
        ? nothing
        : svg`<path class="mark" d=${`M${LEFT - 8} ${-limited(mark / scale)}h${WIDTH + 16}`} vector-effect="non-scaling-stroke" />`
    }
    ${
      hasHandle
        ? svg`<rect class="handle" x=${LEFT - 6} width=${WIDTH + 12} y=${-height - HANDLE / 2} height=${HANDLE} />`
        : nothing
    }
  </svg>`;
}
