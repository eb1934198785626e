// `npm test` with names of stages.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inRoot } from '../../web/tools/run.mjs';

test.each(['toString', 'natives', ''])('the stage "%s", which there is not, is refused', (name) => {
  const { status, stderr } = spawnSync(process.execPath, [inRoot('web', 'tools', 'test.mjs'), name], {
    encoding: 'utf8',
  });
  expect(stderr).toContain(`invalid stage: "${name}" (must be one of build, check, native, `);
  expect(status).toBe(1);
});
