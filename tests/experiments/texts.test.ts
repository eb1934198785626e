// The texts: every part of every experiment has one, every place in them stands for something, and measured numbers are
// quoted, not typed. And what the experiments say of themselves fits together.
import { describe, expect, test } from 'vitest';
import {
  type Experiment,
  EXPERIMENT_IDS,
  EXPERIMENTS,
  type ExperimentTexts,
  formatMeasure,
  GROUPS,
  messagesEn,
  OUTCOMES,
  QUIZZES,
  quoteTexts,
} from '../../web/experiments/index.ts';
import { GUESSING } from '../../web/experiments/small.ts';
import { configToParams, paramsToConfig, resolveRunConfig } from '../../web/lib/index.ts';

const sorted = (names: Iterable<string>) => [...names].sort();
const textsOf = ({ id }: Experiment) => messagesEn.experiments[id];
const quoted = (experiment: Experiment) =>
  quoteTexts(experiment, OUTCOMES.experiments[experiment.id], OUTCOMES.seeds, messagesEn);

/** Every text in a value. */
function allTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allTexts) : [];
}

describe.each(EXPERIMENTS)('$id', (experiment) => {
  const texts = textsOf(experiment);

  test('has a text for each arm, measure, claim, choice and chart, and no other', () => {
    expect(sorted(Object.keys(texts.arms))).toEqual(sorted(experiment.arms.map(({ id }) => id)));
    expect(sorted(Object.keys(texts.measures))).toEqual(sorted(Object.keys(experiment.measures)));
    expect(sorted(Object.keys(texts.claims))).toEqual(sorted(Object.keys(experiment.claims)));
    expect(sorted(Object.keys(texts.choices))).toEqual(sorted(experiment.prediction.choices));
    expect(sorted(Object.keys(texts.charts))).toEqual(sorted(experiment.charts.map(({ id }) => id)));
    expect(allTexts({ ...texts, charts: {} }).filter((text) => text.trim() === '')).toEqual([]);
    expect(texts.explanation.length).toBeGreaterThanOrEqual(2);
    expect(texts.formulas.length).toBeGreaterThanOrEqual(1);
  });

  test('has a text for each series and column of its charts, and for each axis', () => {
    for (const chart of experiment.charts) {
      const own = texts.charts[chart.id]!;
      expect(own.title).not.toBe('');
      expect(own.note).not.toBe('');
      const series = chart.kind === 'points' ? chart.series : chart.kind === 'table' ? chart.rows : [];
      expect(sorted(Object.keys(own.series))).toEqual(sorted(series.map(({ id }) => id)));
      expect(sorted(Object.keys(own.columns))).toEqual(sorted(chart.kind === 'table' ? chart.columns : []));
      expect(own.x === '' || own.y === '').toBe(chart.kind === 'table');
      const width =
        chart.kind === 'points' ? chart.x.length : chart.kind === 'table' ? chart.columns.length : 0;
      expect(series.map(({ measures }) => measures.length)).toEqual(series.map(() => width));
    }
  });

  test('every place in its texts stands for something', () => {
    const filled = allTexts(quoted(experiment));
    expect(filled.filter((text) => /[{}]|undefined|NaN|null/.test(text))).toEqual([]);
  });

  test('its answer and its claims have no number of their own, and its other texts no measured one', () => {
    const withoutPlaces = (value: unknown) => allTexts(value).map((text) => text.replace(/\{[^{}]*\}/g, '#'));
    const claims = withoutPlaces([texts.answer, texts.claims]);
    expect(claims.filter((text) => /[2-9]|\d\d/.test(text.replace(/[²₀-₉]/g, '')))).toEqual([]);
    const { title, intro, question, explanation } = texts;
    const others = withoutPlaces([title, intro, question, explanation]);
    expect(others.filter((text) => /\d[.,]\d|\d ?%|\d\d/.test(text))).toEqual([]);
  });

  test('the right choice is one of three or four, with claims for proof', () => {
    const { choices, right, proof } = experiment.prediction;
    expect(choices.length).toBeGreaterThanOrEqual(3);
    expect(choices.length).toBeLessThanOrEqual(4);
    expect(choices).toContain(right);
    expect(proof.length).toBeGreaterThan(0);
    expect(proof.filter((id) => !(id in experiment.claims))).toEqual([]);
  });

  test('its arms are different runs, which an address can hold, and up to six open in the lab', () => {
    const ids = experiment.arms.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(experiment.inTheLab.length).toBeLessThanOrEqual(6);
    for (const { config, steps } of experiment.arms) {
      expect(steps).toBeGreaterThan(0);
      expect(config).not.toHaveProperty('seed');
      const { config: read, notices } = paramsToConfig(configToParams(config));
      expect(notices).toEqual([]);
      expect(resolveRunConfig(read)).toEqual(resolveRunConfig(config));
    }
  });

  test('nothing is claimed of a time, and each claim can fail in some of the seeds', () => {
    for (const { measure, atLeast } of Object.values(experiment.claims)) {
      expect(experiment.measures[measure]?.isTiming ?? false).toBe(false);
      expect(atLeast).toBeGreaterThanOrEqual(15);
      expect(atLeast).toBeLessThanOrEqual(20);
    }
  });
});

describe('the groups', () => {
  test('have every experiment once, in the order of the page', () => {
    expect(Object.values(GROUPS).flat()).toEqual(EXPERIMENT_IDS);
    expect(EXPERIMENTS.map(({ id }) => id)).toEqual(EXPERIMENT_IDS);
    expect(Object.keys(messagesEn.groups)).toEqual(Object.keys(GROUPS));
  });

  test.each(Object.entries(QUIZZES))(
    '%s: the quiz has a text for each question and choice',
    (group, quiz) => {
      const texts = messagesEn.groups[group as keyof typeof GROUPS].quiz;
      expect(sorted(Object.keys(texts))).toEqual(sorted(quiz.map(({ id }) => id)));
      for (const { id, choices, right } of quiz) {
        expect(sorted(Object.keys(texts[id]!.choices))).toEqual(sorted(choices));
        expect(choices).toContain(right);
        expect(allTexts(texts[id])).not.toContain('');
      }
    },
  );
});

describe('quoting', () => {
  const [experiment] = EXPERIMENTS as [Experiment];
  const withAnswer = (answer: string) => {
    const texts: ExperimentTexts = { ...textsOf(experiment), answer };
    const messages = { ...messagesEn, experiments: { ...messagesEn.experiments, [experiment.id]: texts } };
    return quoteTexts(experiment, OUTCOMES.experiments[experiment.id], 20, messages).answer;
  };

  test('fills in medians, ranges, settings, limits and counts', () => {
    const { measures, held } = OUTCOMES.experiments[experiment.id];
    const { median, min, max } = measures['pre-6-high']!;
    const text = (value: number) => formatMeasure(value, 'number', messagesEn);
    expect(withAnswer('{pre-6-high} {pre-6-high.min} {pre-6-high.max}')).toBe(
      [median, min, max].map(text).join(' '),
    );
    expect(withAnswer('{steps} {high} {guessing} {preLearns.limit} {preLearns.held} of {seeds}')).toBe(
      `400 0.01 1.79 0.1 ${held['preLearns']} of 20`,
    );
  });

  test('refuses a place that stands for nothing', () => {
    expect(() => withAnswer('{pre} is lower')).toThrow('warm-up: {pre} stands for nothing');
  });

  test('writes numbers by their format', () => {
    const write = (value: number, format: Parameters<typeof formatMeasure>[1]) =>
      formatMeasure(value, format, messagesEn);
    expect([write(0.0213, 'number'), write(0.25, 'percent'), write(2, 'times')]).toEqual([
      '0.0213',
      '25.0 %',
      '2.00×',
    ]);
    expect([write(1024, 'integer'), write(12_632_064, 'integer'), write(0.5, 'milliseconds')]).toEqual([
      '1024',
      '12\u202f632\u202f064',
      '0.500 ms',
    ]);
  });
});

test('the loss of guessing is the logarithm of the number of letters', () => {
  expect(GUESSING).toBeCloseTo(Math.log(6), 15);
});
