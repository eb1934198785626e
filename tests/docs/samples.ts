// The code samples of the documentation and the README, and what is made of them to be checked. What stands after the language
// of a fence says how: nothing, a sample that is whole by itself; `browser`, one that needs a page; `example`, one of a comment
// in a source, which takes what it speaks of as given; `api`, a declaration; `not-run`, one that is only to be read.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { marked, type Tokens } from 'marked';
import { DOCS } from '../../web/app/docs/list.ts';
import * as lab from '../../web/lab/index.ts';
import * as lib from '../../web/lib/index.ts';

export interface Sample {
  /** The page, and which sample of it: `getting-started 3`. */
  readonly name: string;
  readonly language: string;
  readonly mark: string;
  readonly code: string;
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = { name: 'README', markdown: readFileSync(`${ROOT}README.md`, 'utf8') };

export const SAMPLES: readonly Sample[] = [README, ...DOCS]
  .flatMap(({ name, markdown }) => samplesOf(name, markdown))
  .filter(({ mark }) => mark !== 'api');

/** Every block of code of a text, also inside lists and quotations. */
export function samplesOf(page: string, markdown: string): Sample[] {
  const samples: Sample[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type !== 'code') return;
    const { lang = '', text } = token as Tokens.Code;
    const [language = '', mark = ''] = lang.split(' ');
    samples.push({ name: `${page} ${samples.length + 1}`, language, mark, code: text });
  });
  return samples;
}

const ENTRIES: readonly (readonly [entry: string, exports: object])[] = [
  ['addnorm', lib],
  ['addnorm/lab', lab],
];

/** What examples take as given, by the name they use. */
const GIVEN: Readonly<Record<string, string>> = {
  addnorm: 'const addnorm = await load();',
  model: "const model = addnorm.createModel({ placement: 'pre', nLayer: 2, dModel: 16 });",
  trainer:
    "const trainer = addnorm.createTrainer({ model });\n(trainer as import('addnorm').Trainer).step();",
  tokens: 'const tokens = [2, 3, 4];',
  targets: 'const targets = [3, 4, -1];',
  lab: "const lab = new Lab({ variants: [{ id: 'pre', config: { model: { placement: 'pre', nLayer: 2, dModel: 16 } } }], stopAt: 4 });\nawait lab.step(1);",
};
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  model: ['addnorm'],
  trainer: ['model', 'addnorm'],
};
const ELEMENT = "const lab = document.createElement('addnorm-lab');";

/** Needs an example a page? Those of the element do. */
export const needsPage = ({ name, mark }: Sample): boolean =>
  mark === 'browser' || /^api-(element|embed) /.test(name);

/** A sample as a module of its own. `checked` also compares what its comments say an expression is. */
export function moduleOf(sample: Sample, { checked = false } = {}): string {
  const code = checked ? checkComments(sample.code) : sample.code;
  if (sample.mark !== 'example') return `${code}\nexport {};\n`;
  const imports = code.match(/^import .*$/gm) ?? [];
  const body = code.replace(/^import .*$/gm, '');
  const given = givenFor(body, sample);
  const known = importsFor(`${given}\n${body}`, imports.join('\n'));
  return [...imports, ...known, given, `{\n${body}\n}`, 'export {};\n'].join('\n');
}

function givenFor(code: string, sample: Sample): string {
  if (sample.name.startsWith('api-element')) return `import 'addnorm/define';\n${ELEMENT}`;
  const used = Object.keys(GIVEN).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const all = new Set(used.flatMap((name) => [name, ...(NEEDS[name] ?? [])]));
  return Object.keys(GIVEN)
    .filter((name) => all.has(name))
    .map((name) => GIVEN[name])
    .join('\n');
}

/** Imports of everything that the code names and does not import itself. */
function importsFor(code: string, imports: string): string[] {
  const isWanted = (name: string) =>
    new RegExp(`(?<![.'"\\w])${name}\\b`).test(code) && !new RegExp(`\\b${name}\\b`).test(imports);
  return ENTRIES.flatMap(([entry, exports]) => {
    const names = Object.keys(exports).filter(isWanted);
    return names.length > 0 ? `import { ${names.join(', ')} } from '${entry}';` : [];
  });
}

/** `f(x); // [1, 2]` → a call that compares the two; so for `console.log(f(x)); // 1 2`. */
function checkComments(code: string): string {
  return code.replace(
    /^( *)(?!const |let |using |import |for |await |return |\/\/)(\S.*?);? \/\/ (.+)$/gm,
    (line, indent: string, expression: string, comment: string) => {
      const logged = /^console\.log\((.*)\)$/.exec(expression)?.[1];
      const value = valueIn(comment);
      if (logged === undefined && value === undefined) return line;
      return `${indent}globalThis.compare([${logged ?? expression}], ${JSON.stringify(comment)}, ${value === undefined ? 'undefined' : JSON.stringify(value)});`;
    },
  );
}

/** What a comment begins with, if that is a value: `48, and a notice` is 48. */
export function valueIn(comment: string): unknown {
  for (const text of [comment, /^[^,:]+/.exec(comment)?.[0] ?? '']) {
    try {
      return JSON.parse(text.replace(/'/g, '"')) as unknown;
    } catch {
      // The rest is words.
    }
  }
  return undefined;
}
