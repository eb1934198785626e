// The shape of the package: what is in it, what tools say of it, how large it is, what its types need, and that Node takes it.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import runs from '../../web/lib/fingerprints.json' with { type: 'json' };
import { resolveRunConfig, SETTINGS } from '../../web/lib/index.ts';
import { inRoot, runAny } from '../../web/tools/run.mjs';
import { EVERYTHING, expectResult, type Result } from './expected.ts';
import { pack, removePacked, unpack } from './pack.ts';

let tarball: string;
/** A folder that has installed the package, and nothing else. */
let user: string;
/** Where the package is in it. */
let installed: string;

beforeAll(async () => {
  tarball = await pack();
  user = mkdtempSync(join(tmpdir(), 'addnorm-'));
  installed = await unpack(tarball, user);
});
afterAll(() => {
  removePacked(tarball);
  rmSync(user, { recursive: true });
});

const read = (file: string) => readFileSync(join(installed, file), 'utf8');
const bin = (name: string) => inRoot('node_modules', '.bin', name);

describe('the tarball', () => {
  test('holds what the exports name, the licence and the README, and nothing of the site or the sources', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const named = JSON.stringify(manifest.exports).match(/\.\/dist\/[\w./-]+/g)!;
    for (const file of [...named, 'package.json', 'LICENSE', 'README.md'])
      expect(files).toContain(file.replace('./', ''));
    expect(
      files.filter((file) => /^(?!dist|LICENSE|README\.md|package\.json)|^dist\/site/.test(file)),
    ).toEqual([]);
    expect(manifest).not.toHaveProperty('dependencies');
  });

  test('is as publint and attw would have it', async () => {
    const lint = await runAny(bin('publint'), ['run', '--strict', tarball]);
    expect(lint.output).toContain('All good!');
    // A WebAssembly file is no module that TypeScript could resolve.
    const files = ['addnorm.wasm', 'addnorm.scalar.wasm'];
    const args = ['--profile', 'esm-only', '--no-emoji', tarball, '--exclude-entrypoints', ...files];
    const types = await runAny(bin('attw'), args);
    expect(types.code, types.output).toBe(0);
  });

  test('has declarations that need no other package, though every one of them is checked', async () => {
    const entries = Object.entries(manifest.exports).filter(([, target]) =>
      JSON.stringify(target).includes('"types"'),
    );
    const imports = entries.map(([entry], i) => `import * as entry${i} from 'addnorm${entry.slice(1)}';`);
    const uses = `
      export const all = [${entries.map((_, i) => `entry${i}`).join()}];
      export const element: HTMLElement = new entry${entries.findIndex(([name]) => name === './element')}.AddnormLab();
      export const steps: number = document.querySelector('addnorm-lab')!.stepsDone;`;
    writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(user, 'user.ts'), [...imports, uses].join('\n'));
    const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
    const { output } = await runAny(bin('tsc'), [...flags, '--module', 'nodenext', join(user, 'user.ts')]);
    expect(output).toBe('');
  });
});

describe('Node', () => {
  const run = async (file: string): Promise<Result> => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(user, file)]);
    return JSON.parse(stdout) as Result;
  };
  /** There are no workers of the web. */
  const inNode = {
    lab: EVERYTHING.main,
    url: expect.stringContaining('Worker is not defined') as unknown,
    given: undefined,
  };

  test('imports every entry and trains', async () => {
    cpSync(inRoot('tests/package/fixtures/check.js'), join(user, 'check.mjs'));
    writeFileSync(
      join(user, 'import.mjs'),
      "import { checkAll } from './check.mjs'; import 'addnorm/define'; console.log(JSON.stringify(await checkAll()));",
    );
    expectResult(await run('import.mjs'), inNode);
  });

  test('requires every entry and trains', async () => {
    const text = readFileSync(inRoot('tests/package/fixtures/check.js'), 'utf8')
      .replaceAll(
        /import \{ (.*?) \} from ('.*?');/g,
        (_, names: string, from: string) => `const { ${names.replace(' as ', ': ')} } = require(${from});`,
      )
      .replaceAll(/^export /gm, '');
    writeFileSync(
      join(user, 'require.cjs'),
      `${text}\nrequire('addnorm/define'); checkAll().then((result) => console.log(JSON.stringify(result)));`,
    );
    expectResult(await run('require.cjs'), inNode);
  });
});

test('in Node, slim says which of its files is missing or is another', async () => {
  const file = join(installed, 'dist', 'addnorm.wasm');
  const whole = readFileSync(file);
  const code =
    "import('addnorm/slim').then(({ load }) => load()).catch(({ message }) => console.log(message));";
  const said = async () =>
    (await promisify(execFile)(process.execPath, ['--eval', code], { cwd: user })).stdout;
  try {
    writeFileSync(file, '<!doctype html>');
    expect(await said()).toMatch(/^addnorm\.wasm is not WebAssembly: it is an HTML page/);
    rmSync(file);
    expect(await said()).toMatch(/^cannot read file:\/\/\S+\/dist\/addnorm\.wasm: ENOENT/);
  } finally {
    writeFileSync(file, whole);
  }
});

/** All that an entry imports, itself included, without what it imports when it is needed. */
function reached(entry: string): Set<string> {
  const files = new Set([join('dist', entry)]);
  for (const file of files) {
    for (const [, other = ''] of read(file).matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g))
      files.add(join(file, '..', other));
  }
  return files;
}

describe('sizes, in KB of 1000 bytes after gzip', () => {
  const gzipKb = (files: Iterable<string>) =>
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(installed, file)), { level: 9 }).length,
      0,
    ) / 1000;
  const without = (files: Set<string>, others: Set<string>) => [...files].filter((file) => !others.has(file));

  it.each<[string, () => Iterable<string>, number]>([
    // The module itself takes 44 and its glue 9; what checks arguments and settings, with the table of the settings, 19; reading
    // and writing checkpoints, addresses and scripts for PyTorch 5.
    ['what `addnorm` takes where there is SIMD', () => reached('index.js'), 77],
    ['the WebAssembly module', () => ['dist/addnorm.wasm'], 45],
    ['the worker, which is sent the compiled module', () => ['dist/worker.js'], 50],
    [
      'the element and its charts, besides the lab that trains',
      () => without(reached('element.js'), reached('lab.js')),
      120,
    ],
    ['the helper of a page with a frame', () => reached('embed.js'), 1.5],
    ['the widget of a notebook, with all of it inside', () => ['dist/anywidget.js'], 292],
    ['the lab, besides `addnorm`', () => without(reached('lab.js'), reached('index.js')), 40],
  ])('%s', (_, files, most) => {
    const size = gzipKb(files());
    expect(size).toBeGreaterThan(most / 2);
    expect(size).toBeLessThanOrEqual(most);
  });
});

test('the worker is one script that imports nothing', () => {
  expect(read('dist/worker.js')).not.toMatch(/\bimport\b|\bexport\b/);
});

describe('config.schema.json', () => {
  let isValid: (config: unknown) => boolean;
  beforeAll(() => {
    isValid = new Ajv2020({ strict: true }).compile(JSON.parse(read('dist/config.schema.json')) as object);
  });

  it('takes the defaults, every pinned run and what is short for a kind', () => {
    for (const config of [{}, resolveRunConfig(), ...runs.map(({ config }) => config), { task: 'sort' }])
      expect(isValid(config), JSON.stringify(config)).toBe(true);
  });

  it.each(SETTINGS.map(({ path, setting }) => [path, setting] as const))(
    'refuses junk for %s',
    (path, setting) => {
      const at = (value: unknown) =>
        path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      const least = 'min' in setting ? setting.min - 1 : -1;
      for (const junk of [null, [], 'junk'.repeat(setting.type === 'text' ? 0 : 1), least, { junk: true }])
        expect(isValid(at(junk)), JSON.stringify(junk)).toBe(false);
    },
  );

  it('refuses what it does not know', () => {
    expect(isValid({ modle: {} })).toBe(false);
    expect(isValid({ model: { dmodel: 8 } })).toBe(false);
  });
});
