// Both builds, and `load` with them, in files of their own, which are fetched when they are first needed: what the site is
// built with instead of inline.ts (vite.config.ts), since few need both builds and files are smaller than base64.
import createSimd from 'virtual:addnorm-glue';
import scalarUrl from 'virtual:addnorm-wasm-scalar-file';
import simdUrl from 'virtual:addnorm-wasm-file';
import { makeFileBuild, makeLoad } from './load.ts';
import { createScalar } from './scalar-glue.ts';

export const SIMD_BUILD = makeFileBuild(createSimd, () => simdUrl);
export const SCALAR_BUILD = makeFileBuild(createScalar, () => scalarUrl);

/** As inline.ts has it. */
export const load = makeLoad(SIMD_BUILD, SCALAR_BUILD);
