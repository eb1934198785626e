// A bar that is pulled up or down. How much a pixel is worth is fixed when the pull begins, so that the number follows the
// hand evenly even where the scale would change.
import type { FieldPlace } from './fields.ts';
import { moveBy } from './numbers.ts';

interface Pull {
  readonly place: FieldPlace;
  readonly from: number;
  readonly y: number;
  readonly perPixel: number;
  readonly step: number;
}

export class Drag {
  #pull: Pull | undefined;

  get isOn(): boolean {
    return this.#pull !== undefined;
  }

  /** @param range value at the full height of a bar */
  begin(event: PointerEvent, place: FieldPlace, from: number, range: number, step: number): void {
    if (event.button !== 0) return;
    const plot = event.currentTarget as HTMLElement;
    plot.setPointerCapture(event.pointerId);
    // A plot holds bars upwards and downwards, but for those that cannot be negative.
    const bars = place.source === 'runningVar' ? 1 : 2;
    const height = plot.getBoundingClientRect().height / bars;
    this.#pull = { place, from, y: event.clientY, perPixel: range / Math.max(height, 1), step };
    event.preventDefault();
  }

  /** Where the number is pulled to; undefined if nothing is pulled. */
  move(event: PointerEvent): { place: FieldPlace; value: number } | undefined {
    if (!this.#pull) return undefined;
    const { place, from, y, perPixel, step } = this.#pull;
    const value = moveBy(from, step, Math.round(((y - event.clientY) * perPixel) / step));
    return { place, value: place.source === 'runningVar' ? Math.max(value, 0) : value };
  }

  end(): void {
    this.#pull = undefined;
  }
}
