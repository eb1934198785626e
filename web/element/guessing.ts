// The loss of a model that knows nothing but how many answers there are: ln of that number, where all are equally likely.
import type { RunConfig } from '../lib/index.ts';

/** In nats; undefined where answers are not equally likely, as in sorting. */
export function guessingLoss({ task, model }: RunConfig): number | undefined {
  const nSymbol = model.vocabSize - 2;
  switch (task.kind) {
    case 'copy':
    case 'reverse':
      return Math.log(nSymbol);
    case 'modularAddition':
      return Math.log(task.modulus);
    case 'parity':
      return Math.log(2);
    case 'sort':
      return nSymbol === 1 ? 0 : undefined;
  }
}
