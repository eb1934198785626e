// Several variants in training side by side, each in its own worker, in lockstep by step. The Lab makes and replaces their
// workers and says what happens; it holds no metrics and draws nothing. When a round of steps goes out: drive.ts.
import { type Evaluation, load, type StepMetrics } from '../lib/index.ts';
import { type Handle, supportUsing } from '../lib/disposal.ts';
import { checkInteger, checkOptions, invalid } from '../lib/errors.ts';
import { Crew } from './crew.ts';
import { Drive } from './drive.ts';
import { Emitter } from './emitter.ts';
import type { LabEvents, LabState, StepsEvent } from './events.ts';
import type { LabMode } from './make-worker.ts';
import type { Speed } from './pace.ts';
import {
  checkEvent,
  checkInspection,
  checkSeeds,
  checkSpeed,
  checkStopAt,
  type LabOptions,
  MAX_STEP,
  type ResolvedLabOptions,
  resolveLabOptions,
} from './options.ts';
import type { Inspection, Operation, Operations } from './protocol.ts';
import { resolveVariants, type ResolvedVariant, type Variant } from './variants.ts';

/**
 * N variants in lockstep. Each method that returns a promise settles it: control methods (start, pause, step, reset,
 * rewind, setVariants) resolve also when something else overtakes them, and reject with what made the lab fail.
 *
 * @example
 * const lab = new Lab({ variants: [{ id: 'post' }, { id: 'pre', config: { model: { placement: 'pre' } } }] });
 * lab.on('steps', ({ last, rows }) => console.log(last, rows.get('pre')?.at(-1)?.loss));
 * await lab.start();
 */
export class Lab implements Handle {
  static {
    supportUsing(this);
  }

  declare readonly [Symbol.dispose]: () => void;
  readonly #options: ResolvedLabOptions;
  readonly #events = new Emitter<LabEvents>();
  readonly #drive: Drive;
  /** Variants whose divergence was told of, with its step. */
  readonly #diverged = new Map<string, number>();
  #variants: readonly ResolvedVariant[];
  #seeds: number;
  #state: LabState = 'idle';
  #crew: Crew | null = null;
  /** What the lab failed of, until it is begun afresh. */
  #failure: Error | null = null;
  /** A crew that starts; until it has, the one before stays. */
  #assembly: { readonly crew: Crew; readonly seeds: number; readonly promise: Promise<void> } | null = null;

  /** The way back to a step, while the crew is on it. */
  #rewinding: { readonly step: number; readonly promise: Promise<void> } | null = null;

  /** @throws RangeError or TypeError for the first fault of the options; nothing is loaded yet */
  constructor(options: LabOptions) {
    this.#options = resolveLabOptions(options);
    this.#variants = this.#options.variants;
    this.#seeds = this.#options.seeds;
    this.#drive = new Drive({
      onRunning: () => this.#setState('running'),
      onRound: (event) => this.#deliver(event),
      onRest: (isAtStop) => this.#rest(isAtStop),
      onFailure: (error) => this.#crew && this.#lose(this.#crew, error),
    });
    this.#drive.stopAt = this.#options.stopAt ?? Infinity;
    this.#drive.speed = this.#options.speed;
  }

  /** How training stands. */
  get state(): LabState {
    return this.#state;
  }

  /** The variants in training, everything filled in. */
  get variants(): readonly ResolvedVariant[] {
    return this.#variants;
  }

  /** Runs of each variant. Whatever a lab is asked about a variant, it answers for its first seed. */
  get seeds(): number {
    return this.#seeds;
  }

  /** Where the variants train; null until they are loaded. */
  get mode(): LabMode | null {
    return this.#crew?.mode ?? null;
  }

  /** The last step that every variant has taken and listeners have heard of. */
  get stepsDone(): number {
    return this.#drive.stepsDone;
  }

  /** How fast training runs now, smoothed; 0 while it does not. */
  get stepsPerSecond(): number {
    return this.#drive.stepsPerSecond;
  }

  /** As setSpeed() or the options have it. */
  get speed(): Speed {
    return this.#drive.speed;
  }

  /** At most this many steps a second, or as fast as the machine can. */
  setSpeed(speed: Speed): void {
    this.#drive.speed = checkSpeed(speed);
  }

  /** The step at which training ends by itself; null for none. Started again there, it runs on. */
  get stopAt(): number | null {
    return Number.isFinite(this.#drive.stopAt) ? this.#drive.stopAt : null;
  }

  set stopAt(step: number | null) {
    this.#drive.stopAt = checkStopAt(step) ?? Infinity;
  }

  /**
   * Calls `listener` on every such event; returns the function that ends that.
   *
   * @throws RangeError or TypeError if there is no such event, or the listener is no function
   */
  on<Kind extends keyof LabEvents>(kind: Kind, listener: (event: LabEvents[Kind]) => void): () => void {
    return this.#events.on(checkEvent(kind, listener), listener);
  }

  /** Trains until pause(), or stopAt. Resolves when training has begun. */
  async start(): Promise<void> {
    this.#refuseIfDisposed();
    this.#drive.run();
    await this.#ready();
    this.#refuseIfFailed();
  }

  /** Resolves when the round that is out has been delivered and training rests. */
  async pause(): Promise<void> {
    this.#refuseIfDisposed();
    this.#drive.halt();
    await this.#drive.until(Infinity);
  }

  /** Trains `n` more steps and rests; called again meanwhile, it adds to them. Resolves when they are done. */
  async step(n = 1): Promise<void> {
    checkInteger('n', n, { min: 1, max: MAX_STEP });
    this.#refuseIfDisposed();
    const goal = this.#drive.runBy(n);
    await this.#ready();
    this.#refuseIfFailed();
    await this.#drive.until(goal);
  }

  /** Back to step 0, to rest there; the same numbers follow again. Resolves when the workers are ready. */
  async reset(): Promise<void> {
    this.#refuseIfDisposed();
    const crew = this.#crew;
    if (!crew || this.#assembly) {
      this.#drive.halt();
      return this.#ready();
    }
    // Asked for before anyone hears of it, so that it comes before whatever a listener asks for.
    const done = crew.reset();
    this.#rewinding = null;
    this.#drive.reset();
    this.#setState('paused');
    this.#announceReset();
    try {
      await done;
    } catch (error) {
      this.#lose(crew, error as Error);
      if ((error as Error).name !== 'AbortError') throw error;
    }
  }

  /**
   * Back to a step that was done, to rest there; from there the same numbers follow again, to the bit. Workers have snapshots
   * of the way, 16 MB of them for each variant at most, and replay the steps after the nearest one. Resolves when they are
   * there.
   *
   * @param step from 0 to stepsDone
   * @throws RangeError or TypeError if it is another
   */
  async rewind(step: number): Promise<void> {
    this.#refuseIfDisposed();
    checkInteger('step', step, { min: 0, max: this.stepsDone });
    const crew = this.#crew;
    if (!crew || this.#assembly) {
      this.#drive.halt();
      return this.#ready();
    }
    this.#drive.rewind(step);
    const promise = this.#goBack(crew, step);
    this.#setState('rewinding');
    return promise;
  }

  /**
   * Replaces all variants and goes back to step 0; trains on if training was on. Rejects if they are faulty or cannot be
   * started; the variants before are then untouched, and paused.
   *
   * @param options `seeds`: runs of each variant from now on; as many as before if left out
   */
  async setVariants(
    variants: readonly Variant[],
    options?: { readonly seeds?: number | undefined },
  ): Promise<void> {
    this.#refuseIfDisposed();
    const resolved = resolveVariants(variants);
    const { seeds: given = this.#assembly?.seeds ?? this.#seeds } = checkOptions('options', options, [
      'seeds',
    ]);
    const seeds = checkSeeds(given, resolved);
    if (this.#crew || this.#assembly) {
      this.#drive.hold();
      return this.#assemble(resolved, seeds);
    }
    this.#variants = resolved;
    this.#seeds = seeds;
    this.#setState('idle');
    this.#announceReset();
  }

  /** Loss and accuracy of every variant's first seed over held-out batches, at most 100; changes nothing. */
  async evaluate(batches = 4): Promise<ReadonlyMap<string, Evaluation>> {
    return (await this.#readyCrew()).evaluate(batches);
  }

  /** The hash of the parameters of every variant's first seed, all at one step. */
  async fingerprint(): Promise<ReadonlyMap<string, string>> {
    return (await this.#readyCrew()).fingerprint();
  }

  /** A variant's model, that of its first seed, as safetensors bytes. */
  checkpoint(variantId: string): Promise<Uint8Array> {
    return this.#ask(variantId, 'checkpoint', null);
  }

  /**
   * Asks one variant, its first seed as it stands between two rounds of steps, for what Model and Trainer give under the same
   * name: `batch`, `attnPattern`, `normInternals`, `histogram`, or the `names` that the last two take; for a `reference`, the
   * checkpoint with the next batch and the loss on it; or for the `nextToken` of a prompt.
   *
   * @param argument null for `batch`, `names` and `reference`; the options of a histogram; `{ prompt, temperature, seed }` for
   * the next token; `{ tokens, options }` for the other two
   * @throws what Model and Trainer throw
   * @example await lab.inspect('pre', 'histogram', { tensor: 'gradient of norm.weight', bins: 20 });
   */
  async inspect<Name extends Inspection>(
    variantId: string,
    what: Name,
    argument: Operations[Name]['argument'],
  ): Promise<Operations[Name]['result']> {
    checkInspection(what, argument);
    return this.#ask(variantId, what, argument);
  }

  /** Ends everything, in whatever state; calls in the making settle. Nothing can be done with the lab after that. */
  dispose(): void {
    if (this.#state === 'disposed') return;
    const reason = disposedError();
    const crews = [this.#assembly?.crew, this.#crew];
    this.#assembly = this.#crew = this.#rewinding = null;
    this.#drive.attach(null);
    for (const crew of crews) crew?.close(reason);
    this.#setState('disposed');
    this.#events.clear();
  }

  /** Resolves when there is a crew, which is made if need be, or when that has been overtaken. */
  async #ready(): Promise<void> {
    if (this.#assembly) return this.#assembly.promise;
    if (this.#rewinding) return this.#rewinding.promise;
    if (!this.#crew) return this.#assemble(this.#variants, this.#seeds);
  }

  async #readyCrew(): Promise<Crew> {
    this.#refuseIfDisposed();
    await this.#ready();
    if (!this.#crew) throw disposedError();
    return this.#crew;
  }

  async #ask<Name extends Operation>(
    variantId: string,
    operation: Name,
    argument: Operations[Name]['argument'],
  ): Promise<Operations[Name]['result']> {
    const answer = (await this.#readyCrew()).ask(variantId, operation, argument);
    if (answer) return answer;
    throw new RangeError(invalid('variantId', variantId, 'must be the id of a variant'));
  }

  get #isRewinding(): boolean {
    return this.#rewinding !== null;
  }

  /** Takes the crew back; a way back that is under way is overtaken, and ends at once. */
  #goBack(crew: Crew, step: number): Promise<void> {
    const isWanted = () => this.#rewinding?.promise === promise;
    const promise = crew.rewind(step, isWanted).then(
      (rows) => {
        if (isWanted()) this.#arrive(step, rows);
      },
      (error: unknown) => {
        this.#lose(crew, error as Error);
        if ((error as Error).name !== 'AbortError') throw error;
      },
    );
    this.#rewinding = { step, promise };
    return promise;
  }

  #arrive(step: number, rows: ReadonlyMap<string, StepMetrics>): void {
    this.#rewinding = null;
    this.#drive.arrive(step);
    for (const [id, divergedAt] of this.#diverged) if (divergedAt > step) this.#diverged.delete(id);
    this.#events.emit('rewound', { step, rows });
    // A listener may have asked for something else, and other variants may be on their way.
    if (this.#state !== 'rewinding' || this.#isRewinding) return;
    this.#drive.go();
    if (this.#drive.isAtRest) this.#setState('paused');
  }

  /** Makes a crew for these variants and drives it. An assembly that is under way is overtaken and ends as this one does. */
  #assemble(variants: readonly ResolvedVariant[], seeds: number): Promise<void> {
    const onDeath = (error: Error) => this.#lose(crew, error);
    const crew: Crew = new Crew(variants, { ...this.#options, seeds, onDeath });
    this.#assembly?.crew.close(replacedError());
    const promise = this.#startCrew(crew, variants, seeds);
    this.#assembly = { crew, seeds, promise };
    this.#failure = null;
    this.#setState('loading');
    return promise;
  }

  async #startCrew(crew: Crew, variants: readonly ResolvedVariant[], seeds: number): Promise<void> {
    let failure: Error | null = null;
    try {
      const { module, backend } = await load(this.#options.load);
      await crew.start({ wasmModule: module, simd: backend === 'scalar' ? 'off' : 'on' });
    } catch (error) {
      failure = error as Error;
    }
    if (this.#assembly?.crew !== crew) {
      crew.close(disposedError());
      return this.#assembly?.promise;
    }
    this.#assembly = null;
    if (failure) this.#giveUp(failure);
    this.#crew?.close(replacedError());
    this.#rewinding = null;
    this.#crew = crew;
    this.#variants = variants;
    this.#seeds = seeds;
    this.#drive.attach(crew);
    this.#announceReset();
    this.#drive.go();
    if (this.#state === 'loading' && crew === this.#crew) this.#setState('paused');
  }

  /** A new crew could not be made. */
  #giveUp(error: Error): never {
    if (this.#crew) {
      this.#drive.release();
      if (this.#rewinding) this.#drive.rewind(this.#rewinding.step);
      this.#setState(this.#rewinding ? 'rewinding' : 'paused');
    } else {
      this.#fail(error);
    }
    throw error;
  }

  /** A crew died, or what it was asked for went wrong, which leaves its variants at different steps. */
  #lose(crew: Crew, error: Error): void {
    if (crew !== this.#crew) return;
    this.#crew = null;
    this.#rewinding = null;
    crew.close(error);
    if (!this.#assembly) this.#fail(error);
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#drive.fail(error);
    this.#setState('failed');
    this.#events.emit('error', { error });
  }

  #announceReset(): void {
    this.#diverged.clear();
    this.#events.emit('reset', { variants: this.#variants });
  }

  #deliver(event: StepsEvent): void {
    this.#events.emit('steps', event);
    for (const [variantId, rows] of event.rows) {
      // A listener went back: these rows are past.
      if (this.stepsDone !== event.last) return;
      const nonFinite = rows.find((row) => row.nonFinite)?.nonFinite;
      if (!nonFinite || this.#diverged.has(variantId)) continue;
      this.#diverged.set(variantId, nonFinite.step);
      this.#events.emit('diverged', { variantId, nonFinite });
    }
  }

  #rest(isAtStop: boolean): void {
    this.#setState(isAtStop ? 'done' : 'paused');
    if (isAtStop) this.#events.emit('done', { step: this.stepsDone });
  }

  #setState(state: LabState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.emit('state', state);
  }

  /** The crew may have died between a call and its turn. */
  #refuseIfFailed(): void {
    if (this.#failure) throw this.#failure;
  }

  #refuseIfDisposed(): void {
    if (this.#state === 'disposed') throw disposedError();
  }
}

/** How a call ends that something else has overtaken. */
const overtaken = (by: string) => new DOMException(by, 'AbortError');
const disposedError = () => overtaken('this Lab has been disposed of');
const replacedError = () => overtaken('other variants were set');
