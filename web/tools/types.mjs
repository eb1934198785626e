// @ts-check
// The declarations of the package. Lit is inside the bundles and nobody has to install it, so nothing may be imported from it:
// what of it shows in the element's class is told by lit-types.d.ts instead.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, runBin } from './run.mjs';

const TYPES = inRoot('dist', 'types');

export async function buildTypes() {
  await runBin('tsc', ['-p', 'tsconfig.types.json']);
  copyFileSync(inRoot('web', 'element', 'lit-types.d.ts'), join(TYPES, 'element', 'lit-types.d.ts'));
  for (const name of readdirSync(join(TYPES, 'element'))) {
    const file = join(TYPES, 'element', name);
    const text = readFileSync(file, 'utf8');
    const changed = text.replace(/(\bfrom |\bimport\()(['"])lit\2/g, "$1'./lit-types.ts'");
    if (changed !== text) writeFileSync(file, changed);
  }
}
