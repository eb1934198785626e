// Measures in a thread of its own, once it is told how, and tells what it finds. Ended by terminate().
import { bench } from '../../bench/bench.ts';
import { messagesDe } from '../../bench/messages.de.ts';
import { messagesEn } from '../../bench/messages.en.ts';
import type { GroupedRow } from '../../bench/rows.ts';

export interface BenchRequest {
  readonly isQuick: boolean;
  /** Of the page; the rows are made here. */
  readonly language: string;
}

export type BenchMessage =
  { readonly row: GroupedRow; readonly share: number } | { readonly done: true } | { readonly error: string };

const post = (message: BenchMessage) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<BenchRequest>) => {
  const { isQuick, language } = data;
  const messages = language === 'de' ? messagesDe : messagesEn;
  bench({ isQuick, messages, onRow: (row, share) => post({ row, share }) }).then(
    () => post({ done: true }),
    (error: unknown) => post({ error: error instanceof Error ? error.message : String(error) }),
  );
};
