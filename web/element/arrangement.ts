// What an arrangement of norm and residual is called, and what becomes of it when one of its parts is pressed in the
// drawing. Pure functions.
import type { BlockPart } from '../charts/index.ts';
import {
  arrangementOf,
  formatSetting,
  type ModelConfig,
  type Placement,
  PLACEMENT_NAMES,
  PLACEMENTS,
  SCHEMA,
} from '../lib/index.ts';
import { type BlockArrangement, isSameBlock } from '../lib/placements.ts';

/** Keys of the settings that a placement stands for, besides its own. */
export const ARRANGEMENT_KEYS: readonly string[] = (
  ['slots', 'residualGain', 'branchGain', 'learnBranchGain', 'initGain', 'finalNorm'] as const
).map((name) => SCHEMA.model[name].key);

/** The placement whose blocks are arranged like these, whether or not there is a final norm. */
function placementOfBlock(block: BlockArrangement, nLayer: number): Placement | 'custom' {
  return PLACEMENT_NAMES.find((name) => isSameBlock(arrangementOf(name, nLayer), block)) ?? 'custom';
}

/** An arrangement's name and how its final norm differs from what the name stands for: null if it does not. */
export function nameArrangement(model: ModelConfig): {
  placement: Placement | 'custom';
  label: string | null;
  finalNorm: boolean | null;
} {
  const placement = placementOfBlock(model, model.nLayer);
  const usual = placement === 'custom' ? model.placement : placement;
  const isUsual = arrangementOf(usual, model.nLayer).finalNorm === model.finalNorm;
  return {
    placement,
    label: placement === 'custom' ? null : PLACEMENTS[placement].label,
    finalNorm: isUsual ? null : model.finalNorm,
  };
}

/**
 * Puts a norm into a slot or takes it out, or cuts or mends the residual.
 *
 * @returns texts by key; where the outcome is a row of the table of placements, it is that row, with its final norm
 */
export function togglePart(model: ModelConfig, part: BlockPart): [key: string, text: string][] {
  const block: BlockArrangement =
    part === 'residual'
      ? { ...model, residualGain: model.residualGain === 0 ? mendedGain(model) : 0 }
      : { ...model, slots: { ...model.slots, [part]: !model.slots[part] } };
  const placement = placementOfBlock(block, model.nLayer);
  if (placement === 'custom') {
    const { slots, residualGain } = SCHEMA.model;
    return [
      [slots.key, formatSetting(slots, block.slots)],
      [residualGain.key, formatSetting(residualGain, block.residualGain)],
    ];
  }
  return [[SCHEMA.model.placement.key, placement]];
}

/** The residual gain of the placement it came from; 1 where that has none. */
const mendedGain = ({ placement, nLayer }: ModelConfig): number =>
  arrangementOf(placement, nLayer).residualGain || 1;
