// What `addnorm` and `addnorm/slim` export beside their `load`, and nothing else.
export type { LoadOptions } from './load.ts';
export type { Addnorm, Backend, TrainerOptions } from './addnorm.ts';

export type { Floats, Integers } from './memory.ts';
export type { NormOptions, ShiftedNormOptions } from './norm-arguments.ts';
export type { LayerNormGradients, LayerNormResult } from './layer-norm.ts';
export type { RmsNormGradients, RmsNormResult } from './rms-norm.ts';
export type { BatchNormGradients, BatchNormOptions, BatchNormResult } from './batch-norm.ts';

export type {
  ForwardOptions,
  GenerateOptions,
  LossAndGradients,
  LossOptions,
  Model,
  Parameter,
} from './model.ts';
export type { Batch, Evaluation, Trainer } from './trainer.ts';
export type { NonFinite, StepMetrics } from './metrics.ts';
export type { Histogram, NormInternals } from './inspect.ts';
export { pytorchScript, type ScriptExample } from './pytorch-script.ts';
export {
  type Bytes,
  readSafetensors,
  type Safetensors,
  type Tensor,
  writeSafetensors,
} from './safetensors.ts';

export {
  type ModelConfig,
  type OptimizerConfig,
  type PartialModelConfig,
  type PartialRunConfig,
  type PartialTrainerConfig,
  type RunConfig,
  type ScheduleConfig,
  SCHEMA,
  type SettingPlace,
  SETTINGS,
  type TaskConfig,
  type TrainerConfig,
} from './config.ts';
export type { Setting } from './setting.ts';
export { textVocabulary, type TextVocabulary } from './text-vocabulary.ts';
export { resolveModelConfig, resolveRunConfig, resolveTrainerConfig } from './config-resolve.ts';
export {
  configToParams,
  formatSetting,
  type Notice,
  type ParsedSetting,
  paramsToConfig,
  parseSetting,
  type ReadConfig,
} from './config-text.ts';
export {
  type Arrangement,
  arrangementOf,
  type Placement,
  PLACEMENT_NAMES,
  placementOf,
  type PlacementRow,
  PLACEMENTS,
  type Slots,
} from './placements.ts';
