// All that is measured, in its order: each measure gives rows of the table. Runs in a page's worker and in Node alike,
// yields between samples, can be stopped, and says how far it is.
import { type Context, makeContext } from './context.ts';
import { normRow, otherRows, peakRow, productRow } from './kernels.ts';
import { sizeRows, startRow, twinsRow } from './lab.ts';
import { messagesEn } from './messages.en.ts';
import type { BenchOptions } from './options.ts';
import type { Row } from './rows.ts';
import { growthRow, probeRows, stepRows } from './steps.ts';
import { partsRow } from './parts.ts';
import { Clock, FULL_PACE, QUICK_PACE } from './timing.ts';
import { BATCHES, DEPTHS, type Group, STEP_WORKS } from './works.ts';

interface Measure {
  readonly group: Group;
  /** About how long it takes, in seconds at full pace; only the share matters. */
  readonly cost: number;
  readonly run: (context: Context) => Promise<Row | readonly Row[]>;
}

/** What goes before them: loading, and finding the peak. */
const START_COST = 4;

const MEASURES: readonly Measure[] = [
  { group: 'steps', cost: 0.5, run: peakRow },
  ...STEP_WORKS.flatMap((work): Measure[] => [
    { group: 'steps', cost: 4, run: (context) => stepRows(context, work) },
    { group: 'steps', cost: 6, run: (context) => partsRow(context, work) },
  ]),
  ...STEP_WORKS.flatMap((work) =>
    (['forward', 'backward'] as const).map((direction): Measure => ({
      group: 'kernels',
      cost: 3,
      run: (context) => productRow(context, work, direction),
    })),
  ),
  { group: 'kernels', cost: 4, run: (context) => otherRows(context, STEP_WORKS) },
  ...STEP_WORKS.map((work): Measure => ({
    group: 'kernels',
    cost: 1,
    run: (context) => normRow(context, work),
  })),
  ...STEP_WORKS.slice(0, 2).map((work): Measure => ({
    group: 'growth',
    cost: 2,
    run: (context) => probeRows(context, work),
  })),
  { group: 'growth', cost: 4, run: (context) => growthRow(context, 'nLayer', DEPTHS) },
  { group: 'growth', cost: 4, run: (context) => growthRow(context, 'batch', BATCHES) },
  { group: 'lab', cost: 8, run: twinsRow },
  { group: 'lab', cost: 1.5, run: startRow },
  { group: 'lab', cost: 0.2, run: sizeRows },
];

/** Measures everything, which takes a minute and a half, and hands on each row as it is found. */
export async function bench(options: BenchOptions = {}): Promise<void> {
  const { isQuick, createWorker, signal, onRow, messages = messagesEn } = options;
  const clock = new Clock(isQuick ? QUICK_PACE : FULL_PACE, signal);
  const context = await makeContext(clock, createWorker, messages);
  const total = MEASURES.reduce((sum, { cost }) => sum + cost, START_COST);
  let done = START_COST;
  for (const { group, cost, run } of MEASURES) {
    await clock.breathe();
    const found = [await run(context)].flat().map((row) => ({ ...row, group }));
    done += cost;
    for (const row of found) onRow?.(row, done / total);
  }
}
