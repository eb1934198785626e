// @ts-check
// Who may include whom in cpp/, which functions the arithmetic may not call (the rules are the three tables below), and which
// tests may see f32x4.h.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inRoot } from './run.mjs';

/**
 * What a folder may include of ours, besides itself and the public headers. Quoted names start at cpp/include or cpp/src.
 * @type {Record<string, string[]>}
 */
const MAY_INCLUDE = {
  'include/addnorm': [],
  'src/math': [],
  'src/kernels': ['math'],
  'src/model': ['kernels', 'math'],
  'src/train': ['model', 'kernels', 'math'],
  // The oracle shares nothing with what it judges but the public types.
  'src/reference': [],
  bindings: [],
  bench: ['train', 'model', 'kernels', 'math'],
};

/** Headers that only one place may include. */
const RESERVED_HEADERS = [
  { pattern: /^emscripten/, allowed: (/** @type {string} */ file) => file.startsWith('bindings/') },
  {
    pattern: /^(wasm_simd128|arm_neon|[a-z]*intrin)\.h$/,
    allowed: (/** @type {string} */ file) => file === 'src/math/f32x4.h',
  },
];

/** Functions whose results differ between C libraries; src/math has ours. sqrt is exact everywhere. */
export const INEXACT_FUNCTIONS = [
  ...['exp', 'exp2', 'expm1', 'log', 'log2', 'log10', 'log1p', 'pow', 'cbrt', 'hypot', 'fma'],
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sincos'],
  ...['sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'erf', 'erfc', 'tgamma', 'lgamma'],
];
const ARITHMETIC = /^src\/(math|kernels|model|train)\//;
const names = INEXACT_FUNCTIONS.join('|');
const FORBIDDEN_CALLS = [
  new RegExp(`(\\bstd|(?<!\\w))::(${names})f?\\s*\\(`),
  new RegExp(`\\b(${names})f\\s*\\(`),
  new RegExp(`\\b__builtin_(${names})f?\\b`),
  /\b(std::)?s?rand\s*\(|\bstd::\w*(_distribution|_engine|mt19937\w*|random_device)\b/,
];

/** Every wrong line as "file:line: what is wrong". */
export function cppFaults() {
  const ofSources = readdirSync(inRoot('cpp'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(h|cpp)$/.test(name))
    .sort()
    .flatMap((file) => fileFaults(file, readFileSync(inRoot('cpp', file), 'utf8')));
  const ofTests = readdirSync(inRoot('tests/cpp'))
    .filter((name) => name.endsWith('.cpp'))
    .flatMap(testFaults);
  return [...ofSources, ...ofTests];
}

/** A test that is compiled once is linked with the library of every back end. @param {string} name of a file of tests/cpp */
function testFaults(name) {
  const path = pathToVectors(join('tests/cpp', name), readInRoot);
  if (!path) return [];
  return [`tests/cpp/${name}: sees f32x4.h (${path.join(', ')}), as only tests in tests/cpp/math may`];
}

/** @param {string} file path from the project's root */
const readInRoot = (file) => (existsSync(inRoot(file)) ? readFileSync(inRoot(file), 'utf8') : undefined);

/**
 * The headers by which a test comes to f32x4.h, or nothing.
 * @param {string} file
 * @param {(file: string) => string | undefined} read gives nothing for a file that is not there
 * @param {Set<string>} seen
 * @returns {string[] | undefined}
 */
export function pathToVectors(file, read, seen = new Set()) {
  const text = seen.has(file) ? undefined : read(file);
  if (text === undefined) return undefined;
  if (file.endsWith('math/f32x4.h')) return [file];
  seen.add(file);
  for (const [, header = ''] of withoutComments(text).matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)) {
    for (const folder of ['cpp/src', 'cpp/include', 'tests/cpp']) {
      const rest = pathToVectors(join(folder, header), read, seen);
      if (rest) return [file, ...rest];
    }
  }
  return undefined;
}

/**
 * @param {string} file path inside cpp/
 * @param {string} text
 */
export function fileFaults(file, text) {
  return withoutComments(text)
    .split('\n')
    .flatMap((line, i) => lineFaults(file, line).map((fault) => `${join('cpp', file)}:${i + 1}: ${fault}`));
}

/** @param {string} file @param {string} line */
function lineFaults(file, line) {
  const [, quote, header] = /^\s*#\s*include\s*(["<])([^">]+)[">]/.exec(line) ?? [];
  if (header) return includeFaults(file, quote === '"', header);
  const call = ARITHMETIC.test(file) && FORBIDDEN_CALLS.map((pattern) => pattern.exec(line)).find(Boolean);
  return call ? [`${call[0].replace(/\s*\($/, '')} differs between machines; use src/math`] : [];
}

/** @param {string} file @param {boolean} isOurs @param {string} header */
function includeFaults(file, isOurs, header) {
  const reserved = RESERVED_HEADERS.find(
    ({ pattern }) => pattern.test(basename(header)) || pattern.test(header),
  );
  if (reserved && !reserved.allowed(file)) return [`<${header}> may not be included here`];
  if (header === 'random' && ARITHMETIC.test(file))
    return ['<random> differs between machines; use src/math'];
  if (!isOurs) return [];
  const [folder, may] = Object.entries(MAY_INCLUDE).find(([name]) => file.startsWith(`${name}/`)) ?? ['', []];
  const from = header.includes('/') ? (header.split('/')[0] ?? '') : '.';
  // A file of bindings or bench has no other name for its neighbour.
  if (from === '.' && !folder.includes('/')) return [];
  if (from === '.') return [`"${header}" must be written from cpp/src or cpp/include`];
  const allowed = ['addnorm', basename(folder), ...may];
  return allowed.includes(from) ? [] : [`${folder || file} may not include "${header}"`];
}

/** The text with its comments blanked, line by line. @param {string} text */
function withoutComments(text) {
  return text.replace(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}
