// What `npm run build` looks at to see whether the bundles and the pages have to be made anew.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { loadConfigFromFile } from 'vite';
import { expect, test } from 'vitest';
import { webInputs } from '../../web/tools/build.mjs';
import { inRoot } from '../../web/tools/run.mjs';
import { loadSite } from '../../web/tools/site-plugins.mjs';

const INPUTS = webInputs();
/** Of files, those of the project whose change would not be seen. */
const unseen = (files: readonly string[]) =>
  files.filter(
    (file) => file.startsWith(inRoot()) && !file.includes('/node_modules/') && !INPUTS.includes(file),
  );

test('every file that the pages and the configuration are made of is an input', async () => {
  const { dependencies } = await loadSite('0.0.0');
  for (const known of ['CONTRIBUTING.md', 'CHANGELOG.md', 'cpp/include/addnorm/trainer.h'])
    expect(dependencies).toContain(inRoot(known));
  expect(unseen(dependencies)).toEqual([]);
  const config = await loadConfigFromFile({ command: 'build', mode: 'site' }, inRoot('vite.config.ts'));
  expect(unseen(config!.dependencies)).toEqual([]);
});

test('what a source names outside of web is an input, or a folder or a pattern of inputs', () => {
  const sources = INPUTS.filter(
    (file) => file.startsWith(inRoot('web') + sep) && /\.(ts|mjs|css)$/.test(file),
  );
  const named = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(/['"`]((?:\.\.\/)+[^'"`*\n]*)/g)]
      .map(([, path]) => join(dirname(source), path!))
      .filter((path) => relative(inRoot('web'), path).startsWith('..')),
  );
  expect(named).toContain(inRoot('CHANGELOG.md'));
  expect(named.filter((path) => !INPUTS.some((input) => input.startsWith(path)))).toEqual([]);
});
