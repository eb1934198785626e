// From bytes to a working module: compile once for all instances of a realm, choose SIMD or scalar, instantiate, self-test.
// Every way in which this fails has an error of its own that says what was found and where. Nothing is done on import.
import { Addnorm } from './addnorm.ts';
import { checkOptions, invalid, refusal } from './errors.ts';
import { outOfMemory } from './memory.ts';
import type { RawModule } from './raw.ts';
import { failedSelfTest } from './self-test.ts';
import { type Bytes, checkBytes } from './safetensors.ts';

/** Emscripten's factory. It never looks for a file: the instance is made here and handed over. */
export type Glue = (options: GlueOptions) => Promise<RawModule>;

interface GlueOptions {
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}

/** One of the two builds that come with the package. */
export interface Build {
  readonly glue: Glue;
  /** Compiles on the first call, and gives the same module ever after. */
  readonly compile: () => Promise<WebAssembly.Module>;
}

export interface LoadOptions {
  /** 'on' and 'off' insist; 'auto' takes SIMD where the engine has it and computes it rightly. 'auto' if left out. */
  readonly simd?: 'auto' | 'on' | 'off' | undefined;
  /** Where to fetch the WebAssembly file from, instead of the one that is built in. */
  readonly wasmUrl?: string | URL | undefined;
  /** The bytes of the WebAssembly file. */
  readonly wasmBinary?: Bytes | undefined;
  /** The compiled module of another instance (`addnorm.module`), so that a worker need not compile it again. */
  readonly wasmModule?: WebAssembly.Module | undefined;
}

const SOURCES = ['wasmUrl', 'wasmBinary', 'wasmModule'] as const;

/** A function `load` that chooses between two builds. */
export function makeLoad(simdBuild: Build, scalarBuild: Build): (options?: LoadOptions) => Promise<Addnorm> {
  return async (options) => {
    const { simd = 'auto', ...sources } = checkLoadOptions(options);
    checkEngine();
    const given = await compileGiven(sources);
    if (given) return makeAddnorm(given, isScalar(given, simd) ? scalarBuild.glue : simdBuild.glue);
    if (simd === 'off') return makeAddnorm(await scalarBuild.compile(), scalarBuild.glue);
    try {
      return await makeAddnorm(await simdBuild.compile(), simdBuild.glue);
    } catch (error) {
      // The other build takes as much memory.
      if (simd === 'on' || error instanceof RangeError) throw error;
      const reason = hasSimd() ? messageOf(error) : NO_SIMD;
      const notice = `the scalar build is used: ${reason}`;
      return makeAddnorm(await scalarBuild.compile(), scalarBuild.glue, notice);
    }
  };
}

/** A build whose bytes are there, or can be had. A failure is not remembered, so that a later call can try again. */
export function makeBuild(glue: Glue, bytes: () => Uint8Array | Promise<Uint8Array>): Build {
  let module: Promise<WebAssembly.Module> | undefined;
  const compile = () => {
    module ??= compileGotten(bytes).catch((error: unknown) => {
      module = undefined;
      throw error;
    });
    return module;
  };
  return { glue, compile };
}

const compileGotten = async (bytes: () => Uint8Array | Promise<Uint8Array>) =>
  compileBytes(await bytes(), 'the built-in WebAssembly');

function checkLoadOptions(options: LoadOptions | undefined): LoadOptions {
  const given = checkOptions('options', options, ['simd', ...SOURCES]);
  const modes: readonly unknown[] = ['auto', 'on', 'off'];
  if (given.simd !== undefined && !modes.includes(given.simd)) {
    throw refusal('simd', given.simd, { type: 'string', rule: 'must be "auto" or "on" or "off"' });
  }
  const [first, second] = SOURCES.filter((source) => given[source] !== undefined);
  if (first && second) throw new TypeError(`${first} and ${second} are both given, and only one can be used`);
  return given;
}

/** Throws if there is no WebAssembly at all. */
export function checkEngine(): void {
  if (typeof WebAssembly === 'object' && typeof WebAssembly.compile === 'function') return;
  throw new Error(
    'WebAssembly is not available here (some browsers switch it off in their strictest security mode)',
  );
}

export const NO_SIMD = 'this engine has no WebAssembly SIMD';

/** (module (func (result v128) i32.const 0 i8x16.splat)): valid only where SIMD is. */
const SIMD_PROBE = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 8, 1, 6, 0, 0x41, 0, 0xfd, 15,
  0x0b,
];

export function hasSimd(): boolean {
  return WebAssembly.validate(new Uint8Array(SIMD_PROBE));
}

/** What the caller gave instead of the built-in module, compiled; undefined if nothing. */
async function compileGiven({
  wasmUrl,
  wasmBinary,
  wasmModule,
}: LoadOptions): Promise<WebAssembly.Module | undefined> {
  if (wasmModule !== undefined) return checkVersion(checkModule(wasmModule), 'wasmModule');
  if (wasmBinary !== undefined) {
    return checkVersion(await compileBytes(checkBytes('wasmBinary', wasmBinary), 'wasmBinary'), 'wasmBinary');
  }
  if (wasmUrl === undefined) return undefined;
  const { bytes, what } = await fetchBytes(wasmUrl);
  return checkVersion(await compileBytes(bytes, what), what);
}

function checkModule(value: unknown): WebAssembly.Module {
  if (Object.prototype.toString.call(value) === '[object WebAssembly.Module]')
    return value as WebAssembly.Module;
  throw new TypeError(invalid('wasmModule', value, 'must be a WebAssembly.Module, as addnorm.module is'));
}

/** The bytes at an address, and what to call them. @throws Error that says what came instead */
export async function fetchBytes(url: unknown): Promise<{ bytes: Uint8Array; what: string }> {
  if (typeof url !== 'string' && Object.prototype.toString.call(url) !== '[object URL]') {
    throw new TypeError(invalid('wasmUrl', url, 'must be a string or a URL'));
  }
  const address = String(url);
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new Error(`cannot fetch ${address}: ${messageOf(error)}`, { cause: error });
  }
  const what = `${address} (HTTP ${response.status}, ${response.headers.get('content-type') ?? 'no content type'})`;
  if (!response.ok) throw new Error(`cannot load WebAssembly from ${what}`);
  return { bytes: new Uint8Array(await response.arrayBuffer()), what };
}

async function compileBytes(bytes: Uint8Array, what: string): Promise<WebAssembly.Module> {
  const isWasm = [0, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte);
  if (!isWasm) throw new Error(`${what} is not WebAssembly: ${describeBytes(bytes)}`);
  try {
    return await WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>);
  } catch (error) {
    throw new Error(`${what} cannot be compiled (${bytes.length} bytes): ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function describeBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'it is empty';
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  if (start.startsWith('<')) return 'it is an HTML page, which servers often send where a file is missing';
  const hex = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `it begins with ${hex}, not 00 61 73 6d`;
}

/** What the build wrote into a module: version, and "simd" or "scalar". */
function stampOf(module: WebAssembly.Module): { version: string; backend: string } | undefined {
  const [section] = WebAssembly.Module.customSections(module, 'addnorm');
  if (!section) return undefined;
  const [version = '', backend = ''] = new TextDecoder().decode(section).split(' ');
  return { version, backend };
}

/** Refuses a file of another version: its functions may be others, under the same names. */
function checkVersion(module: WebAssembly.Module, what: string): WebAssembly.Module {
  const version = stampOf(module)?.version;
  if (version === undefined || version === __ADDNORM_VERSION__) return module;
  throw new Error(
    `${what} is of addnorm ${version}, and this is addnorm ${__ADDNORM_VERSION__}: both must be of one version`,
  );
}

/**
 * Each build has glue of its own, so a module has to say which it is; one that does not is what the caller asked for.
 *
 * @throws RangeError if the caller insists on the other build
 */
function isScalar(module: WebAssembly.Module, simd: LoadOptions['simd']): boolean {
  const stamp = stampOf(module);
  if (!stamp) return simd === 'off';
  const isModuleScalar = stamp.backend === 'scalar';
  if (simd === (isModuleScalar ? 'on' : 'off')) {
    const allowed = isModuleScalar ? 'off' : 'on';
    const rule = `must be "auto" or "${allowed}" for a module of the ${stamp.backend} build`;
    throw new RangeError(invalid('simd', simd, rule));
  }
  return isModuleScalar;
}

async function makeAddnorm(module: WebAssembly.Module, glue: Glue, notice?: string): Promise<Addnorm> {
  const addnorm = await makeUntested(module, glue, notice);
  const failed = failedSelfTest(addnorm);
  if (failed !== undefined) throw new Error(`this engine computes wrongly: ${failed}`);
  return addnorm;
}

/** An instance that has not been asked yet whether it computes rightly. */
export async function makeUntested(
  module: WebAssembly.Module,
  glue: Glue,
  notice?: string,
): Promise<Addnorm> {
  return new Addnorm(await instantiate(module, glue), module, notice);
}

/** Older glue never hears of an instantiation that fails and would wait for ever; this promise is rejected instead. */
function instantiate(module: WebAssembly.Module, glue: Glue): Promise<RawModule> {
  return new Promise((resolve, reject) => {
    const instantiateWasm: GlueOptions['instantiateWasm'] = (imports, done) => {
      WebAssembly.instantiate(module, imports)
        .then((instance) => done(instance, module))
        .catch((error: unknown) => reject(instantiationError(error)));
      return {};
    };
    glue({ instantiateWasm }).then(resolve, reject);
  });
}

/** Engines say in many ways that there is no memory for one more instance, all of them by a RangeError. */
function instantiationError(error: unknown): Error {
  if (!(error instanceof RangeError)) return error as Error;
  const { message } = outOfMemory('one more instance', Infinity);
  return new RangeError(`${message} (${error.message})`, { cause: error });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
