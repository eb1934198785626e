// Embind turns NaN, undefined, 3.7, "5" and [7] into some number in silence. So every number of every public function is
// checked before anything is touched: here each of them meets everything that is no such number.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Addnorm, load, type Model, type Trainer } from '../../web/lib/index.ts';
import { show } from '../../web/lib/errors.ts';

let addnorm: Addnorm;
let model: Model;
let trainer: Trainer;
beforeAll(async () => {
  addnorm = await load();
  model = addnorm.createModel({ nLayer: 1, dModel: 4, nHead: 2, nCtx: 4, vocabSize: 8 });
  trainer = addnorm.createTrainer({ model, batch: 1 });
});

const WRONG_TYPES: readonly unknown[] = [null, '5', [7], {}, 5n, true, Symbol('5'), () => 5];
const NEVER_A_NUMBER: readonly unknown[] = [...WRONG_TYPES, NaN, Infinity, -Infinity];
const NEVER_A_SIZE: readonly unknown[] = [...NEVER_A_NUMBER, 3.7, -1, 2 ** 31, 2 ** 53, 1e300];

/** A number of a public function: its name in the errors, what it never may be, and a call that passes it. */
interface Case {
  readonly name: string;
  readonly wrong: readonly unknown[];
  readonly call: (value: never) => unknown;
}

const TOKENS = [2, 3, 4, 5];
const X = [1, 2, 3, 4];

const norms: [string, (options: object) => unknown][] = [
  ['layerNorm', (options) => addnorm.layerNorm(X, options as { dModel: number })],
  ['layerNormBackward', (options) => addnorm.layerNormBackward(X, X, options as { dModel: number })],
  ['rmsNorm', (options) => addnorm.rmsNorm(X, options as { dModel: number })],
  ['rmsNormBackward', (options) => addnorm.rmsNormBackward(X, X, options as { dModel: number })],
  ['batchNorm', (options) => addnorm.batchNorm(X, options as { dModel: number })],
  ['batchNormEvaluate', (options) => addnorm.batchNormEvaluate(X, options as { dModel: number })],
  ['batchNormBackward', (options) => addnorm.batchNormBackward(X, X, options as { dModel: number })],
];

const normCases = norms.flatMap(([, call]): Case[] => [
  { name: 'dModel', wrong: [...NEVER_A_SIZE, undefined, 0], call: (dModel) => call({ dModel }) },
  { name: 'eps', wrong: [...NEVER_A_NUMBER, 0, -1, 1e-50, 2], call: (eps) => call({ dModel: 2, eps }) },
]);

const modelSettings = ['vocabSize', 'nCtx', 'dModel', 'nHead', 'nLayer', 'dFf'];
const modelNumbers = ['residualGain', 'branchGain', 'initGain', 'embeddingScale', 'dropout', 'eps'];
const optimizerNumbers = ['lr', 'momentum', 'beta1', 'beta2', 'eps', 'weightDecay'];

const makerCases: Case[] = [
  ...modelSettings.map((name) => ({
    name,
    wrong: [...NEVER_A_SIZE, 0],
    call: (value: never) => addnorm.createModel({ [name]: value }),
  })),
  ...modelNumbers.map((name) => ({
    name,
    wrong: [...NEVER_A_NUMBER, 1e6, -1e6],
    call: (value: never) => addnorm.createModel({ [name]: value }),
  })),
  ...optimizerNumbers.map((name) => ({
    name: `optimizer.${name}`,
    wrong: [...NEVER_A_NUMBER, 1e6, -1],
    call: (value: never) => addnorm.createTrainer({ model, optimizer: { [name]: value } }),
  })),
  {
    name: 'task.modulus',
    wrong: [...NEVER_A_SIZE, 0],
    call: (modulus) => addnorm.createTrainer({ model, task: { modulus } }),
  },
  {
    name: 'schedule.warmup',
    wrong: NEVER_A_SIZE,
    call: (warmup) => addnorm.createTrainer({ model, schedule: { warmup } }),
  },
  {
    name: 'schedule.totalSteps',
    wrong: [...NEVER_A_SIZE, 0],
    call: (totalSteps) => addnorm.createTrainer({ model, schedule: { totalSteps } }),
  },
  { name: 'batch', wrong: [...NEVER_A_SIZE, 0], call: (batch) => addnorm.createTrainer({ model, batch }) },
  {
    name: 'clipNorm',
    wrong: [...NEVER_A_NUMBER, -1, 1e7],
    call: (clipNorm) => addnorm.createTrainer({ model, clipNorm }),
  },
  { name: 'batch', wrong: [...NEVER_A_SIZE, 0], call: (batch) => addnorm.bytesNeeded({}, { batch }) },
];

const NEVER_A_SEED: readonly unknown[] = [...NEVER_A_NUMBER, 3.7, -1, 2 ** 53];

const useCases: Case[] = [
  { name: 'seed', wrong: NEVER_A_SEED, call: (seed) => addnorm.createModel({}, { seed }) },
  { name: 'seed', wrong: NEVER_A_SEED, call: (seed) => addnorm.createTrainer({ model, seed }) },
  { name: 'seed', wrong: NEVER_A_SEED, call: (seed) => model.generate([2], { seed }) },
  { name: 'batch', wrong: [...NEVER_A_SIZE, 0, 257], call: (batch) => model.forward(TOKENS, { batch }) },
  {
    name: 'batch',
    wrong: [...NEVER_A_SIZE, 0],
    call: (batch) => model.lossAndGradients(TOKENS, TOKENS, { batch }),
  },
  {
    name: 'ignoreIndex',
    wrong: [...NEVER_A_NUMBER, 3.7, 2 ** 31, -(2 ** 31) - 1],
    call: (ignoreIndex) => model.lossAndGradients(TOKENS, TOKENS, { ignoreIndex }),
  },
  {
    name: 'maxNewTokens',
    wrong: [...NEVER_A_SIZE, 0],
    call: (maxNewTokens) => model.generate([2], { maxNewTokens }),
  },
  {
    name: 'temperature',
    wrong: [...NEVER_A_NUMBER, -1],
    call: (temperature) => model.generate([2], { temperature }),
  },
  {
    name: 'block',
    wrong: [...NEVER_A_SIZE, undefined, 1],
    call: (block) => model.attnPattern(TOKENS, { block }),
  },
  {
    name: 'row',
    wrong: [...NEVER_A_SIZE, 4],
    call: (row) => model.normInternals(TOKENS, { norm: 'layers.0.norm1', row }),
  },
  {
    name: 'bins',
    wrong: [...NEVER_A_SIZE, 0, 1001],
    call: (bins) => trainer.histogram({ tensor: 'unembedding.bias', bins }),
  },
  { name: 'batches', wrong: [...NEVER_A_SIZE, 0, 101], call: (batches) => trainer.evaluate({ batches }) },
];

const NEVER_A_TOKEN: readonly unknown[] = [...NEVER_A_SIZE, undefined, 8];
const NEVER_A_TARGET: readonly unknown[] = NEVER_A_TOKEN.filter((value) => value !== -1).concat(-2);

const elementCases: Case[] = [
  { name: 'tokens[2]', wrong: NEVER_A_TOKEN, call: (token) => model.forward([2, 3, token, 4]) },
  {
    name: 'tokens[2]',
    wrong: NEVER_A_TOKEN,
    call: (token) => model.lossAndGradients([2, 3, token, 4], TOKENS),
  },
  { name: 'tokens[2]', wrong: NEVER_A_TOKEN, call: (token) => trainer.stepOn([2, 3, token, 4], TOKENS) },
  {
    name: 'targets[2]',
    wrong: NEVER_A_TARGET,
    call: (target) => model.lossAndGradients(TOKENS, [2, 3, target, 4]),
  },
  { name: 'targets[2]', wrong: NEVER_A_TARGET, call: (target) => trainer.stepOn(TOKENS, [2, 3, target, 4]) },
  { name: 'prompt[1]', wrong: NEVER_A_TOKEN, call: (token) => model.generate([2, token]) },
  ...norms.flatMap(([, call]): Case[] => [
    {
      name: 'gamma[1]',
      wrong: [...WRONG_TYPES, undefined],
      call: (value) => call({ dModel: 2, gamma: [1, value] }),
    },
  ]),
  {
    name: 'x[3]',
    wrong: [...WRONG_TYPES, undefined],
    call: (value) => addnorm.layerNorm([1, 2, 3, value], { dModel: 2 }),
  },
  {
    name: 'dy[3]',
    wrong: [...WRONG_TYPES, undefined],
    call: (value) => addnorm.rmsNormBackward([1, 2, 3, value], X, { dModel: 2 }),
  },
];

describe.each([
  ['of the norms', normCases],
  ['of createModel and createTrainer', makerCases],
  ['of models and trainers', useCases],
  ['in arrays', elementCases],
])('numbers %s', (_, cases) => {
  it.each(cases)('$name is refused by name, with the value, unless it is one', ({ name, wrong, call }) => {
    const before = trainer.fingerprint();
    for (const value of wrong) {
      const isNumber = typeof value === 'number';
      expect(() => call(value as never), show(value)).toThrow(isNumber ? RangeError : TypeError);
      expect(() => call(value as never), show(value)).toThrow(`invalid ${name}: ${show(value)} (`);
    }
    expect(trainer.fingerprint()).toBe(before);
  });
});

/** An array of a public function and a call that passes it. */
const arrays: [name: string, call: (value: never) => unknown][] = [
  ['x', (x) => addnorm.layerNorm(x, { dModel: 2 })],
  ['x', (x) => addnorm.layerNormBackward(X, x, { dModel: 2 })],
  ['dy', (dy) => addnorm.layerNormBackward(dy, X, { dModel: 2 })],
  ['x', (x) => addnorm.rmsNorm(x, { dModel: 2 })],
  ['dy', (dy) => addnorm.rmsNormBackward(dy, X, { dModel: 2 })],
  ['x', (x) => addnorm.batchNorm(x, { dModel: 2 })],
  ['dy', (dy) => addnorm.batchNormBackward(dy, X, { dModel: 2 })],
  ['gamma', (gamma) => addnorm.layerNorm(X, { dModel: 2, gamma })],
  ['beta', (beta) => addnorm.layerNorm(X, { dModel: 2, beta })],
  ['gamma', (gamma) => addnorm.rmsNorm(X, { dModel: 2, gamma })],
  ['runningMean', (runningMean) => addnorm.batchNorm(X, { dModel: 2, runningMean })],
  ['runningVar', (runningVar) => addnorm.batchNormEvaluate(X, { dModel: 2, runningVar })],
  ['tokens', (tokens) => model.forward(tokens)],
  ['tokens', (tokens) => model.lossAndGradients(tokens, TOKENS)],
  ['targets', (targets) => model.lossAndGradients(TOKENS, targets)],
  ['tokens', (tokens) => trainer.stepOn(tokens, TOKENS)],
  ['targets', (targets) => trainer.stepOn(TOKENS, targets)],
  ['prompt', (prompt) => model.generate(prompt)],
];

describe('arrays', () => {
  it.each(arrays)('%s is refused if it is none, or of no fitting length', (name, call) => {
    const detached = new Float32Array(4);
    structuredClone(detached, { transfer: [detached.buffer] });
    for (const value of [
      null,
      5,
      '1234',
      {},
      { length: 4 },
      new Set(X),
      new Float64Array(4),
      new DataView(new ArrayBuffer(16)),
    ]) {
      expect(() => call(value as never), show(value)).toThrow(TypeError);
      expect(() => call(value as never), show(value)).toThrow(`invalid ${name}: `);
    }
    expect(() => call([] as never)).toThrow(RangeError);
    // A prompt may have any number of tokens but none.
    if (name !== 'prompt') expect(() => call([2, 3, 4, 5, 6] as never)).toThrow(RangeError);
    expect(() => call(detached as never)).toThrow(/^invalid /);
  });

  it('of the wrong length say which length is right', () => {
    expect(() => addnorm.layerNorm([1, 2, 3], { dModel: 2 })).toThrow(
      new RangeError('invalid x: [1, 2, 3] (must have one or more whole rows of dModel = 2 numbers)'),
    );
    expect(() => addnorm.layerNorm(X, { dModel: 2, gamma: [1] })).toThrow(
      new RangeError('invalid gamma: [1] (must have dModel = 2 numbers)'),
    );
    expect(() => addnorm.layerNormBackward([1, 2], X, { dModel: 2 })).toThrow(
      new RangeError('invalid dy: [1, 2] (must have as many numbers as x, 4)'),
    );
    expect(() => model.forward([2, 3, 4], { batch: 2 })).toThrow(
      new RangeError('invalid tokens: [2, 3, 4] (must be batch = 2 sequences of 1 to nCtx = 4 tokens)'),
    );
    expect(() => model.lossAndGradients(TOKENS, [2])).toThrow(
      new RangeError('invalid targets: [2] (must be as many as tokens, 4)'),
    );
    expect(() => trainer.stepOn([2], [2])).toThrow(
      new RangeError('invalid tokens: [2] (must be batch = 1 sequences of nCtx = 4 tokens)'),
    );
  });
});

describe('options', () => {
  it('that do not exist are refused', () => {
    const calls: (() => unknown)[] = [
      () => addnorm.layerNorm(X, { dModel: 2, epsilon: 1 } as never),
      () => addnorm.rmsNorm(X, { dModel: 2, beta: [1, 1] } as never),
      () => addnorm.createModel({ depth: 6 } as never),
      () => addnorm.createModel({}, { sead: 1 } as never),
      () => addnorm.createTrainer({ model, lr: 1e-3 } as never),
      () => model.forward(TOKENS, { batches: 1 } as never),
      () => model.generate([2], { maxTokens: 1 } as never),
      () => trainer.evaluate({ batch: 2 } as never),
    ];
    for (const call of calls) expect(call, String(call)).toThrow(/ has no "/);
  });

  it('must be an object', () => {
    for (const value of [null, 5, 'x', [1]]) {
      expect(() => addnorm.layerNorm(X, value as never), show(value)).toThrow(TypeError);
      expect(() => addnorm.createModel(value as never), show(value)).toThrow(TypeError);
      expect(() => addnorm.createTrainer(value as never), show(value)).toThrow(TypeError);
      expect(() => model.generate([2], value as never), show(value)).toThrow(TypeError);
    }
    expect(() => addnorm.layerNorm(X, undefined as never)).toThrow(TypeError);
    expect(() => addnorm.createTrainer(undefined as never)).toThrow(TypeError);
  });

  it('of createTrainer must have a model of the same addnorm', async () => {
    const other = await load();
    for (const value of [undefined, null, {}, trainer, 'model', other.createModel({ nLayer: 1 })]) {
      expect(() => addnorm.createTrainer({ model: value as Model }), show(value)).toThrow(TypeError);
      expect(() => addnorm.createTrainer({ model: value as Model }), show(value)).toThrow('invalid model: ');
    }
  });
});
