// @ts-check
import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { INEXACT_MATH } from './web/tools/inexact.mjs';

// Names are part of the documentation; an export without one is renamed by every importer.
const NAMED_EXPORTS = { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' };
const INEXACT = 'differs between engines, and what feeds a model must not: C++ (cpp/src/math) computes it.';

export default defineConfig(
  // The program of a peer has no types, since its library is not among the project's packages; nor have programs of the package's users.
  globalIgnores(['build/', 'dist/', 'web/tools/peers/tfjs-steps.mjs', 'tests/package/fixtures/']),
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.lib.json', 'tsconfig.web.json', 'tsconfig.tests.json', 'tsconfig.tools.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-restricted-syntax': ['error', NAMED_EXPORTS],
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // A number in a template is what error texts are made of.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // `noUncheckedIndexedAccess` asks for it where a loop's bound proves the index.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A function may be async to fail as a promise, or to fit a type.
      '@typescript-eslint/require-await': 'off',
      // TypeScript knows what is defined where.
      'no-undef': 'off',
    },
  },
  {
    // What reaches a model, and what experiments measure, is the same bits everywhere. Math.sqrt is exact by IEEE 754, and so are powers of two.
    files: ['web/lib/**', 'web/lab/**', 'web/experiments/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...INEXACT_MATH.map((property) => ({ object: 'Math', property, message: `Its result ${INEXACT}` })),
      ],
      'no-restricted-syntax': [
        'error',
        NAMED_EXPORTS,
        ...["BinaryExpression[operator='**'][left.value!=2]", "AssignmentExpression[operator='**=']"].map(
          (selector) => ({ selector, message: `A power ${INEXACT}` }),
        ),
      ],
    },
  },
  {
    // Notebooks ask for this form.
    files: ['web/embed/anywidget.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // What tools read has the form they ask for, and a command may print.
    files: ['*.js', '*.ts', 'web/tools/**', 'web/cli/**', '**/*.d.ts'],
    rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
  {
    // The linter does not see a type that is given in a comment.
    files: ['**/*.mjs'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
);
