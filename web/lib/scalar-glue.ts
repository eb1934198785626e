// The glue of the scalar build, for where that build is a file of its own: loaded when it is needed, which it is by few.
import type { Glue } from './load.ts';

export const createScalar: Glue = async (options) =>
  (await import('virtual:addnorm-glue-scalar')).default(options);
