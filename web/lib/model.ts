// A Transformer in the module's memory. Checks every argument, hands it over, and copies results out; all arithmetic is in C++.
import { type ModelConfig, SCHEMA } from './config.ts';
import { checkpointBytes, checkpointTensors, type ModelTensor, restoreCheckpoint } from './checkpoint.ts';
import { disposedError, type Handle, supportUsing } from './disposal.ts';
import { checkInteger, checkName, checkNumber, checkOptions, invalid } from './errors.ts';
import { checkNorm, normNames, type NormInternals, readNormInternals } from './inspect.ts';
import {
  checkMemory,
  type Integers,
  MODEL_SIZES,
  outOfMemory,
  PASS_SIZES,
  readFloats,
  withScratch,
} from './memory.ts';
import type { Pointer, RawModel, RawModule } from './raw.ts';
import { rawModelConfig, throwFaults } from './raw-config.ts';
import { type Bytes, writeSafetensors } from './safetensors.ts';
import { checkTargets, checkTokens, checkTokenValues, type Pass } from './tokens.ts';

/** One tensor of a model. */
export interface Parameter {
  /** As in a PyTorch state dict: "layers.0.self_attn.in_proj_weight". */
  readonly name: string;
  readonly shape: readonly number[];
  /** Numbers in it. */
  readonly size: number;
}

/** How tokens are laid out. */
export interface ForwardOptions {
  /** Sequences in `tokens`, which then are (batch, seqLen); at most as many as in a training step, 1 if left out. */
  readonly batch?: number | undefined;
}

/** How tokens are laid out, and which targets do not count. */
export interface LossOptions extends ForwardOptions {
  /** The target that stands for "nothing to predict here"; -1 if left out. */
  readonly ignoreIndex?: number | undefined;
}

/** The loss of one batch and its gradient. */
export interface LossAndGradients {
  /** Mean cross-entropy over the targets that are not ignored, in nats. */
  readonly loss: number;
  /** Gradient of the loss for every parameter, under its name, as a safetensors file. */
  readonly gradients: Uint8Array;
}

/** How many tokens are drawn, and how. */
export interface GenerateOptions {
  /** How many tokens to add; 16 if left out. */
  readonly maxNewTokens?: number | undefined;
  /** Logits are divided by it before one is drawn; 0 takes the likeliest; 1 if left out. */
  readonly temperature?: number | undefined;
  /** A whole number; the same seed draws the same tokens. 1 if left out. */
  readonly seed?: number | undefined;
}

/** What a trainer must know of the model it trains. Not for callers. */
export interface ModelInside {
  readonly raw: RawModule;
  /** The model in C++; throws if it is disposed of. */
  readonly rawModel: RawModel;
  /** Trainers in C++ look into their model, so they have to go before it. */
  readonly trainers: Set<{ dispose(): void }>;
}

/** Not for callers. */
export let insideOf: (model: Model) => ModelInside;

const passName = (batch: number) => `a batch of ${batch}`;

/**
 * A Transformer. Made by `addnorm.createModel`; it holds memory until `dispose()`.
 *
 * Arguments that do not fit throw a RangeError or TypeError before anything is changed.
 */
export class Model implements Handle {
  static {
    supportUsing(this);
    insideOf = (model) => ({ raw: model.#raw, rawModel: model.#alive(), trainers: model.#trainers });
  }

  /** Every setting, defaults filled in. */
  readonly config: ModelConfig;
  declare readonly [Symbol.dispose]: () => void;
  readonly #raw: RawModule;
  readonly #trainers = new Set<{ dispose(): void }>();
  #rawModel: RawModel | undefined;
  readonly #parameters: readonly ModelTensor[];
  readonly #tensors: readonly ModelTensor[];

  /** @internal */
  constructor(raw: RawModule, config: ModelConfig, seed: number) {
    const rawConfig = rawModelConfig(raw, config);
    throwFaults(raw._modelFaults(rawConfig));
    const bytes = raw._bytesNeeded(rawConfig, 1, 0);
    checkMemory('this model', bytes, MODEL_SIZES);
    const rawModel = raw._createModel(rawConfig, seed);
    if (!rawModel) throw outOfMemory('this model', bytes, MODEL_SIZES);
    this.config = config;
    this.#raw = raw;
    this.#rawModel = rawModel;
    ({ parameters: this.#parameters, all: this.#tensors } = checkpointTensors(rawModel, config.dModel));
  }

  /** Every parameter: name, shape and size, in the order of a PyTorch state dict. */
  parameters(): Parameter[] {
    this.#alive();
    return this.#parameters.map(({ name, shape, size }) => ({ name, shape: [...shape], size }));
  }

  /**
   * A copy of one parameter, row by row.
   *
   * @example model.parameter('layers.0.norm1.weight')
   */
  parameter(name: string): Float32Array {
    this.#alive();
    const names = this.#parameters.map((parameter) => parameter.name);
    const rule = 'must be the name of one of model.parameters()';
    const { pointer, size } = this.#parameters[checkName('name', name, names, rule)]!;
    return readFloats(this.#raw, pointer, size);
  }

  /**
   * The model as a safetensors file: parameters under their names, batch norm's running statistics as `<norm>.running_mean`
   * and `<norm>.running_var`, and the configuration as JSON in the metadata, under "config".
   */
  saveSafetensors(): Uint8Array {
    this.#alive();
    return checkpointBytes(this.#raw, this.#tensors, this.config);
  }

  /**
   * Takes all parameters (and running statistics) from a safetensors file: all, or none if anything does not fit.
   *
   * @throws RangeError that names the tensor which is missing, unexpected, or of another shape or type
   */
  loadSafetensors(bytes: Bytes): void {
    this.#alive();
    restoreCheckpoint(this.#raw, this.#tensors, bytes);
  }

  /**
   * Runs the model, without dropout and with batch norm's running statistics.
   *
   * @param tokens (batch, seqLen), each from 0 to vocabSize - 1; seqLen at most nCtx
   * @returns logits, (batch, seqLen, vocabSize)
   * @example model.forward([2, 3, 4, 5, 6, 7], { batch: 2 }).length // 2 · 3 · vocabSize
   */
  forward(tokens: Integers, options?: ForwardOptions): Float32Array {
    this.#alive();
    const { batch } = checkOptions('options', options, ['batch']);
    const pass = checkTokens(this.config, tokens, batch);
    const logits = this.#run(pass);
    return readFloats(this.#raw, logits, pass.checked.length * this.config.vocabSize);
  }

  /**
   * What the heads of a block attend to in a pass as in `forward`: the softmax of the scores, 0 where masked (Vaswani et al.
   * 2017, eq. 1).
   *
   * @param options `block`: from 0 to nLayer - 1
   * @returns (batch, nHead, seqLen, seqLen): of each query, the share of each key
   * @example model.attnPattern([2, 3, 4], { block: 0 }).length // nHead · 3 · 3
   */
  attnPattern(tokens: Integers, options: ForwardOptions & { readonly block: number }): Float32Array {
    const rawModel = this.#alive();
    const { nLayer, nHead } = this.config;
    const given = checkOptions('options', options, ['batch', 'block']);
    const pass = checkTokens(this.config, tokens, given.batch);
    const block = checkInteger('block', given.block, { min: 0, max: nLayer - 1 });
    this.#run(pass);
    const size = pass.seqLen * pass.seqLen;
    const pattern = new Float32Array(pass.batch * nHead * size);
    withScratch(this.#raw, (scratch) => {
      const out = scratch.floats(size);
      for (let head = 0; head < pass.batch * nHead; head++) {
        rawModel.attnPattern(out, block, head);
        pattern.set(scratch.readFloats(out, size), head * size);
      }
    });
    return pattern;
  }

  /** The names of the norms, in the order in which a pass uses them and metrics list them: "layers.0.norm1", …, "norm". */
  norms(): string[] {
    const rawModel = this.#alive();
    return normNames(this.#raw, rawModel);
  }

  /**
   * What a norm makes of one token in a pass as in `forward`.
   *
   * @param options `norm`: one of `norms()`; `row`: which token, sequence·seqLen + position, 0 if left out
   * @throws RangeError for BatchNorm, whose statistics are not a token's
   * @example model.normInternals([2, 3, 4], { norm: 'layers.0.norm1', row: 2 }).xHat
   */
  normInternals(
    tokens: Integers,
    options: ForwardOptions & { readonly norm: string; readonly row?: number | undefined },
  ): NormInternals {
    const rawModel = this.#alive();
    const { row = 0, ...given } = checkOptions('options', options, ['batch', 'norm', 'row']);
    const pass = checkTokens(this.config, tokens, given.batch);
    const norm = checkNorm(this.#raw, rawModel, this.config.norm, given.norm);
    checkInteger('row', row, { min: 0, max: pass.checked.length - 1 });
    this.#run(pass);
    return readNormInternals(this.#raw, rawModel, norm, row, this.config.dModel);
  }

  /**
   * Mean cross-entropy of the predictions and its gradient for every parameter; dropout is off. Changes no parameter.
   *
   * @param tokens as in `forward`; at least two for norm "batch", whose statistics are here the batch's
   * @param targets (batch, seqLen): the token to predict at each place, or `ignoreIndex`
   * @example readSafetensors(model.lossAndGradients([2, 3], [3, -1]).gradients).tensors.get('unembedding.bias')?.data
   */
  lossAndGradients(tokens: Integers, targets: Integers, options?: LossOptions): LossAndGradients {
    const rawModel = this.#alive();
    const given = checkOptions('options', options, ['batch', 'ignoreIndex']);
    const { batch, seqLen, checked } = checkTokens(this.config, tokens, given.batch);
    // One value a feature has no variance: batch norm would answer with its shift, whatever it is asked.
    if (this.config.norm === 'batch' && checked.length < 2) {
      throw new RangeError(invalid('tokens', tokens, 'must be at least 2 tokens for norm "batch"'));
    }
    const wanted = checkTargets(this.config, targets, given.ignoreIndex, checked.length);
    const bytes = this.#checkPassMemory(batch, seqLen);
    return withScratch(this.#raw, (scratch) => {
      const tokensIn = scratch.copyIntegers(checked);
      const targetsIn = scratch.copyIntegers(wanted);
      const gradients = scratch.floats(rawModel.size());
      const loss = rawModel.lossAndGradients(gradients, tokensIn, targetsIn, batch, seqLen);
      if (loss === -1) throw outOfMemory(passName(batch), bytes, PASS_SIZES);
      const first = rawModel.parameters();
      const tensors = this.#parameters.map(({ name, shape, size, pointer }) => {
        return { name, shape, data: scratch.readFloats(gradients + pointer - first, size) };
      });
      return { loss, gradients: writeSafetensors(tensors) };
    });
  }

  /**
   * Continues a sequence token by token, one sequence at a time.
   *
   * @param prompt one token or more; the model looks at the last nCtx
   * @returns the new tokens, (maxNewTokens)
   * @throws Error if the model's numbers are not finite
   * @example model.generate([2, 3, 4, 1], { maxNewTokens: 3, temperature: 0 })
   */
  generate(prompt: Integers, options?: GenerateOptions): Int32Array {
    const rawModel = this.#alive();
    const checked = checkTokenValues(this.config, 'prompt', prompt);
    if (checked.length === 0) throw new RangeError(invalid('prompt', prompt, 'must have at least one token'));
    const {
      maxNewTokens = 16,
      temperature = 1,
      seed = SCHEMA.run.seed.default,
    } = checkOptions('options', options, ['maxNewTokens', 'temperature', 'seed']);
    checkInteger('maxNewTokens', maxNewTokens, { min: 1, max: 65_536 });
    checkNumber('temperature', temperature, { min: 0, max: 1000 });
    checkInteger('seed', seed, SCHEMA.run.seed);
    return withScratch(this.#raw, (scratch) => {
      const out = scratch.integers(maxNewTokens);
      const promptIn = scratch.copyIntegers(checked);
      const status = rawModel.generate(out, promptIn, checked.length, maxNewTokens, temperature, seed);
      if (status === 1) throw outOfMemory('generation', this.#bytesOfPass(1, this.config.nCtx), MODEL_SIZES);
      if (status === 2)
        throw new Error(
          'nothing to generate from: numbers of the model are not finite, its training diverged',
        );
      return scratch.readIntegers(out, maxNewTokens);
    });
  }

  /** Frees the model's memory, and its trainers before it. After it, every other method throws. */
  dispose(): void {
    for (const trainer of this.#trainers) trainer.dispose();
    this.#rawModel?.delete();
    this.#rawModel = undefined;
  }

  #alive(): RawModel {
    if (!this.#rawModel) throw disposedError('model');
    return this.#rawModel;
  }

  /** Runs the model and gives the address of the logits; what the pass computed stays until the next one. */
  #run({ batch, seqLen, checked }: Pass): Pointer {
    const rawModel = this.#alive();
    const bytes = this.#checkPassMemory(batch, seqLen);
    return withScratch(this.#raw, (scratch) => {
      const logits = rawModel.forward(scratch.copyIntegers(checked), batch, seqLen);
      if (logits === 0) throw outOfMemory(passName(batch), bytes, PASS_SIZES);
      return logits;
    });
  }

  #bytesOfPass(batch: number, seqLen: number): number {
    return this.#raw._bytesNeeded(rawModelConfig(this.#raw, { ...this.config, nCtx: seqLen }), batch, 0);
  }

  #checkPassMemory(batch: number, seqLen: number): number {
    const bytes = this.#bytesOfPass(batch, seqLen);
    checkMemory(passName(batch), bytes, PASS_SIZES);
    return bytes;
  }
}
