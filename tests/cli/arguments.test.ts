// Words of a command line as options and values.
import { describe, expect, it } from 'vitest';
import { countOf, readArguments } from '../../web/cli/arguments.ts';
import { type Command, UsageError } from '../../web/cli/command.ts';
import { mergeCommand } from '../../web/cli/merge.ts';
import { runCommand } from '../../web/cli/run.ts';
import { sweepCommand } from '../../web/cli/sweep.ts';
import { SETTINGS } from '../../web/lib/index.ts';

const read = (command: Command, line: string) => readArguments(command, line.split(' '));

describe('options', () => {
  it('are every setting of the schema, each under its key and in the help with range and default', () => {
    for (const { setting } of SETTINGS) {
      expect(runCommand.options).toHaveProperty([setting.key]);
      expect(runCommand.help).toContain(`--${setting.key} `);
    }
    expect(runCommand.help).toMatch(/--depth N +Number of blocks.*\(1\s+to 48; default: 6\)/s);
    for (const line of [runCommand, sweepCommand].flatMap(({ help }) => help.split('\n')))
      expect(line.length, line).toBeLessThanOrEqual(100);
  });

  it('have values, which may be negative or stand after =', () => {
    const { values, positionals } = read(runCommand, 'a.json --residual -1 --lr=1e-3,2e-3 --all');
    expect({ ...values }).toEqual({ residual: '-1', lr: '1e-3,2e-3', all: true });
    expect(positionals).toEqual(['a.json']);
  });

  it('that are on or off need no value', () => {
    expect({ ...read(runCommand, '--tied --depth 3').values }).toEqual({ tied: '1', depth: '3' });
    expect({ ...read(runCommand, '--depth 3 --tied').values }).toEqual({ tied: '1', depth: '3' });
    expect({ ...read(runCommand, '--tied 0,1 --causal off').values }).toEqual({ tied: '0,1', causal: 'off' });
  });

  it('may be given again where that makes sense', () => {
    expect(read(sweepCommand, '--grid lr=1 --grid depth=2').values['grid']).toEqual(['lr=1', 'depth=2']);
  });

  it.each([
    ['run', '--wamup 3', 'unknown option "--wamup"; did you mean "--warmup"?'],
    ['run', '--constructor 3', 'unknown option "--constructor"'],
    ['run', '-x', 'unknown option "-x"'],
    ['run', '--depth', '--depth needs a value'],
    ['run', '--depth --lr 3', '--depth needs a value'],
    ['run', '--depth 3 --depth 4', '--depth is given twice'],
    ['run', '--all=1', '--all takes no value, not "1"'],
    ['run', 'a.json b.json', 'unexpected argument "b.json"'],
  ])('of %s are refused: %s', (_, line, message) => {
    expect(() => read(runCommand, line)).toThrow(new UsageError(message));
  });

  it('that count are whole numbers from 1 on', () => {
    expect(countOf(read(runCommand, '--every 25'), 'every', 100)).toBe(25);
    expect(countOf(read(mergeCommand, 'a'), 'every', 100)).toBeUndefined();
    for (const text of ['0', '101', '1.5', '-1', 'x', '1e2', ''])
      expect(() => countOf(readArguments(runCommand, [`--every=${text}`]), 'every', 100)).toThrow(
        `invalid --every: ${JSON.stringify(text)} (must be a whole number from 1 to 100)`,
      );
  });
});
