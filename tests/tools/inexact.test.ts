import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint, Linter } from 'eslint';
import { afterAll, describe, expect, test } from 'vitest';
import { disassemble, inexactCalls, inexactMath, instructionFaults } from '../../web/tools/inexact.mjs';

describe('a library', () => {
  test.for(['expf', 'pow', 'tanh', 'sincosf', 'erf', 'fma', 'logl'])('may not call %s', (name) => {
    expect(inexactCalls(`\nmatmul.cpp.o:\n         U memset\n         U ${name}\n`)).toEqual([
      `calls ${name}`,
    ]);
  });

  test('may not call exp by the name it has on macOS', () => {
    expect(inexactCalls('                 U _exp\n')).toEqual(['calls exp']);
  });

  test.for(['sqrtf', 'memcpy', 'lround', '_ZN7addnorm3expEf', 'expect'])('may call %s', (name) => {
    expect(inexactCalls(`         U ${name}\n`)).toEqual([]);
  });

  test('may define what it does not call', () => {
    expect(inexactCalls('00000000 T exp\n')).toEqual([]);
  });
});

describe('a module', () => {
  const folder = mkdtempSync(join(tmpdir(), 'addnorm-inexact-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The text of a module of one function: this instruction, with the function's arguments as operands. */
  async function textOf(operands: number, instruction: number[]): Promise<string> {
    const type = [1, 0x60, operands, ...Array<number>(operands).fill(0x7b), 1, 0x7b];
    const arguments_ = Array.from({ length: operands }, (_, i) => [0x20, i]).flat();
    const body = [0, ...arguments_, ...instruction, 0x0b];
    const section = (id: number, bytes: number[]) => [id, bytes.length, ...bytes];
    const file = join(folder, 'module.wasm');
    writeFileSync(
      file,
      Uint8Array.from([
        ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
        ...section(1, type),
        ...section(3, [1, 0]),
        ...section(10, [1, body.length, ...body]),
      ]),
    );
    return disassemble(file);
  }

  /** Its faults; what the tool does not know is one. */
  async function faultsOf(operands: number, instruction: number[], simd = true): Promise<string[]> {
    try {
      return instructionFaults(await textOf(operands, instruction), { simd });
    } catch {
      return ['has an unknown instruction'];
    }
  }

  test.for([
    ['f32x4.relaxed_madd', 3, 0x105],
    ['f32x4.relaxed_min', 2, 0x10d],
    ['i8x16.relaxed_laneselect', 3, 0x109],
    ['i16x8.relaxed_dot_i8x16_i7x16_s', 2, 0x112],
    ['f32x4.relaxed_madd by its old number', 3, 0xaf],
    ['f32x4.relaxed_min by its old number', 2, 0xb4],
  ] as const)('may not have %s', async ([, operands, code]) => {
    expect(await faultsOf(operands, [0xfd, (code & 0x7f) | 0x80, code >> 7])).toHaveLength(1);
  });

  test('with SIMD may have f32x4.add, and one without it may not', async () => {
    const add = [0xfd, 0xe4, 0x01];
    expect(await faultsOf(2, add)).toEqual([]);
    expect(await faultsOf(2, add, false)).toEqual(['has the SIMD instruction f32x4.add']);
  });

  test('that has no SIMD instruction is not one with SIMD', () => {
    expect(instructionFaults('(f32.add (local.get $0) (local.get $1))', { simd: true })).toEqual([
      'has no SIMD instruction',
    ]);
  });

  test.for([
    'i8x16.relaxed_swizzle',
    'i32x4.relaxed_trunc_f32x4_s',
    'f32x4.relaxed_nmadd',
    'f64x2.relaxed_max',
    'i16x8.relaxed_q15mulr_s',
    'i32x4.relaxed_dot_i8x16_i7x16_add_s',
    'f32x4.relaxed_fma',
    'f32x4.qfma',
    'f64x2.qfms',
    'i64x2.laneselect',
    'i16x8.dot_i8x16_i7x16_s',
  ])('may not have %s, whoever names it so', (name) => {
    expect(instructionFaults(`(${name} (local.get $0))`, { simd: true })).toEqual([
      `has the relaxed instruction ${name}`,
    ]);
  });
});

test('a script may not name a function of Math that engines compute as they like', () => {
  expect(inexactMath('var f={a:Math.exp,b:Math.pow(2,3),c:Math.random()}')).toEqual([
    'has Math.exp',
    'has Math.pow',
    'has Math.random',
  ]);
  expect(inexactMath('Math.max(Math.min(a,b),Math.sqrt(c))')).toEqual([]);
});

describe.for(['web/lib/load.ts', 'web/lab/lab.ts'])('%s', (file) => {
  /** What the linter says of a line in this file, as far as it is about the same bits everywhere. */
  async function messagesFor(code: string): Promise<string[]> {
    const { rules } = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
    const names = ['no-restricted-properties', 'no-restricted-syntax'];
    const chosen = Object.fromEntries(names.map((name) => [name, rules![name]!]));
    return new Linter().verify(code, { rules: chosen }).map(({ message }) => message);
  }

  test.for([
    'Math.exp(x);',
    'Math.random();',
    'Math.tanh(x);',
    'Math["log"](x);',
    'const { cos } = Math;',
    'x ** y;',
    '0.999 ** step;',
    'x **= 2;',
  ])('may not contain %s', async (code) => {
    expect(await messagesFor(code)).toEqual([expect.stringContaining('differs between engines')]);
  });

  test.for(['Math.sqrt(x);', 'Math.max(x, y);', 'Math.round(x);', '2 ** 24;', '2 ** (exponent - 25);'])(
    'may contain %s',
    async (code) => {
      expect(await messagesFor(code)).toEqual([]);
    },
  );
});
