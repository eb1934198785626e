import { expect, test } from 'vitest';
import { fileFaults, pathToVectors } from '../../web/tools/cpp-directions.mjs';

test.for([
  ['src/kernels/matmul.cpp', '#include "model/transformer.h"'],
  ['src/kernels/matmul.cpp', '#include "reference/matmul.h"'],
  ['src/kernels/matmul.cpp', '#include "matmul.h"'],
  ['src/kernels/matmul.cpp', '#include <wasm_simd128.h>'],
  ['src/kernels/matmul.cpp', '#include <immintrin.h>'],
  ['src/math/random.cpp', '#include "kernels/dropout.h"'],
  ['src/math/random.cpp', '#include <random>'],
  ['src/train/trainer.cpp', '#include <emscripten/val.h>'],
  ['src/reference/layer_norm.h', '#include "kernels/row_sums.h"'],
  ['include/addnorm/model.h', '#include "model/transformer.h"'],
  ['bindings/bindings.cpp', '#include "model/transformer.h"'],
])('%s may not contain %s', ([file, line]) => {
  expect(fileFaults(file!, `// first\n${line!}\n`)).toEqual([expect.stringContaining(`${file!}:2: `)]);
});

test.for([
  'float y = std::exp(x);',
  'float y = expf(x);',
  'double y = std::tanh (x);',
  'double y = ::pow(x, 2.0);',
  'double y = __builtin_fma(a, b, c);',
  'int y = rand();',
  'std::mt19937 generator;',
  'std::normal_distribution<float> normal;',
])('the arithmetic may not say %s', (line) => {
  expect(fileFaults('src/kernels/activation.cpp', line)).toHaveLength(1);
});

test.for([
  ['src/math/f32x4.h', '#include <emmintrin.h>'],
  ['src/train/trainer.cpp', '#include "math/random.h"'],
  ['src/model/transformer.cpp', '#include "addnorm/model.h"'],
  ['bindings/bindings.cpp', '#include <emscripten/bind.h>'],
  ['src/kernels/layer_norm.cpp', 'const float rstd = 1.0f / std::sqrt(var + eps);'],
  ['src/kernels/layer_norm.cpp', 'const f32x4 e = simd::exp(x);  // not std::exp(x)'],
  ['src/kernels/layer_norm.cpp', '/* std::exp(x)\n   expf(x) */'],
  ['src/reference/activation.h', 'return std::tanh(x);'],
])('%s may contain %s', ([file, line]) => {
  expect(fileFaults(file!, line!)).toEqual([]);
});

test('a test that comes to f32x4.h by way of other headers is told the way', () => {
  const files: Record<string, string> = {
    'tests/cpp/a_test.cpp': '#include <vector>\n#include "helper.h"\n#include "math/random.h"\n',
    'tests/cpp/b_test.cpp': '// #include "math/f32x4.h"\n#include "addnorm/model.h"\n#include "b_test.cpp"\n',
    'tests/cpp/helper.h': '#include "math/random.h"\n#include "math/exp.h"\n',
    'cpp/src/math/random.h': '#pragma once\n',
    'cpp/src/math/exp.h': '#include "math/f32x4.h"\n',
    'cpp/src/math/f32x4.h': '#include <emmintrin.h>\n',
    'cpp/include/addnorm/model.h': '#pragma once\n',
  };
  const read = (file: string) => files[file];
  expect(pathToVectors('tests/cpp/a_test.cpp', read)).toEqual([
    'tests/cpp/a_test.cpp',
    'tests/cpp/helper.h',
    'cpp/src/math/exp.h',
    'cpp/src/math/f32x4.h',
  ]);
  expect(pathToVectors('tests/cpp/b_test.cpp', read)).toBeUndefined();
});
