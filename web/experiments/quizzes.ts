// The quiz that closes each group: which choices a question has and which is right. The texts are in messages.en.ts.
import type { GroupId } from './experiment.ts';

export interface QuizQuestion {
  /** Its texts are under this name. */
  readonly id: string;
  readonly choices: readonly string[];
  readonly right: string;
}

export const QUIZZES: Readonly<Record<GroupId, readonly QuizQuestion[]>> = {
  depth: [{ id: 'why-warm-up', choices: ['memory', 'steep', 'data'], right: 'steep' }],
};
