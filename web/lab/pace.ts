// How many steps the next round has, and when it starts: rounds of about 40 ms, or as many steps as the wanted speed allows.
// Arithmetic over times that are handed in; it sets no timer and reads no clock.

/** Steps a second, or as fast as the machine can. */
export type Speed = number | 'max';

/** A round shorter than this wastes time on messages; a longer one makes pausing and drawing feel slow. */
const ROUND_MS = 40;
/** Copying the rows of a round must stay short beside computing them. */
const MAX_ROUND = 512;
/** At a limited speed, steps are collected for about this long: a page draws no oftener. */
const LEAST_WAIT_MS = 12;
/** How much of a measurement is kept from one round to the next. */
const KEPT = 0.9;

export class Pace {
  #speed: Speed = 'max';
  #roundSteps = 1;
  /** At a limited speed: when counting began, and the steps handed out since. */
  #since = 0;
  #handedOut = 0;
  /** The last rounds, older ones counting less: their steps, and the milliseconds from each to the next. */
  #recentSteps = 0;
  #recentMs = 0;
  #lastRound = 0;

  get speed(): Speed {
    return this.#speed;
  }

  /** Smoothed over the last rounds; 0 before the first. */
  get stepsPerSecond(): number {
    return this.#recentMs === 0 ? 0 : (1000 * this.#recentSteps) / this.#recentMs;
  }

  setSpeed(speed: Speed, now: number): void {
    this.#speed = speed;
    this.begin(now);
  }

  /** Training starts or goes on now: time that passed before is not made up for. */
  begin(now: number): void {
    this.#since = now;
    this.#handedOut = 0;
    this.#lastRound = now;
    this.#recentSteps = this.#recentMs = 0;
  }

  /** The size of the round to start now, at most `most` steps; 0 if none is due yet. */
  take(now: number, most: number): number {
    const steps = Math.min(most, this.#due(now));
    this.#handedOut += steps;
    return steps;
  }

  /** Milliseconds until the next step is due. */
  wait(now: number): number {
    if (this.#speed === 'max') return 0;
    const next = this.#since + (this.#handedOut * 1000) / this.#speed;
    return Math.max(LEAST_WAIT_MS, next - now);
  }

  /** A round of `steps` steps came back now; the slowest variant took `elapsed` ms for it. */
  learn(steps: number, elapsed: number, now: number): void {
    const fitting = Math.floor((ROUND_MS * steps) / Math.max(elapsed, 1e-3));
    // Doubling at most keeps one lucky measurement from making a round of seconds.
    this.#roundSteps = Math.min(Math.max(fitting, 1), 2 * this.#roundSteps, MAX_ROUND);
    this.#recentSteps = KEPT * this.#recentSteps + steps;
    this.#recentMs = KEPT * this.#recentMs + (now - this.#lastRound);
    this.#lastRound = now;
  }

  #due(now: number): number {
    if (this.#speed === 'max') return this.#roundSteps;
    const due = Math.floor(((now - this.#since) * this.#speed) / 1000) + 1 - this.#handedOut;
    const mostInRound = Math.min(this.#roundSteps, Math.max(1, Math.ceil((this.#speed * ROUND_MS) / 1000)));
    if (due <= Math.max(1, this.#speed)) return Math.min(Math.max(due, 0), mostInRound);
    // More than a second behind: the machine slept or is too slow. Start counting afresh instead of rushing.
    this.#since = now;
    this.#handedOut = 0;
    return mostInRound;
  }
}
