// One cursor position shared by several charts. The owner makes it and hands it to the charts that share an
// x axis; charts with another x (blocks instead of steps) get another one.

export type CursorListener = (x: number | null) => void;

export class CursorSync {
  #x: number | null = null;
  readonly #listeners = new Set<CursorListener>();

  /** Where the cursor stands, in data units; null when it stands nowhere. */
  get x(): number | null {
    return this.#x;
  }

  set(x: number | null): void {
    if (x === this.#x) return;
    this.#x = x;
    for (const listener of this.#listeners) listener(x);
  }

  /** Calls `listener` on every move; returns the way to stop. */
  subscribe(listener: CursorListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
