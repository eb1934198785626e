// What an arrangement of norm and residual is called, and what becomes of it when one of its parts is pressed in the
// drawing. Pure functions.
import { formatTick } from '../charts/format.ts';
import type { BlockPart, GainChange, GainName } from '../charts/index.ts';
import {
  arrangementOf,
  formatSetting,
  type ModelConfig,
  type Placement,
  PLACEMENT_NAMES,
  SCHEMA,
} from '../lib/index.ts';
import { type BlockArrangement, isSameBlock } from '../lib/placements.ts';
import type { LabMessages } from './messages.en.ts';

/** Keys of the settings that a placement stands for, besides its own. */
export const ARRANGEMENT_KEYS: readonly string[] = (
  ['slots', 'residualGain', 'branchGain', 'learnBranchGain', 'initGain', 'finalNorm'] as const
).map((name) => SCHEMA.model[name].key);

/** The placement whose blocks are arranged like these, whether or not there is a final norm. */
function placementOfBlock(block: BlockArrangement, nLayer: number): Placement | 'custom' {
  return PLACEMENT_NAMES.find((name) => isSameBlock(arrangementOf(name, nLayer), block)) ?? 'custom';
}

/**
 * The placement that an arrangement has its name of, and how its final norm differs from what the name stands for: null if it does not. Where there is no
 * name, none is what it would stand for.
 */
export function nameArrangement(model: ModelConfig): {
  placement: Placement | 'custom';
  finalNorm: boolean | null;
} {
  const placement = placementOfBlock(model, model.nLayer);
  if (placement === 'custom') return { placement, finalNorm: model.finalNorm || null };
  const isUsual = arrangementOf(placement, model.nLayer).finalNorm === model.finalNorm;
  return { placement, finalNorm: isUsual ? null : model.finalNorm };
}

/** What a block that is no row of the table of placements is called, part after part: "LN at input+after", "no residual". */
export function blockParts(model: ModelConfig, messages: LabMessages): string[] {
  const { slots, residualGain, branchGain, learnBranchGain, initGain } = model;
  const filled = (['input', 'output', 'after'] as const).filter((slot) => slots[slot]);
  const norm = messages.normShort[model.norm];
  const number = (value: number) => formatTick(Number(value.toPrecision(3)), messages.charts.decimalMark);
  const gains = [
    residualGain === 0 ? messages.block.noResidual : residualGain === 1 ? '' : `a = ${number(residualGain)}`,
    learnBranchGain ? messages.block.learnedGain : branchGain === 1 ? '' : `b = ${number(branchGain)}`,
    initGain === 1 ? '' : messages.block.initGain(number(initGain)),
  ];
  const where =
    filled.length === 0
      ? messages.block.noNorm
      : messages.block.normAt(norm, filled.map((slot) => messages.block.slots[slot]).join('+'));
  return [where, ...gains.filter((part) => part !== '')];
}

/**
 * Puts a norm into a slot, or after the last block, or takes it out; or cuts or mends the residual.
 *
 * @returns texts by key; where the outcome is a row of the table of placements, it is that row, with its final norm
 */
export function togglePart(model: ModelConfig, part: BlockPart): [key: string, text: string][] {
  if (part === 'finalNorm') return [[SCHEMA.model.finalNorm.key, model.finalNorm ? '0' : '1']];
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

/** What a change of a gain is of the settings: texts by key. */
export function gainTexts(gain: GainName, { text, isLearned }: GainChange): [key: string, text: string][] {
  const { residualGain, branchGain, learnBranchGain } = SCHEMA.model;
  const value = gain === 'residual' ? residualGain : branchGain;
  return [
    ...(text === undefined ? [] : [[value.key, text] as [string, string]]),
    ...(isLearned === undefined ? [] : [[learnBranchGain.key, isLearned ? '1' : '0'] as [string, string]]),
  ];
}

/** The residual gain of the placement it came from; 1 where that has none. */
const mendedGain = ({ placement, nLayer }: ModelConfig): number =>
  arrangementOf(placement, nLayer).residualGain || 1;
