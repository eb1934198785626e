// Embind turns NaN, undefined, 3.7, "5" and [7] into some number in silence. So every number of every public function is
// checked before anything is touched: here each of them meets everything that is no such number.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Addnorm,
  load,
  type Model,
  SCHEMA,
  type SettingPlace,
  SETTINGS,
  type Trainer,
} from '../../web/lib/index.ts';
import { show } from '../../web/lib/errors.ts';
import { errorTypeFor, neverANumber, neverAnInteger, neverTheSetting, NO_NUMBERS } from './junk.ts';

let addnorm: Addnorm;
let model: Model;
let trainer: Trainer;
beforeAll(async () => {
  addnorm = await load();
  model = addnorm.createModel({ nLayer: 1, dModel: 4, nHead: 2, nCtx: 4, vocabSize: 8 });
  trainer = addnorm.createTrainer({ model, batch: 1 });
});

/** A number of a public function: whose, its name in the errors, what it never may be, and a call that passes it. */
interface Case {
  readonly of: string;
  readonly name: string;
  readonly never: readonly unknown[];
  readonly call: (value: never) => unknown;
}

const TOKENS = [2, 3, 4, 5];
const X = [1, 2, 3, 4];
const NEVER_AN_ELEMENT: readonly unknown[] = [...NO_NUMBERS, undefined];

const norms: [of: string, call: (options: object) => unknown][] = [
  ['layerNorm', (options) => addnorm.layerNorm(X, options as { dModel: number })],
  ['layerNormBackward', (options) => addnorm.layerNormBackward(X, X, options as { dModel: number })],
  ['rmsNorm', (options) => addnorm.rmsNorm(X, options as { dModel: number })],
  ['rmsNormBackward', (options) => addnorm.rmsNormBackward(X, X, options as { dModel: number })],
  ['batchNorm', (options) => addnorm.batchNorm(X, options as { dModel: number })],
  ['batchNormEvaluate', (options) => addnorm.batchNormEvaluate(X, options as { dModel: number })],
  ['batchNormBackward', (options) => addnorm.batchNormBackward(X, X, options as { dModel: number })],
];

const normCases = norms.flatMap(([of, call]): Case[] => [
  {
    of,
    name: 'dModel',
    never: [...neverAnInteger({ min: 1, max: 2 ** 24 }), undefined],
    call: (dModel) => call({ dModel }),
  },
  {
    of,
    name: 'eps',
    never: [...neverANumber(SCHEMA.model.eps), 0, 1e-50],
    call: (eps) => call({ dModel: 2, eps }),
  },
  { of, name: 'gamma[1]', never: NEVER_AN_ELEMENT, call: (value) => call({ dModel: 2, gamma: [1, value] }) },
]);

const SEED = SCHEMA.run.seed;
const BATCH = SCHEMA.run.batch;

const useCases: Case[] = [
  {
    of: 'createModel',
    name: 'seed',
    never: neverAnInteger(SEED),
    call: (seed) => addnorm.createModel({}, { seed }),
  },
  {
    of: 'bytesNeeded',
    name: 'batch',
    never: neverAnInteger(BATCH),
    call: (batch) => addnorm.bytesNeeded({}, { batch }),
  },
  {
    of: 'forward',
    name: 'batch',
    never: neverAnInteger(BATCH),
    call: (batch) => model.forward(TOKENS, { batch }),
  },
  {
    of: 'lossAndGradients',
    name: 'batch',
    never: neverAnInteger(BATCH),
    call: (batch) => model.lossAndGradients(TOKENS, TOKENS, { batch }),
  },
  {
    of: 'lossAndGradients',
    name: 'ignoreIndex',
    never: neverAnInteger({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    call: (ignoreIndex) => model.lossAndGradients(TOKENS, TOKENS, { ignoreIndex }),
  },
  {
    of: 'generate',
    name: 'maxNewTokens',
    never: neverAnInteger({ min: 1, max: 65_536 }),
    call: (maxNewTokens) => model.generate([2], { maxNewTokens }),
  },
  {
    of: 'generate',
    name: 'temperature',
    never: neverANumber({ min: 0, max: 1000 }),
    call: (temperature) => model.generate([2], { temperature }),
  },
  {
    of: 'generate',
    name: 'seed',
    never: neverAnInteger(SEED),
    call: (seed) => model.generate([2], { seed }),
  },
  {
    of: 'evaluate',
    name: 'batches',
    never: neverAnInteger({ min: 1, max: 100 }),
    call: (batches) => trainer.evaluate({ batches }),
  },
  {
    of: 'attnPattern',
    name: 'block',
    never: neverAnInteger({ min: 0, max: 0 }),
    call: (block) => model.attnPattern(TOKENS, { block }),
  },
  {
    of: 'normInternals',
    name: 'row',
    never: neverAnInteger({ min: 0, max: 3 }),
    call: (row) => model.normInternals(TOKENS, { norm: 'layers.0.norm1', row }),
  },
  {
    of: 'histogram',
    name: 'bins',
    never: neverAnInteger({ min: 1, max: 1000 }),
    call: (bins) => trainer.histogram({ tensor: 'unembedding.bias', bins }),
  },
];

const NEVER_A_TOKEN: readonly unknown[] = [...neverAnInteger({ min: 0, max: 7 }), undefined, 2 ** 31 - 1];
const NEVER_A_TARGET: readonly unknown[] = [
  ...neverAnInteger({ min: -1, max: 7 }),
  undefined,
  1.5,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
];

const elementCases: Case[] = [
  {
    of: 'forward',
    name: 'tokens[2]',
    never: NEVER_A_TOKEN,
    call: (token) => model.forward([2, 3, token, 4]),
  },
  {
    of: 'lossAndGradients',
    name: 'tokens[2]',
    never: NEVER_A_TOKEN,
    call: (token) => model.lossAndGradients([2, 3, token, 4], TOKENS),
  },
  {
    of: 'lossAndGradients',
    name: 'targets[2]',
    never: NEVER_A_TARGET,
    call: (target) => model.lossAndGradients(TOKENS, [2, 3, target, 4]),
  },
  {
    of: 'lossAndGradients',
    name: 'targets[2]',
    never: [-1, -99, -101, 8],
    call: (target) => model.lossAndGradients(TOKENS, [2, 3, target, 4], { ignoreIndex: -100 }),
  },
  {
    of: 'stepOn',
    name: 'tokens[2]',
    never: NEVER_A_TOKEN,
    call: (token) => trainer.stepOn([2, 3, token, 4], TOKENS),
  },
  {
    of: 'stepOn',
    name: 'targets[2]',
    never: NEVER_A_TARGET,
    call: (target) => trainer.stepOn(TOKENS, [2, 3, target, 4]),
  },
  { of: 'generate', name: 'prompt[1]', never: NEVER_A_TOKEN, call: (token) => model.generate([2, token]) },
  {
    of: 'layerNorm',
    name: 'x[3]',
    never: NEVER_AN_ELEMENT,
    call: (value) => addnorm.layerNorm([1, 2, 3, value], { dModel: 2 }),
  },
  {
    of: 'rmsNormBackward',
    name: 'dy[3]',
    never: NEVER_AN_ELEMENT,
    call: (value) => addnorm.rmsNormBackward([1, 2, 3, value], X, { dModel: 2 }),
  },
];

describe.each([
  ['of the norms', normCases],
  ['of models and trainers', useCases],
  ['in arrays', elementCases],
])('numbers %s', (_, cases) => {
  it.each(cases)(
    '$of: $name is refused by name, with the value, unless it is one',
    ({ name, never, call }) => {
      const before = [trainer.fingerprint(), model.saveSafetensors()];
      for (const value of never) {
        expect(() => call(value as never), show(value)).toThrow(errorTypeFor('number', value));
        expect(() => call(value as never), show(value)).toThrow(`invalid ${name}: ${show(value)} (`);
      }
      expect([trainer.fingerprint(), model.saveSafetensors()]).toEqual(before);
    },
  );
});

describe('settings', () => {
  const withSetting = ({ section, name }: SettingPlace, value: unknown): object =>
    section === 'model' || section === 'run' ? { [name]: value } : { [section]: { [name]: value } };

  it.each(SETTINGS)('$path is refused by name, with the value, unless it is one', (place) => {
    const { section, name, path, setting } = place;
    const makers: ((config: object) => unknown)[] =
      section === 'model'
        ? [(config) => addnorm.createModel(config), (config) => addnorm.bytesNeeded(config)]
        : [(config) => addnorm.createTrainer({ model, ...config })];
    const before = addnorm.memoryBytes;
    for (const value of neverTheSetting(setting)) {
      for (const make of makers) {
        const call = () => make(withSetting(place, value));
        expect(call, show(value)).toThrow(errorTypeFor(setting.type, value));
        expect(call, show(value)).toThrow(`invalid ${section === 'model' ? name : path}: ${show(value)} (`);
      }
    }
    expect(addnorm.memoryBytes).toBe(before);
  });
});

it('every public function that takes a number is in a table above', () => {
  const WITHOUT_NUMBERS = [
    ...['createTrainer', 'memoryBytes', 'parameters', 'parameter', 'saveSafetensors', 'loadSafetensors'],
    ...['dispose', 'step', 'batch', 'fingerprint', 'norms', 'tensors', 'snapshot', 'restore'],
  ];
  const inTables = new Set([...normCases, ...useCases, ...elementCases].map(({ of }) => of));
  for (const owner of [addnorm, model, trainer]) {
    const functions = Object.getOwnPropertyNames(Object.getPrototypeOf(owner));
    for (const name of functions.filter((each) => each !== 'constructor')) {
      expect(inTables.has(name) !== WITHOUT_NUMBERS.includes(name), name).toBe(true);
    }
  }
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
    const mayBeMissing = ['gamma', 'beta', 'runningMean', 'runningVar'].includes(name);
    for (const value of [
      ...(mayBeMissing ? [] : [undefined]),
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

  const missing = undefined as never;
  const firstFaults: [call: () => unknown, message: string][] = [
    [() => addnorm.layerNorm(missing, missing), 'invalid x: undefined ('],
    [() => addnorm.layerNorm({} as never, { dModel: 0, epsilon: 1 } as never), 'invalid x: {} ('],
    [() => addnorm.layerNormBackward({} as never, missing, missing), 'invalid dy: {} ('],
    [() => addnorm.layerNormBackward(X, missing, missing), 'invalid x: undefined ('],
    [() => addnorm.rmsNormBackward('dy' as never, 'x' as never, {} as never), 'invalid dy: "dy" ('],
    [() => addnorm.rmsNormBackward([1], X, { dModel: 0 }), 'invalid dModel: 0 ('],
    [() => addnorm.batchNorm(5 as never, { dModel: 0 }), 'invalid x: 5 ('],
    [() => addnorm.batchNormBackward(null as never, [1], { dModel: 1 }), 'invalid dy: null ('],
    [() => model.generate('x' as never, { seed: -1 }), 'invalid prompt: "x" ('],
    [() => addnorm.createModel({ nLayer: 0 }, { seed: -1 }), 'invalid nLayer: 0 ('],
  ];
  it.each(firstFaults)(
    'and what follows them are checked in the order in which they stand: %s',
    (call, message) => {
      expect(call).toThrow(message);
    },
  );

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
    const calls: [call: () => unknown, message: string | RegExp][] = [
      [
        () => addnorm.layerNorm(X, { dModel: 2, epsilon: 1 } as never),
        'options has no "epsilon" (it has dModel, gamma, eps, beta)',
      ],
      [
        () => addnorm.rmsNorm(X, { dModel: 2, beta: [1, 1] } as never),
        'options has no "beta" (it has dModel, gamma, eps)',
      ],
      [
        () => addnorm.createModel({ depth: 6 } as never),
        /^model has no "depth" \(it has placement, .*nLayer.*\)$/,
      ],
      [() => addnorm.createModel({}, { sead: 1 } as never), 'options has no "sead"; did you mean "seed"?'],
      [
        () => addnorm.createTrainer({ model, lr: 1e-3 } as never),
        /^options has no "lr" \(it has model, task, optimizer, schedule, batch, .*\)$/,
      ],
      [
        () => model.forward(TOKENS, { batches: 1 } as never),
        'options has no "batches"; did you mean "batch"?',
      ],
      [
        () => model.attnPattern(TOKENS, { block: 9, head: 0 } as never),
        'options has no "head" (it has batch, block)',
      ],
      [
        () => model.generate([2], { maxTokens: 1 } as never),
        'options has no "maxTokens"; did you mean "maxNewTokens"?',
      ],
      [() => trainer.evaluate({ batch: 2 } as never), 'options has no "batch" (it has batches)'],
    ];
    for (const [call, message] of calls) {
      expect(call, String(call)).toThrow(typeof message === 'string' ? new RangeError(message) : message);
    }
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
