// The loss of a model that knows nothing but how often there is which answer: ln of the number of answers, where all are
// equally likely.
import type { RunConfig } from '../lib/index.ts';

/** In nats; undefined where it differs from place to place, as in sorting. */
export function guessingLoss({ task, model }: RunConfig): number | undefined {
  const nSymbol = model.vocabSize - 2;
  switch (task.kind) {
    case 'copy':
    case 'reverse':
    case 'induction':
      return Math.log(nSymbol);
    case 'modularAddition':
      return Math.log(task.modulus);
    case 'parity':
      return Math.log(2);
    case 'sort':
      return nSymbol === 1 ? 0 : undefined;
    case 'text':
      return characterEntropy(task);
  }
}

/** A text can be long, and is asked for with every frame. */
const entropies = new WeakMap<object, number>();

/** The entropy of the characters of a task's text. */
function characterEntropy(task: RunConfig['task']): number {
  const known = entropies.get(task);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  let length = 0;
  for (const character of task.text) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
    length++;
  }
  const entropy = [...counts.values()].reduce((sum, n) => sum - (n / length) * Math.log(n / length), 0);
  entropies.set(task, entropy);
  return entropy;
}
