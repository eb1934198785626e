// From bytes or an address to a compiled module of this version. Whatever else comes instead (nothing, a page, half a file, a
// file of another version, silence) has an error of its own that says what was found and where.
import { invalid } from './errors.ts';

/** Milliseconds after which a file that is not there yet is given up. */
const DEFAULT_TIMEOUT = 30_000;

/** A file that cannot be had. Another build's file would be no easier to have, so nobody looks for it. */
export class FileError extends Error {}

/** Compiles the bytes. `what` is what errors call them. */
export async function compileBytes(bytes: Uint8Array, what: string): Promise<WebAssembly.Module> {
  const isWasm = [0, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte);
  if (!isWasm) throw new FileError(`${what} is not WebAssembly: ${describeBytes(bytes)}`);
  try {
    return checkVersion(await WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>), what);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new Error(
      `${what} cannot be compiled (${bytes.length} bytes): ${messageOf(error)}${advice(error)}`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Compiles what is at an address, while it arrives where the server names its type.
 *
 * @throws Error that names the address and says what came instead: the status, the type, and what the bytes look like
 */
export async function compileUrl(
  url: unknown,
  timeout: number = DEFAULT_TIMEOUT,
): Promise<WebAssembly.Module> {
  if (typeof url !== 'string' && Object.prototype.toString.call(url) !== '[object URL]') {
    throw new TypeError(invalid('wasmUrl', url, 'must be a string or a URL'));
  }
  const address = String(url);
  const ended = new AbortController();
  const timer = setTimeout(() => {
    ended.abort(new Error(`it was not all there after ${timeout / 1000} s`));
  }, timeout);
  let what = address;
  try {
    const response = await fetch(address, { signal: ended.signal });
    const type = response.headers.get('content-type') ?? 'no content type';
    what = `${address} (HTTP ${response.status}, ${type})`;
    if (!response.ok) throw new FileError(`cannot load WebAssembly from ${what}`);
    return await compileResponse(response, type, what);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const reason = ended.signal.aborted ? (ended.signal.reason as unknown) : error;
    const hint = address.startsWith('file:') ? ' (read the file, and give its bytes as wasmBinary)' : '';
    throw new FileError(`cannot fetch ${what}: ${messageOf(reason)}${hint}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** An engine compiles as bytes arrive only if the type is right, and says little of what is wrong: then all bytes are looked at. */
async function compileResponse(response: Response, type: string, what: string): Promise<WebAssembly.Module> {
  const isStreamed = typeof WebAssembly.compileStreaming === 'function' && /^application\/wasm\b/i.test(type);
  const copy = isStreamed ? response.clone() : response;
  if (isStreamed) {
    const module = await WebAssembly.compileStreaming(response).catch(() => undefined);
    if (module) return checkVersion(module, what);
  }
  return compileBytes(new Uint8Array(await copy.arrayBuffer()), what).catch((error: unknown) => {
    throw error instanceof FileError ? error : new FileError(messageOf(error), { cause: error });
  });
}

function describeBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'it is empty';
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  if (start.startsWith('<')) return 'it is an HTML page, which servers often send where a file is missing';
  const hex = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `it begins with ${hex}, not 00 61 73 6d`;
}

/** What to do about an engine that must not compile, or must not use what it has compiled. */
export function advice(error: unknown): string {
  if (!/unsafe-eval|content security policy|\bCSP\b/i.test(messageOf(error))) return '';
  return " (the page's Content-Security-Policy must have 'wasm-unsafe-eval' in its script-src)";
}

/** What the build wrote into a module: version, and "simd" or "scalar". */
export function stampOf(module: WebAssembly.Module): { version: string; backend: string } | undefined {
  const [section] = WebAssembly.Module.customSections(module, 'addnorm');
  if (!section) return undefined;
  const [version = '', backend = ''] = new TextDecoder().decode(section).split(' ');
  return { version, backend };
}

/** Refuses a file of another version: its functions may be others, under the same names. */
export function checkVersion(module: WebAssembly.Module, what: string): WebAssembly.Module {
  const version = stampOf(module)?.version;
  if (version === undefined || version === __ADDNORM_VERSION__) return module;
  throw new FileError(
    `${what} is of addnorm ${version}, and this is addnorm ${__ADDNORM_VERSION__}: both must be of one version`,
  );
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
