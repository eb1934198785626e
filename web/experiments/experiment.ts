// What a guided experiment is: the runs it makes, what is measured on them, what it claims of the measures, what it asks
// before, and how it is drawn. Data and small functions of data; the texts are in messages.en.ts, running is run.ts.
import type { MatrixName, ScalarName } from '../lab/index.ts';
import type { Addnorm, PartialRunConfig, StepMetrics } from '../lib/index.ts';

/** Every experiment, in the order of the page. An id is an address: it stays. */
export const EXPERIMENT_IDS = [
  'warm-up',
  'initial-gradients',
  'no-residual',
  'no-norm',
  'collapse',
  'final-norm',
  'batch-of-one',
  'gamma-beta',
  'identity',
  'rms-norm',
  'cures-for-depth',
  'cost',
] as const;
export type ExperimentId = (typeof EXPERIMENT_IDS)[number];

/** The experiments by what they are about; a quiz closes each group. */
export const GROUPS = {
  depth: ['warm-up', 'initial-gradients', 'no-residual', 'no-norm'],
  norm: ['collapse', 'final-norm', 'batch-of-one', 'gamma-beta'],
  design: ['identity', 'rms-norm', 'cures-for-depth', 'cost'],
} as const satisfies Record<string, readonly ExperimentId[]>;
export type GroupId = keyof typeof GROUPS;

/** One run. Its seed is that of the experiment's run, so arms are twins. */
export interface Arm<ArmId extends string = string> {
  readonly id: ArmId;
  /** Without a seed. */
  readonly config: PartialRunConfig;
  readonly steps: number;
}

/** Numbers by name. */
export type Numbers<Name extends string = string> = Readonly<Record<Name, number>>;

/** What one seed of an experiment gave: the rows of each arm, in order of steps, and what the demonstration counted. */
export interface Evidence<ArmId extends string = string, Shown extends string = string> {
  readonly rows: Readonly<Record<ArmId, readonly StepMetrics[]>>;
  readonly shown: Numbers<Shown>;
}

/** How a number is written: three digits, a share as per cent, a factor, a whole number, milliseconds. */
export type Format = 'number' | 'percent' | 'times' | 'integer' | 'milliseconds';

/** A number that one seed gives; finite, but for times that could not be taken. */
export interface Measure<ArmId extends string = string, Shown extends string = string> {
  readonly format: Format;
  /** Is it a time? Then it differs from run to run: it is shown, and nothing is claimed of it. */
  readonly isTiming?: boolean;
  of(evidence: Evidence<ArmId, Shown>): number;
}

/** That a measure is below, above or exactly a limit, in at least so many of 20 seeds. */
export interface Claim<MeasureId extends string = string> {
  readonly measure: MeasureId;
  readonly is: '<' | '>' | '=';
  readonly limit: number;
  readonly atLeast: number;
}

/** The question before the run. */
export interface Prediction<ClaimId extends string = string> {
  /** Three or four, in their order. */
  readonly choices: readonly string[];
  /** The one that the numbers bear out, … */
  readonly right: string;
  /** … which is what these claims say. */
  readonly proof: readonly ClaimId[];
}

export type Scale = 'linear' | 'log';

/**
 * How an experiment is drawn. Curves and profiles are of the arms' rows, and grow while they run; points and tables are of
 * measures, and are there when a seed is done.
 */
export type Chart<ArmId extends string = string, MeasureId extends string = string> = {
  /** Its texts are under this name. */
  readonly id: string;
} & (
  | {
      /** A metric by step, a line an arm. */
      readonly kind: 'curves';
      readonly metric: ScalarName;
      readonly scale: Scale;
      readonly arms: readonly ArmId[];
    }
  | {
      /** A metric of one step by sub-layer (2·block for attention, 2·block + 1 for feed-forward), a line an arm. */
      readonly kind: 'profile';
      readonly metric: MatrixName;
      readonly at: 'first' | 'last';
      readonly scale: Scale;
      readonly arms: readonly ArmId[];
    }
  | {
      /** Measures against something that has a number: depth, learning rate, length. */
      readonly kind: 'points';
      readonly x: readonly number[];
      readonly xScale: Scale;
      readonly scale: Scale;
      /** `measures`: one for each x. */
      readonly series: readonly { readonly id: string; readonly measures: readonly MeasureId[] }[];
    }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      /** `measures`: one for each column. */
      readonly rows: readonly { readonly id: string; readonly measures: readonly MeasureId[] }[];
    }
);

/** A guided experiment: predict, run, explain. */
export interface Experiment<
  ArmId extends string = string,
  Shown extends string = string,
  MeasureId extends string = string,
  ClaimId extends string = string,
> {
  readonly id: ExperimentId;
  /** Numbers of the arms that texts quote: steps, blocks, learning rates. */
  readonly settings: Numbers;
  readonly arms: readonly Arm<ArmId>[];
  /** What needs more than a training run, or none: counts something with the library itself, within a moment. */
  demonstrate?(addnorm: Addnorm, seed: number): Numbers<Shown> | Promise<Numbers<Shown>>;
  readonly measures: Readonly<Record<MeasureId, Measure<NoInfer<ArmId>, NoInfer<Shown>>>>;
  readonly claims: Readonly<Record<ClaimId, Claim<NoInfer<MeasureId>>>>;
  readonly prediction: Prediction<NoInfer<ClaimId>>;
  readonly charts: readonly Chart<NoInfer<ArmId>, NoInfer<MeasureId>>[];
  /** The arms that the lab opens with, side by side: one to six. None if the lab has nothing to show of it. */
  readonly inTheLab: readonly NoInfer<ArmId>[];
}

/** The experiment itself; what its parts say of one another is checked by their types. */
export const defineExperiment = <
  const ArmId extends string,
  const Shown extends string,
  const MeasureId extends string,
  const ClaimId extends string,
>(
  experiment: Experiment<ArmId, Shown, MeasureId, ClaimId>,
): Experiment<ArmId, Shown, MeasureId, ClaimId> => experiment;

/** Does the claim hold of these numbers? Of what is not a number, no claim does. */
export function holds({ measure, is, limit }: Claim, numbers: Numbers): boolean {
  const value = numbers[measure] ?? NaN;
  if (is === '=') return value === limit;
  return is === '<' ? value < limit : value > limit;
}

/** All measures of one seed. @throws RangeError for one that is not finite: nothing could be said of it */
export function measure({ id, measures }: Experiment, evidence: Evidence): Numbers {
  const entries = Object.entries(measures).map(([name, it]) => [name, it.of(evidence)] as const);
  const fault = entries.find(([name, value]) => !measures[name]!.isTiming && !Number.isFinite(value));
  if (fault) throw new RangeError(`${id}: invalid ${fault[0]}: ${fault[1]} (must be finite)`);
  return Object.fromEntries(entries);
}

/** Training steps of one seed, all arms together. */
export const stepsOf = ({ arms }: Experiment): number => arms.reduce((sum, { steps }) => sum + steps, 0);

/** An object with these names, each with what `make` gives for it. */
export const byName = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
