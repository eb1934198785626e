// What the measures share: the clock, the modules, and the peak that shares are taken of.
import { type Addnorm, type Backend, load } from '../lib/index.ts';
import { checkEngine, hasSimd } from '../lib/load.ts';
import type { WorkerLike } from '../lab/protocol.ts';
import type { BenchMessages } from './messages.en.ts';
import { Rates, type RateWork, withWorks } from './rates-module.ts';
import { median, medianRatio } from './statistics.ts';
import { type Clock, FULL_PACE, type Repeat } from './timing.ts';
import type { Work } from './works.ts';

/** Chains that cpp/bench/rates.h has. */
const CHAINS = [8, 10, 12, 13, 14] as const;
const ROUNDS = 2000;
const LANES = 4;
/** The peak is asked for again while it grows by so much, and so often at most. */
const PEAK_GROWTH = 1.05;
const PEAK_ATTEMPTS = 8;

/** The best that multiply and add reach here. */
export interface Peak {
  readonly work: RateWork;
  /** Floating-point operations of one run of it. */
  readonly operations: number;
}

export interface Context {
  readonly clock: Clock;
  /** The builds that this engine can run, each loaded. */
  readonly builds: ReadonlyMap<Backend, Addnorm>;
  /** The kernels with SIMD; undefined where there is no SIMD. */
  readonly kernels: { readonly rates: Rates; readonly peak: Peak } | undefined;
  readonly createWorker: (() => WorkerLike) | undefined;
  readonly messages: BenchMessages;
}

export async function makeContext(
  clock: Clock,
  createWorker: (() => WorkerLike) | undefined,
  messages: BenchMessages,
): Promise<Context> {
  checkEngine();
  const builds = new Map<Backend, Addnorm>();
  if (hasSimd()) builds.set('simd', await load({ simd: 'on' }));
  builds.set('scalar', await load({ simd: 'off' }));
  const rates = hasSimd() ? await Rates.load() : undefined;
  const kernels = rates && { rates, peak: await findPeak(rates, clock) };
  return { clock, builds, kernels, createWorker, messages };
}

/**
 * The number of chains that is fastest here. All shares are taken of it, so it is warmed up in full also where the rest is
 * quick, and asked again for as long as it becomes faster: an engine may be late with its best code.
 */
async function findPeak(rates: Rates, clock: Clock): Promise<Peak> {
  const make = (chains: number) => rates.make('multiply_and_add', chains, ROUNDS);
  const works = Object.fromEntries(CHAINS.map((chains) => [String(chains), make(chains)]));
  const best = await withWorks(works, async (repeats) => {
    let [fastest, rate]: [number, number] = [CHAINS[0], 0];
    for (let attempt = 0; attempt < PEAK_ATTEMPTS; attempt++) {
      const samples = await clock.samplesOf(repeats, FULL_PACE.warmUpMs);
      const rateOf = (chains: number) => chains / median(samples[String(chains)]!);
      fastest = CHAINS.reduce((a, b) => (rateOf(b) > rateOf(a) ? b : a));
      if (rateOf(fastest) < PEAK_GROWTH * rate) break;
      rate = rateOf(fastest);
    }
    return fastest;
  });
  return { work: make(best), operations: 2 * LANES * best * ROUNDS };
}

/** Operations a second of the peak and, sample by sample, the share of it that each work reaches. */
export async function sharesOfPeak<Name extends string>(
  { clock }: Context,
  peak: Peak,
  works: Readonly<Record<Name, { readonly run: Repeat; readonly operations: number }>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const repeats = Object.fromEntries(names.map((name) => [name, works[name].run]));
  const samples = await clock.samplesOf<string>({ ...repeats, peak: peak.work.run });
  const share = (name: Name) =>
    (medianRatio(samples['peak']!, samples[name]!) * works[name].operations) / peak.operations;
  return Object.fromEntries(names.map((name) => [name, share(name)])) as Record<Name, number>;
}

/** A trainer of this work that takes steps; `use` is done with it when it resolves. */
export function trainerOf(
  addnorm: Addnorm,
  { nLayer, dModel, nCtx, batch }: Work,
): { step: Repeat; dispose: () => void } {
  const model = addnorm.createModel({ nLayer, dModel, nCtx, placement: 'pre' }, { seed: 1 });
  const trainer = addnorm.createTrainer({ model, batch, seed: 1 });
  return {
    step: (times) => {
      for (let i = 0; i < times; i++) trainer.step();
    },
    dispose: () => {
      trainer.dispose();
      model.dispose();
    },
  };
}
