// Drives a crew: decides when the next round of steps goes out and how long it is, and hands the rows on in order. At most
// one round is out; the next one goes out before anyone looks at the last, so a slow drawing never starves training.
// What the steps are for, and how the crew came to be, is the Lab's business (lab.ts).
import type { Crew, Round } from './crew.ts';
import type { StepsEvent } from './events.ts';
import { Pace, type Speed } from './pace.ts';

export interface DriveEvents {
  onRunning(): void;
  /** Every variant has taken the steps from `first` to `last`. */
  onRound(event: StepsEvent): void;
  /** Training rests, because its goal or because `stopAt` was reached. */
  onRest(isAtStop: boolean): void;
  onFailure(error: Error): void;
}

interface Waiter {
  readonly step: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class Drive {
  readonly #events: DriveEvents;
  readonly #pace = new Pace();
  #crew: Crew | null = null;
  /** While it cannot be driven: the step at which what is asked for now will begin. */
  #heldAt: number | null = null;
  #isRunning = false;
  #isRoundOut = false;
  /** Changes whenever a round that is out no longer counts. */
  #epoch = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Steps handed on, and steps that the crew was asked for. */
  #stepsDone = 0;
  #stepsSent = 0;
  /** Train until this step... */
  #goal = 0;
  /** ...but not past `#stopAt`, unless training was begun there or beyond. */
  #stopAt = Infinity;
  #begunAt = 0;
  #waiters: readonly Waiter[] = [];

  constructor(events: DriveEvents) {
    this.#events = events;
  }

  get stepsDone(): number {
    return this.#stepsDone;
  }

  get isAtRest(): boolean {
    return !this.#isRunning;
  }

  get stepsPerSecond(): number {
    return this.#isRunning ? this.#pace.stepsPerSecond : 0;
  }

  get speed(): Speed {
    return this.#pace.speed;
  }

  set speed(speed: Speed) {
    this.#pace.setSpeed(speed, performance.now());
    this.#pump();
  }

  /** Infinity for none. */
  get stopAt(): number {
    return this.#stopAt;
  }

  set stopAt(step: number) {
    this.#stopAt = step;
    this.#pump();
  }

  /** Takes another crew, at step 0; null for none. What was asked for stands, and begins with go(). */
  attach(crew: Crew | null): void {
    this.#crew = crew;
    this.#heldAt = null;
    this.#standAt(0);
  }

  /** Begins what was asked for while it was held, or before there was a crew. */
  go(): void {
    this.#heldAt = null;
    this.#pump();
  }

  /** Another crew is being made: the one before finishes its round and rests, and what is asked for now is for the next. */
  hold(): void {
    clearTimeout(this.#timer);
    this.#heldAt = 0;
    this.#isRunning = false;
    if (Number.isFinite(this.#goal)) this.#goal = 0;
    this.#settle(() => true);
  }

  /** There will be no other crew: the one before rests, and can be driven again. */
  release(): void {
    this.#heldAt = null;
    this.#goal = 0;
  }

  /** The crew goes back to step 0, and rests there; a round that is out no longer counts. */
  reset(): void {
    this.#heldAt = null;
    this.#goal = 0;
    this.#standAt(0);
  }

  /**
   * The crew is on its way back to `step`, to rest there: a round that is out no longer counts, and what is asked for now is
   * for when it has come there, which is to be said by arrive() and go().
   */
  rewind(step: number): void {
    this.#goal = 0;
    this.#standAt(this.#stepsDone);
    this.#heldAt = step;
  }

  /** The crew stands at `step`. */
  arrive(step: number): void {
    this.#standAt(step);
  }

  /** Trains without end, now or as soon as there is a crew. */
  run(): void {
    this.#aim(Infinity);
  }

  /** Trains `n` steps, more than were asked for already; returns the step it will rest at. */
  runBy(n: number): number {
    const base = this.#heldAt ?? this.#stepsSent;
    const goal = (Number.isFinite(this.#goal) ? Math.max(base, this.#goal) : base) + n;
    this.#aim(goal);
    return goal;
  }

  /** Trains no further than the round that is out. */
  halt(): void {
    this.#goal = 0;
    this.#pump();
  }

  /** Resolves when `step` is done, or training rests before it or is overtaken; rejects if the crew fails. */
  until(step: number): Promise<void> {
    if (!this.#isRunning || this.#stepsDone >= step) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiters = [...this.#waiters, { step, resolve, reject }];
    });
  }

  /** The crew is lost. */
  fail(error: Error): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.#goal = 0;
    this.attach(null);
    for (const { reject } of waiters) reject(error);
  }

  get #target(): number {
    return Math.min(this.#goal, this.#limit);
  }

  get #limit(): number {
    return this.#stopAt > this.#begunAt ? this.#stopAt : Infinity;
  }

  #standAt(step: number): void {
    clearTimeout(this.#timer);
    this.#epoch++;
    this.#isRoundOut = this.#isRunning = false;
    this.#stepsDone = this.#stepsSent = this.#begunAt = step;
    this.#settle(() => true);
  }

  #aim(goal: number): void {
    this.#goal = goal;
    if (!this.#isRunning) this.#begunAt = this.#heldAt ?? this.#stepsSent;
    // A pause that is waited for has been overtaken.
    this.#settle(({ step }) => step === Infinity);
    this.#pump();
  }

  /** Does what is to be done next: send a round, wait for its time, or rest. */
  #pump(): void {
    clearTimeout(this.#timer);
    if (!this.#crew || this.#heldAt !== null) return;
    if (this.#target <= this.#stepsSent) {
      if (!this.#isRoundOut) this.#rest();
      return;
    }
    const now = performance.now();
    if (!this.#isRunning) this.#pace.begin(now);
    if (!this.#isRoundOut && !this.#sendRound(this.#crew, now)) {
      this.#timer = setTimeout(() => this.#pump(), this.#pace.wait(now));
    }
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#events.onRunning();
  }

  /** Sends the next round if one is due. */
  #sendRound(crew: Crew, now: number): boolean {
    const left = this.#target - this.#stepsSent;
    const steps = left > 0 ? this.#pace.take(now, left) : 0;
    if (steps === 0) return false;
    const epoch = this.#epoch;
    this.#isRoundOut = true;
    this.#stepsSent += steps;
    crew.advance(steps).then(
      (round) => epoch === this.#epoch && this.#receive(crew, steps, round),
      (error: unknown) => epoch === this.#epoch && this.#events.onFailure(error as Error),
    );
    return true;
  }

  #receive(crew: Crew, steps: number, { rows, rowsOfSeeds, elapsed }: Round): void {
    const epoch = this.#epoch;
    const now = performance.now();
    const first = this.#stepsDone + 1;
    this.#isRoundOut = false;
    this.#stepsDone += steps;
    this.#pace.learn(steps, elapsed, now);
    if (this.#heldAt === null) this.#sendRound(crew, now);
    this.#events.onRound({ first, last: this.#stepsDone, rows, rowsOfSeeds });
    if (epoch !== this.#epoch) return;
    this.#settle(({ step }) => step <= this.#stepsDone);
    this.#pump();
  }

  #rest(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#goal = 0;
    this.#settle(() => true);
    this.#events.onRest(this.#stepsDone >= this.#limit);
  }

  #settle(isDone: (waiter: Waiter) => boolean): void {
    const done = this.#waiters.filter(isDone);
    this.#waiters = this.#waiters.filter((waiter) => !isDone(waiter));
    for (const { resolve } of done) resolve();
  }
}
