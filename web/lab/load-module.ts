// Loading for those who are handed a compiled module and so need no bytes: what runs in a worker is smaller without them.
import createAddnorm from 'virtual:addnorm-glue';
import createScalarAddnorm from 'virtual:addnorm-glue-scalar';
import { makeLoad } from '../lib/load.ts';

const compile = () => Promise.reject(new TypeError('invalid wasmModule: undefined (must be given)'));

/** As the library's `load`, but `wasmModule` must be given, and `simd` say which of the two builds it is. */
export const loadModule = makeLoad({ glue: createAddnorm, compile }, { glue: createScalarAddnorm, compile });
