// The initial-gradient figure: its runs, its statistics, and that our models show what it is about.
import { describe, expect, test } from 'vitest';
import { load, resolveRunConfig, type StepMetrics } from '../../web/lib/index.ts';
import {
  describeProfile,
  describeSlopes,
  gradientCsv,
  theoryLines,
} from '../../web/maps/describe-gradients.ts';
import { FigureSettings } from '../../web/maps/figure-settings.ts';
import { depthsOf, GRADIENT_SCHEMA, gradientRuns, GradientSamples } from '../../web/maps/gradients.ts';
import { messagesEn } from '../../web/maps/messages.en.ts';
import { fittedPower, spreadOf } from '../../web/maps/statistics.ts';

const settingsOf = (text: string) =>
  FigureSettings.read(GRADIENT_SCHEMA, [...new URLSearchParams(text)], messagesEn).settings;

describe('statistics', () => {
  test('are the middle of the values, and the ends of their middle half', () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ low: 2, median: 3, high: 4 });
    expect(spreadOf([10, 9])).toEqual({ low: 9.25, median: 9.5, high: 9.75 });
    expect(spreadOf([])).toEqual({ low: NaN, median: NaN, high: NaN });
  });

  test('find the power of a power law, and none where there is none', () => {
    const law = (power: number) => [1, 3, 10, 48].map((x) => [x, 7 * x ** power] as const);
    for (const power of [-0.5, 0, 1.25]) expect(fittedPower(law(power))).toBeCloseTo(power, 12);
    // By hand: ln y = 0, ln 4, ln 4 at ln x = 0, ln 2, ln 4 has the slope 1.
    expect(
      fittedPower([
        [1, 1],
        [2, 4],
        [4, 4],
      ]),
    ).toBeCloseTo(1, 12);
    expect(
      fittedPower([
        [1, 2],
        [2, 0],
        [3, NaN],
      ]),
    ).toBeNaN();
    expect(fittedPower([])).toBeNaN();
  });
});

test('runs go seed by seed through all depths and placements', () => {
  const settings = settingsOf('depth-to=5&seeds=2&seed=7');
  expect(depthsOf(settings)).toEqual([1, 2, 3, 4, 5]);
  const runs = gradientRuns(settings);
  expect(runs).toHaveLength(20);
  expect(runs.slice(0, 3).map(({ placement, depth, config }) => [placement, depth, config.seed])).toEqual([
    ['post', 1, 7],
    ['pre', 1, 7],
    ['post', 2, 7],
  ]);
  expect(runs.at(-1)!.config.seed).toBe(8);
  for (const { config } of runs) expect(resolveRunConfig(config)).toEqual(config);
});

/** Samples with these gradients of the feed-forward sub-layers, by placement and depth. */
function samplesOf(
  settings: ReturnType<typeof settingsOf>,
  gradient: (placement: string, depth: number, block: number) => number,
) {
  const samples = new GradientSamples();
  for (const run of gradientRuns(settings)) {
    const blocks = Array.from({ length: run.depth }, (_, block) => gradient(run.placement, run.depth, block));
    samples.add(run, {
      weightGradNorm: Float64Array.from(blocks.flatMap((value) => [99, value])),
    } as StepMetrics);
  }
  return { placements: settings.placements, depths: depthsOf(settings), samples };
}

describe('words', () => {
  test('give the fitted powers beside those of the theory, and where each was fitted', () => {
    const state = samplesOf(settingsOf('seeds=1&placement=post,pre,none'), (placement, depth) =>
      placement === 'post' ? 2 : placement === 'pre' ? 3 / Math.sqrt(depth) : depth ** 2,
    );
    expect(describeSlopes(state, messagesEn)).toBe(
      'From depth 4 to 48, the gradient of the last block goes with depth to the power 0 in post-LN, −0.50 in pre-LN, and 2.0 in “no norm”; ' +
        'by theorem 1 of Xiong et al. (2020) it is 0 in post-LN and −0.50 in pre-LN.',
    );
    const lines = theoryLines(state, messagesEn);
    expect(lines.map(({ label }) => label)).toEqual(['theory: as large at any depth', 'theory: 1/√N']);
    // Through the measured point, here all of them.
    expect(lines[0]!.y).toEqual(state.depths.map(() => 2));
    for (const [i, depth] of state.depths.entries())
      expect(lines[1]!.y[i]).toBeCloseTo(3 / Math.sqrt(depth), 12);
  });

  test('tell how the gradient goes from block to block', () => {
    const state = samplesOf(settingsOf('seeds=1&depth-to=12'), (placement, _, block) =>
      placement === 'post' ? 1 + block : 1 + 0.01 * block,
    );
    expect(describeProfile(state, 12, messagesEn)).toBe(
      'With 12 blocks, from the first block to the last the gradient grows 12 times in post-LN and stays about as large in pre-LN.',
    );
    expect(describeProfile({ ...state, samples: new GradientSamples() }, 12, messagesEn)).toBe(
      'No run is done yet.',
    );
    expect(describeSlopes({ ...state, samples: new GradientSamples() }, messagesEn)).toBe(
      'No run is done yet.',
    );
  });

  test('and the file has every block', () => {
    const state = samplesOf(settingsOf('seeds=2&depth-to=4'), (_, depth, block) => depth + block);
    const lines = gradientCsv(state);
    expect(lines[0]).toEqual([
      'placement',
      'depth',
      'block',
      'seeds',
      'median',
      'lowerQuartile',
      'upperQuartile',
    ]);
    expect(lines).toHaveLength(1 + 2 * (1 + 2 + 3 + 4));
    expect(lines.at(-1)).toEqual(['pre', 4, 4, 2, 7, 7, 7]);
  });
});

test('our models show it: in the last block the gradient of post-LN does not fall with depth, that of pre-LN as 1/√N', async () => {
  const settings = settingsOf('seeds=5');
  const samples = new GradientSamples();
  const addnorm = await load();
  for (const run of gradientRuns(settings)) {
    const { model: modelConfig, ...training } = run.config;
    using model = addnorm.createModel(modelConfig, { seed: training.seed });
    using trainer = addnorm.createTrainer({ model, ...training });
    samples.add(run, trainer.step());
  }
  const depths = depthsOf(settings);
  expect(samples.power('post', depths)).toBeGreaterThan(-0.1);
  expect(samples.power('post', depths)).toBeLessThan(0.3);
  expect(samples.power('pre', depths)).toBeGreaterThan(-0.65);
  expect(samples.power('pre', depths)).toBeLessThan(-0.4);
});
