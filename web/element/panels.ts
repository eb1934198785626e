// The panels by the name of their tab; a tab that has none is not shown. The overview is always there and stands in places of
// its own (views.ts). What a panel has to itself is loaded with it.
import { lazyPanel } from './lazy-panel.ts';
import { mountLearning } from './learning-panel.ts';
import { OPTIONS, type ViewName } from './options.ts';
import type { MountPanel } from './panel.ts';
import { QUANTITIES } from './quantities.ts';
import { quantityPanel } from './quantity-panel.ts';

const { weightGradNorm, inputGradNorm, updateRatio, streamRms, branchRatio, cosine } = QUANTITIES;
const { gammaAbsMean, gammaDeviation, preNormStd } = QUANTITIES;

export const PANELS: Readonly<Partial<Record<ViewName, MountPanel>>> = {
  learning: mountLearning,
  gradients: quantityPanel([weightGradNorm, inputGradNorm, updateRatio]),
  stream: quantityPanel([streamRms, branchRatio, cosine]),
  norms: quantityPanel([gammaAbsMean, gammaDeviation, preNormStd]),
  attention: lazyPanel(async () => (await import('./attention-panel.ts')).mountAttention),
  generate: lazyPanel(async () => (await import('./generate-panel.ts')).mountGenerate),
  share: lazyPanel(async () => (await import('./share-panel.ts')).mountShare),
};

/** The tabs that have something to show, in order. */
export const VIEWS: readonly ViewName[] = OPTIONS.view.choices.filter(
  (name) => name === 'overview' || PANELS[name] !== undefined,
);
