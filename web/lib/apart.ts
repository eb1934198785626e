// Both builds, and `load` with them, in files of their own, which are fetched when they are first needed: what the site is
// built with instead of inline.ts (vite.config.ts), since few need both builds and files are smaller than base64.
import createSimd from 'virtual:addnorm-glue';
import scalarUrl from 'virtual:addnorm-wasm-scalar-file';
import simdUrl from 'virtual:addnorm-wasm-file';
import { fetchBytes, type Glue, makeBuild, makeLoad } from './load.ts';

/** Needed by few, as its bytes are. */
const createScalar: Glue = async (options) => (await import('virtual:addnorm-glue-scalar')).default(options);
const bytesOf = async (url: string) => (await fetchBytes(url)).bytes;

export const SIMD_BUILD = makeBuild(createSimd, () => bytesOf(simdUrl));
export const SCALAR_BUILD = makeBuild(createScalar, () => bytesOf(scalarUrl));

/** As inline.ts has it. */
export const load = makeLoad(SIMD_BUILD, SCALAR_BUILD);
