// The microscope's steps against numbers worked out by hand in the lessons, against the kernels, and against plain doubles
// written down here once more.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Addnorm, load } from '../../web/lib/index.ts';
import { backwardOf } from '../../web/microscope/backward.ts';
import { blockOf } from '../../web/microscope/block.ts';
import { type Change, changeAll, trainOnce } from '../../web/microscope/changes.ts';
import { forwardOf } from '../../web/microscope/forward.ts';
import { askKernel } from '../../web/microscope/kernel.ts';
import { messagesDe } from '../../web/microscope/messages.de.ts';
import { messagesEn } from '../../web/microscope/messages.en.ts';
import { PRESET_IDS, type PresetId, PRESETS, presetOf } from '../../web/microscope/presets.ts';
import { sceneOf } from '../../web/microscope/scene.ts';
import { type MicroscopeState, type Norm, stateOf } from '../../web/microscope/state.ts';
import { expectClose, relativeL2 } from '../lib/close.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

const sceneFor = (state: MicroscopeState) => sceneOf(addnorm, state, messagesEn);
const step = (state: MicroscopeState, id: string) => sceneFor(state).steps.find((one) => one.id === id)!;
const forward = (state: MicroscopeState) => forwardOf(state, askKernel(addnorm, state).result!);
const backward = (state: MicroscopeState) => backwardOf(state, askKernel(addnorm, state).result!)!;
const fact = (state: MicroscopeState, id: string) => sceneFor(state).facts.find((one) => one.id === id);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the worked example [2, 4, 4, 6]', () => {
  test('is the lesson’s, step by step', () => {
    const { steps, sentence } = sceneFor(PRESETS.lesson);
    const seen = steps.map(({ id, texts, scalar }) => [id, texts?.join(' ') ?? scalar]);
    expect(seen).toEqual([
      ['x', undefined],
      ['mean', '4'],
      ['deviation', '−2 0 0 2'],
      ['square', '4 0 0 4'],
      ['variance', '2'],
      ['root', '1.414'],
      ['xHat', '−1.414 0 0 1.414'],
      ['scaled', '−1.414 0 0 1.414'],
      ['y', '−1.414 0 0 1.414'],
    ]);
    expect(sentence).toBe(
      'The row has mean 4; without it, and divided by 1.414, the numbers run from −1.414 to 1.414.',
    );
  });

  test('has its numbers put into the formulas, those of the feature that is looked at', () => {
    const formula = (id: string) => step({ ...PRESETS.lesson, feature: 3 }, id).formula;
    expect(formula('mean')).toBe('μ = (2 + 4 + 4 + 6) / 4 = 4');
    expect(formula('deviation')).toBe('x₄ − μ = 6 − 4 = 2');
    expect(formula('variance')).toBe('σ² = (4 + 0 + 0 + 4) / 4 = 2');
    expect(formula('root')).toBe('√(2 + 10⁻⁵) = 1.414');
    expect(formula('xHat')).toBe('x̂₄ = 2 / 1.414 = 1.414');
    expect(step(PRESETS.lesson, 'square').formula).toBe('(x₁ − μ)² = (−2)² = 4');
  });
});

describe('the pre-LN block on four features', () => {
  test('adds to the stream itself, and follows the lesson’s numbers', () => {
    const block = blockOf(addnorm, PRESETS.block);
    expect(PRESETS.block.attention).toEqual([0.1, -0.05, 0.2, 0]);
    expectClose(block.middle, [1.3, -0.45, 2.2, 1]);
    expect(block.norm2.mean).toBeCloseTo(1.0125, 6);
    expect(sum(block.middle) / 4).toBeCloseTo(1.0125, 12);
    const rstd = 1 / Math.sqrt(0.7475 + 1e-5);
    expectClose(
      block.norm1.y,
      [0.25, -1.35, 1.05, 0.05].map((deviation) => deviation * rstd),
    );
    expectClose(block.output, [1.2, -0.4, 2.2, 1.15]);
    expect(step(PRESETS.block, 'norm2').formula).toBe('x̂′₁ = (1.3 − 1.0125) / 0.9529 = 0.302');
  });

  test('normalises with γ 1 and β 0 whatever stands there for the single norm', () => {
    const changed = stateOf(PRESETS.block.x, { ...PRESETS.block, gamma: [9, 9, 9, 9] });
    expect(blockOf(addnorm, changed)).toEqual(blockOf(addnorm, PRESETS.block));
  });
});

describe('what is computed for the eye agrees with the kernels', () => {
  const gamma = [0.5, -1, 2, 0, 1.25];
  const beta = [0.1, 0.2, -0.3, 4, 0];
  const x = [
    [2, -4.5, 4, 6, 0.25],
    [1, 1, 5, -3, 8],
    [0.5, 3, 9, 0, -7],
  ];
  const dy = [
    [1, -1, 2, 0.5, 0],
    [0.25, 3, 0, -2, 1],
    [0, 1, 1, 1, -1],
  ];

  test.each<[Norm, number, number]>([
    ['layer', 0, 2],
    ['layer', 2, 0],
    ['rms', 1, 4],
    ['batch', 0, 1],
    ['batch', 2, 4],
  ])('%s, row %d, feature %d', (norm, row, feature) => {
    const state = stateOf(x, { norm, row, feature, gamma, beta, dy });
    const { xHat, scaled, y, variance, root } = forward(state);
    const betas = norm === 'rms' ? 0 : 1;
    const at = (list: readonly number[], i: number) => (norm === 'batch' ? list[feature]! : list[i]!);
    expectClose(
      y,
      scaled.map((value, i) => value + betas * at(beta, i)),
    );
    expectClose(
      root,
      variance.map((value) => Math.sqrt(value + 1e-5)),
      { absolute: 0, relative: 1e-12 },
    );
    expectClose(
      scaled,
      xHat.map((value, i) => value * at(gamma, i)),
    );
    const { difference, rstd, dx } = backward(state);
    expect(
      relativeL2(
        dx,
        difference.map((value) => value * rstd),
      ),
    ).toBeLessThan(1e-6);
  });

  test('dγ and dβ are sums over all rows', () => {
    const state = stateOf(x, { view: 'backward', dy, row: 1 });
    const hats = x.map((_, row) => forward({ ...state, row }).xHat);
    const dgamma = gamma.map((_, i) => sum(hats.map((xHat, row) => xHat[i]! * dy[row]![i]!)));
    expectClose(step(state, 'dgamma').bars, dgamma);
    expectClose(step(state, 'dbeta').bars, [1.25, 3, 3, -0.5, 0]);
    const column = { ...state, norm: 'batch', feature: 1 } as const;
    expect(step(column, 'dbeta').scalar).toBe('3');
  });

  test('the gradient example has its known dx', () => {
    expectClose(step(PRESETS.gradient, 'dx').bars, [0.91631199, -1.3744843, 0.45817231]);
    expectClose(step(PRESETS.gradient, 'dgamma').bars, [-1.06904153, 0.26726038, 2.67260383]);
  });

  test('BatchNorm in evaluation uses the kept numbers of each feature', () => {
    const running = { runningMean: [1, 0, 2, 0, 0], runningVar: [4, 1, 9, 1, 0.25] };
    const state = stateOf(x, { norm: 'batch', statistics: 'running', eps: 1e-12, ...running });
    expectClose(forward(state).y, [0.5, -4.5, 2 / 3, 6, 0.5]);
    expect(sceneFor({ ...state, view: 'backward' }).steps.map(({ id }) => id)).toEqual(['dy']);
  });
});

describe('every example', () => {
  test.each(PRESET_IDS)('%s: finite in every view, with a sentence and with facts that hold', (id) => {
    for (const view of ['forward', 'backward', 'block'] as const) {
      const state = { ...PRESETS[id], view };
      const { steps, sentence, facts, scales } = sceneFor(state);
      expect(sentence).not.toBe('');
      for (const { bars, formula, lines, family } of steps) {
        expect([...bars, ...lines].every(Number.isFinite)).toBe(true);
        expect(formula).not.toMatch(/NaN|undefined|∞/);
        expect(scales.get(family)).toBeGreaterThan(0);
      }
      expect(facts.filter(({ holds }) => holds === false)).toEqual([]);
    }
    expect(presetOf(PRESETS[id])).toBe(id);
    expect(presetOf({ ...PRESETS[id], row: 0, feature: 0, step: 2 })).toBe(id);
  });

  const says = (id: PresetId) => sceneFor(PRESETS[id]).sentence;

  test('says what is special about it', () => {
    expect(says('constant')).toBe(messagesEn.says.constant);
    expect(says('undo')).toBe(messagesEn.says.undone);
    expect(says('outlier')).toContain('One number is far out (feature 8)');
    expect(says('tiny')).toContain('ε holds the numbers down, and x̂ has size 0.218');
    expect(says('offset')).toBe(
      'Far from zero, at 1000001.5, only the differences count: y is what it would be near zero.',
    );
    expect(says('rms')).toBe(messagesEn.says.rmsOffset);
    expect(says('batch')).toContain('Feature 1, over 3 rows, has mean 1');
    expect(says('batchOfOne')).toBe(messagesEn.says.refused);
  });

  test('a constant row gives β to the bit, and an outlier among eight at most √7', () => {
    expect(forward({ ...PRESETS.constant, beta: [0.1, 0.2, 0.3, 0.4] }).y).toEqual(
      [0.1, 0.2, 0.3, 0.4].map(Math.fround),
    );
    const far = stateOf([[1, 2, 3, 2, 1, 2, 3, 1e6]]);
    expect(Math.max(...forward(far).y)).toBeCloseTo(Math.sqrt(7), 5);
  });

  test('far from zero, squares first would lose the variance, and the fact says so', () => {
    expect(fact(PRESETS.offset, 'onePass')?.found).toBe('−65536');
    expect(fact(PRESETS.offset, 'onePass')?.expected).toBe('1.25');
    expect(fact(PRESETS.lesson, 'onePass')).toBeUndefined();
    expectClose(forward(PRESETS.offset).y, forward(stateOf([[0, 1, 2, 3]])).y, { absolute: 0, relative: 0 });
  });

  test('BatchNorm of a batch of one is refused in training in the kernel’s own words', () => {
    const { refusal, steps } = sceneFor(PRESETS.batchOfOne);
    expect(refusal).toBe('invalid x: [2, 4, 4, 6] (must have at least 2 rows of dModel = 4 numbers)');
    expect(steps.map(({ id, bars }) => [id, bars])).toEqual([['x', [2, 4, 4, 6]]]);
    expect(sceneFor({ ...PRESETS.batchOfOne, statistics: 'running' }).refusal).toBeUndefined();
  });
});

describe('what a norm does not notice', () => {
  const noteOf = (state: MicroscopeState, how: Change) => changeAll(addnorm, state, how, messagesEn);

  test('LayerNorm: shift and scale leave y, a change of signs turns it', () => {
    for (const how of ['addFive', 'timesTen'] as const) {
      expect(noteOf(PRESETS.lesson, how).note).toMatch(/x changed, y did not/);
    }
    expect(noteOf(PRESETS.lesson, 'addFive').state.x).toEqual([[7, 9, 9, 11]]);
    const { state, note, before } = noteOf(PRESETS.lesson, 'negate');
    expect(note).toContain('changed its sign');
    const marks = sceneOf(addnorm, state, messagesEn, before).steps.find(({ id }) => id === 'y')!.marks;
    expect(marks).toEqual(forward(PRESETS.lesson).y);
  });

  test('a tiny row does change with its size, and ε is why', () => {
    expect(noteOf(PRESETS.tiny, 'timesTen').note).toMatch(/ε is why/);
    expect(noteOf(PRESETS.tiny, 'addFive').note).not.toMatch(/ε is why/);
  });

  test('RMSNorm does notice a shift', () => {
    expect(noteOf(PRESETS.rms, 'addFive').note).toMatch(/y changed by up to/);
    expect(noteOf(PRESETS.rms, 'timesTen').note).toMatch(/y did not/);
  });

  test('nothing grows past what a field may hold', () => {
    const large = stateOf([[9e8, 1]]);
    expect(noteOf(large, 'timesTen')).toEqual({ state: large, note: 'must be from −10⁹ to 10⁹' });
  });

  test('the facts of a gradient: dx sums to 0 and has nothing along x̂, but for RMSNorm and ε', () => {
    expect(fact(PRESETS.gradient, 'sumOfDx')).toEqual({
      id: 'sumOfDx',
      found: '0',
      expected: '0',
      holds: true,
    });
    expect(fact(PRESETS.gradient, 'sumOfDxXHat')?.found).toBe('0');
    const rms = { ...PRESETS.gradient, norm: 'rms' } as const;
    expect(fact(rms, 'sumOfDxStays')?.found).not.toBe('0');
    const tiny = { ...PRESETS.tiny, view: 'backward' } as const;
    expect(fact(tiny, 'sumOfDxXHat')?.found).not.toBe('0');
    expect(fact(tiny, 'sumOfDxXHat')?.holds).toBe(true);
  });
});

test('a training step moves the running statistics by a tenth, the variance unbiased', () => {
  const { state } = trainOnce(addnorm, PRESETS.batch);
  expect(state.statistics).toBe('running');
  const sixDigits = { absolute: 0, relative: 1e-5 };
  expectClose(state.runningMean, [0.1, 8 / 30, 0.6, 11 / 30], sixDigits);
  expectClose(state.runningVar, [1, 0.9 + 0.1 * (7 / 3), 0.9 + 0.1 * 7, 0.9 + 0.1 * (31 / 3)], sixDigits);
  expect(trainOnce(addnorm, PRESETS.batchOfOne).note).toContain('at least 2 rows');
});

test('numbers have the decimal mark of the language, wherever they stand', () => {
  const textsOf = ({ steps, facts, sentence }: ReturnType<typeof sceneOf>) => [
    sentence,
    ...facts.map((fact) => messagesDe.fact[fact.id](fact.found, fact.expected)),
    ...steps.flatMap(({ formula, texts, scalar }) => [formula, scalar ?? '', ...(texts ?? [])]),
  ];
  for (const state of Object.values(PRESETS)) {
    const german = textsOf(sceneOf(addnorm, state, messagesDe));
    expect(german.filter((text) => /\d\.\d/.test(text))).toEqual([]);
  }
  expect(textsOf(sceneOf(addnorm, PRESETS.lesson, messagesDe))).toContain('−1,414');
  expect(textsOf(sceneOf(addnorm, PRESETS.lesson, messagesEn))).toContain('−1.414');
});
