// How a training step stands beside that of another library on the same machine.
import { messagesEn } from './messages.en.ts';
import { atLeast, plainRow, type Row } from './rows.ts';
import { nameOf, STEP_WORKS, type Work } from './works.ts';

export const PEERS = {
  torch: { name: 'PyTorch', bar: 'ofTorch' },
  tfjs: { name: 'TensorFlow.js', bar: 'ofTfjs' },
} as const;
export type PeerName = keyof typeof PEERS;

/** Milliseconds of a step of the peer, by work; or what has to be installed first. */
export type PeerTimes =
  readonly { readonly work: Work; readonly milliseconds: number }[] | { missing: string };

/** One row a work: their time over ours. */
export function peerRows(peer: PeerName, theirs: PeerTimes, ours: ReadonlyMap<string, number>): Row[] {
  const { name, bar } = PEERS[peer];
  if ('missing' in theirs) return [plainRow(name, messagesEn.peerMissing(theirs.missing))];
  return STEP_WORKS.flatMap((work) => {
    const label = nameOf(work);
    const found = theirs.find((time) => nameOf(time.work) === label);
    if (!found) return [];
    const our = ours.get(label) ?? NaN;
    const ratio = found.milliseconds / our;
    const what = messagesEn.peer(name, label);
    const measured = messagesEn.peerMeasured(ratio, our, found.milliseconds);
    const limit = work[bar];
    return [
      limit === undefined
        ? plainRow(what, measured)
        : atLeast(what, ratio, limit, messagesEn.times, measured),
    ];
  });
}
