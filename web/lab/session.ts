// One variant's models and trainers, one for each seed, and the answers to a Lab's requests. The same code runs in a worker
// and in the page's thread. It knows nothing of postMessage; whoever serves it says how a reply is sent.
import type { Addnorm, Evaluation, Integers, Model, StepMetrics, Trainer } from '../lib/index.ts';
import { checkOptions } from '../lib/errors.ts';
import { holdLifeline } from './lifeline.ts';
import { loadModule } from './load-module.ts';
import {
  type Advance,
  describeError,
  HELLO,
  type NextToken,
  type NextTokenArgument,
  type Operations,
  type Reference,
  type Reply,
  type Request,
  type Rewound,
  type StartArgument,
  VERSION,
} from './protocol.ts';
import { Snapshots } from './snapshots.ts';

/** In the page's own thread a round is cut into slices of this many milliseconds, between which the page gets its turn. */
const SLICE_MS = 10;
/** In a worker a replay is cut into pieces of this many, after each of which the Lab may want something else. */
const REPLAY_MS = 200;

/** One variant in training: a run for each seed, in lockstep. */
class Session {
  readonly #addnorm: Addnorm;
  readonly #seeds: number;
  #config: StartArgument['config'];
  #trainers: readonly Trainer[];
  /** Those of the same run stay good when it goes back: the numbers that follow are the same. */
  #snapshots: Snapshots | null;
  #step = 0;
  /** Of the last step and each seed; empty at step 0. */
  #rows: readonly StepMetrics[] = [];

  private constructor(addnorm: Addnorm, { config, seeds = 1, keepsSnapshots = false }: StartArgument) {
    this.#addnorm = addnorm;
    this.#config = config;
    this.#seeds = seeds;
    this.#snapshots = keepsSnapshots ? new Snapshots() : null;
    this.#trainers = this.#create();
  }

  static async create(argument: StartArgument): Promise<Session> {
    return new Session(await loadModule(argument.load), argument);
  }

  /** At most `steps` steps, at least one; no new one is begun after `budget` milliseconds. */
  advance(steps: number, budget = Infinity): Advance {
    const begun = performance.now();
    const rowsOfSeeds = this.#trainers.map((): StepMetrics[] => []);
    const rows = rowsOfSeeds[0]!;
    let elapsed = 0;
    while (rows.length < steps && elapsed < budget) {
      this.#takeStep();
      this.#rows.forEach((row, i) => rowsOfSeeds[i]!.push(row));
      elapsed = performance.now() - begun;
    }
    return { rows, rowsOfSeeds, elapsed };
  }

  /** Another run, from step 0. Memory is freed before it is taken again: two runs at once might not fit. */
  restart(config: StartArgument['config']): void {
    this.#snapshots &&= new Snapshots();
    this.#config = config;
    this.reset();
  }

  /** Back to step 0. */
  reset(): void {
    this.dispose();
    this.#trainers = this.#create();
    this.#step = 0;
    this.#rows = [];
  }

  /** On its way to a step that was done before, as far as it comes in `budget` milliseconds, at least one step. */
  rewind(step: number, budget: number): Rewound {
    const begun = performance.now();
    this.#goBack(step);
    while (this.#step < step) {
      this.#takeStep();
      if (performance.now() - begun >= budget) break;
    }
    return { step: this.#step, row: this.#rows[0] ?? null };
  }

  evaluate(batches: number): Evaluation {
    return this.trainer.evaluate({ batches });
  }

  fingerprint(): string {
    return this.trainer.fingerprint();
  }

  checkpoint(): Uint8Array {
    return this.model.saveSafetensors();
  }

  /** Of the first seed. */
  get trainer(): Trainer {
    return this.#trainers[0]!;
  }

  snapshot(): Uint8Array {
    return this.trainer.snapshot();
  }

  restore(snapshot: Uint8Array, step: number): void {
    this.trainer.restore(snapshot);
    this.#step = step;
    this.#rows = [];
  }

  reference(): Reference {
    const batch = this.trainer.batch();
    const { loss } = this.model.lossAndGradients(batch.tokens, batch.targets, { batch: this.#config.batch });
    return { step: this.#step, checkpoint: this.checkpoint(), batch, loss };
  }

  nextToken(argument: NextTokenArgument): NextToken {
    const { prompt, ...options } = checkOptions('argument', argument, ['prompt', 'temperature', 'seed']);
    const [token = NaN] = this.model.generate(prompt as Integers, { maxNewTokens: 1, ...options });
    const { nCtx, vocabSize } = this.model.config;
    const logits = this.model.forward((prompt as Integers).slice(-nCtx)).slice(-vocabSize);
    return { token, logits };
  }

  get model(): Model {
    return this.trainer.model;
  }

  dispose(): void {
    // A trainer goes with its model.
    for (const { model } of this.#trainers) model.dispose();
  }

  /** To the nearest place from which the step can be taken again, unless it is nearer from here. */
  #goBack(step: number): void {
    const from = this.#snapshots?.before(step);
    if (this.#step <= step && this.#step >= (from?.step ?? 0)) return;
    if (!from) {
      this.reset();
      return;
    }
    this.#trainers.forEach((trainer, i) => trainer.restore(from.snapshot[i]!));
    this.#step = from.step;
  }

  #takeStep(): void {
    this.#rows = this.#trainers.map((trainer) => trainer.step());
    this.#step++;
    if (this.#snapshots?.isDue(this.#step)) this.#keepSnapshot(this.#snapshots);
  }

  #keepSnapshot(snapshots: Snapshots): void {
    try {
      snapshots.keep(
        this.#step,
        this.#trainers.map((trainer) => trainer.snapshot()),
      );
    } catch (error) {
      // There is no room for one beside a large run, and the run comes first.
      if (!(error instanceof RangeError)) throw error;
      snapshots.stop();
    }
  }

  #create(): Trainer[] {
    const trainers: Trainer[] = [];
    try {
      for (let i = 0; i < this.#seeds; i++) trainers.push(this.#createTrainer(this.#config.seed + i));
      return trainers;
    } catch (error) {
      for (const { model } of trainers) model.dispose();
      // The settings are sound if one run could be made; it is the memory that does not do for all.
      if (trainers.length === 0) throw error;
      throw new RangeError(
        `${(error as Error).message}; ${trainers.length} of the ${this.#seeds} seeds fit`,
        { cause: error },
      );
    }
  }

  #createTrainer(seed: number): Trainer {
    const { model: modelConfig, ...trainerConfig } = this.#config;
    const model = this.#addnorm.createModel(modelConfig, { seed });
    try {
      return this.#addnorm.createTrainer({ model, ...trainerConfig, seed });
    } catch (error) {
      model.dispose();
      throw error;
    }
  }
}

/** The receiving end of a Lab's requests. */
export interface Service {
  receive(request: Request): Promise<void>;
  dispose(): void;
}

/**
 * Says hello, then answers each request it receives by one reply.
 *
 * @param post sends a reply; the buffers in `transfer` may change hands
 * @param breathe lets the thread do other things for a moment; not given where there is nothing else to do
 */
export function serve(
  post: (reply: Reply, transfer: ArrayBuffer[]) => void,
  breathe?: () => Promise<void>,
): Service {
  let session: Session | null = null;
  let isDisposed = false;

  const start = async (argument: StartArgument): Promise<Operations['start']['result']> => {
    const hasLifeline = argument.lifeline !== null && (await holdLifeline(argument.lifeline));
    const created = await Session.create(argument);
    if (isDisposed) created.dispose();
    else session = created;
    return { hasLifeline };
  };

  const answer = async (request: Request): Promise<Operations[Request['operation']]['result']> => {
    if (request.operation === 'start') return start(request.argument);
    if (!session) throw new Error('the worker has not been started');
    switch (request.operation) {
      case 'restart':
        session.restart(request.argument.config);
        return null;
      case 'advance':
        return breathe
          ? advanceInSlices(session, request.argument.steps, breathe)
          : session.advance(request.argument.steps);
      case 'reset':
        session.reset();
        return null;
      case 'rewind':
        await breathe?.();
        return session.rewind(request.argument.step, breathe ? SLICE_MS : REPLAY_MS);
      case 'evaluate':
        return session.evaluate(request.argument.batches);
      case 'fingerprint':
        return session.fingerprint();
      case 'checkpoint':
        return session.checkpoint();
      case 'snapshot':
        return session.snapshot();
      case 'restore':
        session.restore(request.argument.snapshot, request.argument.step);
        return null;
      case 'batch':
        return session.trainer.batch();
      case 'names':
        return { norms: session.model.norms(), tensors: session.trainer.tensors() };
      case 'attnPattern':
        return session.model.attnPattern(...tokensAndOptions(request.argument));
      case 'normInternals':
        return session.model.normInternals(...tokensAndOptions(request.argument));
      case 'histogram':
        return session.trainer.histogram(request.argument);
      case 'reference':
        return session.reference();
      case 'nextToken':
        return session.nextToken(request.argument);
    }
  };

  post({ id: HELLO, result: VERSION }, []);
  return {
    async receive(request) {
      let reply: Reply;
      try {
        reply = { id: request.id, result: await answer(request) };
      } catch (error) {
        reply = { id: request.id, error: describeError(error) };
      }
      if (!isDisposed) post(reply, buffersOf(reply));
    },
    dispose() {
      isDisposed = true;
      session?.dispose();
      session = null;
    },
  };
}

/** The arguments of a method of Model, which checks them. */
function tokensAndOptions<Options>(argument: { tokens: Integers; options: Options }): [Integers, Options] {
  const { tokens, options } = checkOptions('argument', argument, ['tokens', 'options']) as typeof argument;
  return [tokens, options];
}

async function advanceInSlices(
  session: Session,
  steps: number,
  breathe: () => Promise<void>,
): Promise<Advance> {
  const begun = performance.now();
  const rowsOfSeeds: StepMetrics[][] = [];
  let left = steps;
  while (left > 0) {
    await breathe();
    const slice = session.advance(left, SLICE_MS).rowsOfSeeds;
    slice.forEach((rows, i) => (rowsOfSeeds[i] ??= []).push(...rows));
    left -= slice[0]!.length;
  }
  // Wall time, the other variants of this thread included: it is what a round costs here.
  return { rows: rowsOfSeeds[0]!, rowsOfSeeds, elapsed: performance.now() - begun };
}

/** A checkpoint is large and the caller's alone; metrics rows are small and are copied. */
function buffersOf(reply: Reply): ArrayBuffer[] {
  return 'result' in reply && reply.result instanceof Uint8Array ? [reply.result.buffer as ArrayBuffer] : [];
}
