// Configurations as the module takes them: names become its enumerators. Only complete, checked configurations come here.
import type { ModelConfig, TrainerConfig } from './config.ts';
import { checkRoom } from './memory.ts';
import type { Pointer, RawModelConfig, RawModule, RawTrainerConfig } from './raw.ts';

/** The tokens of a task's text, where they stand in the module's memory. */
export interface RawText {
  readonly text: Pointer;
  readonly nText: number;
}

const NO_TEXT: RawText = { text: 0, nText: 0 };

/** @throws RangeError if the module has no room to take a configuration */
export function rawModelConfig(raw: RawModule, config: ModelConfig): RawModelConfig {
  checkRoom(raw);
  const { slots } = config;
  return {
    vocabSize: config.vocabSize,
    nCtx: config.nCtx,
    dModel: config.dModel,
    nHead: config.nHead,
    nLayer: config.nLayer,
    dFf: config.dFf,
    norm: raw._Norm[config.norm],
    activation: raw._Activation[config.activation],
    positional: raw._Positional[config.positional],
    init: raw._Init[config.init],
    causal: config.causal,
    tieEmbeddings: config.tieEmbeddings,
    embeddingScale: config.embeddingScale,
    dropout: config.dropout,
    eps: config.eps,
    arrangement: {
      inputSlot: slots.input,
      outputSlot: slots.output,
      afterSlot: slots.after,
      residualGain: config.residualGain,
      branchGain: config.branchGain,
      isBranchGainLearned: config.learnBranchGain,
      initGain: config.initGain,
      finalNorm: config.finalNorm,
    },
  };
}

export function rawTrainerConfig(raw: RawModule, config: TrainerConfig, text = NO_TEXT): RawTrainerConfig {
  const { task, optimizer, schedule, batch, seed, clipNorm } = config;
  return {
    // The modulus of a task that has none may be out of the range that a modulus has; 0 stands for the default.
    task: {
      kind: raw._TaskKind[task.kind],
      modulus: task.kind === 'modularAddition' ? task.modulus : 0,
      ...text,
    },
    optimizer: { ...optimizer, kind: raw._OptimizerKind[optimizer.kind] },
    schedule: { ...schedule, kind: raw._ScheduleKind[schedule.kind] },
    batch,
    seed,
    clipNorm,
  };
}

/** The second look, by C++: a fault that the schema let through ends here and not in memory that is not ours. */
export function throwFaults(faults: string): void {
  if (faults !== '') throw new RangeError(faults);
}
