import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ModelConfig,
  type PartialModelConfig,
  type PartialTrainerConfig,
  resolveModelConfig,
  resolveRunConfig,
  resolveTrainerConfig,
  SCHEMA,
  type Setting,
  SETTINGS,
  type TrainerConfig,
} from '../../web/lib/index.ts';
import type { RawModule } from '../../web/lib/raw.ts';
import { rawModelConfig, rawTrainerConfig } from '../../web/lib/raw-config.ts';
import { rawModule } from './raw-module.ts';

let raw: RawModule;
beforeAll(async () => {
  raw = await rawModule();
});

describe('defaults', () => {
  it('are together the default lab', () => {
    expect(resolveRunConfig()).toEqual({
      model: {
        placement: 'post',
        norm: 'layer',
        nLayer: 6,
        dModel: 32,
        nHead: 4,
        dFf: 128,
        nCtx: 32,
        vocabSize: 16,
        slots: { input: false, output: false, after: true },
        residualGain: 1,
        branchGain: 1,
        learnBranchGain: false,
        initGain: 1,
        finalNorm: false,
        activation: 'relu',
        causal: true,
        positional: 'learned',
        init: 'xavier',
        embeddingScale: Math.sqrt(32),
        tieEmbeddings: false,
        dropout: 0,
        eps: 1e-5,
      },
      task: { kind: 'reverse', modulus: 14, text: SCHEMA.task.text.default },
      optimizer: {
        kind: 'adam',
        lr: 5e-3,
        momentum: 0.9,
        beta1: 0.9,
        beta2: 0.98,
        eps: 1e-9,
        weightDecay: 0,
      },
      schedule: { kind: 'constant', warmup: 0, totalSteps: 1000 },
      batch: 16,
      seed: 1,
      clipNorm: 0,
    });
  });

  it('are those of C++', () => {
    expect(rawModelConfig(raw, resolveModelConfig())).toEqual(raw._defaultModelConfig());
    expect(rawTrainerConfig(raw, resolveTrainerConfig())).toEqual(raw._defaultTrainerConfig());
  });

  it('follow from the settings they hang on', () => {
    const model = resolveModelConfig({ dModel: 64, init: 'gpt2', placement: 'pre' });
    expect(model).toMatchObject({ dFf: 256, embeddingScale: 1, finalNorm: true });
    expect(model.slots).toEqual({ input: true, output: false, after: false });
    expect(
      resolveTrainerConfig({ task: 'modularAddition' }, resolveModelConfig({ vocabSize: 99 })).task.modulus,
    ).toBe(97);
    expect(resolveRunConfig({ task: 'text' }).model.vocabSize).toBe(53);
    expect(
      resolveRunConfig({ model: { nCtx: 1 }, task: { kind: 'text', text: 'abcb' } }).model.vocabSize,
    ).toBe(5);
    expect(resolveRunConfig({ model: { vocabSize: 99 }, task: 'text' }).model.vocabSize).toBe(99);
    expect(resolveRunConfig({ task: { text: 'abcb' } }).model.vocabSize).toBe(16);
    expect(resolveTrainerConfig({ schedule: { warmup: 5 } }).schedule.kind).toBe('linear');
    expect(resolveTrainerConfig({ optimizer: 'adamw' }).optimizer.weightDecay).toBe(0.01);
  });

  it('are allowed by the ranges of the same table', () => {
    expect(resolveRunConfig(resolveRunConfig())).toEqual(resolveRunConfig());
  });
});

describe('what a caller gives', () => {
  it('may be short: a string for a kind, one slot for all three', () => {
    expect(resolveTrainerConfig({ task: 'sort', optimizer: 'sgd', schedule: 'noam' })).toMatchObject({
      task: { kind: 'sort' },
      optimizer: { kind: 'sgd' },
      schedule: { kind: 'noam' },
    });
    expect(resolveModelConfig({ slots: { input: true } }).slots).toEqual({
      input: true,
      output: false,
      after: true,
    });
  });

  it('may be undefined, which is the same as left out', () => {
    expect(resolveModelConfig({ dModel: undefined, slots: undefined })).toEqual(resolveModelConfig());
    expect(resolveTrainerConfig({ task: undefined, seed: undefined })).toEqual(resolveTrainerConfig());
  });

  it('is not kept: changing it later changes nothing', () => {
    const slots = { input: true, output: false, after: false };
    const model = resolveModelConfig({ slots });
    slots.output = true;
    expect(model.slots.output).toBe(false);
  });

  const refused: [config: unknown, error: Error][] = [
    [{ dModel: 7, nHead: 2 }, new RangeError('invalid dModel: 7 (must be a multiple of nHead = 2)')],
    [{ dModel: 6, nHead: 4 }, new RangeError('invalid dModel: 6 (must be a multiple of nHead = 4)')],
    [{ nHead: 2.5 }, new RangeError('invalid nHead: 2.5 (must be a whole number from 1 to 64)')],
    [{ nHead: 0 }, new RangeError('invalid nHead: 0 (must be a whole number from 1 to 64)')],
    [{ nLayer: '6' }, new TypeError('invalid nLayer: "6" (must be a whole number from 1 to 48)')],
    [{ dropout: 1.5 }, new RangeError('invalid dropout: 1.5 (must be a number from 0 to 1)')],
    [{ causal: 1 }, new TypeError('invalid causal: 1 (must be true or false)')],
    [
      { norm: 'layerNorm' },
      new RangeError('invalid norm: "layerNorm" (must be "layer" or "rms" or "batch")'),
    ],
    [
      { activation: 'gelu_tanh' },
      new RangeError(
        'invalid activation: "gelu_tanh" (must be "relu" or "gelu" or "geluTanh"; did you mean "geluTanh"?)',
      ),
    ],
    [{ nlayers: 6 }, new RangeError('model has no "nlayers"; did you mean "nLayer"?')],
    [{ slots: { before: true } }, new RangeError('slots has no "before" (it has input, output, after)')],
    [{ slots: { input: 1 } }, new TypeError('invalid slots.input: 1 (must be true or false)')],
    [
      { slots: 'input' },
      new TypeError(
        'invalid slots: "input" (must be an object like { input: true, output: false, after: false })',
      ),
    ],
    [null, new TypeError('invalid model: null (must be an object)')],
  ];
  for (const [config, error] of refused) {
    it(`is refused: ${error.message}`, () => {
      expect(() => resolveModelConfig(config as PartialModelConfig)).toThrow(error);
    });
  }

  const refusedTrainers: [config: unknown, model: PartialModelConfig, error: Error][] = [
    [
      { optimizer: { lr: -1 } },
      {},
      new RangeError('invalid optimizer.lr: -1 (must be a number from 0 to 100)'),
    ],
    [
      { seed: 2 ** 53 },
      {},
      new RangeError(`invalid seed: ${2 ** 53} (must be a whole number from 0 to ${2 ** 53 - 1})`),
    ],
    [
      { schedule: { warmup: 0.5 } },
      {},
      new RangeError('invalid schedule.warmup: 0.5 (must be a whole number from 0 to 1000000)'),
    ],
    [
      { task: 'sorted' },
      {},
      new RangeError(
        'invalid task.kind: "sorted" (must be "copy" or "reverse" or "sort" or "modularAddition" or "parity" or "induction" or "text"; did you mean "sort"?)',
      ),
    ],
    [
      { task: 'parity' },
      { vocabSize: 3 },
      new RangeError('invalid task.kind: "parity" (needs vocabSize of at least 4, not 3)'),
    ],
    [
      { task: { kind: 'modularAddition', modulus: 15 } },
      {},
      new RangeError('invalid task.modulus: 15 (must be at most vocabSize - 2 = 14)'),
    ],
    [
      { batch: 1 },
      { norm: 'batch', nCtx: 1 },
      new RangeError('invalid batch: 1 (must be at least 2 for norm "batch" where nCtx = 1)'),
    ],
    [
      { task: 'text' },
      {},
      new RangeError(
        `invalid task.text: "Shall I compare thee to a summer's day?\\nThou art more love… (needs vocabSize of at least 53, not 16)`,
      ),
    ],
    [
      { task: { kind: 'text', text: 'abab' } },
      {},
      new RangeError('invalid task.text: "abab" (must have at least 2·(nCtx + 1) = 66 characters, not 4)'),
    ],
    [{ optimiser: 'sgd' }, {}, new RangeError('configuration has no "optimiser"; did you mean "optimizer"?')],
    [{ task: 5 }, {}, new TypeError('invalid task: 5 (must be an object)')],
  ];
  for (const [config, model, error] of refusedTrainers) {
    it(`is refused: ${error.message}`, () => {
      expect(() => resolveTrainerConfig(config as PartialTrainerConfig, resolveModelConfig(model))).toThrow(
        error,
      );
    });
  }
});

/** The faults C++ finds in the default run with one setting changed. */
function faultsWith(path: string, value: unknown): string {
  const run = resolveRunConfig();
  const changed = structuredClone(run) as unknown as Record<string, Record<string, unknown>>;
  const [section, name] = path.includes('.') ? path.split('.') : [undefined, path];
  (section === undefined ? changed : changed[section]!)[name] = value;
  // Heads that divide every width, and an addition whose modulus is looked at.
  if (path === 'model.dModel') changed['model']!['nHead'] = 1;
  if (path === 'model.nHead') changed['model']!['dModel'] = 64;
  if (path === 'task.modulus') changed['task']!['kind'] = 'modularAddition';
  if (path === 'task.modulus') changed['model']!['vocabSize'] = 512;
  const model = rawModelConfig(raw, changed['model'] as unknown as ModelConfig);
  return (
    raw._modelFaults(model) +
    raw._trainerFaults(rawTrainerConfig(raw, changed as unknown as TrainerConfig), model)
  );
}

describe('the ranges of the table', () => {
  const numeric = SETTINGS.filter(
    ({ setting }) => setting.type === 'integer' || setting.type === 'number',
  ) as {
    path: string;
    setting: Extract<Setting, { type: 'integer' | 'number' }>;
  }[];

  it.each(numeric)(
    '$path is allowed at its bounds and refused beyond them, here and in C++',
    ({ path, setting }) => {
      const beyond = (bound: number, sign: number) => {
        if (setting.type === 'integer') return bound + sign;
        return bound + sign * (Math.abs(bound) * 1e-9 || Number.MIN_VALUE);
      };
      expect(faultsWith(path, setting.min)).toBe('');
      expect(faultsWith(path, setting.max)).toBe('');
      // A modulus of 0 stands for the default in C++.
      if (path !== 'task.modulus') expect(faultsWith(path, beyond(setting.min, -1))).not.toBe('');
      expect(faultsWith(path, beyond(setting.max, 1))).not.toBe('');
    },
  );

  const named = {
    norm: '_Norm',
    activation: '_Activation',
    positional: '_Positional',
    init: '_Init',
  } as const;
  it('have the choices that C++ has', () => {
    const names = (enumerators: object) => Object.keys(enumerators).filter((name) => name !== 'values');
    for (const [name, rawName] of Object.entries(named) as [
      keyof typeof named,
      (typeof named)[keyof typeof named],
    ][]) {
      expect(SCHEMA.model[name].choices).toEqual(names(raw[rawName]));
    }
    expect(SCHEMA.task.kind.choices).toEqual(names(raw._TaskKind));
    expect(SCHEMA.optimizer.kind.choices).toEqual(names(raw._OptimizerKind));
    expect(SCHEMA.schedule.kind.choices).toEqual(names(raw._ScheduleKind));
  });

  it('have a key of their own each, fit for an address and an attribute', () => {
    const keys = SETTINGS.map(({ setting }) => setting.key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  it('say of every setting what it is, in a sentence', () => {
    for (const { path, setting } of SETTINGS) {
      expect(setting.label, path).toMatch(/^[A-Z]/);
      expect(setting.help, path).toMatch(/\.$/);
    }
  });
});
