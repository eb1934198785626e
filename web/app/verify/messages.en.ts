// The texts of the panel that verifies this browser. A translation is another of these.
import type { Backend } from '../../lib/verify.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const runs = (count: number) => counted(count, 'run', 'runs');
const answers = (count: number) => counted(count, 'known answer', 'known answers');

/** How many runs and answers there were, and how many of them were wrong. */
export interface Counts {
  readonly runs: number;
  readonly wrongRuns: number;
  readonly answers: number;
  readonly wrongAnswers: number;
}

export const messagesEn = {
  again: 'Verify again',
  cancel: 'Cancel',
  starting: 'Starting …',
  progress: (done: number, total: number): string => `${done} of ${total}`,
  timeLeft: (seconds: number): string => `about ${seconds} s left`,
  progressLabel: 'Progress of the verification',
  cancelled: (done: number, total: number): string => `Cancelled after ${done} of ${total}.`,
  allRight: (counts: Counts): string =>
    `All ${runs(counts.runs)} ended in the same bits as everywhere else, and all ${answers(counts.answers)} are right.`,
  wrong: (counts: Counts): string => {
    const parts = [
      counts.wrongRuns > 0 &&
        `${counts.wrongRuns} of ${runs(counts.runs)} ended in other bits than everywhere else`,
      counts.wrongAnswers > 0 && `${counts.wrongAnswers} of ${answers(counts.answers)} are wrong`,
    ];
    return `${parts.filter(Boolean).join(', and ')}: the curves of this browser are not those of the others.`;
  },
  missing: (backend: Backend, reason: string): string =>
    `The ${messagesEn.backends[backend]} was not asked: ${reason}.`,
  failed: (message: string): string => `The verification could not go on: ${message}`,
  noScript: 'The part of the page that verifies could not be loaded. Is the network there?',
  caption:
    'What this browser computes. A run is a short training; shown is the hash of all parameters that it ends in. Of a known answer the number that is furthest off is shown; it has to be right within 1e-6. Of two figures the left one is expected, the right one is what came out.',
  tableLabel: 'Verification, row by row',
  check: 'Check',
  expected: 'Expected',
  actual: 'Got',
  result: 'Result',
  ok: 'ok',
  wrongWord: 'wrong',
  backends: { simd: 'build with SIMD', scalar: 'build without SIMD' } satisfies Record<Backend, string>,
  copy: 'Copy as text',
  copied: 'Copied.',
  notCopied: 'This browser does not let the page copy; the table can be selected.',
};

export type VerifyMessages = typeof messagesEn;
