// The texts of the pages of experiments that scripts write. A translation is another of these.

export const messagesEn = {
  again: 'Run it with another seed',
  progress: (share: number): string => `${Math.floor(100 * share)} %`,
  counting: 'counting …',
  timeLeft: (seconds: number): string => `about ${seconds} s left`,
  started: (seed: number): string => `Running with seed ${seed}.`,
  cancelled: 'Cancelled. Nothing is kept of it.',
  failed: (message: string): string => `The experiment could not go on: ${message}`,
  invalidSeed: (most: number): string => `The seed must be a whole number from 0 to ${most}.`,
  unknownPrediction: (given: string, allowed: readonly string[]): string =>
    `prediction: "${given}" is not allowed (must be ${allowed.map((name) => `"${name}"`).join(' or ')}); none is chosen`,
  unknownKey: (given: string): string =>
    `there is no setting "${given}" (an experiment has seed and prediction)`,
  /** What was predicted, and what came of it. */
  asPredicted: (choice: string): string => `You said “${choice}”, and so it came out.`,
  otherwise: (choice: string, right: string): string => `You said “${choice}”. It came out as “${right}”.`,
  unpredicted: (right: string): string => `It came out as “${right}”.`,
  exception: (choice: string | undefined, right: string): string =>
    `${choice === undefined ? '' : `You said “${choice}”. `}This seed is an exception: as a rule it comes out as “${right}”.`,
  inHowMany: (held: number, of: number): string =>
    `So it did in ${held} of ${of} seeds that were run beforehand.`,
  holds: 'holds',
  fails: 'does not hold',
  right: 'Right.',
  wrong: (right: string): string => `No: ${right}.`,
  score: (right: number, answered: number, all: number): string =>
    `${right} of ${answered} right${answered < all ? `, ${all - answered} to go` : ''}.`,
};

export type ExperimentPageMessages = typeof messagesEn;
