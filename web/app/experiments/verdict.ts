// What a run says of a prediction, in sentences. Pure functions of the numbers of a seed.
import { type Experiment, holds, type Numbers } from '../../experiments/experiment.ts';
import type { ExperimentPageMessages } from './messages.en.ts';
import type { PageData } from './page-data.ts';

/** Did this seed come out as the experiment says it does? Then all claims of the prediction hold. */
const isAsClaimed = ({ claims, prediction }: Experiment, numbers: Numbers): boolean =>
  prediction.proof.every((id) => holds(claims[id]!, numbers));

/**
 * What was predicted, what came out, and in how many seeds it did.
 *
 * @param choice what was predicted, if something was
 */
export function verdictOf(
  experiment: Experiment,
  numbers: Numbers,
  choice: string | undefined,
  { texts: { choices }, held, seeds }: Pick<PageData, 'texts' | 'held' | 'seeds'>,
  messages: ExperimentPageMessages,
): { readonly text: string; readonly isRight: boolean | undefined } {
  const { right, proof } = experiment.prediction;
  const [said, is] = [choice === undefined ? undefined : choices[choice]!, choices[right]!];
  const inHowMany = messages.inHowMany(Math.min(...proof.map((id) => held[id]!)), seeds);
  const isRight = choice === undefined ? undefined : choice === right;
  if (!isAsClaimed(experiment, numbers))
    return { text: `${messages.exception(said, is)} ${inHowMany}`, isRight: undefined };
  const sentence =
    said === undefined
      ? messages.unpredicted(is)
      : choice === right
        ? messages.asPredicted(said)
        : messages.otherwise(said, is);
  return { text: `${sentence} ${inHowMany}`, isRight };
}
