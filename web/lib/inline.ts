// Both builds, and `load` with them, inside the script, as base64: nothing to fetch, nothing to configure, in every bundler and engine.
import createScalar from 'virtual:addnorm-glue-scalar';
import createSimd from 'virtual:addnorm-glue';
import { base64 as scalarBase64 } from 'virtual:addnorm-wasm-scalar';
import { base64 as simdBase64 } from 'virtual:addnorm-wasm';
import { decodeBase64 } from './base64.ts';
import { makeBuild, makeLoad } from './load.ts';

export const SIMD_BUILD = makeBuild(createSimd, () => decodeBase64(simdBase64));
export const SCALAR_BUILD = makeBuild(createScalar, () => decodeBase64(scalarBase64));

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
