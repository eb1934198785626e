import { expect, test } from 'vitest';
import { killerOf, mutantsIn, suiteOf, summary } from '../../web/tools/mutants.mjs';

const source = (text: string, file = 'kernels/layer_norm.cpp') => ({ file, text });

test('finds every fault where it stands', () => {
  const first = source(
    'if (is_mutant<"mean term lost">()) sum = 0;\nconst int n = is_mutant<"n - 1">() ? 1 : is_mutant<\n    "n + 1">() ? 2 : 3;\n',
  );
  const second = source('if (is_mutant<"decay on gamma">()) return;', 'train/trainer.cpp');
  expect(mutantsIn([first, second])).toEqual([
    { name: 'mean term lost', file: 'kernels/layer_norm.cpp' },
    { name: 'n - 1', file: 'kernels/layer_norm.cpp' },
    { name: 'n + 1', file: 'kernels/layer_norm.cpp' },
    { name: 'decay on gamma', file: 'train/trainer.cpp' },
  ]);
});

test.for(['is_mutant<kName>()', 'is_mutant<"">()', 'is_mutant<"mean term lost">;'])(
  'a fault may not be written %s',
  (text) => {
    expect(() => mutantsIn([source(text)])).toThrow(
      'kernels/layer_norm.cpp: a fault is written is_mutant<"what is wrong">()',
    );
  },
);

test('two faults may not have one name', () => {
  const fault = 'if (is_mutant<"mean term lost">()) return;';
  expect(() => mutantsIn([source(fault), source(fault, 'kernels/rms_norm.cpp')])).toThrow(
    'kernels/rms_norm.cpp: "mean term lost" is the name of two faults',
  );
});

const failed = (name: string) => `a.cpp:7: Failure\n[  FAILED  ] ${name} (3 ms)\n[  FAILED  ] 1 test\n`;

test.for([
  ['the first test that failed', failed('LayerNorm.IsTheReference'), 1, 'LayerNorm.IsTheReference'],
  [
    'a test with a parameter',
    failed('Cases/Golden.IsPyTorch/3, where GetParam() = 8'),
    1,
    'Cases/Golden.IsPyTorch/3',
  ],
  ['nothing, where all tests passed', '[  PASSED  ] 260 tests.\n', 0, undefined],
  ['nothing, where the program could not be started', 'no such file\n', 127, undefined],
] as const)('noticed by %s', ([, output, code, killer]) => {
  expect(killerOf({ code, output })).toBe(killer);
});

test('noticed by a crash or a hang', () => {
  expect(killerOf({ code: 1, output: '', signal: 'SIGSEGV' })).toBe('SIGSEGV');
  expect(killerOf({ code: 1, output: '', signal: 'SIGTERM' })).toBe('the time limit');
});

test.for([
  ['kernels/layer_norm.cpp', 'LayerNorm'],
  ['kernels/softmax_row.h', 'SoftmaxRow'],
  ['train/trainer.cpp', 'Trainer'],
] as const)('%s is tested by %s', ([file, suite]) => {
  expect(suiteOf(file)).toBe(suite);
});

test('every survivor is named', () => {
  const killed = { name: 'mean term lost', file: 'kernels/layer_norm.cpp', killer: 'LayerNorm.X' };
  const survivor = { name: 'decay on gamma', file: 'train/trainer.cpp', killer: undefined };
  expect(summary([killed, survivor])).toEqual({
    passed: 1,
    failed: 1,
    output: 'train/trainer.cpp: no test notices "decay on gamma"',
  });
});
