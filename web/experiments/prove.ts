// Runs an experiment over seeds 1, 2, … and says what came out: what `npm run experiments` and the tests do.
import { type Experiment, type Numbers, stepsOf } from './experiment.ts';
import { type Outcome, outcomeOf } from './outcomes.ts';
import { type RunOptions, runSeed } from './run.ts';

export interface ProveOptions extends Pick<RunOptions, 'pool' | 'load' | 'signal'> {
  /** How many seeds. */
  readonly seeds: number;
  /** Called with the training steps that are done, of those of all seeds and arms together. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Seeds that run side by side: while the last arms of one are trained, the next has work for the other workers. */
const SIDE_BY_SIDE = 2;

export async function prove(
  experiment: Experiment,
  { seeds, onProgress, ...options }: ProveOptions,
): Promise<Outcome> {
  const numbers: Numbers[] = [];
  const doneOf: number[] = [];
  let next = 1;
  const work = async () => {
    for (let seed = next++; seed <= seeds; seed = next++) {
      const run = await runSeed(experiment, seed, {
        ...options,
        onProgress: (done) => {
          doneOf[seed] = done;
          onProgress?.(
            doneOf.reduce((sum, steps) => sum + steps, 0),
            seeds * stepsOf(experiment),
          );
        },
      });
      numbers[seed - 1] = run.numbers;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return outcomeOf(experiment, numbers);
}
