// The package's entry `addnorm/slim`: the same as `addnorm`, with WebAssembly in files of their own, which stand beside the
// script. Browsers fetch them, and a bundler that knows `new URL(…, import.meta.url)` takes them along.
import createSimd from 'virtual:addnorm-glue';
import { makeFileBuild, makeLoad } from './load.ts';
import { createScalar } from './scalar-glue.ts';

export * from './api.ts';

/**
 * As `load` of `addnorm`, which needs no file. Where the files are not beside the script, `wasmUrl` says where they are; the
 * development server of Vite 7 and before finds them if `optimizeDeps.exclude` names addnorm.
 *
 * @throws Error that names the address, the status and the type if there is no such file there
 * @example
 * import { load } from 'addnorm/slim';
 * const addnorm = await load({ wasmUrl: '/assets/addnorm.wasm' });
 */
export const load = makeLoad(
  makeFileBuild(createSimd, () => new URL('./addnorm.wasm', __ADDNORM_HERE__)),
  makeFileBuild(createScalar, () => new URL('./addnorm.scalar.wasm', __ADDNORM_HERE__)),
);
