// One variant's model and trainer, and the answers to a Lab's requests. The same code runs in a worker and in the page's thread.
// It knows nothing of postMessage; whoever serves it says how a reply is sent.
import type { Addnorm, Evaluation, Integers, Model, StepMetrics, Trainer } from '../lib/index.ts';
import { checkOptions } from '../lib/errors.ts';
import { holdLifeline } from './lifeline.ts';
import { loadModule } from './load-module.ts';
import {
  type Advance,
  describeError,
  HELLO,
  type Operations,
  type Reply,
  type Request,
  type StartArgument,
  VERSION,
} from './protocol.ts';

/** In the page's own thread a round is cut into slices of this many milliseconds, between which the page gets its turn. */
const SLICE_MS = 10;

/** One variant in training. */
class Session {
  readonly #addnorm: Addnorm;
  #config: StartArgument['config'];
  #model: Model;
  #trainer: Trainer;

  private constructor(addnorm: Addnorm, config: StartArgument['config']) {
    this.#addnorm = addnorm;
    this.#config = config;
    [this.#model, this.#trainer] = this.#create();
  }

  static async create({ config, load: options }: Pick<StartArgument, 'config' | 'load'>): Promise<Session> {
    return new Session(await loadModule(options), config);
  }

  /** At most `steps` steps, at least one; no new one is begun after `budget` milliseconds. */
  advance(steps: number, budget = Infinity): Advance {
    const begun = performance.now();
    const rows: StepMetrics[] = [];
    let elapsed = 0;
    while (rows.length < steps && elapsed < budget) {
      rows.push(this.#trainer.step());
      elapsed = performance.now() - begun;
    }
    return { rows, elapsed };
  }

  /** Another run, from step 0. Memory is freed before it is taken again: two runs at once might not fit. */
  restart(config: StartArgument['config']): void {
    this.dispose();
    this.#config = config;
    [this.#model, this.#trainer] = this.#create();
  }

  /** Back to step 0. */
  reset(): void {
    this.restart(this.#config);
  }

  evaluate(batches: number): Evaluation {
    return this.#trainer.evaluate({ batches });
  }

  fingerprint(): string {
    return this.#trainer.fingerprint();
  }

  checkpoint(): Uint8Array {
    return this.#model.saveSafetensors();
  }

  get model(): Model {
    return this.#model;
  }

  get trainer(): Trainer {
    return this.#trainer;
  }

  dispose(): void {
    this.#trainer.dispose();
    this.#model.dispose();
  }

  #create(): [Model, Trainer] {
    const { model: modelConfig, ...trainerConfig } = this.#config;
    const model = this.#addnorm.createModel(modelConfig, { seed: trainerConfig.seed });
    try {
      return [model, this.#addnorm.createTrainer({ model, ...trainerConfig })];
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
      case 'evaluate':
        return session.evaluate(request.argument.batches);
      case 'fingerprint':
        return session.fingerprint();
      case 'checkpoint':
        return session.checkpoint();
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
  const rows: StepMetrics[] = [];
  while (rows.length < steps) {
    await breathe();
    rows.push(...session.advance(steps - rows.length, SLICE_MS).rows);
  }
  // Wall time, the other variants of this thread included: it is what a round costs here.
  return { rows, elapsed: performance.now() - begun };
}

/** A checkpoint is large and the caller's alone; metrics rows are small and are copied. */
function buffersOf(reply: Reply): ArrayBuffer[] {
  return 'result' in reply && reply.result instanceof Uint8Array ? [reply.result.buffer as ArrayBuffer] : [];
}
