// How a training step stands beside that of another library on the same machine, in the same seconds.
import { load } from '../lib/index.ts';
import { trainerOf } from './context.ts';
import { messagesEn } from './messages.en.ts';
import { atLeast, plainRow, type Row } from './rows.ts';
import { median, medianRatio } from './statistics.ts';
import { Clock, FULL_PACE, QUICK_PACE } from './timing.ts';
import { nameOf, STEP_WORKS, type StepWork, type Work } from './works.ts';

export const PEERS = {
  torch: { name: 'PyTorch', bar: 'ofTorch' },
  tfjs: { name: 'TensorFlow.js', bar: 'ofTfjs' },
} as const;
export type PeerName = keyof typeof PEERS;

/** Milliseconds of a step of the peer, by work; or what has to be installed first. */
export type PeerTimes =
  readonly { readonly work: Work; readonly milliseconds: number }[] | { missing: string };

/** How a peer and ours are timed: milliseconds of a step. */
export interface Timing {
  readonly theirs: (works: readonly Work[]) => Promise<PeerTimes>;
  readonly ours: (work: Work) => Promise<number>;
  /** How often they are timed by turns. */
  readonly rounds: number;
}

/** Times a step of ours. */
export async function ourStep(isQuick: boolean): Promise<Timing['ours']> {
  const addnorm = await load();
  const clock = new Clock(isQuick ? QUICK_PACE : FULL_PACE);
  return async (work) => {
    const { step, dispose } = trainerOf(addnorm, work);
    try {
      return median((await clock.samplesOf({ step })).step);
    } finally {
      dispose();
    }
  };
}

/** One row for each work that this peer is a bar of, as they are found. */
export async function* peerRows(peer: PeerName, timing: Timing): AsyncGenerator<Row, void> {
  const { name, bar } = PEERS[peer];
  for (const work of STEP_WORKS) {
    const limit = work[bar];
    if (limit === undefined) continue;
    const row = await peerRow(name, limit, work, timing);
    yield row;
    if (row.met === undefined) return;
  }
}

/** In each round the peer is timed between two times of ours, and compared with the mean of those. */
async function peerRow(name: string, limit: number, work: StepWork, timing: Timing): Promise<Row> {
  const { nLayer, dModel, nCtx, batch } = work;
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let i = 0; i < timing.rounds; i++) {
    const before = await timing.ours(work);
    const times = await timing.theirs([{ nLayer, dModel, nCtx, batch }]);
    if ('missing' in times) return plainRow(name, messagesEn.peerMissing(times.missing));
    ours.push((before + (await timing.ours(work))) / 2);
    theirs.push(times[0]!.milliseconds);
  }
  const ratio = medianRatio(theirs, ours);
  const measured = messagesEn.peerMeasured(ratio, median(ours), median(theirs));
  return atLeast(messagesEn.peer(name, nameOf(work)), ratio, limit, messagesEn.times, measured);
}
