// Whether a run has anything to predict: a sequence can be too short for its task, and its loss is then 0 from the first step.
import type { RunConfig } from '../lib/index.ts';

/** Has no sequence of this run a place where something is to be predicted (cpp/src/train/task.cpp)? */
export function isUnpredictable({ task, model: { nCtx, causal } }: RunConfig): boolean {
  switch (task.kind) {
    case 'copy':
    case 'reverse':
    case 'sort':
      return causal && nCtx < 2;
    case 'modularAddition':
    case 'induction':
      return nCtx < (causal ? 2 : 3);
    case 'parity':
    case 'text':
      return false;
  }
}
