// What an experiment gave over many seeds: each measure's median and range, and in how many seeds each claim held. The
// committed outcomes.json holds one of these for each experiment.
import { type Claim, type Experiment, type ExperimentId, holds, type Numbers } from './experiment.ts';

/** Seeds of `npm run experiments`: 1, 2, … */
export const N_SEEDS = 20;
/** So many seeds, the first ones, are kept number by number. */
const N_KEPT = 3;

export interface MeasureOutcome {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Of seed 1, 2, 3. None of a time, which is no other's. */
  readonly first: readonly number[];
}

export interface Outcome {
  readonly measures: Readonly<Record<string, MeasureOutcome>>;
  /** In how many of the seeds each claim held. */
  readonly held: Readonly<Record<string, number>>;
}

export interface Outcomes {
  /** Of the package that ran them. */
  readonly version: string;
  /** How many seeds each experiment ran. */
  readonly seeds: number;
  readonly experiments: Readonly<Record<ExperimentId, Outcome>>;
}

/** @param seeds the measures of each seed, in order of seeds: one or more */
export function outcomeOf({ measures, claims }: Experiment, seeds: readonly Numbers[]): Outcome {
  const ofMeasure = (name: string, isTiming: boolean): MeasureOutcome => {
    const values = seeds.map((numbers) => numbers[name]!);
    const sorted = [...values].sort((a, b) => a - b);
    const middle = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
    return {
      median: (sorted[middle[0]!]! + sorted[middle[1]!]!) / 2,
      min: sorted[0]!,
      max: sorted.at(-1)!,
      first: isTiming ? [] : values.slice(0, N_KEPT),
    };
  };
  const inHowMany = (claim: Claim) => seeds.filter((numbers) => holds(claim, numbers)).length;
  return {
    measures: mapValues(measures, ({ isTiming = false }, name) => ofMeasure(name, isTiming)),
    held: mapValues(claims, inHowMany),
  };
}

/** The claims that are not borne out. Of fewer seeds than 20 as large a share has to hold, rounded down. */
export function brokenClaims({ claims }: Experiment, { held }: Outcome, nSeeds: number): string[] {
  return Object.entries(claims)
    .filter(([id, { atLeast }]) => !((held[id] ?? 0) >= Math.floor((atLeast * nSeeds) / N_SEEDS)))
    .map(([id]) => id);
}

const mapValues = <In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In, name: string) => Out,
): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
