// What the library says of settings, in the words of the page: it names them as they are called in code ("nCtx"), and whoever
// reads the page knows them by their labels ("Sequence length").
import { SETTINGS } from '../lib/config.ts';
import type { Setting } from '../lib/setting.ts';

/** Paths ("model.dModel", "task.text") first; of names alone those that are no word of a sentence. */
const NAMES: readonly (readonly [name: string, setting: Setting])[] = [
  ...SETTINGS.filter(({ path }) => path.includes('.')).map(({ path, setting }) => [path, setting] as const),
  ...SETTINGS.filter(({ name }) => /[a-z][A-Z]/.test(name)).map(
    ({ name, setting }) => [name, setting] as const,
  ),
];
const NAMED = new Map([...NAMES].reverse());
const PATTERN = new RegExp(
  `(?<![\\w.])(${NAMES.map(([name]) => name.replace('.', '\\.')).join('|')})(?![\\w.])`,
  'g',
);

/** "model.dModel must be a multiple of nHead = 4" becomes "Width must be a multiple of Heads = 4". */
export const inWords = (text: string, labelOf = ({ label }: Setting): string => label): string =>
  text.replace(PATTERN, (name) => labelOf(NAMED.get(name)!));
