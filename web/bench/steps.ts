// Whole training steps: their time on both builds, the share of the peak they reach, what probes add, and how the cost grows.
import type { Backend } from '../lib/index.ts';
import { type Context, sharesOfPeak, trainerOf } from './context.ts';
import { stepOperations } from './operations.ts';
import { withWorks } from './rates-module.ts';
import { atLeast, atMost, plainRow, type Row } from './rows.ts';
import { fitLine, median, medianRatio } from './statistics.ts';
import type { Repeat } from './timing.ts';
import { BARS, DEFAULT_WORK, nameOf, type StepWork, type Work } from './works.ts';

/** Milliseconds of a step, with SIMD and without. */
export async function stepRows(context: Context, work: StepWork): Promise<Row[]> {
  const { messages } = context;
  const name = nameOf(work);
  const trainers = new Map(
    [...context.builds].map(([backend, addnorm]) => [backend, trainerOf(addnorm, work)]),
  );
  try {
    const steps = Object.fromEntries([...trainers].map(([backend, { step }]) => [backend, step]));
    const samples = await context.clock.samplesOf(steps);
    const rows = [...trainers.keys()].map((backend: Backend) =>
      plainRow(messages.step(name, backend), messages.milliseconds(median(samples[backend]!))),
    );
    const simd = trainers.get('simd');
    return simd ? [...rows, ...(await shareRows(context, work, simd.step))] : rows;
  } finally {
    for (const trainer of trainers.values()) trainer.dispose();
  }
}

async function shareRows(context: Context, work: StepWork, run: Repeat): Promise<Row[]> {
  if (!context.kernels) return [];
  const { step } = await sharesOfPeak(context, context.kernels.peak, {
    step: { run, operations: stepOperations(work) },
  });
  const { messages } = context;
  const what = messages.stepOfPeak(nameOf(work));
  if (work.ofPeak === undefined) return [plainRow(what, messages.percent(step))];
  return [atLeast(what, step, work.ofPeak, messages.percent)];
}

/** A step of the trainer against the same one without probes (cpp/bench/steps.cpp). */
export async function probeRows({ clock, kernels, messages }: Context, work: Work): Promise<Row[]> {
  const what = messages.probes(nameOf(work));
  if (!kernels) return [plainRow(what, messages.noSimd)];
  const { nLayer, dModel, nCtx, batch } = work;
  const sizes = [nLayer, dModel, nCtx, batch];
  const works = {
    on: kernels.rates.make('trainer_step', ...sizes),
    off: kernels.rates.make('bare_step', ...sizes),
  };
  const { on, off } = await withWorks(works, (repeats) => clock.samplesOf(repeats));
  return [atMost(what, medianRatio(on, off) - 1, BARS.probes, messages.percent)];
}

/** The default lab as it grows in one of its sizes: the line through the medians. */
export async function growthRow(
  { clock, builds, messages }: Context,
  key: 'nLayer' | 'batch',
  values: readonly number[],
): Promise<Row> {
  const addnorm = builds.get('simd') ?? builds.get('scalar')!;
  const trainers = values.map((value) => trainerOf(addnorm, { ...DEFAULT_WORK, [key]: value }));
  try {
    const steps = Object.fromEntries(values.map((value, i) => [`of ${value}`, trainers[i]!.step]));
    const samples = await clock.samplesOf<string>(steps);
    const line = fitLine(
      values,
      values.map((value) => median(samples[`of ${value}`]!)),
    );
    const isDepth = key === 'nLayer';
    const what = (isDepth ? messages.depth : messages.batch)(values, addnorm.backend);
    const measured = messages.line(line, isDepth ? messages.block : messages.sequence);
    return { what, measured, bar: messages.linear(BARS.linear), met: line.r2 >= BARS.linear };
  } finally {
    for (const trainer of trainers) trainer.dispose();
  }
}
