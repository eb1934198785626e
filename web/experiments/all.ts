// All guided experiments, without their texts.
import { EXPERIMENT_IDS, type Experiment, type ExperimentId } from './experiment.ts';
import { batchOfOne } from './batch-of-one.ts';
import { collapse } from './collapse.ts';
import { cost } from './cost.ts';
import { curesForDepth } from './cures-for-depth.ts';
import { finalNorm } from './final-norm.ts';
import { gammaBeta } from './gamma-beta.ts';
import { identity } from './identity.ts';
import { initialGradients } from './initial-gradients.ts';
import { noNorm } from './no-norm.ts';
import { noResidual } from './no-residual.ts';
import { rmsNorm } from './rms-norm.ts';
import { warmUp } from './warm-up.ts';

const BY_ID: Readonly<Record<ExperimentId, Experiment>> = {
  'warm-up': warmUp,
  'initial-gradients': initialGradients,
  'no-residual': noResidual,
  'no-norm': noNorm,
  collapse,
  'final-norm': finalNorm,
  'batch-of-one': batchOfOne,
  'gamma-beta': gammaBeta,
  identity,
  'rms-norm': rmsNorm,
  'cures-for-depth': curesForDepth,
  cost,
};

/** Every guided experiment, in the order of the page. */
export const EXPERIMENTS: readonly Experiment[] = EXPERIMENT_IDS.map((id) => BY_ID[id]);
