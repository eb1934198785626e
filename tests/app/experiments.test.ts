// What the pages of experiments say, without a browser: formulas, verdicts, and where the lab shows the same models.
import { describe, expect, test } from 'vitest';
import { parseHash } from '../../web/app/address.ts';
import { effortOf } from '../../web/app/experiments/effort.ts';
import { formulaMarkup } from '../../web/app/experiments/formula.ts';
import { labAddress } from '../../web/app/experiments/lab-address.ts';
import { messagesEn } from '../../web/app/experiments/messages.en.ts';
import { verdictOf } from '../../web/app/experiments/verdict.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { EXPERIMENTS, messagesEn as experimentsEn, OUTCOMES } from '../../web/experiments/index.ts';
import { resolveRunConfig } from '../../web/lib/config-resolve.ts';

test.each([
  ['y = LN(x + F(x))', '<i>y</i> = LN(<i>x</i> + <i>F</i>(<i>x</i>))'],
  [
    'σ_j², (2N)^¼, x_{l+1}',
    '<i>σ</i><sub><i>j</i></sub>², (2<i>N</i>)<sup>¼</sup>, <i>x</i><sub><i>l</i>+1</sub>',
  ],
  ['∂L/∂W_last', '∂<i>L</i>/∂<i>W</i><sub>last</sub>'],
  ['a < b & c', '<i>a</i> &lt; <i>b</i> &amp; <i>c</i>'],
])('%s has its variables slanted', (formula, markup) => {
  expect(formulaMarkup(formula).text.replace(/\s+>/g, '>')).toBe(`<span class="math">${markup}</span>`);
});

test('the name of a formula stands before it', () => {
  expect(formulaMarkup('pre-LN: y = x').text).toMatch(/^<span class="formula-name">pre-LN<\/span> <span/);
});

describe.each(EXPERIMENTS)('$id', (experiment) => {
  const { id, prediction, claims } = experiment;
  const { choices, arms, charts } = experimentsEn.experiments[id];
  const data = {
    texts: { choices, arms, charts },
    held: OUTCOMES.experiments[id].held,
    seeds: OUTCOMES.seeds,
  };
  const measured = Object.fromEntries(
    Object.entries(OUTCOMES.experiments[id].measures).map(([name, { median }]) => [name, median]),
  );
  const verdict = (choice: string | undefined, numbers = measured) =>
    verdictOf(experiment, numbers, choice, data, messagesEn);

  test('tells a right prediction from a wrong one, and a seed that is an exception', () => {
    const { right } = prediction;
    const wrong = prediction.choices.find((choice) => choice !== right)!;
    expect(verdict(right)).toMatchObject({ isRight: true });
    expect(verdict(right).text).toContain(`You said “${choices[right]!}”, and so it came out.`);
    expect(verdict(wrong)).toMatchObject({ isRight: false });
    expect(verdict(wrong).text).toContain(
      `You said “${choices[wrong]!}”. It came out as “${choices[right]!}”.`,
    );
    expect(verdict(undefined).text).toMatch(/^It came out as/);
    const none = Object.fromEntries(Object.values(claims).map(({ measure }) => [measure, NaN]));
    expect(verdict(right, none).text).toContain('This seed is an exception');
    expect(verdict(right, none).isRight).toBeUndefined();
  });

  test('opens in the lab as the same models, with the seed', () => {
    const address = labAddress(experiment, 7);
    expect(address === undefined).toBe(experiment.inTheLab.length === 0);
    if (address === undefined) return;
    const { settings, notices } = LabSettings.read(parseHash(address)!.filter(([key]) => key !== 'v'));
    expect(notices).toEqual([]);
    const shown = experiment.inTheLab.map((arm) => experiment.arms.find((one) => one.id === arm)!);
    expect(settings.configs).toEqual(shown.map(({ config }) => resolveRunConfig({ ...config, seed: 7 })));
  });
});

test('says how long the longest and the shortest take', () => {
  const efforts = EXPERIMENTS.map(effortOf);
  expect(efforts[0]).toBe('long');
  expect(efforts).toContain('moments');
});
