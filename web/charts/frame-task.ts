// Work done at most once per animation frame, however often it is asked for.

export class FrameTask {
  #handle = 0;
  readonly #run: () => void;

  constructor(run: () => void) {
    this.#run = run;
  }

  request(): void {
    if (this.#handle !== 0) return;
    this.#handle = requestAnimationFrame(() => {
      this.#handle = 0;
      this.#run();
    });
  }

  /** Does the waiting work now. Does nothing when none waits. */
  flush(): void {
    if (this.#handle === 0) return;
    this.cancel();
    this.#run();
  }

  cancel(): void {
    cancelAnimationFrame(this.#handle);
    this.#handle = 0;
  }
}

/** Work done at most once in `interval` ms; the last request is never lost. */
export class ThrottledTask {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = -Infinity;
  readonly #interval: number;
  readonly #run: () => void;

  constructor(interval: number, run: () => void) {
    this.#interval = interval;
    this.#run = run;
  }

  request(): void {
    if (this.#timer !== undefined) return;
    const wait = this.#last + this.#interval - performance.now();
    if (wait <= 0) this.#fire();
    else this.#timer = setTimeout(() => this.#fire(), wait);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #fire(): void {
    this.cancel();
    this.#last = performance.now();
    this.#run();
  }
}
