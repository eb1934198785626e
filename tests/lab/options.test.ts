import { describe, expect, test } from 'vitest';
import { Lab, type LabOptions } from '../../web/lab/index.ts';
import { show } from '../../web/lib/errors.ts';
import { SETTINGS } from '../../web/lib/index.ts';
import { errorTypeFor, neverANumber, neverAnInteger, neverTheSetting } from '../lib/junk.ts';
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
      'must be one or more of blob, url, main; given needs createWorker',
    ],
    [
      'no mode',
      { variants, modes: [] },
      RangeError,
      'invalid modes: [] (must be one or more of blob, url, main; given needs createWorker)',
    ],
    [
      'an unknown mode',
      { variants, createWorker, modes: ['x'] },
      RangeError,
      'invalid modes: ["x"] (must be one or more of given, blob, url, main)',
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

describe('every number', () => {
  const STEP = { min: 1, max: Number.MAX_SAFE_INTEGER };
  const LIMIT = { min: 1, max: 3_600_000 };
  // null is no stop, and a string may say 'max'.
  const notNull = (values: readonly unknown[]) => values.filter((value) => value !== null);

  test.each<[name: string, never: readonly unknown[], call: (value: never) => unknown]>([
    ['stopAt', notNull(neverAnInteger(STEP)), (stopAt) => new Lab({ variants, stopAt })],
    ['speed', notNull(neverANumber({ min: 0.01, max: 1e6 })), (speed) => new Lab({ variants, speed })],
    ['limits.start', neverANumber(LIMIT), (start) => new Lab({ variants, limits: { start } })],
    ['limits.reply', neverANumber(LIMIT), (reply) => new Lab({ variants, limits: { reply } })],
    ['speed', neverANumber({ min: 0.01, max: 1e6 }), (speed) => new Lab({ variants }).setSpeed(speed)],
    ['stopAt', notNull(neverAnInteger(STEP)), (stopAt) => (new Lab({ variants }).stopAt = stopAt)],
  ])('%s of a lab is refused by name, with the value, unless it is one', (name, never, call) => {
    for (const value of never) {
      expect(() => call(value as never), show(value)).toThrow(errorTypeFor('number', value));
      expect(() => call(value as never), show(value)).toThrow(`invalid ${name}: ${show(value)} (`);
    }
  });

  test('of steps is refused as a promise, before a worker is made', async () => {
    const lab = new Lab({ variants, createWorker, modes: ['given'] });
    for (const value of neverAnInteger(STEP)) {
      const call = lab.step(value as never);
      await expect(call, show(value)).rejects.toThrow(errorTypeFor('number', value));
      await expect(call, show(value)).rejects.toThrow(`invalid n: ${show(value)} (`);
    }
    expect(lab.state).toBe('idle');
  });

  test('of batches to evaluate is refused as a promise, and all goes on', async () => {
    const lab = new Lab({ variants, modes: ['main'] });
    await lab.step(2);
    const before = await lab.fingerprint();
    for (const value of neverAnInteger({ min: 1, max: 100 })) {
      await expect(lab.evaluate(value as never), show(value)).rejects.toThrow(
        `variant "post": invalid batches: ${show(value)} (`,
      );
    }
    expect(await lab.fingerprint()).toEqual(before);
    await lab.step(1);
    expect(lab).toMatchObject({ state: 'paused', stepsDone: 3 });
    lab.dispose();
  });

  test.each(SETTINGS)('and every setting: $path of a variant', ({ section, name, path, setting }) => {
    for (const value of neverTheSetting(setting)) {
      const config = section === 'run' ? { [name]: value } : { [section]: { [name]: value } };
      const make = () => new Lab({ variants: [{ id: 'a', config }] });
      expect(make, show(value)).toThrow(errorTypeFor(setting.type, value));
      const named = section === 'model' ? name : path;
      expect(make, show(value)).toThrow(`variant "a": invalid ${named}: ${show(value)} (`);
    }
  });
});

test('on() knows its events, and wants a function', () => {
  const lab = new Lab({ variants });
  const on = (...args: readonly unknown[]) => lab.on(...(args as Parameters<Lab['on']>));
  const known = '"state" or "steps" or "reset" or "rewound" or "diverged" or "done" or "error"';
  expect(() => on('nope', () => undefined)).toThrow(
    new RangeError(`invalid kind: "nope" (must be ${known})`),
  );
  for (const kind of ['toString', '', 'State']) expect(() => on(kind, () => undefined)).toThrow(RangeError);
  expect(() => on(undefined, () => undefined)).toThrow(TypeError);
  expect(() => on('state')).toThrow(new TypeError('invalid listener: undefined (must be a function)'));
  on('state', () => undefined)();
  lab.dispose();
});
