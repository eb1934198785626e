// The quiz that closes each group: which choices a question has and which is right. The texts are in texts/.
import type { GroupId } from './experiment.ts';

export interface QuizQuestion {
  /** Its texts are under this name. */
  readonly id: string;
  readonly choices: readonly string[];
  readonly right: string;
}

export const QUIZZES: Readonly<Record<GroupId, readonly QuizQuestion[]>> = {
  depth: [
    { id: 'residual', choices: ['weights', 'path', 'smaller', 'norm'], right: 'path' },
    { id: 'warm-up', choices: ['memory', 'data', 'steep'], right: 'steep' },
    { id: 'placement', choices: ['clean', 'cheap', 'same'], right: 'clean' },
    { id: 'jobs', choices: ['replace', 'batch', 'both', 'order'], right: 'both' },
  ],
  norm: [
    { id: 'by-hand', choices: ['halves', 'quarters', 'roots'], right: 'roots' },
    { id: 'gamma-beta', choices: ['zero', 'freedom', 'speed'], right: 'freedom' },
    { id: 'generation', choices: ['causal', 'batch', 'long'], right: 'batch' },
    { id: 'trade-off', choices: ['none', 'late', 'warm'], right: 'late' },
  ],
  design: [
    { id: 'post-line', choices: ['after', 'before', 'branch'], right: 'after' },
    { id: 'pre-line', choices: ['after', 'before', 'copy'], right: 'before' },
    { id: 'depth', choices: ['trains', 'represents', 'faster'], right: 'represents' },
    { id: 'cost', choices: ['half', 'grows', 'shrinks'], right: 'shrinks' },
  ],
};
