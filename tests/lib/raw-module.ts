// The raw module, for tests that compare the library with what stands below it.
import { inflateSync } from 'node:zlib';
import createSimd from 'virtual:addnorm-glue';
import createScalar from 'virtual:addnorm-glue-scalar';
import { deflated } from 'virtual:addnorm-wasm';
import { base64 } from 'virtual:addnorm-wasm-scalar';
import type { RawModule } from '../../web/lib/raw.ts';

export const simdBytes = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(inflateSync(Buffer.from(deflated, 'base64')));
export const scalarBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, 'base64'));

export async function rawModule(backend: 'simd' | 'scalar' = 'simd'): Promise<RawModule> {
  const module = await WebAssembly.compile(backend === 'simd' ? simdBytes() : scalarBytes());
  const create = backend === 'simd' ? createSimd : createScalar;
  return create({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance, module);
      return instance.exports;
    },
  });
}
