// The package's entry `addnorm/slim` in Node: as slim.ts, but the files are read from the disk.
import { readFile } from 'node:fs/promises';
import createSimd from 'virtual:addnorm-glue';
import { type Glue, makeBuild, makeLoad } from './load.ts';

export * from './api.ts';

const createScalar: Glue = async (options) => (await import('virtual:addnorm-glue-scalar')).default(options);

export const load = makeLoad(
  makeBuild(createSimd, () => readFile(new URL('./addnorm.wasm', __ADDNORM_HERE__))),
  makeBuild(createScalar, () => readFile(new URL('./addnorm.scalar.wasm', __ADDNORM_HERE__))),
);
