// Trains a model in the module's memory. Checks every argument, hands it over, and copies results out; all arithmetic is in
// C++. A run that diverges is no error: it goes on, and its metrics say what happened.
import type { TrainerConfig } from './config.ts';
import { disposedError, type Handle, supportUsing } from './disposal.ts';
import { checkInteger, checkOptions, invalid } from './errors.ts';
import { checkTensor, type Histogram, readHistogram, tensorNames } from './inspect.ts';
import {
  checkIntegers,
  checkMemory,
  checkRoom,
  type Integers,
  isTypedArray,
  outOfMemory,
  PASS_SIZES,
  type Scratch,
  withScratch,
} from './memory.ts';
import { MetricsReader, type StepMetrics } from './metrics.ts';
import { insideOf, type Model, type ModelInside } from './model.ts';
import type { RawTrainer } from './raw.ts';
import { rawModelConfig, rawTrainerConfig, throwFaults } from './raw-config.ts';
import { textVocabulary } from './text-vocabulary.ts';

/** How a model does on batches that training never sees. */
export interface Evaluation {
  /** Mean cross-entropy, in nats. */
  readonly loss: number;
  /** Share of the targets predicted right, from 0 to 1. */
  readonly accuracy: number;
}

/** What one training step is made on. */
export interface Batch {
  /** (batch, nCtx) */
  readonly tokens: Int32Array;
  /** (batch, nCtx); -1 where nothing is to be predicted. */
  readonly targets: Int32Array;
}

/**
 * Trains a model. Made by `addnorm.createTrainer`; it holds memory until `dispose()`, or until its model goes.
 *
 * Arguments that do not fit throw a RangeError or TypeError before anything is changed.
 */
export class Trainer implements Handle {
  static {
    supportUsing(this);
  }

  /** What is trained. */
  readonly model: Model;
  /** Every setting, defaults filled in. */
  readonly config: TrainerConfig;
  declare readonly [Symbol.dispose]: () => void;
  readonly #inside: ModelInside;
  readonly #metrics: MetricsReader;
  #rawTrainer: RawTrainer | undefined;
  #hasStepped = false;

  /** @internal */
  constructor(model: Model, config: TrainerConfig) {
    this.#inside = insideOf(model);
    this.model = model;
    this.config = config;
    const rawTrainer = withScratch(this.#inside.raw, (scratch) => this.#create(scratch));
    this.#rawTrainer = rawTrainer;
    this.#metrics = new MetricsReader(this.#inside.raw, rawTrainer);
    this.#inside.trainers.add(this);
  }

  #create(scratch: Scratch): RawTrainer {
    const { raw, rawModel } = this.#inside;
    const { task, batch } = this.config;
    const tokens = task.kind === 'text' ? textVocabulary(task.text).encode(task.text) : undefined;
    const nText = tokens?.length ?? 0;
    const text = { text: tokens ? scratch.copyIntegers(tokens) : 0, nText };
    const rawModelSettings = rawModelConfig(raw, this.model.config);
    const rawConfig = rawTrainerConfig(raw, this.config, text);
    throwFaults(raw._trainerFaults(rawConfig, rawModelSettings));
    const what = `training this model on a batch of ${batch}`;
    const bytes = raw._bytesNeeded(rawModelSettings, batch, nText);
    checkMemory(what, bytes, PASS_SIZES);
    const rawTrainer = raw._createTrainer(rawModel, rawConfig);
    if (!rawTrainer) throw outOfMemory(what, bytes, PASS_SIZES);
    return rawTrainer;
  }

  /**
   * One training step on the task's next batch, which follows from seed and step alone.
   *
   * @example for (let i = 0; i < 100; i++) console.log(trainer.step().loss);
   */
  step(): StepMetrics {
    const rawTrainer = this.#alive();
    this.#hasStepped = true;
    return this.#metrics.read(rawTrainer.step());
  }

  /**
   * One training step on the caller's batch.
   *
   * @param tokens (batch, nCtx), each from 0 to vocabSize - 1
   * @param targets (batch, nCtx): the token to predict at each place, or -1 for none
   */
  stepOn(tokens: Integers, targets: Integers): StepMetrics {
    const rawTrainer = this.#alive();
    const { vocabSize } = this.model.config;
    const tokensIn = this.#checkBatch('tokens', tokens, 0, `must be a token, from 0 to ${vocabSize - 1}`);
    const targetsIn = this.#checkBatch(
      'targets',
      targets,
      -1,
      `must be a token, from 0 to ${vocabSize - 1}, or -1 for none`,
    );
    return withScratch(this.#inside.raw, (scratch) => {
      const row = rawTrainer.stepOn(scratch.copyIntegers(tokensIn), scratch.copyIntegers(targetsIn));
      this.#hasStepped = true;
      return this.#metrics.read(row);
    });
  }

  /**
   * Loss and accuracy on batches of the task that training never sees, without dropout. Changes nothing.
   *
   * @param options `batches`: how many, at most 100; 4 if left out
   */
  evaluate(options?: { readonly batches?: number | undefined }): Evaluation {
    const rawTrainer = this.#alive();
    const { batches = 4 } = checkOptions('options', options, ['batches']);
    checkInteger('batches', batches, { min: 1, max: 100 });
    return withScratch(this.#inside.raw, (scratch) => {
      const out = scratch.doubles(2);
      rawTrainer.evaluate(out, batches);
      const [loss = NaN, accuracy = NaN] = scratch.readDoubles(out, 2);
      return { loss, accuracy };
    });
  }

  /** The batch that the next `step()` will train on. */
  batch(): Batch {
    const rawTrainer = this.#alive();
    const size = this.#batchSize();
    return withScratch(this.#inside.raw, (scratch) => {
      const tokens = scratch.integers(size);
      const targets = scratch.integers(size);
      rawTrainer.batch(tokens, targets);
      return { tokens: scratch.readIntegers(tokens, size), targets: scratch.readIntegers(targets, size) };
    });
  }

  /**
   * What histogram() can be asked for, in the order in which a step computes it: "layers.0.self_attn input" (the stream going
   * in) and "layers.0.self_attn output" (the branch, after its dropout and norm, before its gain) and so on, "output of the
   * last block", "logits", "gradient of <parameter>" from the last to the first, and the parameters.
   */
  tensors(): string[] {
    const rawTrainer = this.#alive();
    return tensorNames(this.#inside.raw, rawTrainer);
  }

  /**
   * How the numbers of a tensor are spread. Streams, branches and logits are those of the last pass, be it a step or an
   * evaluation; gradients those of the last step, after clipping; parameters as they stand.
   *
   * @param options `tensor`: one of `tensors()`; `bins`: from 1 to 1000, 40 if left out
   * @throws RangeError for anything but a parameter before the first step
   * @example trainer.histogram({ tensor: 'gradient of layers.0.linear1.weight', bins: 20 }).counts
   */
  histogram(options: { readonly tensor: string; readonly bins?: number | undefined }): Histogram {
    const rawTrainer = this.#alive();
    const { tensor, bins = 40 } = checkOptions('options', options, ['tensor', 'bins']);
    const { raw, rawModel } = this.#inside;
    const site = checkTensor(raw, rawTrainer, tensor, this.#hasStepped ? 0 : rawModel.nParameters());
    return readHistogram(raw, rawTrainer, site, bins);
  }

  /** A hash of all parameters, 16 hexadecimal digits: equal runs give equal ones on every machine. */
  fingerprint(): string {
    const rawTrainer = this.#alive();
    checkRoom(this.#inside.raw);
    return rawTrainer.fingerprint();
  }

  /**
   * The run as it stands, to go back to with restore(): parameters, moments of the optimiser, running statistics of BatchNorm,
   * and the step. About 12 bytes a parameter with Adam, 8 with SGD.
   */
  snapshot(): Uint8Array {
    const rawTrainer = this.#alive();
    const size = rawTrainer.snapshotSize();
    return withScratch(this.#inside.raw, (scratch) => {
      const out = scratch.bytes(size);
      rawTrainer.saveSnapshot(out);
      return scratch.readBytes(out, size);
    });
  }

  /**
   * Takes the run, and with it the model, to where snapshot() was called: the steps that follow are the same bits. The snapshot
   * may come from another trainer of the same settings. What histogram() shows of a step is there again after the next one.
   *
   * @throws TypeError or RangeError if it is no snapshot of such a run, or was changed; nothing changes then
   * @example
   * const snapshot = trainer.snapshot();
   * const { loss } = trainer.step();
   * trainer.restore(snapshot);
   * trainer.step().loss === loss; // true
   */
  restore(snapshot: Uint8Array): void {
    const rawTrainer = this.#alive();
    if (!isTypedArray(snapshot, 'Uint8Array')) {
      throw new TypeError(invalid('snapshot', snapshot, 'must be a Uint8Array'));
    }
    // Asked before it is copied: what is no snapshot may be of any size.
    const size = rawTrainer.snapshotSize();
    const fault =
      snapshot.length === size
        ? withScratch(this.#inside.raw, (scratch) =>
            rawTrainer.loadSnapshot(scratch.copyBytes(snapshot), size),
          )
        : 1;
    if (fault !== 0) throw new RangeError(invalid('snapshot', snapshot, snapshotRule(fault, size)));
    this.#hasStepped = false;
  }

  /** Frees the trainer's memory; the model stays. After it, every other method throws. */
  dispose(): void {
    this.#rawTrainer?.delete();
    this.#rawTrainer = undefined;
    this.#inside.trainers.delete(this);
  }

  #alive(): RawTrainer {
    if (!this.#rawTrainer) throw disposedError('trainer');
    return this.#rawTrainer;
  }

  #batchSize(): number {
    return this.config.batch * this.model.config.nCtx;
  }

  #checkBatch(name: string, value: unknown, lowest: number, rule: string): Int32Array {
    const { vocabSize, nCtx } = this.model.config;
    const checked = checkIntegers(name, value, (item) => item >= lowest && item < vocabSize, rule);
    if (checked.length === this.#batchSize()) return checked;
    throw new RangeError(
      invalid(name, value, `must be batch = ${this.config.batch} sequences of nCtx = ${nCtx} tokens`),
    );
  }
}

/** What a snapshot must be, by the fault that the module found. */
function snapshotRule(fault: number, size: number): string {
  if (fault === 1) return `must have ${size} bytes, as a snapshot of this trainer has`;
  if (fault === 2) return 'must be as snapshot() gave it, and has been changed';
  return 'must be of a trainer with the same settings';
}
