// The command line as people start it: a process, its output, its exit code.
import { spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import type { VerifyReport } from '../../web/lib/verify.ts';
import { PINNED_RUNS } from '../../web/lib/pinned-runs.ts';
import { addnorm, DIST } from './addnorm.ts';

// A verification trains for half a minute on a machine with other work to do.
describe('addnorm verify', { timeout: 180_000 }, () => {
  let copy = '';
  afterEach(() => {
    if (copy) rmSync(copy, { recursive: true });
    copy = '';
  });

  /** The built package with one pinned fingerprint changed. */
  function distWithWrongFingerprint(): string {
    copy = mkdtempSync(join(tmpdir(), 'addnorm-'));
    writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
    for (const { name } of readdirSync(DIST, { withFileTypes: true }).filter((entry) => entry.isFile()))
      cpSync(join(DIST, name), join(copy, name));
    cpSync(join(DIST, 'chunks'), join(copy, 'chunks'), { recursive: true });
    let changed = 0;
    for (const name of readdirSync(join(copy, 'chunks'))) {
      const file = join(copy, 'chunks', name);
      const text = readFileSync(file, 'utf8');
      if (!text.includes(PINNED_RUNS[2]!.expected)) continue;
      writeFileSync(file, text.replace(PINNED_RUNS[2]!.expected, '0123456789abcdef'));
      changed++;
    }
    expect(changed).toBe(1);
    return copy;
  }

  it('prints both builds, every pinned run and the counts, and ends with 0', async () => {
    const { code, out, err } = await addnorm(['verify']);
    expect(err).toBe('');
    expect(out).toContain(`addnorm ${version} on Node ${process.versions.node}, ${process.platform}`);
    for (const { name, expected } of PINNED_RUNS) {
      const lines = out.split('\n').filter((line) => line.startsWith(name));
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(line).toMatch(new RegExp(`${expected} +${expected} +ok$`));
    }
    expect(out).toMatch(/^simd build .*expected +got$/m);
    expect(out).toMatch(/^scalar build /m);
    expect(out).toMatch(/\n\d+ passed, 0 failed\n$/);
    expect(code).toBe(0);
  });

  it('shows what is wrong and ends with 1, as a table and as JSON', async () => {
    const dist = distWithWrongFingerprint();
    const [table, json] = await Promise.all([
      addnorm(['verify'], { dist }),
      addnorm(['verify', '--json'], { dist }),
    ]);
    const wrong = table.out.split('\n').filter((line) => line.includes('WRONG'));
    expect(wrong).toHaveLength(2);
    expect(wrong[0]).toMatch(
      new RegExp(`^${PINNED_RUNS[2]!.name} +0123456789abcdef +${PINNED_RUNS[2]!.expected}`),
    );
    expect(table.out).toMatch(/ passed, 2 failed\n$/);
    expect(table.code).toBe(1);
    const report = JSON.parse(json.out) as VerifyReport & { engine: { node: string } };
    expect(report).toMatchObject({
      version,
      failed: 2,
      missing: [],
      engine: { node: process.versions.node },
    });
    expect(report.results).toHaveLength(report.passed + 2);
    expect(json.code).toBe(1);
  });

  it.runIf(existsSync('/dev/full'))('says in a line that its output cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [join(DIST, 'cli.js'), '--help'], {
      stdio: ['ignore', full, 'pipe'],
    });
    let err = '';
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    closeSync(full);
    expect(err).toMatch(/^addnorm: the output could not be written \(ENOSPC: [^\n]*\)\n$/);
    expect(code).toBe(1);
  });

  it('stops when it is interrupted, in a line, with 130', async () => {
    // Once: the second time it ends without a word.
    let isStopped = false;
    const { code, err } = await addnorm(['verify'], {
      onOutput: (out, stop) => {
        if (!isStopped && out.includes('simd build')) stop();
        isStopped ||= out.includes('simd build');
      },
    });
    expect(err).toBe('addnorm verify: stopped\n');
    expect(code).toBe(130);
  });
});

describe('addnorm', () => {
  it.each([
    ['verify'],
    ['bench', '--quick'],
    ['run', '--depth', '1', '--width', '8', '--heads', '2', '--steps', '1000000', '--every', '1'],
  ])(
    '%s ends without a word when nobody reads on, and says neither that all is well nor that it is not',
    async (...args) => {
      const { code, err } = await addnorm(args, { onOutput: (_out, _stop, leave) => leave() });
      expect([code, err]).toEqual([141, '']);
    },
  );

  it('says what came out if it has come to its end, although nobody reads at all', async () => {
    const child = spawn(process.execPath, [join(DIST, 'cli.js'), '--help']);
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(0);
  });

  it.each([
    [['--version'], `${version}\n`],
    [['--help'], 'Usage: addnorm <command> [options]\n'],
    [['verify', '--help'], 'Usage: addnorm verify [--json]\n'],
    [['help', 'sweep'], 'Usage: addnorm sweep [ADDRESS | FILE] --grid KEY=LIST … --out FILE [options]\n'],
  ])('%j prints to the standard output and ends with 0', async (args, beginning) => {
    const { code, out, err } = await addnorm(args);
    expect(out.slice(0, beginning.length)).toBe(beginning);
    expect([code, err]).toEqual([0, '']);
  });

  it.each([
    [[], /^Usage: addnorm <command>/],
    [
      ['verfy'],
      /^addnorm: unknown command "verfy"; did you mean "verify"\? addnorm --help lists what there is\n$/,
    ],
    [['constructor'], /^addnorm: unknown command "constructor"; addnorm --help lists what there is\n$/],
    [['__proto__'], /^addnorm: unknown command "__proto__"; /],
    [['--verify'], /^addnorm: unknown option "--verify"/],
    [
      ['run', '--width', '33'],
      /^addnorm run: invalid width: "33" \(must be a multiple of heads = 4\); addnorm run --help lists what there is\n$/,
    ],
    [
      ['verify', '--jsn'],
      /^addnorm verify: unknown option "--jsn"; did you mean "--json"\? addnorm verify --help lists what there is\n$/,
    ],
    [['help', 'verfy'], /^addnorm: unknown command "verfy"; did you mean "verify"/],
    [['verify', 'all'], /^addnorm verify: unexpected argument "all"; /],
    [['verify', '--json=yes'], /^addnorm verify: --json takes no value, not "yes"; /],
  ])('does not understand %j, says so in words, and ends with 2', async (args, message) => {
    const { code, out, err } = await addnorm(args);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^ +at /m);
    expect([code, out]).toEqual([2, '']);
  });
});
