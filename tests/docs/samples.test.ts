// Every code sample of the documentation and the README is tried: TypeScript is checked against the package's types and run on
// the built package, C++ is compiled, HTML is read, and commands are ones that there are.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Window } from 'happy-dom';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { AddnormLab } from '../../web/element/index.ts';
import { moduleOf, needsPage, ROOT, type Sample, SAMPLES, samplesOf } from './samples.ts';

const run = promisify(execFile);
/** Inside the project, so that `addnorm` is the package itself. */
const FOLDER = join(ROOT, 'build', 'docs-samples');
const isRun = (sample: Sample) => sample.mark !== 'not-run';
const of = (...languages: string[]) =>
  SAMPLES.filter((sample) => languages.includes(sample.language) && isRun(sample));
const SCRIPTS = of('ts', 'js');
const CPP = of('cpp');
const fileOf = ({ name }: Sample, ending: string) => join(FOLDER, `${name.replace(/\W/g, '-')}.${ending}`);

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});

test('there are samples of every kind, and those that cannot run say so', () => {
  const CHECKED = ['ts', 'js', 'cpp', 'html', 'sh', 'json', 'text', ''];
  const counts: Record<string, number> = {};
  for (const { language, mark } of SAMPLES) {
    const kind = `${language || 'text'} ${CHECKED.includes(language) ? mark : 'not-run'}`.trim();
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  // For who reads the report.
  process.stdout.write(
    `samples: ${Object.entries(counts)
      .map((entry) => entry.join(' '))
      .join(', ')}\n`,
  );
  for (const kind of ['ts', 'ts example', 'ts browser', 'html', 'sh', 'cpp'])
    expect(counts[kind], kind).toBeGreaterThan(0);
  for (const { mark, name } of SAMPLES) expect(['', 'browser', 'example', 'not-run'], name).toContain(mark);
});

test('TypeScript fits the types of the package', () => {
  const files = SCRIPTS.filter(({ language }) => language === 'ts').map((sample) => {
    const file = fileOf(sample, 'ts');
    writeFileSync(file, moduleOf(sample));
    return file;
  });
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  });
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const place = file ? `${file.fileName.slice(FOLDER.length + 1)}: ${lineAt(file.text, start)}` : '';
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(faults).toEqual([]);
});

const lineAt = (text: string, start: number) =>
  text
    .slice(text.lastIndexOf('\n', start - 1) + 1)
    .split('\n', 1)[0]!
    .trim();

test('what needs no page runs on the built package, and is what its comments say', async () => {
  const files = SCRIPTS.filter((sample) => !needsPage(sample)).map((sample) => {
    const file = fileOf(sample, 'mjs');
    const { outputText } = ts.transpileModule(moduleOf(sample, { checked: true }), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(file, outputText);
    return file;
  });
  const { stdout } = await run(process.execPath, [join(ROOT, 'tests/docs/run-samples.mjs'), ...files]);
  const results = JSON.parse(stdout) as {
    file: string;
    error: string | null;
    compared: number;
    printed: number;
  }[];
  expect(results).toHaveLength(files.length);
  expect(results.filter(({ error }) => error !== null)).toEqual([]);
  expect(results.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(10);
  // A whole sample that ends before it comes to what it is to print shows nothing.
  const whole = SCRIPTS.filter(({ mark, code }) => mark === '' && code.includes('console.log('));
  const silent = whole.filter((sample) => {
    const { printed, compared } = results.find(({ file }) => file === fileOf(sample, 'mjs'))!;
    return printed + compared === 0;
  });
  expect(silent).toEqual([]);
}, 240_000);

test.each(CPP)('C++ of $name compiles, and runs where the library is built', async (sample) => {
  const [file, program] = [fileOf(sample, 'cpp'), fileOf(sample, 'out')];
  writeFileSync(file, sample.code);
  const flags = ['-std=c++20', '-Wall', '-Wextra', '-Werror', `-I${join(ROOT, 'cpp/include')}`, file];
  const library = join(ROOT, 'build/native/libaddnorm.a');
  if (!existsSync(library)) {
    await run('c++', ['-fsyntax-only', ...flags]);
    return;
  }
  await run('c++', [...flags, library, '-o', program]);
  const { stdout } = await run(program);
  // What it prints stands at its end.
  const expected = /\/\/ prints (.*)\n*$/.exec(sample.code)?.[1];
  if (expected !== undefined) expect(stdout.trim()).toBe(expected);
});

describe.each(of('html'))('HTML of $name', ({ code }) => {
  const { document } = new Window();
  document.body.innerHTML = code;

  test('is what a browser reads of it', () => {
    const tags = [...code.matchAll(/<([a-z][\w-]*)/g)].map(([, tag]) => tag);
    // A document of its own brings html, head and body, which are there already.
    const own = tags.filter((tag) => !/^(html|head|body)$/.test(tag!));
    expect([...document.body.querySelectorAll('*')].map(({ localName }) => localName)).toEqual(own);
    const open = code.match(/<(?!(?:meta|link|img|input|br|!))[a-z][\w-]*[^>]*>/g)?.length;
    expect(code.match(/<\/[a-z]/g)?.length).toBe(open);
  });

  test('gives the element attributes that it has, and files that there are', () => {
    const known = [...AddnormLab.observedAttributes, 'id', 'class', 'style', 'lang', 'part', 'slot'];
    for (const lab of document.querySelectorAll('addnorm-lab')) {
      for (const { name } of lab.attributes) if (!name.endsWith('_hide')) expect(known).toContain(name);
    }
    for (const [, path] of code.matchAll(/node_modules\/addnorm\/([\w./-]+)/g)) {
      expect(existsSync(join(ROOT, path!)), path).toBe(true);
    }
    for (const [, page] of code.matchAll(/src="([\w-]+\.html)/g)) {
      expect(existsSync(join(ROOT, 'dist/site', page!)), page).toBe(true);
    }
  });
});

test.each(of('json'))('JSON of $name is JSON', ({ code }) => {
  expect(() => JSON.parse(code) as unknown).not.toThrow();
});

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Programs that are not ours. */
const OTHERS = [
  'aws',
  'cd',
  'cp',
  'curl',
  'docker',
  'git',
  'head',
  'parallel',
  'pip',
  'rsync',
  'sbatch',
  'python3',
  'zip',
];

/** What is wrong with a command, or undefined. */
function faultOf(command: string): string | undefined {
  const [program = '', first = '', second = ''] = command.split(/\s+/);
  if (OTHERS.includes(program)) return undefined;
  if (program === 'npm') {
    if (['install', 'pack', 'ci', 'publish'].includes(first)) return undefined;
    const script = first === 'run' ? second : first;
    return Object.hasOwn(scripts, script) ? undefined : `there is no npm script ${script}`;
  }
  if (program === 'npx' && first === 'addnorm') {
    const commands = readFileSync(join(ROOT, 'dist/cli.js'), 'utf8');
    return new RegExp(`\\b${second}\\b`).test(commands) ? undefined : `addnorm has no command ${second}`;
  }
  if (program === 'npx')
    return existsSync(join(ROOT, 'node_modules/.bin', first)) ? undefined : `no ${first}`;
  const file = /^(node|\/usr\/bin\/python3)$/.test(program) ? first : program;
  return existsSync(join(ROOT, file)) ? undefined : `there is no ${file}`;
}

test.each(of('sh'))('the commands of $name are there', ({ code }) => {
  const commands = code
    .replace(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/&&|\|/))
    .map((command) => command.trim().replace(/^(\w+=\S* )+/, ''))
    .filter((command) => command !== '');
  expect(commands.map(faultOf).filter(Boolean)).toEqual([]);
});

test('commands that are not there are found', () => {
  expect(faultOf('npm run bake')).toBe('there is no npm script bake');
  expect(faultOf('npx addnorm bake')).toBe('addnorm has no command bake');
  expect(faultOf('node web/tools/bake.mjs')).toBe('there is no web/tools/bake.mjs');
  expect(faultOf('bake')).toBe('there is no bake');
});

test('samples are found in lists as well, with their marks', () => {
  const markdown = '```ts browser\na\n```\n\n- item\n\n  ```sh\n  b\n  ```\n';
  expect(samplesOf('page', markdown)).toEqual([
    { name: 'page 1', language: 'ts', mark: 'browser', code: 'a' },
    { name: 'page 2', language: 'sh', mark: '', code: 'b' },
  ]);
});
