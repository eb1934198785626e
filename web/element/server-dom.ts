// What Lit needs to be loaded where there is no document (on a server), in the place of its own shim (vite.config.ts): that one
// copies all of the global scope when it is loaded, in browsers too, and so fails in a sandboxed frame, which may not touch its
// storage.

export function HTMLElement(): void {
  // Something to extend; there is nothing to make.
}

/** On a server nothing is defined. */
export const customElements = undefined;
