// Measures in a thread of its own, once it is told how, and tells what it finds. Ended by terminate().
import { bench } from '../../bench/bench.ts';
import type { GroupedRow } from '../../bench/rows.ts';

export interface BenchRequest {
  readonly isQuick: boolean;
}

export type BenchMessage =
  { readonly row: GroupedRow; readonly share: number } | { readonly done: true } | { readonly error: string };

const post = (message: BenchMessage) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<BenchRequest>) => {
  bench({ ...data, onRow: (row, share) => post({ row, share }) }).then(
    () => post({ done: true }),
    (error: unknown) => post({ error: error instanceof Error ? error.message : String(error) }),
  );
};
