// Is there WebAssembly on this page? Some browsers switch it off in their strictest mode, and a security policy may refuse it.

/** The smallest module there is. */
const EMPTY_MODULE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

export function hasWebAssembly(): boolean {
  try {
    return new WebAssembly.Module(new Uint8Array(EMPTY_MODULE)) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}
