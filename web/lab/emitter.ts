// Typed events. A listener that throws stops neither the others nor whoever emits; its error surfaces as an uncaught one.

/** Calls listeners by the kind of event. `Events` maps each kind to what its listeners receive. */
export class Emitter<Events> {
  readonly #listeners = new Map<keyof Events, Set<(event: never) => void>>();

  /** Adds a listener and returns the function that removes it. */
  on<Kind extends keyof Events>(kind: Kind, listener: (event: Events[Kind]) => void): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners);
    // A wrapper of its own for each call, so that removing one of two equal listeners leaves the other.
    const entry = (event: Events[Kind]) => listener(event);
    listeners.add(entry);
    return () => void listeners.delete(entry);
  }

  emit<Kind extends keyof Events>(kind: Kind, event: Events[Kind]): void {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) {
      try {
        (listener as (event: Events[Kind]) => void)(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
