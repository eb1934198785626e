// What a command of `addnorm` is. Each has a file of its own and a row in main.ts.
import type { ParseArgsConfig } from 'node:util';

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What it does, and what its options are. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /**
   * @param values what parseArgs read
   * @param signal aborted when somebody wants the command to stop
   * @returns the exit code: 0 if all is well, 1 if not
   */
  readonly run: (values: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<number>;
}
