// Counts what an experiment demonstrates, once, for a page. Ended by terminate().
import { EXPERIMENTS } from '../../experiments/all.ts';
import { load } from '../../lib/index.ts';
import type { CountingReply, CountingRequest } from './counting-protocol.ts';

const post = (reply: CountingReply) => self.postMessage(reply);

self.onmessage = async ({ data: { id, seed } }: MessageEvent<CountingRequest>) => {
  try {
    const experiment = EXPERIMENTS.find((one) => one.id === id)!;
    post({ shown: (await experiment.demonstrate?.(await load(), seed)) ?? {} });
  } catch (error) {
    post({ error: error instanceof Error ? error.message : String(error) });
  }
};
