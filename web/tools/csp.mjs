// @ts-check
// The content security policy the hosted page runs under: nothing but its own files, no eval but WebAssembly's.
// The build writes it into the page; the browser tests serve with it.
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
].join('; ');
