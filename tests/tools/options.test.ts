// Words of a command's line as options and values, and what is said of those that are none.
import { describe, expect, it } from 'vitest';
import { readWords } from '../../web/tools/options.mjs';

const OPTIONS = {
  quick: { type: 'boolean' },
  peer: { type: 'string', multiple: true, choices: ['torch', 'tfjs'] },
  mode: { type: 'string', choices: ['a', 'b', 'c'] },
  seeds: { type: 'string', most: 99 },
} as const;

const read = (...args: string[]) => readWords(args, OPTIONS, 1);

describe('options', () => {
  it('have values, once or as often as they are given', () => {
    const { values, positionals } = read(
      '--quick',
      '--peer',
      'tfjs',
      'word',
      '--peer=torch',
      '--seeds',
      '99',
    );
    expect({ ...values }).toEqual({ quick: true, peer: ['tfjs', 'torch'], seeds: '99' });
    expect(positionals).toEqual(['word']);
  });

  it('that are not given have none', () => {
    expect({ ...read().values }).toEqual({});
  });

  it.each([
    [['--quik'], 'unknown option "--quik" (must be one of --quick, --peer, --mode, --seeds, --help)'],
    [['--no-quick'], 'unknown option "--no-quick"'],
    [['--constructor'], 'unknown option "--constructor"'],
    [['-q'], 'unknown option "-q"'],
    [['--quick=1'], '--quick takes no value, not "1"'],
    [['--quick', '--quick'], '--quick is given twice'],
    [['--peer'], '--peer needs a value (torch or tfjs)'],
    [['--peer', '--quick'], '--peer needs a value (torch or tfjs)'],
    [['--peer='], 'invalid --peer: "" (must be torch or tfjs)'],
    [['--peer', 'jax'], 'invalid --peer: "jax" (must be torch or tfjs)'],
    [['--mode', 'd'], 'invalid --mode: "d" (must be one of a, b, c)'],
    [['--seeds'], '--seeds needs a value (a whole number from 1 to 99)'],
    [['one', 'two'], 'unexpected argument "two"'],
  ])('%j are refused', (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  it.each(['0', '100', '1.5', '-1', 'x', '1e1', ''])('that are numbers cannot be %j', (text) => {
    expect(() => read(`--seeds=${text}`)).toThrow(
      `invalid --seeds: ${JSON.stringify(text)} (must be a whole number from 1 to 99)`,
    );
  });
});
