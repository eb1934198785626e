// A run of the lab: trains what the settings say, keeps what was measured, and knows how it stands. It is the element's
// model; it knows no document.
import type { VariantIdentity } from '../charts/index.ts';
import {
  History,
  type Inspection,
  Lab,
  type LabState,
  type Operations,
  type StepsEvent,
} from '../lab/index.ts';
import type { NonFinite, RunConfig, StepMetrics } from '../lib/index.ts';
import { BlockNorms } from './block-norms.ts';
import { identify } from './identity.ts';
import type { LabMessages } from './messages.en.ts';
import type { LabSettings } from './settings.ts';
import { Spread } from './spread.ts';

/** One variant and what was measured of it since step 0. */
export interface RunVariant {
  readonly identity: VariantIdentity;
  readonly config: RunConfig;
  /** Runs of this variant, with the seeds from that of its configuration on. */
  readonly seeds: number;
  /** Of the first seed. */
  readonly history: History;
  /** Median and band over all seeds; null where there is one. */
  readonly spread: Spread | null;
  /** The history that charts draw: the median over the seeds, or that of the only one. */
  readonly drawn: History;
  /** What the drawn history is made of, gathered by block. */
  readonly gradient: BlockNorms;
  /** Of the first seed, as are the drawings of the block. */
  last: StepMetrics | null;
  nonFinite: NonFinite | null;
}

export interface RunEvents {
  /** State or error is another one. */
  onState(): void;
  /** The workers are there; it happens once. */
  onReady(): void;
  onSteps(event: StepsEvent): void;
  /** Back at step 0, maybe with other variants. */
  onReset(): void;
  /** Back at this step, with the same variants. */
  onRewound(step: number): void;
  onDiverged(variant: RunVariant): void;
  onDone(step: number): void;
  onError(error: Error): void;
}

export class Run {
  readonly #lab: Lab;
  readonly #events: RunEvents;
  readonly #messages: LabMessages;
  #settings: LabSettings;
  #variants: RunVariant[];
  #error: Error | null = null;
  /** The step that training was asked to come to; Infinity to train on, 0 to rest. */
  #goal = 0;
  /** Settles when what had to be done at rest is done. */
  #atRest: Promise<unknown> = Promise.resolve();
  #isReady = false;
  #isSuspended = false;

  constructor(settings: LabSettings, messages: LabMessages, events: RunEvents) {
    this.#settings = settings;
    this.#messages = messages;
    this.#events = events;
    this.#variants = makeVariants(settings.configs, settings.options.seeds, messages);
    this.#lab = new Lab({ variants: toLabVariants(settings, messages), ...labOptions(settings) });
    this.#listen();
  }

  /** What is trained now; after a change of settings, what will be as soon as it can. */
  get variants(): readonly RunVariant[] {
    return this.#variants;
  }

  get state(): LabState {
    return this.#lab.state;
  }

  get isTraining(): boolean {
    return this.#lab.state === 'running' || this.#lab.state === 'loading';
  }

  /** What last went wrong; null when all is well. */
  get error(): Error | null {
    return this.#error;
  }

  get stepsDone(): number {
    return this.#lab.stepsDone;
  }

  /** What is trained, or will be as soon as it can. */
  get settings(): LabSettings {
    return this.#settings;
  }

  /** A closer look at one variant, between two steps; see Lab.inspect. */
  inspect<Name extends Inspection>(
    variantId: string,
    what: Name,
    argument: Operations[Name]['argument'],
  ): Promise<Operations[Name]['result']> {
    return this.#lab.inspect(variantId, what, argument);
  }

  fingerprint(): Promise<ReadonlyMap<string, string>> {
    return this.#lab.fingerprint();
  }

  /**
   * Does something that has to be of one step: training waits for it, and goes on to where it was to go, unless someone has
   * stopped it meanwhile. One after the other.
   */
  atRest<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#atRest.then(() => this.#doAtRest(work));
    this.#atRest = result.catch(() => {});
    return result;
  }

  async #doAtRest<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#lab.pause();
    try {
      return await work();
    } finally {
      if (this.#lab.state === 'paused' && !this.#isSuspended) this.#goOn();
    }
  }

  /** To where training was to go, if it is not there. */
  #goOn(): void {
    const left = this.#goal - this.#lab.stepsDone;
    if (left > 0) this.#follow(Number.isFinite(left) ? this.#lab.step(left) : this.#lab.start());
  }

  /** Rests where nobody sees it train, until it is to `resume`. */
  suspend(): void {
    this.#isSuspended = true;
    if (this.isTraining) this.#follow(this.#lab.pause());
  }

  /** Goes on to where training was to go, unless someone has asked for something else meanwhile. */
  resume(): void {
    if (!this.#isSuspended) return;
    this.#isSuspended = false;
    this.#goOn();
  }

  /** Loss and accuracy of every variant on batches it never trains on; see Lab.evaluate. */
  evaluate(): ReturnType<Lab['evaluate']> {
    return this.#lab.evaluate();
  }

  /** Where training stands, in a few words. */
  standing(messages: LabMessages): string {
    const { state, stepsDone, stepsPerSecond } = this.#lab;
    if (state === 'idle') return messages.state.idle;
    return messages.standing(
      stepsDone,
      state === 'running' ? messages.rate(stepsPerSecond.toFixed(0)) : messages.state[state],
    );
  }

  start(): void {
    this.#isSuspended = false;
    const { stop } = this.#settings.options;
    if (this.#lab.state === 'done') this.#lab.stopAt = this.#lab.stepsDone + stop;
    this.#goal = Infinity;
    this.#follow(this.#lab.start());
  }

  pause(): void {
    this.#goal = 0;
    this.#follow(this.#lab.pause());
  }

  step(n: number): void {
    this.#isSuspended = false;
    const { stepsDone } = this.#lab;
    this.#goal = (Number.isFinite(this.#goal) ? Math.max(this.#goal, stepsDone) : stepsDone) + n;
    this.#follow(this.#lab.step(n));
  }

  /** Goes back to a step that was done, and rests there. */
  rewind(step: number): void {
    this.#goal = 0;
    this.#follow(this.#lab.rewind(step));
  }

  reset(): void {
    this.#goal = 0;
    this.#follow(this.#lab.reset());
    this.#lab.stopAt = this.#settings.options.stop;
  }

  /** Takes other settings. Where they make another run, it begins at step 0, and trains on unless someone had paused it. */
  apply(settings: LabSettings): void {
    const before = this.#settings;
    if (settings === before) return;
    this.#settings = settings;
    const { speed, stopAt } = labOptions(settings);
    if (settings.options.speed !== before.options.speed) this.#lab.setSpeed(speed);
    if (settings.options.stop !== before.options.stop) this.#lab.stopAt = stopAt;
    if (settings.isSameRun(before)) return;
    const wasAtRest = this.#lab.state === 'done' || this.#error !== null;
    if (Number.isFinite(this.#goal)) this.#goal = 0;
    const { seeds } = settings.options;
    this.#follow(this.#lab.setVariants(toLabVariants(settings, this.#messages), { seeds }));
    // Not before: the run that ends here must not rest, and say so, because its limit moved.
    this.#lab.stopAt = stopAt;
    if (!wasAtRest) return;
    if (this.#isSuspended) this.#goal = Infinity;
    else this.start();
  }

  dispose(): void {
    this.#lab.dispose();
  }

  #listen(): void {
    const lab = this.#lab;
    lab.on('state', (state) => {
      if (state === 'running' || state === 'loading') this.#error = null;
      if (!this.#isReady && (state === 'running' || state === 'paused')) {
        this.#isReady = true;
        this.#events.onReady();
      }
      this.#events.onState();
    });
    lab.on('reset', ({ variants }) => {
      this.#variants = makeVariants(
        variants.map(({ config }) => config),
        lab.seeds,
        this.#messages,
      );
      this.#events.onReset();
    });
    lab.on('rewound', ({ step, rows }) => {
      for (const variant of this.#variants) truncate(variant, step, rows.get(variant.identity.id));
      this.#events.onRewound(step);
    });
    lab.on('steps', (event) => this.#receive(event));
    lab.on('diverged', ({ variantId, nonFinite }) => {
      const variant = this.#variants.find(({ identity }) => identity.id === variantId)!;
      variant.nonFinite = nonFinite;
      this.#events.onDiverged(variant);
    });
    lab.on('done', ({ step }) => {
      this.#goal = 0;
      this.#events.onDone(step);
    });
    lab.on('error', ({ error }) => this.#fail(error));
  }

  #receive(event: StepsEvent): void {
    for (const variant of this.#variants) {
      for (const row of event.rows.get(variant.identity.id) ?? []) {
        variant.history.append(row);
        variant.last = row;
      }
      for (const row of drawnRows(variant, event)) variant.gradient.append(row.weightGradNorm);
    }
    this.#events.onSteps(event);
  }

  /** Being overtaken is no failure. */
  #follow(promise: Promise<void>): void {
    promise.catch((error: unknown) => {
      if ((error as Error).name !== 'AbortError') this.#fail(error as Error);
    });
  }

  /** The lab may tell of one failure in several ways. */
  #fail(error: Error): void {
    if (error === this.#error) return;
    this.#error = error;
    this.#goal = 0;
    this.#events.onError(error);
    this.#events.onState();
  }
}

function labOptions({ options: { speed, stop, seeds } }: LabSettings) {
  return { speed: speed === 'max' ? speed : Number(speed), stopAt: stop, seeds };
}

function toLabVariants({ configs }: LabSettings, messages: LabMessages) {
  return identify(configs, messages).map(({ id, label }, i) => ({ id, label, config: configs[i]! }));
}

function makeVariants(configs: readonly RunConfig[], seeds: number, messages: LabMessages): RunVariant[] {
  return identify(configs, messages).map((identity, i) => {
    const history = new History();
    const spread = seeds > 1 ? new Spread() : null;
    return {
      identity,
      config: configs[i]!,
      seeds,
      history,
      spread,
      drawn: spread?.median ?? history,
      gradient: new BlockNorms(configs[i]!.model.nLayer),
      last: null,
      nonFinite: null,
    };
  });
}

/** Forgets what was measured after a step, whose own row is `last`. */
function truncate(variant: RunVariant, step: number, last: StepMetrics | undefined): void {
  variant.history.truncate(step);
  variant.spread?.truncate(step);
  variant.gradient.truncate(step);
  variant.last = last ?? null;
  if (variant.nonFinite && variant.nonFinite.step > step) variant.nonFinite = null;
}

/** The rows of these steps that charts draw; the spread takes them in. */
function drawnRows({ identity, spread }: RunVariant, event: StepsEvent): readonly StepMetrics[] {
  const rows = event.rows.get(identity.id) ?? [];
  const ofSeeds = event.rowsOfSeeds.get(identity.id);
  if (!spread || !ofSeeds) return rows;
  return rows.map((_, i) => spread.append(ofSeeds.map((one) => one[i]!)));
}
