// A model that a demonstration trains itself, because it needs the model and not only its rows.
import {
  resolveRunConfig,
  type Addnorm,
  type Batch,
  type Model,
  type PartialRunConfig,
  type Trainer,
} from '../lib/index.ts';

export interface Trained {
  readonly model: Model;
  readonly trainer: Trainer;
  /** The batch of the step that would come next: the model has not seen it. */
  readonly batch: Batch;
  /** Sequences in it. */
  readonly size: number;
}

/** Trains a model as an arm of this configuration does, looks at it, and frees it. */
export function trainModel<Result>(
  addnorm: Addnorm,
  config: PartialRunConfig,
  { seed, steps }: { readonly seed: number; readonly steps: number },
  look: (trained: Trained) => Result,
): Result {
  const { model: modelConfig, ...rest } = resolveRunConfig({ ...config, seed });
  const model = addnorm.createModel(modelConfig, { seed });
  try {
    const trainer = addnorm.createTrainer({ model, ...rest });
    for (let step = 0; step < steps; step++) trainer.step();
    return look({ model, trainer, batch: trainer.batch(), size: rest.batch });
  } finally {
    model.dispose();
  }
}
