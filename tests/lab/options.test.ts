import { describe, expect, test } from 'vitest';
import { Lab, type LabOptions } from '../../web/lab/index.ts';
import { TWINS } from './helpers.ts';

const variants = TWINS;
const createWorker = () => {
  throw new Error('nothing is made yet');
};

describe('new Lab', () => {
  test.each<[string, unknown, ErrorConstructor, string]>([
    ['no options', undefined, TypeError, 'invalid variants: undefined (must be an array)'],
    [
      'variants that are no array',
      { variants: 'pre' },
      TypeError,
      'invalid variants: "pre" (must be an array)',
    ],
    ['no variant', { variants: [] }, RangeError, 'invalid variants: [] (must be 1 to 6 variants)'],
    [
      'seven variants',
      { variants: Array(7).fill({ id: 'a' }) },
      RangeError,
      'invalid variants: an array of 7 (must be 1 to 6 variants)',
    ],
    [
      'a hole for a variant',
      { variants: [undefined] },
      TypeError,
      'invalid variants[0]: undefined (must be an object)',
    ],
    ['no id', { variants: [{}] }, TypeError, 'invalid variants[0].id: undefined (must be a string)'],
    ['an empty id', { variants: [{ id: '' }] }, RangeError, 'invalid variants[0].id: "" (must not be empty)'],
    [
      'one id twice',
      { variants: [{ id: 'a' }, { id: 'a' }] },
      RangeError,
      'invalid variants[1].id: "a" (must be unique)',
    ],
    [
      'a label that is no text',
      { variants: [{ id: 'a', label: 3 }] },
      TypeError,
      'invalid variants[0].label: 3 (must be a string)',
    ],
    [
      'a misspelt key',
      { variants: [{ id: 'a', confg: {} }] },
      RangeError,
      'variants[0] has no "confg"; did you mean "config"?',
    ],
    [
      'a faulty configuration',
      { variants: [{ id: 'a', config: { optimizer: { lr: -1 } } }] },
      RangeError,
      'variant "a": invalid optimizer.lr: -1 (must be a number from 0 to 100)',
    ],
    [
      'a misspelt option',
      { variants, stopsAt: 3 },
      RangeError,
      'options has no "stopsAt"; did you mean "stopAt"?',
    ],
    [
      'stopAt 0',
      { variants, stopAt: 0 },
      RangeError,
      'invalid stopAt: 0 (must be a whole number from 1 to 9007199254740991)',
    ],
    [
      'speed 0',
      { variants, speed: 0 },
      RangeError,
      'invalid speed: 0 (must be a number from 0.01 to 1000000)',
    ],
    [
      'speed NaN',
      { variants, speed: NaN },
      RangeError,
      'invalid speed: NaN (must be a number from 0.01 to 1000000)',
    ],
    [
      'speed "fast"',
      { variants, speed: 'fast' },
      TypeError,
      `invalid speed: "fast" (must be 'max' or a number of steps a second)`,
    ],
    [
      'a mode that needs more',
      { variants, modes: ['given'] },
      RangeError,
      'must be one or more of blob, main; given needs createWorker',
    ],
    [
      'no mode',
      { variants, modes: [] },
      RangeError,
      'invalid modes: [] (must be one or more of blob, main; given needs createWorker)',
    ],
    [
      'an unknown mode',
      { variants, createWorker, modes: ['x'] },
      RangeError,
      'invalid modes: ["x"] (must be one or more of given, blob, main)',
    ],
    [
      'createWorker that is a worker',
      { variants, createWorker: {} },
      TypeError,
      'invalid createWorker: {} (must be a function that returns a worker)',
    ],
    [
      'a limit of 0',
      { variants, limits: { start: 0 } },
      RangeError,
      'invalid limits.start: 0 (must be a number from 1 to 3600000)',
    ],
  ])('refuses %s', (_, options, ErrorType, message) => {
    const make = () => new Lab(options as LabOptions);
    expect(make).toThrow(ErrorType);
    expect(make).toThrow(message);
  });

  test('fills in what is left out', () => {
    const lab = new Lab({
      variants: [{ id: 'a' }, { id: 'b', label: 'B', config: { model: { placement: 'pre' } } }],
    });
    expect(lab.variants.map(({ label, config }) => [label, config.model.placement, config.seed])).toEqual([
      ['a', 'post', 1],
      ['B', 'pre', 1],
    ]);
    lab.dispose();
  });
});

describe('a Lab refuses, as a promise and before anything changes,', () => {
  test.each<[string, (lab: Lab) => unknown, string]>([
    [
      'half a step',
      (lab) => lab.step(0.5),
      'invalid n: 0.5 (must be a whole number from 1 to 9007199254740991)',
    ],
    ['no variants', (lab) => lab.setVariants([]), 'invalid variants: [] (must be 1 to 6 variants)'],
  ])('%s', async (_, call, message) => {
    const lab = new Lab({ variants, createWorker, modes: ['given'] });
    await expect(call(lab)).rejects.toThrow(message);
    expect(lab.state).toBe('idle');
  });

  test('a checkpoint of an unknown variant, and an evaluation of nothing or too much', async () => {
    const lab = new Lab({ variants, modes: ['main'] });
    await expect(lab.checkpoint('third')).rejects.toThrow(
      'invalid variantId: "third" (must be the id of a variant)',
    );
    for (const batches of [0, 101]) {
      await expect(lab.evaluate(batches)).rejects.toThrow(
        new RangeError(`variant "post": invalid batches: ${batches} (must be a whole number from 1 to 100)`),
      );
    }
    await lab.step(2);
    lab.dispose();
  });

  test('a bad speed and a bad stopAt at once', () => {
    const lab = new Lab({ variants });
    expect(() => lab.setSpeed(-1)).toThrow(RangeError);
    expect(() => (lab.stopAt = 1.5)).toThrow(RangeError);
    expect(lab).toMatchObject({ speed: 'max', stopAt: null });
  });
});
