// What the build provides (web/tools/vite-plugins.mjs, vite.config.ts).

/** The version in package.json. */
declare const __ADDNORM_VERSION__: string;

/** The address of the script, as `import.meta.url`, in the package's files that have others beside them; else undefined. */
declare const __ADDNORM_HERE__: string | undefined;

declare module 'virtual:addnorm-wasm' {
  /** The module with SIMD, compressed by deflate (zlib), as base64. */
  export const deflated: string;
}

declare module 'virtual:addnorm-wasm-scalar' {
  /** The same module for engines without SIMD, as base64. */
  export const base64: string;
}

declare module 'virtual:addnorm-wasm-file' {
  /** The address of the module with SIMD, as a file of its own. */
  const url: string;
  export default url;
}

declare module 'virtual:addnorm-wasm-scalar-file' {
  /** The address of the same module for engines without SIMD. */
  const url: string;
  export default url;
}

/** What the glue takes of its caller; it finds no file itself. */
interface AddnormGlueOptions {
  instantiateWasm?(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module?: WebAssembly.Module) => void,
  ): object;
  wasmBinary?: ArrayBuffer;
}

declare module 'virtual:addnorm-glue' {
  /** Makes an instance of the module with SIMD. */
  const createAddnorm: (options: AddnormGlueOptions) => Promise<import('./raw.ts').RawModule>;
  export default createAddnorm;
}

declare module 'virtual:addnorm-glue-scalar' {
  /** Makes an instance of the scalar module; the same function if Emscripten's glue for both is. */
  const createAddnorm: (options: AddnormGlueOptions) => Promise<import('./raw.ts').RawModule>;
  export default createAddnorm;
}
