// What `npm run bench:kernels` answers without building anything.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readOptions } from '../../web/tools/bench-kernels.mjs';
import { inRoot } from '../../web/tools/run.mjs';

test('options of Google Benchmark are passed on', () => {
  const options = ['--benchmark_filter=layer_norm', '--benchmark_new=1', '--v=2'];
  expect(readOptions(options)).toEqual(options);
});

test.each([
  [
    '--filter=a',
    `unknown option "--filter=a" (must be one of Google Benchmark's, --benchmark_…; see --help)`,
  ],
  ['layer_norm', 'unexpected argument "layer_norm" (a value is one word with its option'],
])('%s is refused', (word, message) => {
  expect(() => readOptions([word])).toThrow(message);
});

test('help is printed without a compiler', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRoot('web', 'tools', 'bench-kernels.mjs'), '--help'],
    { encoding: 'utf8', env: { ...process.env, PATH: '/nowhere' } },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const option of ['list_tests', 'filter', 'min_time', 'repetitions', 'format', 'out'])
    expect(stdout).toContain(`--benchmark_${option}`);
});
