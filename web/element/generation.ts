// The arithmetic of the tab "Generate": tokens as they are read and written there, the token that would be right, and how likely
// each was. Pure functions.
import { type RunConfig, textVocabulary } from '../lib/index.ts';

/** The blank, the separator, and the first symbol of the tasks. */
const BLANK = 0;
const SEPARATOR = 1;
const FIRST_SYMBOL = 2;
const SIGNS: readonly string[] = ['_', '|'];

/** How the tokens of one task are read and written. */
export interface Alphabet {
  /** Numbers with blanks between them, or the characters of a text. */
  readonly kind: 'symbols' | 'characters';
  readonly write: (token: number) => string;
  /** Tokens; or the first part that is none, as it was given. */
  readonly read: (text: string) => readonly number[] | { readonly stranger: string };
}

export function alphabetOf({ task, model }: RunConfig): Alphabet {
  return task.kind === 'text' ? characters(task.text) : symbols(model.vocabSize);
}

function symbols(vocabSize: number): Alphabet {
  const tokenOf = (text: string): number => {
    if (SIGNS.includes(text)) return SIGNS.indexOf(text);
    const token = /^\d{1,4}$/.test(text) ? Number(text) + FIRST_SYMBOL : NaN;
    return token < vocabSize ? token : NaN;
  };
  return {
    kind: 'symbols',
    write: (token) => SIGNS[token] ?? String(token - FIRST_SYMBOL),
    read: (text) => {
      const parts = text.match(/[|_]|[^\s,|_]+/g) ?? [];
      const stranger = parts.find((part) => Number.isNaN(tokenOf(part)));
      return stranger === undefined ? parts.map(tokenOf) : { stranger };
    },
  };
}

function characters(text: string): Alphabet {
  const { characters: known } = textVocabulary(text);
  const tokens = new Map(known.map((character, i) => [character, i + FIRST_SYMBOL]));
  return {
    kind: 'characters',
    write: (token) => known[token - FIRST_SYMBOL] ?? SIGNS[token] ?? '\uFFFD',
    read: (given) => {
      const stranger = Array.from(given).find((character) => !tokens.has(character));
      return stranger === undefined ? Array.from(given, (character) => tokens.get(character)!) : { stranger };
    },
  };
}

/**
 * The token that is right after these, as the task has it (cpp/src/train/task.cpp); undefined where any or none is.
 *
 * @param tokens the beginning and what has been generated
 */
export function rightToken({ task, model }: RunConfig, tokens: readonly number[]): number | undefined {
  switch (task.kind) {
    case 'copy':
    case 'reverse':
    case 'sort':
      return rearranged(task.kind, tokens);
    case 'modularAddition': {
      if (tokens.length % 3 !== 2) return undefined;
      const [a, b] = tokens.slice(-2).map((token) => token - FIRST_SYMBOL);
      return a! < 0 || b! < 0 ? undefined : ((a! + b!) % task.modulus) + FIRST_SYMBOL;
    }
    case 'parity': {
      const bits = tokens.map((token) => token - FIRST_SYMBOL);
      return bits.every((bit) => bit === 0 || bit === 1)
        ? FIRST_SYMBOL + (bits.reduce<number>((sum, bit) => sum + bit, 0) % 2)
        : undefined;
    }
    case 'induction': {
      // A symbol comes again only with the repetition, so what followed it follows again.
      const window = tokens.slice(-model.nCtx);
      const before = window.lastIndexOf(window.at(-1)!, window.length - 2);
      return window.length < 2 || before < 0 ? undefined : window[before + 1];
    }
    case 'text':
      return undefined;
  }
}

function rearranged(kind: 'copy' | 'reverse' | 'sort', tokens: readonly number[]): number | undefined {
  const at = tokens.indexOf(SEPARATOR);
  if (at < 0) return undefined;
  const answer = tokens.slice(0, at);
  if (kind === 'reverse') answer.reverse();
  if (kind === 'sort') answer.sort((a, b) => a - b);
  return answer[tokens.length - at - 1];
}

/** How many tokens of a sequence of training are given: the others are for the model to find. */
export function exampleLength({ task, model: { nCtx } }: RunConfig, tokens: readonly number[]): number {
  switch (task.kind) {
    case 'copy':
    case 'reverse':
    case 'sort':
      return tokens.indexOf(SEPARATOR) + 1;
    case 'modularAddition':
      return Math.min(2, nCtx);
    case 'induction': {
      const again = tokens.findIndex((token, i) => tokens.indexOf(token) < i);
      return again < 0 ? nCtx : again + 1;
    }
    case 'parity':
    case 'text':
      return Math.min(8, nCtx);
  }
}

/** After how many new tokens there is nothing more to say. */
export function answerLength({ task, model: { nCtx } }: RunConfig, prompt: readonly number[]): number {
  switch (task.kind) {
    case 'copy':
    case 'reverse':
    case 'sort':
      return Math.max(1, prompt.indexOf(SEPARATOR));
    case 'modularAddition':
    case 'parity':
      return 1;
    case 'induction':
      return Math.max(1, nCtx - prompt.length);
    case 'text':
      return 200;
  }
}

export interface Candidate {
  readonly token: number;
  /** From 0 to 1. */
  readonly probability: number;
}

/**
 * The probabilities that a token was drawn by: the softmax of the logits over the temperature, or over 1 where the temperature
 * is 0, and the likeliest is taken.
 *
 * @returns the likeliest `most` in order, and the one that was drawn if it is none of them
 */
export function candidatesOf(
  logits: ArrayLike<number>,
  temperature: number,
  drawn: number,
  most: number,
): Candidate[] {
  const scaled = Array.from(logits, (logit) => logit / (temperature || 1));
  const max = Math.max(...scaled);
  const weights = scaled.map((logit) => Math.exp(logit - max));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const all = weights
    .map((weight, token) => ({ token, probability: weight / sum }))
    .sort((a, b) => b.probability - a.probability || a.token - b.token);
  return all.filter(({ token }, rank) => rank < most || token === drawn);
}

/** Nothing is to be seen of these in a text. */
export const isUnseen = (kind: Alphabet['kind'], token: number, text: string): boolean =>
  (kind === 'symbols' && token <= SEPARATOR) || token === BLANK || /^\s$/.test(text);
