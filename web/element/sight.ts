// Whether anything of an element is in sight: of the page it is in and of every page around that one. A tab in the background
// counts as it stood when it went there.

export class Sight {
  readonly #observer: IntersectionObserver | undefined;
  #isInSight: boolean;

  /** Calls `onChange` when an element comes into sight or goes out of it; not before this returns. */
  constructor(element: Element, onChange: () => void) {
    this.#isInSight = false;
    if (typeof IntersectionObserver !== 'function') {
      this.#isInSight = true;
      queueMicrotask(onChange);
      return;
    }
    this.#observer = new IntersectionObserver((entries) => {
      const { isIntersecting = false } = entries.at(-1) ?? {};
      if (isIntersecting === this.#isInSight) return;
      this.#isInSight = isIntersecting;
      onChange();
    });
    this.#observer.observe(element);
  }

  get isInSight(): boolean {
    return this.#isInSight;
  }

  dispose(): void {
    this.#observer?.disconnect();
  }
}
