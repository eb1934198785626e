// What the build provides for the documentation (web/tools/api.mjs).

declare module 'virtual:addnorm-api' {
  /** One page for each entry of the package. */
  export const API: readonly {
    /** As it is imported: `addnorm/lab`. */
    readonly entry: string;
    readonly markdown: string;
    /** What it exports. Each has a heading of that name. */
    readonly names: readonly string[];
    /** Exports and members without a comment. */
    readonly undocumented: readonly string[];
  }[];
}
