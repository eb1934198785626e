// The raw wasm module as cpp/bindings/bindings.cpp exposes it: addresses and numbers, nothing checked. Only web/lib touches it.
// A name with a leading underscore is never called elsewhere. A test compares this list with the module's real keys.

/** An address in the module's memory, in bytes. 0 is null: "not given" as an argument, "out of memory" as a result. */
export type Pointer = number;

/** An enumerator of Embind; pass it on as it is. */
export interface RawEnumerator {
  readonly value: number;
}

/** The enumerators of one C++ enum by the name that the configuration uses for them. */
export type RawEnum<Name extends string> = Readonly<Record<Name, RawEnumerator>>;

export interface RawArrangement {
  inputSlot: boolean;
  outputSlot: boolean;
  afterSlot: boolean;
  residualGain: number;
  branchGain: number;
  isBranchGainLearned: boolean;
  initGain: number;
  finalNorm: boolean;
}

export interface RawModelConfig {
  vocabSize: number;
  nCtx: number;
  dModel: number;
  nHead: number;
  nLayer: number;
  dFf: number;
  norm: RawEnumerator;
  activation: RawEnumerator;
  positional: RawEnumerator;
  init: RawEnumerator;
  causal: boolean;
  tieEmbeddings: boolean;
  embeddingScale: number;
  dropout: number;
  eps: number;
  arrangement: RawArrangement;
}

export interface RawTrainerConfig {
  /** text: address of the text's tokens, nText 32-bit integers, which are read while a trainer is made. */
  task: { kind: RawEnumerator; modulus: number; text: Pointer; nText: number };
  optimizer: {
    kind: RawEnumerator;
    lr: number;
    momentum: number;
    beta1: number;
    beta2: number;
    eps: number;
    weightDecay: number;
  };
  schedule: { kind: RawEnumerator; warmup: number; totalSteps: number };
  batch: number;
  seed: number;
  clipNorm: number;
}

/** A C++ object that lives until delete() is called. */
interface RawHandle {
  delete(): void;
}

export interface RawModel extends RawHandle {
  /** The parameters as one contiguous block of floats, valid as long as the model. */
  parameters(): Pointer;
  /** Floats in that block. */
  size(): number;
  nParameters(): number;
  parameterName(index: number): string;
  /** 1 or 2. */
  parameterRank(index: number): number;
  parameterDimension(index: number, axis: number): number;
  /** Floats before this tensor in the block. */
  parameterOffset(index: number): number;
  /** Batch norm's running statistics: for each norm in order of use dModel means, then dModel variances. */
  runningStats(): Pointer;
  nRunningStats(): number;
  nNorms(): number;
  /** Name of norm `index`, as in its parameters without the last part ("layers.0.norm1"). */
  normName(index: number): string;
  /** Logits (batch, seqLen, vocabSize) in evaluation mode, valid until the next call; 0 if memory ran out. */
  forward(tokens: Pointer, batch: number, seqLen: number): Pointer;
  /** Writes (seqLen, seqLen) floats: of head b·nHead + h of a block in the last forward pass; there must have been one. */
  attnPattern(out: Pointer, block: number, head: number): void;
  /** Writes mean, var and rstd, then x, xHat and y (dModel each) of a token in the last forward pass: doubles. */
  normInternals(out: Pointer, norm: number, row: number): void;
  /** Writes the gradients (laid out as the parameters) and returns the loss; -1 if memory ran out. Dropout is off. */
  lossAndGradients(
    gradients: Pointer,
    tokens: Pointer,
    targets: Pointer,
    batch: number,
    seqLen: number,
  ): number;
  /** 0: done; 1: memory ran out; 2: the model's numbers are not finite. */
  generate(
    out: Pointer,
    prompt: Pointer,
    nPrompt: number,
    maxNewTokens: number,
    temperature: number,
    seed: number,
  ): number;
}

export interface RawTrainer extends RawHandle {
  /** One training step. Returns the metrics row: doubles, valid until the next step. */
  step(): Pointer;
  stepOn(tokens: Pointer, targets: Pointer): Pointer;
  nFields(): number;
  /** The public name of a field of the row ("loss", "weightGradNorm"). */
  fieldName(index: number): string;
  /** Doubles before this field in the row. */
  fieldOffset(index: number): number;
  /** Doubles in this field. */
  fieldCount(index: number): number;
  /** Tensors of a step, by site. */
  nSites(): number;
  /** What a non-finite number was first seen in: "layers.3.self_attn output", "gradient of norm.weight". */
  siteName(site: number): string;
  /** The block of that site, -1 if it belongs to none. */
  siteBlock(site: number): number;
  /** Numbers in that tensor. */
  siteSize(site: number): number;
  /** Writes nBins + 1 edges and nBins counts (doubles); returns how many numbers are not finite. */
  histogram(edges: Pointer, counts: Pointer, site: number, nBins: number): number;
  /** Writes loss and accuracy (two doubles) over nBatches held-out batches. */
  evaluate(out: Pointer, nBatches: number): void;
  /** Writes the next training batch without training on it: tokens and targets, (batch, nCtx) each. */
  batch(tokens: Pointer, targets: Pointer): void;
  /** 16 hexadecimal digits. */
  fingerprint(): string;
  /** Bytes of a snapshot of the run. */
  snapshotSize(): number;
  saveSnapshot(out: Pointer): void;
  /** 0: done. Else nothing has changed: 1: there are more or fewer bytes; 2: they were changed; 3: they are of other settings. */
  loadSnapshot(bytes: Pointer, nBytes: number): number;
}

export interface RawModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;

  /** 16-byte aligned memory; 0 if there is none left. */
  _allocate(bytes: number): Pointer;
  _release(pointer: Pointer): void;

  _layerNorm(
    out: Pointer,
    mean: Pointer,
    rstd: Pointer,
    x: Pointer,
    gamma: Pointer,
    beta: Pointer,
    nRows: number,
    dModel: number,
    eps: number,
  ): void;
  _layerNormBackward(
    dx: Pointer,
    dGamma: Pointer,
    dBeta: Pointer,
    dy: Pointer,
    x: Pointer,
    gamma: Pointer,
    mean: Pointer,
    rstd: Pointer,
    nRows: number,
    dModel: number,
  ): void;
  _rmsNorm(
    out: Pointer,
    rstd: Pointer,
    x: Pointer,
    gamma: Pointer,
    nRows: number,
    dModel: number,
    eps: number,
  ): void;
  _rmsNormBackward(
    dx: Pointer,
    dGamma: Pointer,
    dy: Pointer,
    x: Pointer,
    gamma: Pointer,
    rstd: Pointer,
    nRows: number,
    dModel: number,
  ): void;
  _batchNorm(
    out: Pointer,
    mean: Pointer,
    rstd: Pointer,
    runningMean: Pointer,
    runningVar: Pointer,
    x: Pointer,
    gamma: Pointer,
    beta: Pointer,
    nRows: number,
    dModel: number,
    eps: number,
  ): void;
  _batchNormEvaluate(
    out: Pointer,
    x: Pointer,
    gamma: Pointer,
    beta: Pointer,
    runningMean: Pointer,
    runningVar: Pointer,
    nRows: number,
    dModel: number,
    eps: number,
  ): void;
  _batchNormBackward(
    dx: Pointer,
    dGamma: Pointer,
    dBeta: Pointer,
    dy: Pointer,
    x: Pointer,
    gamma: Pointer,
    mean: Pointer,
    rstd: Pointer,
    nRows: number,
    dModel: number,
  ): void;

  readonly _Placement: RawEnum<
    'post' | 'pre' | 'sandwich' | 'resPost' | 'deepnorm' | 'rezero' | 'none' | 'plain'
  >;
  readonly _Norm: RawEnum<'layer' | 'rms' | 'batch'>;
  readonly _Activation: RawEnum<'relu' | 'gelu' | 'geluTanh'>;
  readonly _Positional: RawEnum<'learned' | 'sinusoidal' | 'none'>;
  readonly _Init: RawEnum<'xavier' | 'gpt2'>;
  readonly _TaskKind: RawEnum<
    'copy' | 'reverse' | 'sort' | 'modularAddition' | 'parity' | 'induction' | 'text'
  >;
  readonly _OptimizerKind: RawEnum<'sgd' | 'adam' | 'adamw'>;
  readonly _ScheduleKind: RawEnum<'constant' | 'linear' | 'cosine' | 'inverseSqrt' | 'noam'>;

  /** The C++ table of placements, for the test that compares it with ours. */
  _arrangementOf(placement: RawEnumerator, nLayer: number): RawArrangement;
  /** The defaults of C++, for the test that compares them with ours. */
  _defaultModelConfig(): RawModelConfig;
  _defaultTrainerConfig(): RawTrainerConfig;
  /** Every fault, one a line; empty if the configuration is sound. */
  _modelFaults(config: RawModelConfig): string;
  _trainerFaults(config: RawTrainerConfig, model: RawModelConfig): string;
  /** Bytes that a model and a trainer on it will take, so that a run too large is refused before it starts; nText is 0 for
   * a task without a text. */
  _bytesNeeded(model: RawModelConfig, batch: number, nText: number): number;

  /** null if memory ran out. */
  _createModel(config: RawModelConfig, seed: number): RawModel | null;
  _createTrainer(model: RawModel, config: RawTrainerConfig): RawTrainer | null;

  /** "wasm" or "scalar". */
  _backend(): string;
}
