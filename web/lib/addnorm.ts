// What `load` gives: the norms as functions, and the makers of models and trainers, on one instance of the module.
import {
  batchNorm,
  batchNormBackward,
  batchNormEvaluate,
  type BatchNormGradients,
  type BatchNormOptions,
  type BatchNormResult,
} from './batch-norm.ts';
import { type PartialModelConfig, type PartialTrainerConfig, SCHEMA } from './config.ts';
import {
  resolveModelConfig,
  resolveRunConfig,
  resolveTrainerConfig,
  TRAINER_KEYS,
} from './config-resolve.ts';
import { checkInteger, checkOptions, invalid } from './errors.ts';
import { layerNorm, layerNormBackward, type LayerNormGradients, type LayerNormResult } from './layer-norm.ts';
import type { Floats } from './memory.ts';
import { insideOf, Model } from './model.ts';
import type { NormOptions, ShiftedNormOptions } from './norm-arguments.ts';
import type { RawModule } from './raw.ts';
import { rawModelConfig } from './raw-config.ts';
import { rmsNorm, rmsNormBackward, type RmsNormGradients, type RmsNormResult } from './rms-norm.ts';
import { textLength } from './text-vocabulary.ts';
import { Trainer } from './trainer.ts';

/** Which build runs; both compute the same bits. */
export type Backend = 'simd' | 'scalar';

/** A model, and how it is trained. */
export type TrainerOptions = { readonly model: Model } & PartialTrainerConfig;

/**
 * One instance of the WebAssembly module. Made by `load`.
 *
 * Arrays go in as Float32Array or arrays of numbers and come out as copies that belong to the caller. Whatever does not fit
 * throws a RangeError or TypeError that names the argument, shows its value and says what is allowed.
 */
export class Addnorm {
  /** Version of the package. */
  readonly version: string = __ADDNORM_VERSION__;
  /** The build that runs. */
  readonly backend: Backend;
  /** Why the scalar build is used although SIMD was not refused; undefined if there is nothing to say. */
  readonly notice: string | undefined;
  /** The compiled module. A worker that is sent it passes it to its own `load` as `wasmModule`. */
  readonly module: WebAssembly.Module;
  readonly #raw: RawModule;

  /** @internal */
  constructor(raw: RawModule, module: WebAssembly.Module, notice: string | undefined) {
    this.#raw = raw;
    this.module = module;
    this.backend = raw._backend() === 'scalar' ? 'scalar' : 'simd';
    this.notice = notice;
  }

  /** Bytes of memory the instance has taken; it grows when it must and never shrinks. */
  get memoryBytes(): number {
    return this.#raw.HEAPU8.length;
  }

  /**
   * LayerNorm of each row: y = gamma·(x - mean)·rstd + beta, rstd = 1 / √(variance + eps), biased variance (Ba, Kiros and
   * Hinton 2016, eq. 3 and 4).
   *
   * @param x (rows, dModel)
   * @example addnorm.layerNorm([2, 4, 4, 6], { dModel: 4 }).y // [-1.414, 0, 0, 1.414]
   */
  layerNorm(x: Floats, options: ShiftedNormOptions): LayerNormResult {
    return layerNorm(this.#raw, x, options);
  }

  /**
   * Gradients of LayerNorm: with t = dy·gamma, dx = rstd·(t - mean(t) - x̂·mean(t·x̂)).
   *
   * @param dy gradient of y, (rows, dModel)
   * @param x what went into `layerNorm`, with the same options
   * @example addnorm.layerNormBackward([1, -1, 2], [1, 2, 4], { dModel: 3 }).dx
   */
  layerNormBackward(dy: Floats, x: Floats, options: ShiftedNormOptions): LayerNormGradients {
    return layerNormBackward(this.#raw, dy, x, options);
  }

  /**
   * RMSNorm of each row: y = gamma·x·rstd, rstd = 1 / √(mean(x²) + eps) (Zhang and Sennrich 2019, eq. 4).
   *
   * @param x (rows, dModel)
   * @example addnorm.rmsNorm([1, 2, 3], { dModel: 3, eps: 1e-6 }).y // [0.463, 0.926, 1.389]
   */
  rmsNorm(x: Floats, options: NormOptions): RmsNormResult {
    return rmsNorm(this.#raw, x, options);
  }

  /**
   * Gradients of RMSNorm: with t = dy·gamma and x̂ = x·rstd, dx = rstd·(t - x̂·mean(t·x̂)).
   *
   * @param dy gradient of y, (rows, dModel)
   * @param x what went into `rmsNorm`, with the same options
   * @example addnorm.rmsNormBackward([1, 1, 1], [1, 2, 3], { dModel: 3 }).dx
   */
  rmsNormBackward(dy: Floats, x: Floats, options: NormOptions): RmsNormGradients {
    return rmsNormBackward(this.#raw, dy, x, options);
  }

  /**
   * BatchNorm in training: each feature is normalised over all rows, y = gamma·(x - mean)·rstd + beta, and the running
   * statistics move by a tenth towards the batch's (Ioffe and Szegedy 2015, algorithm 1).
   *
   * @param x (rows, dModel), at least two rows
   * @example addnorm.batchNorm([1, 2, 3, 4], { dModel: 1 }).runningVar // [1.0667]
   */
  batchNorm(x: Floats, options: BatchNormOptions): BatchNormResult {
    return batchNorm(this.#raw, x, options);
  }

  /**
   * BatchNorm in evaluation: the same formula with the running statistics, so that rows do not depend on each other.
   *
   * @param x (rows, dModel); one row is enough
   * @example addnorm.batchNormEvaluate([3], { dModel: 1, runningMean: [1], runningVar: [4] }).y // [1]
   */
  batchNormEvaluate(x: Floats, options: BatchNormOptions): { readonly y: Float32Array } {
    return batchNormEvaluate(this.#raw, x, options);
  }

  /**
   * Gradients of BatchNorm in training: with t = dy·gamma, dx = rstd·(t - mean(t) - x̂·mean(t·x̂)), means over rows.
   *
   * @param dy gradient of y, (rows, dModel)
   * @param x what went into `batchNorm`, with the same options; at least two rows
   * @example addnorm.batchNormBackward([1, 0, 0, 0], [1, 2, 3, 4], { dModel: 1 }).dx
   */
  batchNormBackward(dy: Floats, x: Floats, options: ShiftedNormOptions): BatchNormGradients {
    return batchNormBackward(this.#raw, dy, x, options);
  }

  /**
   * A Transformer with initial weights. A tensor's weights follow from seed, name and shape alone, so two models of one
   * seed agree in every tensor that they both have.
   *
   * @param config what is left out takes its default; all left out is the model of the first screen
   * @param options `seed`: a whole number, 1 if left out
   * @throws RangeError 'out of memory: …' if there is none left
   * @example using model = addnorm.createModel({ placement: 'pre', nLayer: 12 }, { seed: 7 });
   */
  createModel(config?: PartialModelConfig, options?: { readonly seed?: number | undefined }): Model {
    const resolved = resolveModelConfig(config);
    const { seed = SCHEMA.run.seed.default } = checkOptions('options', options, ['seed']);
    return new Model(this.#raw, resolved, checkInteger('seed', seed, SCHEMA.run.seed));
  }

  /**
   * A trainer of a model. It takes the model as it stands, and several may follow one another on it.
   *
   * @param options the model; what else is left out takes its default
   * @throws RangeError 'out of memory: …' if there is none left
   * @example
   * const trainer = addnorm.createTrainer({ model, task: 'sort', optimizer: { lr: 1e-3 }, schedule: { warmup: 200 } });
   * trainer.step().loss;
   */
  createTrainer(options: TrainerOptions): Trainer {
    const { model, ...config } = checkOptions('options', options, ['model', ...TRAINER_KEYS]);
    if (!(model instanceof Model) || insideOf(model).raw !== this.#raw) {
      throw new TypeError(
        invalid('model', model, 'must be a model that createModel of this same addnorm made'),
      );
    }
    return new Trainer(model, resolveTrainerConfig(config, model.config));
  }

  /**
   * Bytes that a model and its trainer will take, the text of a task included. What needs more than 268 MB (256 MiB) is refused.
   *
   * @example addnorm.bytesNeeded({ nLayer: 48 }, { batch: 64, task: 'text' })
   */
  bytesNeeded(config?: PartialModelConfig, options?: Pick<PartialTrainerConfig, 'batch' | 'task'>): number {
    const given = checkOptions('options', options, ['batch', 'task']);
    const { model, task, batch } = resolveRunConfig({ model: config, ...given });
    const nText = task.kind === 'text' ? textLength(task.text) : 0;
    return this.#raw._bytesNeeded(rawModelConfig(this.#raw, model), batch, nText);
  }
}
