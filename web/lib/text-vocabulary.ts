// The characters of a text as tokens: what the task `text` trains on, and what turns a model's tokens into text again. A
// character is a code point.
import { SCHEMA } from './config.ts';
import { invalid, refusal, show } from './errors.ts';
import { checkIntegers, type Integers } from './memory.ts';

/** Tokens before the first character: the blank and the separator. */
const RESERVED = 2;
const MAX_DIFFERENT = SCHEMA.model.vocabSize.max - RESERVED;
/** What a token is that stands for no character. */
const NO_CHARACTER = '\uFFFD';

/** The characters of one text, numbered. Made by `textVocabulary`. */
export interface TextVocabulary {
  /** Tokens in all, the blank and the separator included: the vocabSize that a model of this text needs. */
  readonly size: number;
  /** Every character of the text once, in the order of code points; the first one is token 2. */
  readonly characters: readonly string[];
  /**
   * The tokens of a text, one a character.
   *
   * @throws RangeError for the first character that is none of the vocabulary
   */
  readonly encode: (text: string) => Int32Array;
  /** The text of tokens; one that stands for no character becomes U+FFFD. */
  readonly decode: (tokens: Integers) => string;
}

/**
 * The vocabulary of a text, as the task `text` has it.
 *
 * @param text 4 to 200,000 characters, of which at most 510 differ, without half of a surrogate pair
 * @throws RangeError or TypeError if it is no such text
 * @example
 * const { size, encode, decode } = textVocabulary('hello hello');
 * size; // 7: the two reserved tokens, then ' ', 'e', 'h', 'l', 'o'
 * decode(encode('hole')); // 'hole'
 */
export function textVocabulary(text: string): TextVocabulary {
  const rule = brokenTextRule(text);
  if (rule !== undefined) throw refusal('text', text, { type: 'string', rule });
  const characters = differentCharacters(text);
  const tokens = new Map(characters.map((character, i) => [character, i + RESERVED]));
  return {
    size: characters.length + RESERVED,
    characters,
    encode: (other) => {
      if (typeof other !== 'string') throw new TypeError(invalid('text', other, 'must be a string'));
      return Int32Array.from(other, (character) => {
        const token = tokens.get(character);
        if (token !== undefined) return token;
        throw new RangeError(
          invalid('text', other, `must have only characters of the vocabulary, not ${show(character)}`),
        );
      });
    },
    decode: (given) => {
      const checked = checkIntegers('tokens', given, (token) => token >= 0, 'must be a token, from 0 on');
      return Array.from(checked, (token) => characters[token - RESERVED] ?? NO_CHARACTER).join('');
    },
  };
}

interface Measure {
  readonly text: string;
  /** Characters, and how many of them differ. */
  readonly length: number;
  readonly different: number;
}

/** Of the last text: while a configuration is read and written, one and the same is asked for many times. */
let last: Measure = { text: '', length: 0, different: 0 };

function measure(text: string): Measure {
  if (text === last.text) return last;
  const different = new Set<string>();
  let length = 0;
  for (const character of text) {
    different.add(character);
    length++;
  }
  last = { text, length, different: different.size };
  return last;
}

/** How many tokens a model of this text needs. */
export const textVocabSize = (text: string): number => measure(text).different + RESERVED;

/** Characters of a text. */
export const textLength = (text: string): number => measure(text).length;

/** What of the rules for a text this value breaks, in words; undefined if none. */
export function brokenTextRule(value: unknown): string | undefined {
  const { min, max } = SCHEMA.task.text;
  if (typeof value !== 'string') return 'must be a string';
  const { length, different } = measure(value);
  if (length < min || length > max) return `must have ${min} to ${max} characters, not ${length}`;
  const half = /\p{Surrogate}/u.exec(value);
  if (half) return `must not have half of a surrogate pair, as there is at ${half.index}`;
  if (different > MAX_DIFFERENT)
    return `must have at most ${MAX_DIFFERENT} different characters, not ${different}`;
  return undefined;
}

function differentCharacters(text: string): string[] {
  return [...new Set(text)].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
}
