// Configurations of any shape: each is refused with an error that names what is wrong, or is sound, and then C++ finds it sound
// too and its text reads back as the same configuration.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Addnorm,
  configToParams,
  load,
  paramsToConfig,
  type PartialRunConfig,
  resolveRunConfig,
  SCHEMA,
  type Setting,
} from '../../web/lib/index.ts';
import type { RawModule } from '../../web/lib/raw.ts';
import { rawModelConfig, rawTrainerConfig } from '../../web/lib/raw-config.ts';
import { rawModule } from '../lib/raw-module.ts';
import { anything, fuzz, given, INHERITED, number, text, withThrowingGetter } from './fuzz.ts';

let addnorm: Addnorm;
let raw: RawModule;

beforeAll(async () => {
  addnorm = await load();
  raw = await rawModule();
});

/** A value that the setting allows, as far as it alone can say. */
function allowed(setting: Setting): fc.Arbitrary<unknown> {
  switch (setting.type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: setting.min, max: Math.min(setting.max, setting.min + 16) }),
        fc.maxSafeInteger().filter((value) => value >= setting.min && value <= setting.max),
        fc.constantFrom(setting.min, setting.max),
      );
    case 'number':
      return fc.double({ min: setting.min, max: setting.max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...setting.choices);
    case 'text':
      return fc.string({ minLength: setting.min, maxLength: 200, unit: 'binary' });
    case 'slots':
      return fc.record(
        { input: fc.boolean(), output: fc.boolean(), after: fc.boolean() },
        { requiredKeys: [] },
      );
  }
}

/** Of every 40 values one is anything, and of every section one. */
const often = <Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 39, arbitrary: usual }, { weight: 1, arbitrary: other });

const sectionOf = (section: Readonly<Record<string, Setting>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(section).map(([name, setting]) => [name, often(allowed(setting), anything)]),
    ),
    { requiredKeys: [] },
  );

/** Configurations that are mostly right. */
const nearlySound = fc
  .tuple(
    fc.record(
      {
        model: often(sectionOf(SCHEMA.model), anything),
        task: often(fc.oneof(sectionOf(SCHEMA.task), fc.constantFrom(...SCHEMA.task.kind.choices)), anything),
        optimizer: often(sectionOf(SCHEMA.optimizer), anything),
        schedule: often(sectionOf(SCHEMA.schedule), anything),
      },
      { requiredKeys: [] },
    ),
    sectionOf(SCHEMA.run),
  )
  .map(([sections, run]) => ({ ...sections, ...run }) as PartialRunConfig);

/** Objects with known and inherited names, and with getters that throw. */
const anyKeys = fc
  .dictionary(
    fc.oneof(fc.constantFrom('model', 'task', 'batch', 'dModel', 'kind', ...INHERITED), text),
    anything,
  )
  .chain((object) =>
    fc.constantFrom(
      object,
      { model: object },
      { task: object },
      { model: { slots: object } },
      withThrowingGetter({ ...object }, 'batch'),
    ),
  );

describe('a run', () => {
  test('of any value is refused by name or resolved', () => {
    fuzz(fc.oneof(anything, anyKeys), (config) => {
      given(() => resolveRunConfig(config as PartialRunConfig));
    });
  });

  test('that is accepted is complete, is found sound by C++, and survives being text', () => {
    let accepted = 0;
    fuzz(nearlySound, (config) => {
      const run = given(() => resolveRunConfig(config))?.result;
      if (!run) return;
      accepted++;
      expect(resolveRunConfig(run)).toEqual(run);
      const { model, ...trainer } = run;
      expect(raw._modelFaults(rawModelConfig(raw, model))).toBe('');
      // A text crosses as tokens, which only a trainer makes of it.
      if (trainer.task.kind !== 'text')
        expect(raw._trainerFaults(rawTrainerConfig(raw, trainer), rawModelConfig(raw, model))).toBe('');
      const read = paramsToConfig(configToParams(run));
      expect(read.config).toEqual(run);
      expect(read.notices).toEqual([]);
      expect(read.others.size).toBe(0);
    });
    // A test of which nothing is accepted says nothing.
    expect(accepted).toBeGreaterThan(50);
  });

  test('trains if it is small, and is refused by name if it is not sound', () => {
    fuzz(
      nearlySound,
      ({ model: modelConfig, ...config }) => {
        const needed = given(() => addnorm.bytesNeeded(modelConfig, { batch: config.batch }))?.result;
        if (needed === undefined || needed > 5e5) return;
        const model = given(() => addnorm.createModel(modelConfig, { seed: config.seed }))?.result;
        if (!model) return;
        const trainer = given(() => addnorm.createTrainer({ model, ...config }))?.result;
        trainer?.step();
        expect(trainer?.fingerprint() ?? '').toMatch(/^([0-9a-f]{16})?$/);
        model.dispose();
      },
      { runs: 500 },
    );
  });
});

describe('a function', () => {
  const any = fc.array(anything, { maxLength: 3 });
  const options = fc.oneof(
    anything,
    fc.record(
      { dModel: fc.oneof(fc.integer({ min: 1, max: 4 }), anything), gamma: anything, eps: number },
      { requiredKeys: [] },
    ),
  );
  const floats = fc.oneof(anything, fc.array(fc.oneof(fc.double(), anything), { maxLength: 8 }));

  test('of the library refuses by name what it cannot take', () => {
    const { layerNorm, layerNormBackward, rmsNorm, rmsNormBackward } = bound(addnorm);
    const { batchNorm, batchNormEvaluate, batchNormBackward } = bound(addnorm);
    const calls = [layerNorm, layerNormBackward, rmsNorm, rmsNormBackward, batchNorm, batchNormEvaluate];
    const all = [...calls, batchNormBackward, bound(addnorm).createModel, bound(addnorm).createTrainer];
    fuzz(fc.tuple(fc.nat(all.length - 1), floats, options, any), ([which, x, given_, others]) => {
      given(() => all[which]!(x, given_, ...others));
      given(() => all[which]!(x, x, given_));
    });
  });

  test('of a model refuses by name what it cannot take, and changes no parameter', () => {
    const model = addnorm.createModel({ nLayer: 1, dModel: 4, nHead: 2, nCtx: 4, vocabSize: 5 });
    const before = model.saveSafetensors();
    const { forward, lossAndGradients, generate, parameter, loadSafetensors } = bound(model);
    const calls = [forward, lossAndGradients, generate, parameter, loadSafetensors];
    const tokens = fc.oneof(
      anything,
      fc.array(fc.oneof(fc.integer({ min: -1, max: 5 }), anything), { maxLength: 5 }),
    );
    fuzz(fc.tuple(fc.nat(calls.length - 1), tokens, tokens, options), ([which, first, second, last]) => {
      given(() => calls[which]!(first, second, last));
      given(() => calls[which]!(first, last));
    });
    expect(model.saveSafetensors()).toEqual(before);
  });
});

type Methods<T> = { [Name in keyof T]: (...args: unknown[]) => unknown };

/** The methods of an object, to be called with anything. */
const bound = <T extends object>(object: T) =>
  new Proxy(object, {
    get: (target, name) => (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
  }) as Methods<T>;
