// What a command of `addnorm` is. Each has a file of its own and a row in main.ts.
import type { ParseArgsConfig } from 'node:util';
import type { WorkerLike } from '../lab/protocol.ts';

/** What was given on the command line, as far as its form goes. */
export interface Arguments {
  /** By name of the option, without dashes: true for one without a value, a list for one that may be given again. */
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** What stands there without an option. */
  readonly positionals: readonly string[];
}

/** What a command has around it. */
export interface Surroundings {
  /** Aborted when somebody wants the command to stop. */
  readonly signal: AbortSignal;
  /** Starts a thread that trains. */
  readonly createWorker: () => WorkerLike;
}

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What it does, and what its options are. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Options that may stand without a value, which then is this one. */
  readonly bareValues?: Readonly<Record<string, string>> | undefined;
  /** How many arguments it takes that belong to no option; none if left out. */
  readonly mostPositionals?: number | undefined;
  /** @returns the exit code: 0 if all is well, 1 if not */
  readonly run: (given: Arguments, around: Surroundings) => Promise<number>;
}

/** The command was not understood, or cannot be done as it was asked: exit code 2. */
export class UsageError extends Error {}

/** Somebody stopped the command; the message says what was kept: exit code 130. */
export class Stopped extends Error {}

/** `unread` is what a shell says of a program that the system ended because nobody reads its output (128 + SIGPIPE). */
export const EXIT_CODES = { ok: 0, failed: 1, usage: 2, stopped: 130, unread: 141 } as const;
