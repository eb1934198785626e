// What a command asks for on a machine that has nothing and can install nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from '../../web/tools/run.mjs';

/** What a command says where no program is found. */
function missingFor(tool: string) {
  const { status, stderr } = spawnSync(process.execPath, [inRoot('web', 'tools', tool)], {
    encoding: 'utf8',
    env: { ...process.env, PATH: '/nowhere' },
  });
  expect(status).toBe(1);
  return /^Missing: (.*)\. Install with/m.exec(stderr)?.[1];
}

test('measuring the kernels needs a compiler, and neither Emscripten nor what only tests need', () => {
  const missing = missingFor('bench-kernels.mjs');
  expect(missing).toMatch(/^CMake, Ninja, a C\+\+ compiler/);
  expect(missing).not.toMatch(/Emscripten|Clang|Chromium|Firefox|WebKit|Xvfb/i);
});

test('building needs Emscripten, and nothing that only tests need', () => {
  expect(missingFor('build.mjs')).toMatch(/^CMake, Ninja, Emscripten [\d.]+ or newer$/);
});

test('the tests need all of it', () => {
  expect(missingFor('setup.mjs')).toMatch(
    /^CMake, Ninja, Emscripten .*, a C\+\+ compiler.*, Clang, clang-format/,
  );
});

test('what people use is configured without GoogleTest, which building does not ask for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'addnorm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const without = ['-DADDNORM_GTEST_SOURCE=/nowhere', '-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON'];
  const cmake = (...args: string[]) => spawnSync('cmake', args, { encoding: 'utf8' });
  expect(cmake('-G', 'Ninja', '-S', inRoot(), '-B', folder, ...without)).toMatchObject({ status: 0 });
  const targets = cmake('--build', folder, '--target', 'help').stdout;
  expect(targets).toMatch(/^addnorm: /m);
  expect(targets).not.toMatch(/^addnorm_tests: /m);
});
