// The end of what lives in the module's memory. `using model = addnorm.createModel(…)` ends it with the block.
/// <reference lib="esnext.disposable" preserve="true" />

/** Has a part in the module's memory until it is disposed of; doing so twice does no harm. */
export interface Handle extends Disposable {
  dispose(): void;
}

/** Gives a class the method that `using` calls. Engines without `using` lack the symbol, and then need no method. */
export function supportUsing(handleClass: { readonly prototype: { dispose(): void } }): void {
  const { dispose } = Symbol as { readonly dispose?: symbol };
  if (dispose === undefined) return;
  Object.defineProperty(handleClass.prototype, dispose, {
    value(this: { dispose(): void }) {
      this.dispose();
    },
    configurable: true,
    writable: true,
  });
}

/** The error for the use of what is no longer there. */
export function disposedError(what: string): Error {
  return new Error(`this ${what} has been disposed of`);
}
