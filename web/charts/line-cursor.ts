// The cursor of a line chart as an element of its own over the plot: hair line, dots, pointer and keys. It is a
// slider along x, so that screen readers pass the arrow keys on and speak the values. It knows pixels and
// fractions of the plot, never data.

import { html, pointerIn, setAttributes } from './dom.ts';

export type CursorMove = 'first' | 'last' | 'previous' | 'next' | 'pageBack' | 'pageForward';

const KEYS: Record<string, CursorMove> = {
  ArrowLeft: 'previous',
  ArrowDown: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'next',
  PageDown: 'pageBack',
  PageUp: 'pageForward',
  Home: 'first',
  End: 'last',
};

export interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface CursorDot {
  /** Fraction of the height, from the top; null where the curve has no value. */
  y: number | null;
  colorVar: string;
}

export interface CursorHandlers {
  /** The pointer is at this fraction of the width; null when it left. */
  onPoint: (fraction: number | null) => void;
  onMove: (move: CursorMove) => void;
  onLeave: () => void;
}

export class LineCursor {
  readonly root: HTMLElement;
  readonly #line = html('div', { class: 'an-cursor-line' });
  #dots: HTMLElement[] = [];

  constructor(label: string, handlers: CursorHandlers) {
    this.root = html(
      'div',
      {
        class: 'an-cursor',
        role: 'slider',
        tabindex: 0,
        'aria-label': label,
        'aria-valuenow': 0,
        'aria-valuemin': 0,
      },
      this.#line,
    );
    this.#listenToPointer(handlers);
    this.#listenToKeys(handlers);
    this.hide();
  }

  place({ left, top, width, height }: PlotArea): void {
    Object.assign(this.root.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
  }

  /** Moves hair line and dots to a fraction of the width. */
  show(fraction: number, dots: readonly CursorDot[]): void {
    while (this.#dots.length < dots.length) {
      const dot = html('div', { class: 'an-cursor-dot' });
      this.#dots.push(dot);
      this.root.append(dot);
    }
    this.#line.style.left = `${100 * fraction}%`;
    this.#line.hidden = false;
    this.#dots.forEach((element, i) => {
      const { y, colorVar } = dots[i] ?? { y: null, colorVar: '' };
      element.hidden = y === null;
      if (y === null) return;
      element.style.left = `${100 * fraction}%`;
      element.style.top = `${100 * y}%`;
      element.style.background = `var(${colorVar})`;
    });
  }

  hide(): void {
    this.#line.hidden = true;
    for (const dot of this.#dots) dot.hidden = true;
  }

  /** What the slider says of itself. */
  setValue(range: { min: number; max: number; now: number }, text: string): void {
    setAttributes(this.root, {
      'aria-valuemin': range.min,
      'aria-valuemax': range.max,
      'aria-valuenow': range.now,
      'aria-valuetext': text,
    });
  }

  #listenToPointer({ onPoint }: CursorHandlers): void {
    const point = (event: PointerEvent): void => {
      const width = this.root.offsetWidth;
      if (width > 0) onPoint(Math.min(1, Math.max(0, pointerIn(this.root, event).x / width)));
    };
    this.root.addEventListener('pointermove', point);
    this.root.addEventListener('pointerdown', point);
    // A finger that is lifted leaves the cursor where it was; the next tap elsewhere takes it away with the focus.
    this.root.addEventListener('pointerleave', ({ pointerType }) => {
      if (pointerType !== 'touch') onPoint(null);
    });
    this.root.addEventListener('pointercancel', () => onPoint(null));
  }

  #listenToKeys({ onMove, onLeave }: CursorHandlers): void {
    this.root.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const move = KEYS[event.key];
      if (move === undefined && event.key !== 'Escape') return;
      // The keys are ours while we have the focus: a slide show around us must not turn the page.
      event.preventDefault();
      event.stopPropagation();
      if (move !== undefined) onMove(move);
      else this.root.blur();
    });
    this.root.addEventListener('blur', onLeave);
  }
}
