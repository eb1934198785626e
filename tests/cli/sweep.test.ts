// `addnorm sweep` and `addnorm merge` as people start them: shards, kills, and one table in the end.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addnorm, temporaryFolder } from './addnorm.ts';

const cwd = temporaryFolder();
const path = (name: string) => join(cwd, name);
const read = (name: string) => readFileSync(path(name), 'utf8');
const lines = (name: string) => (existsSync(path(name)) ? read(name).split('\n').length - 1 : 0);

const SMALL = ['--width', '8', '--heads', '2', '--ctx', '6', '--batch', '4', '--steps', '400'];
const GRID = ['--grid', 'lr=1e-3,1e-2', '--grid', 'depth=1,2', '--seeds', '1..2'];
const sweep = (...words: string[]) => ['sweep', ...SMALL, ...GRID, ...words];

describe('addnorm sweep', () => {
  it('makes the same table whole, in shards, and after it was stopped, killed and torn', async () => {
    const whole = await addnorm(sweep('--out', 'whole.jsonl'), { cwd });
    expect(whole).toEqual({ code: 0, out: '', err: '16 of 16 cells are there\n' });
    const table = await addnorm(['merge', 'whole.jsonl'], { cwd });
    expect(table.code).toBe(0);
    expect(table.out.split('\n')[0]).toMatch(/^placement,depth,lr,seed,steps,loss,.*,fingerprint$/);
    expect(table.out.trimEnd().split('\n')).toHaveLength(17);

    for (const i of [1, 2, 3]) {
      const { code } = await addnorm(sweep('--shard', `${i}/3`, '--out', `${i}.jsonl`, '--threads', '1'), {
        cwd,
      });
      expect(code).toBe(0);
    }
    const merged = await addnorm(['merge', '3.jsonl', '1.jsonl', '2.jsonl', '--out', 'merged.jsonl'], {
      cwd,
    });
    expect([merged.code, merged.err]).toEqual([0, '16 of 16 cells are there\n']);
    expect((await addnorm(['merge', 'merged.jsonl'], { cwd })).out).toBe(table.out);

    const part = await addnorm(['merge', '1.jsonl', '3.jsonl'], { cwd });
    expect(part.code).toBe(1);
    expect(part.err).toMatch(/^11 of 16 cells are there\nmissing:\n( {2}placement=\S+\n){5}$/);
    expect(table.out.split('\n')).toEqual(expect.arrayContaining(part.out.split('\n')));

    const args = sweep('--out', 'parts.jsonl', '--threads', '2');
    const stopped = await addnorm(args, { cwd, stopWhen: () => lines('parts.jsonl') > 2 });
    expect(stopped.code).toBe(130);
    expect(stopped.err).toMatch(
      /^addnorm sweep: stopped: \d+ of 16 cells are there; the same command goes on with the others\n$/,
    );
    const killed = await addnorm(args, { cwd, stopWhen: () => lines('parts.jsonl') > 6, signal: 'SIGKILL' });
    expect(killed.code).toBeNull();
    const there = lines('parts.jsonl') - 1;
    expect(there).toBeLessThan(16);
    writeFileSync(path('parts.jsonl'), `${read('parts.jsonl')}{"config":"placement=pre&de`);
    const dry = await addnorm([...args, '--dry-run'], { cwd });
    expect(dry.out.split('\n')).toHaveLength(1 + 16 - there + 1);
    const rest = await addnorm(args, { cwd });
    expect([rest.code, rest.err]).toEqual([
      0,
      `${there} of 16 cells are there, goes on with the others\n16 of 16 cells are there\n`,
    ]);
    expect(lines('parts.jsonl')).toBe(17);
    expect((await addnorm(['merge', 'parts.jsonl'], { cwd })).out).toBe(table.out);

    // A cell opens the lab, or a run, with the same bits in the end.
    const [config, fingerprint] = [/"config":"([^"]+)"/, /"fingerprint":"([^"]+)"/].map(
      (pattern) => pattern.exec(read('merged.jsonl').split('\n')[5]!)![1]!,
    );
    const run = await addnorm(['run', `#${config!}`, '--steps', '400', '--every', '400']);
    expect(run.err).toContain(`fingerprint ${fingerprint!}\n`);
  });

  it('refuses files that do not belong together', async () => {
    writeFileSync(path('grid.json'), JSON.stringify({ lr: [0.001, 0.01], tied: [true, false] }));
    const args = ['sweep', '--placement', 'pre', '--depth', '1', ...SMALL, '--grid', 'grid.json'];
    expect((await addnorm([...args, '--out', 'a.jsonl'], { cwd })).code).toBe(0);
    const refused = async (words: readonly string[], code: number) => {
      const ended = await addnorm(words, { cwd });
      expect([ended.code, ended.out]).toEqual([code, '']);
      expect(ended.err).not.toMatch(/^ +at /m);
      return ended.err;
    };
    expect(await refused([...args, '--steps', '9', '--out', 'a.jsonl'], 2)).toContain(
      '--steps is given twice',
    );
    expect(await refused([...args, '--seed', '2', '--out', 'a.jsonl'], 2)).toContain(
      'a.jsonl is of another grid',
    );

    writeFileSync(
      path('b.jsonl'),
      read('a.jsonl').replace(/"fingerprint":"[^"]+"/, '"fingerprint":"0123456789abcdef"'),
    );
    const conflict = await refused(['merge', 'a.jsonl', 'b.jsonl', '--out', 'none.csv'], 1);
    expect(conflict).toMatch(
      /came out differently: fingerprint 0123456789abcdef in b.jsonl, [0-9a-f]{16} in a.jsonl/,
    );
    expect(existsSync(path('none.csv'))).toBe(false);

    writeFileSync(path('c.jsonl'), read('a.jsonl').replace('"steps":400', '"steps":401'));
    expect(await refused(['merge', 'a.jsonl', 'c.jsonl'], 2)).toContain('its steps differ');
    writeFileSync(path('d.jsonl'), read('a.jsonl').replace('"config":"', '"config":"ctx=9&'));
    expect(await refused(['merge', 'd.jsonl'], 2)).toContain('is no cell of the grid');
    writeFileSync(path('e.jsonl'), '');
    expect(await refused(['merge', 'e.jsonl'], 2)).toContain('the files are empty');
    expect(await refused(['merge'], 2)).toContain('no files were given');
    expect(await refused(['sweep', '--grid', 'lr=1', '--shard', '3/2', '--out', 'f'], 2)).toContain(
      '--shard',
    );
    expect(await refused(['sweep', '--out', 'f'], 2)).toContain('--grid is missing');
    expect(await refused(['sweep', '--grid', 'lr=1'], 2)).toContain('--out is missing');
    expect(existsSync(path('f'))).toBe(false);
  });

  it('goes no further with a cell whose numbers are no longer finite', async () => {
    const wild = ['--placement', 'none', '--optimizer', 'sgd', '--depth', '1', '--grid', 'lr=1e-3,100'];
    const { code } = await addnorm(['sweep', ...SMALL, ...wild, '--out', 'wild.jsonl'], { cwd });
    expect(code).toBe(0);
    const { out } = await addnorm(['merge', 'wild.jsonl'], { cwd });
    const [, tame, diverged] = out.split('\n').map((line) => line.split(','));
    expect(tame).toMatchObject({ 1: '400', 8: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
    expect(Number(diverged![1])).toBe(Number(diverged![6]));
    expect(Number(diverged![1])).toBeLessThan(400);
    expect([diverged![2], diverged![8]]).toEqual(['', '']);
  });
});
