// What the page claims: the first seeds of every experiment, run again, give the committed numbers to the bit.
import { describe, expect, test } from 'vitest';
import {
  brokenClaims,
  type Experiment,
  EXPERIMENTS,
  type MeasureOutcome,
  N_SEEDS,
  OUTCOMES,
  prove,
} from '../../web/experiments/index.ts';
import { VERSION } from '../lab/node-worker.ts';
import { usePool } from './use-pool.ts';

const SEEDS = 3;
const options = usePool();

const committed = ({ id }: Experiment) => OUTCOMES.experiments[id];
/** The first seeds of each measure that is no time. */
const firsts = ({ measures }: Experiment, outcomes: Readonly<Record<string, MeasureOutcome>>) =>
  Object.fromEntries(
    Object.entries(measures)
      .filter(([, { isTiming }]) => !isTiming)
      .map(([name]) => [name, outcomes[name]?.first]),
  );

test.each(EXPERIMENTS)(
  '$id: three seeds bear its claims out, with the committed numbers to the bit',
  { timeout: 300_000 },
  async (experiment) => {
    const outcome = await prove(experiment, { pool: options.pool, load: options.load, seeds: SEEDS });
    expect(brokenClaims(experiment, outcome, SEEDS)).toEqual([]);
    expect(firsts(experiment, outcome.measures)).toEqual(firsts(experiment, committed(experiment).measures));
  },
);

describe('the committed outcomes', () => {
  test('are of this version and of all seeds', () => {
    expect(OUTCOMES.version).toBe(VERSION);
    expect(OUTCOMES.seeds).toBe(N_SEEDS);
  });

  test.each(EXPERIMENTS)('$id: all measures and claims are there, and the claims borne out', (experiment) => {
    const { measures, held } = committed(experiment);
    expect(Object.keys(measures)).toEqual(Object.keys(experiment.measures));
    expect(Object.keys(held)).toEqual(Object.keys(experiment.claims));
    expect(brokenClaims(experiment, committed(experiment), N_SEEDS)).toEqual([]);
  });

  test.each(EXPERIMENTS)('$id: the median of each measure is within its range', (experiment) => {
    for (const { median, min, max } of Object.values(committed(experiment).measures)) {
      expect(min).toBeLessThanOrEqual(median);
      expect(median).toBeLessThanOrEqual(max);
    }
  });
});
