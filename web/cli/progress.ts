// A line that shows how far something is and how long it will take, on the error output of a terminal; elsewhere nothing.
const BAR_WIDTH = 24;
const LEAST_MS_BETWEEN = 100;
const DEFAULT_WIDTH = 80;

/** `1:02:03`, `4:05`, or `7 s`. */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The line, without its beginning and end. @param share from 0 to 1 @param msLeft undefined if nothing can be said */
export function progressText(share: number, note: string, msLeft: number | undefined): string {
  const filled = Math.round(share * BAR_WIDTH);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}`;
  const left = msLeft === undefined ? '' : `, ${duration(msLeft)} left`;
  return `[${bar}] ${(100 * share).toFixed(0).padStart(3)} %  ${note}${left}`;
}

export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #since = performance.now();
  readonly #shareBefore: number;
  #last = -Infinity;

  /** @param shareBefore what is done already, and says nothing of how long the rest takes */
  constructor(shareBefore: number, stream: NodeJS.WriteStream = process.stderr) {
    this.#shareBefore = shareBefore;
    this.#stream = stream;
  }

  update(share: number, note: string): void {
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#last < LEAST_MS_BETWEEN) return;
    this.#last = now;
    const done = share - this.#shareBefore;
    const msLeft = done > 0 ? ((now - this.#since) / done) * (1 - share) : undefined;
    // Some terminals do not say how wide they are.
    const text = progressText(share, note, msLeft).slice(0, (this.#stream.columns || DEFAULT_WIDTH) - 1);
    this.#stream.write(`\r${text}\x1b[K`);
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.#stream.isTTY && this.#last > -Infinity) this.#stream.write('\r\x1b[K');
    this.#last = -Infinity;
  }
}
