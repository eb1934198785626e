// `addnorm run` as people start it: the same bits as everywhere, and runs that are stopped, killed and taken up again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../../web/lib/index.ts';
import { PINNED_RUNS } from '../../web/lib/pinned-runs.ts';
import { addnorm, temporaryFolder } from './addnorm.ts';

const cwd = temporaryFolder();
const path = (name: string) => join(cwd, name);
const read = (name: string) => readFileSync(path(name), 'utf8');

/** A model that takes many steps a second. */
const SMALL = ['--depth', '1', '--width', '8', '--heads', '2', '--ctx', '6', '--batch', '4'];

const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('addnorm run', () => {
  it('ends in the bits of the pinned runs, of options and of a file', async () => {
    const twins = await addnorm(['run', '--steps', '50', '--every', '25', '--format', 'jsonl']);
    expect(twins.code).toBe(0);
    const lines = jsonLines(twins.out);
    expect(lines.slice(0, 6).map(({ variant, label, step }) => [variant, label, step])).toEqual(
      [1, 25, 50].flatMap((step) => [
        ['a', 'post-LN', step],
        ['b', 'pre-LN', step],
      ]),
    );
    const pinned = PINNED_RUNS.slice(0, 2).map(({ expected }) => expected);
    expect(lines.slice(6).map(({ fingerprint }) => fingerprint)).toEqual(pinned);
    for (const fingerprint of pinned) expect(twins.err).toContain(`fingerprint ${fingerprint}\n`);

    for (const { config, expected, name } of [PINNED_RUNS[3]!, PINNED_RUNS[5]!]) {
      writeFileSync(path('pinned.json'), JSON.stringify({ ...config, steps: 50 }));
      const { out, err, code } = await addnorm(['run', 'pinned.json', '--out', `${name}.csv`], { cwd });
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain(`fingerprint ${expected}\n`);
    }
  });

  it('writes CSV with every metric, which is what a trainer measures', async () => {
    const { out, code } = await addnorm(['run', '--placement', 'pre', ...SMALL, '--steps', '2', '--all']);
    expect(code).toBe(0);
    const [head, first] = out.split('\n').map((line) => line.split(','));
    const cell = (name: string) => Number(first![head!.indexOf(name)]);
    const config = { nLayer: 1, dModel: 8, nHead: 2, nCtx: 6, placement: 'pre' } as const;
    const engine = await load();
    const model = engine.createModel(config, { seed: 1 });
    const row = engine.createTrainer({ model, batch: 4 }).step();
    expect(cell('loss')).toBe(row.loss);
    expect(cell('gradNorm')).toBe(row.gradNorm);
    expect(cell('attnEntropy.1')).toBeCloseTo(row.attnEntropy[1]!, 5);
    expect(head).toHaveLength(first!.length);
    model.dispose();
  });

  it('goes on where it was stopped and where it was killed, to the same rows and models', async () => {
    const args = ['run', ...SMALL, '--seeds', '1..2', '--steps', '3000', '--checkpoint'];
    const whole = await addnorm([...args, 'whole.safetensors', '--out', 'whole.csv'], { cwd });
    expect([whole.code, whole.err]).toEqual([0, '']);

    const parts = [...args, 'parts.safetensors', '--out', 'parts.csv'];
    const stopped = await stoppedAt(parts, 'parts.csv', 'SIGINT');
    expect(stopped.code).toBe(130);
    expect(stopped.err).toMatch(/^addnorm run: stopped at step \d+ of 3000; the same command goes on\n$/m);
    expect(read('parts.csv').endsWith('\n')).toBe(true);
    const rows = read('parts.csv');
    expect(read('whole.csv').startsWith(rows)).toBe(true);

    // What came after the last checkpoint, when there was no time for another, is made again.
    writeFileSync(path('parts.csv'), `${rows}a,post-LN,1,99999,torn`);
    const killed = await stoppedAt(parts, 'parts.csv', 'SIGKILL', rows.length + 5000);
    expect(killed.code).toBeNull();
    const { code, err, out } = await addnorm(parts, { cwd });
    expect(err).toMatch(/^goes on from step \d+\n$/);
    expect(code).toBe(0);
    expect(out).toBe(whole.out);
    expect(read('parts.csv')).toBe(read('whole.csv'));
    for (const part of ['a.seed1', 'a.seed2', 'b.seed1', 'b.seed2']) {
      const [one, two] = ['whole', 'parts'].map((name) => readFileSync(path(`${name}.${part}.safetensors`)));
      expect(one!.equals(two!)).toBe(true);
    }

    // Done is done, and more steps go on from there.
    const again = await addnorm(parts, { cwd });
    expect([again.code, read('parts.csv')]).toEqual([0, read('whole.csv')]);
    const more = await addnorm([...parts.map((word) => (word === '3000' ? '3010' : word))], { cwd });
    expect(more.err).toContain('goes on from step 3000\n');
    expect(read('parts.csv').split('\n')).toHaveLength(1 + 4 * 3010 + 1);
  });

  it('takes nothing that is there for its own', async () => {
    const args = ['run', '--placement', 'pre', ...SMALL, '--steps', '20'];
    const first = await addnorm([...args, '--checkpoint', 'one.safetensors', '--out', 'one.csv'], { cwd });
    expect(first.code).toBe(0);
    const refused = async (...words: string[]) => {
      const before = read('one.csv');
      const { code, err } = await addnorm([...args, ...words], { cwd });
      expect(code).toBe(2);
      expect(err).not.toMatch(/^ +at /m);
      expect(read('one.csv')).toBe(before);
      return err;
    };
    expect(await refused('--out', 'one.csv')).toContain('invalid --out: "one.csv" (is there already');
    expect(await refused('--lr', '1e-4', '--checkpoint', 'one.safetensors')).toContain(
      'one.state is of a run with other settings',
    );
    expect(await refused('--checkpoint', 'one.safetensors', '--out', 'one.csv', '--every', '2')).toContain(
      'one.state goes with rows of the form "csv, every 1", not "csv, every 2"',
    );
    // Another file is not cut to the length that the rows had, however long it is.
    writeFileSync(path('other.csv'), read('one.csv').replaceAll('pre-LN', 'PRE-LN'));
    const before = read('other.csv');
    expect(await refused('--checkpoint', 'one.safetensors', '--out', 'other.csv')).toContain(
      'invalid --out: "other.csv" (must hold the rows so far',
    );
    expect(read('other.csv')).toBe(before);
    const state = readFileSync(path('one.state'));
    writeFileSync(path('one.state'), state.subarray(0, state.length - 7));
    expect(await refused('--checkpoint', 'one.safetensors')).toContain('one.state is not complete');
    writeFileSync(path('one.state'), 'something else');
    expect(await refused('--checkpoint', 'one.safetensors')).toContain('one.state is no state of a run');
    writeFileSync(path('two.safetensors'), '');
    expect(await refused('--checkpoint', 'two.safetensors')).toContain('is there already, with no .state');
    const forced = await addnorm([...args, '--checkpoint', 'two.safetensors', '--force'], { cwd });
    expect(forced.code).toBe(0);
    expect(readFileSync(path('two.safetensors')).equals(readFileSync(path('one.safetensors')))).toBe(true);
    const failed = await addnorm([...args, '--out', join('nowhere', 'one.csv')], { cwd });
    expect([failed.code, failed.err]).toEqual([
      1,
      `addnorm run: ${join('nowhere', 'one.csv')} cannot be written (ENOENT)\n`,
    ]);
  });

  it('begins every file of rows with what they are', async () => {
    const args = ['run', '--placement', 'pre', ...SMALL, '--checkpoint', 'begun.safetensors', '--steps'];
    const begun = await addnorm([...args, '2'], { cwd });
    expect(begun.out.split('\n')).toHaveLength(1 + 2 + 1);
    const { code } = await addnorm([...args, '3', '--out', 'begun.csv'], { cwd });
    expect(code).toBe(0);
    const [head, row, ...others] = read('begun.csv').split('\n');
    expect([head, row!.split(',')[3], others]).toEqual([begun.out.split('\n')[0], '3', ['']]);
  });

  it('goes on when numbers are no longer finite, and says since when', async () => {
    const wild = ['--placement', 'none', '--optimizer', 'sgd', '--lr', '100', '--steps', '30'];
    const { code, err } = await addnorm(['run', ...SMALL, ...wild, '--every', '30']);
    expect(code).toBe(0);
    expect(err).toMatch(/step 30, loss .*not finite since step \d+ \([^)]+\), fingerprint [0-9a-f]{16}\n$/);
  });
});

/** Starts a run and ends it when its file of rows is longer than that. */
async function stoppedAt(args: readonly string[], out: string, signal: NodeJS.Signals, bytes = 20_000) {
  return addnorm(args, {
    cwd,
    stopWhen: () => existsSync(path(out)) && read(out).length > bytes,
    signal,
  });
}
