// What the build provides for this folder (addnormRates in web/tools/vite-plugins.mjs).

declare module 'virtual:addnorm-rates' {
  /** The kernels that web/bench times, with SIMD. */
  export const base64: string;
}

declare module 'virtual:addnorm-rates-glue' {
  const createRates: (options: AddnormGlueOptions) => Promise<import('./rates-module.ts').RawRates>;
  export default createRates;
}

declare module 'virtual:addnorm-sizes' {
  /** What was built, as a host sends it. The two builds share their glue. */
  export const GZIP_BYTES: { readonly wasm: number; readonly scalarWasm: number; readonly glue: number };
}
