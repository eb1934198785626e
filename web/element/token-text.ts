// Tokens as they stand along a map, one by one: written as in the tab "Generate", and with a sign for what cannot be seen.
import type { RunConfig } from '../lib/index.ts';
import { alphabetOf } from './generation.ts';

const SIGNS: Readonly<Record<string, string>> = { ' ': '␣', '\n': '⏎', '\t': '⇥' };

/** How the tokens of a run are written. */
export function tokenTexts(config: RunConfig): (token: number) => string {
  const { write } = alphabetOf(config);
  return (token) => {
    const text = write(token);
    return SIGNS[text] ?? text;
  };
}
