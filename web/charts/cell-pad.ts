// What a drawing of cells hears: the pointer over it, and the keys while it has the focus. Where a cell lies, and which one a
// key leads to, its owner knows.
import { pointerIn } from './dom.ts';

export interface CellPad<Cell, Move> {
  readonly keys: Readonly<Record<string, Move>>;
  /** The cell at a place in pixels; null if there is none. */
  readonly at: (place: { x: number; y: number }) => Cell | null;
  /** The cell that a key leads to; null if there is none. */
  readonly moved: (move: Move) => Cell | null;
  /** The cursor stands on this cell; null when it left. `spoken` if keys moved it. */
  readonly onCell: (cell: Cell | null, spoken: boolean) => void;
}

export function listenToCells<Cell, Move>(
  pad: HTMLElement,
  { keys, at, moved, onCell }: CellPad<Cell, Move>,
): void {
  const point = (event: PointerEvent): void => onCell(at(pointerIn(pad, event)), false);
  pad.addEventListener('pointermove', point);
  pad.addEventListener('pointerdown', point);
  // A finger that is lifted leaves the cursor where it was; the next tap elsewhere takes it away with the focus.
  pad.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'touch') onCell(null, false);
  });
  pad.addEventListener('pointercancel', () => onCell(null, false));
  pad.addEventListener('blur', () => onCell(null, false));
  pad.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = keys[event.key];
    if (!move && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (move) onCell(moved(move), true);
    else pad.blur();
  });
}
