// The build for engines without SIMD, with its glue. Some of them cannot inflate either, so it is not compressed.
import createScalar from 'virtual:addnorm-glue-scalar';
import { base64 } from 'virtual:addnorm-wasm-scalar';
import { decodeBase64 } from './base64.ts';

export { createScalar };
export const scalarBytes = (): Uint8Array => decodeBase64(base64);
