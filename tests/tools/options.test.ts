// Words of a command's line as options and values, and what is said of those that are none; and that every command of
// package.json reads its words.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scripts } from '../../package.json';
import { readWords } from '../../web/tools/options.mjs';
import { inRoot } from '../../web/tools/run.mjs';

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
    [['one', 'two'], 'unexpected argument "two" (must be one of --quick, --peer, --mode, --seeds, --help)'],
  ])('%j are refused', (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  it.each(['0', '100', '1.5', '-1', 'x', '1e1', ''])('that are numbers cannot be %j', (text) => {
    expect(() => read(`--seeds=${text}`)).toThrow(
      `invalid --seeds: ${JSON.stringify(text)} (must be a whole number from 1 to 99)`,
    );
  });
});

describe.each(Object.entries(scripts))('npm run %s', (name, line) => {
  const [node, tool = ''] = line.split(' ');
  /** Where no program is found, nothing can be built or installed: it would say what is missing. */
  function run(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [inRoot(tool), ...args], {
      encoding: 'utf8',
      env: { ...process.env, PATH: '/nowhere' },
      timeout: 20_000,
    });
    return { status, stdout, stderr };
  }

  it('says what it does and which options it has', () => {
    expect(node).toBe('node');
    const usage = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
    const { status, stdout, stderr } = run('--help');
    expect(stdout).toMatch(new RegExp(`^Usage: ${usage}( .+)?\\n\\n[^]+^ +--help +Print this text\\.$`, 'm'));
    expect([status, stderr]).toEqual([0, '']);
    expect(run('-h').stdout).toBe(stdout);
  });

  it('refuses an option that it does not have, before it does anything', () => {
    const { status, stdout, stderr } = run('--frob');
    expect(stderr).toMatch(/^unknown option "--frob" \(must be .*--\w.*\)\n$/);
    expect([status, stdout]).toEqual([1, '']);
  });
});
