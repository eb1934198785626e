// Tokens as they are read: 0 is a blank, 1 the separator, the others the symbols of the task from 0 on, or the characters of
// its text (cpp/src/train/task.cpp).
import type { RunConfig } from '../lib/index.ts';
import { textVocabulary } from '../lib/text-vocabulary.ts';

const SIGNS: readonly string[] = ['_', '|'];
/** Nothing would be seen of these. */
const SHOWN: Readonly<Record<string, string>> = { ' ': '␣', '\n': '⏎', '\t': '⇥' };

/** How the tokens of a run are written, one by one. */
export function tokenTexts({ task }: RunConfig): (token: number) => string {
  const characters = task.kind === 'text' ? textVocabulary(task.text).characters : undefined;
  return (token) => {
    const symbol = token - SIGNS.length;
    if (symbol < 0) return SIGNS[token] ?? '';
    if (!characters) return String(symbol);
    const character = characters[symbol] ?? '';
    return SHOWN[character] ?? character;
  };
}
