// The pages of the interfaces have everything that is public, and everything has a comment.
import { API } from 'virtual:addnorm-api';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CPP_HEADERS, CPP_NAMES, parseHeader } from '../../web/app/docs/cpp-api.ts';
import * as lab from '../../web/lab/index.ts';
import * as lib from '../../web/lib/index.ts';
import * as verify from '../../web/lib/verify.ts';

const INCLUDE = fileURLToPath(new URL('../../cpp/include/addnorm', import.meta.url));

describe.each(API)('$entry', ({ undocumented, names, markdown }) => {
  test('has a comment for every export and every member', () => {
    expect(undocumented).toEqual([]);
  });

  test('has a heading for every export', () => {
    for (const name of names) expect(markdown).toContain(`\n### ${name}\n`);
  });

  test('shows no private member and no path of a source', () => {
    expect(markdown).not.toMatch(/#\w+\(|import\(|node_modules|\b__\w/);
  });
});

test.each([
  ['addnorm', lib],
  ['addnorm/lab', lab],
  ['addnorm/verify', verify],
])('nothing that %s exports is left out', (entry, module) => {
  const page = API.find((one) => one.entry === entry)!;
  expect(page.names).toEqual(expect.arrayContaining(Object.keys(module)));
});

test('every header is there, and of each every function, type and constant', () => {
  expect(CPP_HEADERS.map(({ file }) => file).sort()).toEqual(
    readdirSync(INCLUDE)
      .map((file) => `addnorm/${file}`)
      .sort(),
  );
  for (const file of readdirSync(INCLUDE)) {
    const text = readFileSync(`${INCLUDE}/${file}`, 'utf8');
    const types = [...text.matchAll(/^(?:class|struct|enum class|using) (\w+)/gm)];
    const functions = [...text.matchAll(/^[A-Za-z][\w:<>&* ]* \*?(\w+)\(/gm)];
    const constants = [...text.matchAll(/^inline constexpr .*?(\w+) =/gm)];
    for (const [, name] of [...types, ...functions, ...constants]) expect(CPP_NAMES, file).toContain(name);
  }
});

test('every C++ function has a comment', () => {
  const silent = CPP_HEADERS.flatMap(({ declarations }) => declarations)
    .filter(({ code, comment }) => /\);$/.test(code) && comment.length === 0)
    .map(({ name }) => name);
  expect(silent).toEqual([]);
});

test('of a class the private part is left out, and overloads stand together', () => {
  const header = parseHeader(
    'x.h',
    [
      '// What it is.',
      '#pragma once',
      'namespace addnorm {',
      '// A thing.',
      'class Thing {',
      ' public:',
      '  int size() const { return size_; }',
      '',
      ' private:',
      '  int size_;',
      '};',
      '',
      '// Both.',
      'int both(int a,',
      '         int b);',
      'int both(Thing thing);',
      '}  // namespace addnorm',
    ].join('\n'),
  );
  expect(header).toEqual({
    file: 'x.h',
    summary: ['What it is.'],
    declarations: [
      {
        name: 'Thing',
        comment: ['A thing.'],
        code: 'class Thing {\n public:\n  int size() const { return size_; }\n};',
      },
      { name: 'both', comment: ['Both.'], code: 'int both(int a,\n         int b);\nint both(Thing thing);' },
    ],
  });
});
