// Both builds, and `load` with them, inside the script, as base64: nothing to fetch, nothing to configure, in every bundler and
// engine. The SIMD build is compressed. The scalar build, which few need, is in a script of its own.
import createSimd from 'virtual:addnorm-glue';
import { deflated } from 'virtual:addnorm-wasm';
import { inflateBase64 } from './base64.ts';
import { type Glue, makeBuild, makeLoad } from './load.ts';

const scalar = () => import('./inline-scalar.ts');
const createScalar: Glue = async (options) => (await scalar()).createScalar(options);

export const SIMD_BUILD = makeBuild(createSimd, () => inflateBase64(deflated));
export const SCALAR_BUILD = makeBuild(createScalar, async () => (await scalar()).scalarBytes());

/**
 * Loads the WebAssembly module; everything else hangs on what this returns. Each call makes an instance with memory of its
 * own, and all share one compiled module.
 *
 * @throws Error that says what is wrong if there is no WebAssembly, or a file given is missing, not WebAssembly, cut off, or
 * of another version
 * @example
 * import { load } from 'addnorm';
 * const addnorm = await load();
 * addnorm.layerNorm([2, 4, 4, 6], { dModel: 4 }).y; // [-1.414, 0, 0, 1.414]
 */
export const load = makeLoad(SIMD_BUILD, SCALAR_BUILD);
