// How long an experiment takes, in words, from how much is computed.
import type { Experiment } from '../../experiments/index.ts';
import { resolveRunConfig } from '../../lib/config-resolve.ts';
import { stepOperations } from '../../bench/operations.ts';

/** Operations a second of a small laptop on which two workers train models as small as these. */
const RATE = 2e9;

export function effortOf(experiment: Experiment): 'moments' | 'short' | 'long' {
  const operations = experiment.arms.map(({ config, steps }) => {
    const { model, batch } = resolveRunConfig(config);
    return steps * stepOperations({ ...model, batch });
  });
  const seconds =
    operations.reduce((sum, count) => sum + count, 0) / RATE + ('demonstrate' in experiment ? 3 : 0);
  return seconds < 10 ? 'moments' : seconds < 30 ? 'short' : 'long';
}
