// Why a run diverged, in a sentence: read off where the first number that was not finite stood. Pure functions.
import { formatTick } from '../charts/index.ts';
import type { NonFinite, RunConfig } from '../lib/index.ts';
import type { LabMessages } from './messages.en.ts';

/** What is said of a variant that diverged: tensor, block and step, and the reason. */
export function explainDivergence(
  label: string,
  nonFinite: NonFinite,
  config: RunConfig,
  messages: LabMessages,
): string {
  const { tensor, block, step } = nonFinite;
  const where = block === null ? tensor : messages.inBlock(tensor, String(block + 1));
  const name = messages.charts.name(label);
  return `${messages.firstNotFinite(name, where, String(step))} ${whyDiverged(nonFinite, config, messages)}`;
}

function whyDiverged({ tensor, block, step }: NonFinite, config: RunConfig, messages: LabMessages): string {
  const { slots } = config.model;
  const lr = formatTick(config.optimizer.lr, messages.charts.decimalMark);
  const isForward = /input$|output$|^output of|^logits$/.test(tensor);
  if (tensor.startsWith('gradient of ')) return messages.whyBackward(lr);
  if (!isForward) return messages.whyParameter(lr);
  if (step === 1) return messages.whyBeforeStep;
  // Growth over the blocks needs blocks before it, and no norm that ends it.
  const hasNorm = slots.input || slots.output || slots.after;
  return hasNorm || block === null || block === 0 ? messages.whyForward(lr) : messages.whyNoNorm(lr);
}
