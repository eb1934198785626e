// From a compiled module to a working one: compile once for all instances of a realm, choose SIMD or scalar, instantiate,
// self-test. How a module is compiled, and what may come instead of one: compile.ts. Nothing is done on import.
import { Addnorm } from './addnorm.ts';
import { advice, checkVersion, compileBytes, compileUrl, FileError, messageOf, stampOf } from './compile.ts';
import { checkNumber, checkOptions, invalid, refusal } from './errors.ts';
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
  readonly compile: (timeout?: number) => Promise<WebAssembly.Module>;
}

/** Which build is loaded, and from where. Of the three sources at most one is given. */
export interface LoadOptions {
  /** 'on' and 'off' insist; 'auto' takes SIMD where the engine has it and computes it rightly. 'auto' if left out. */
  readonly simd?: 'auto' | 'on' | 'off' | undefined;
  /** Where to fetch the WebAssembly file from, instead of the one that is built in. */
  readonly wasmUrl?: string | URL | undefined;
  /** The bytes of the WebAssembly file. */
  readonly wasmBinary?: Bytes | undefined;
  /** The compiled module of another instance (`addnorm.module`), so that a worker need not compile it again. */
  readonly wasmModule?: WebAssembly.Module | undefined;
  /** Milliseconds after which a file that is not all there yet is given up. 30 000 if left out. */
  readonly timeout?: number | undefined;
}

const SOURCES = ['wasmUrl', 'wasmBinary', 'wasmModule'] as const;

/** A function `load` that chooses between two builds. */
export function makeLoad(simdBuild: Build, scalarBuild: Build): (options?: LoadOptions) => Promise<Addnorm> {
  return async (options) => {
    const { simd = 'auto', ...sources } = checkLoadOptions(options);
    checkEngine();
    const given = await compileGiven(sources);
    if (given) return makeAddnorm(given, isScalar(given, simd) ? scalarBuild.glue : simdBuild.glue);
    const makeScalar = async (reason?: string) => {
      const notice = reason && `the scalar build is used: ${reason}`;
      return makeAddnorm(await scalarBuild.compile(sources.timeout), scalarBuild.glue, notice);
    };
    if (simd === 'off') return makeScalar();
    if (simd === 'auto' && !hasSimd()) return makeScalar(NO_SIMD);
    try {
      return await makeAddnorm(await simdBuild.compile(sources.timeout), simdBuild.glue);
    } catch (error) {
      // The other build takes as much memory, and its file is where this one's is.
      if (simd === 'on' || error instanceof RangeError || error instanceof FileError) throw error;
      return makeScalar(messageOf(error));
    }
  };
}

/** A build whose bytes are there, or can be had. `what` is what errors call them. */
export function makeBuild(
  glue: Glue,
  bytes: () => Uint8Array | Promise<Uint8Array>,
  what = 'the built-in WebAssembly',
): Build {
  return { glue, compile: once(async () => compileBytes(await bytes(), what)) };
}

/** A build whose bytes are in a file. `url` is asked for it when it is first needed. */
export function makeFileBuild(glue: Glue, url: () => string | URL): Build {
  return { glue, compile: once((timeout) => compileUrl(url(), timeout)) };
}

/** Compiles on the first call alone. A failure is not remembered, so that a later call can try again. */
function once(compile: Build['compile']): Build['compile'] {
  let module: Promise<WebAssembly.Module> | undefined;
  return (timeout) => {
    module ??= compile(timeout).catch((error: unknown) => {
      module = undefined;
      throw error;
    });
    return module;
  };
}

function checkLoadOptions(options: LoadOptions | undefined): LoadOptions {
  const given = checkOptions('options', options, ['simd', ...SOURCES, 'timeout']);
  const modes: readonly unknown[] = ['auto', 'on', 'off'];
  if (given.simd !== undefined && !modes.includes(given.simd)) {
    throw refusal('simd', given.simd, { type: 'string', rule: 'must be "auto" or "on" or "off"' });
  }
  if (given.timeout !== undefined) checkNumber('timeout', given.timeout, { min: 1, max: 3_600_000 });
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
  timeout,
}: LoadOptions): Promise<WebAssembly.Module | undefined> {
  if (wasmModule !== undefined) return checkVersion(checkModule(wasmModule), 'wasmModule');
  if (wasmBinary !== undefined) {
    return compileBytes(checkBytes('wasmBinary', wasmBinary), 'wasmBinary');
  }
  return wasmUrl === undefined ? undefined : compileUrl(wasmUrl, timeout);
}

function checkModule(value: unknown): WebAssembly.Module {
  if (Object.prototype.toString.call(value) === '[object WebAssembly.Module]')
    return value as WebAssembly.Module;
  throw new TypeError(invalid('wasmModule', value, 'must be a WebAssembly.Module, as addnorm.module is'));
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
  if (!(error instanceof RangeError)) {
    const hint = advice(error);
    return hint === '' ? (error as Error) : new Error(`${messageOf(error)}${hint}`, { cause: error });
  }
  const { message } = outOfMemory('one more instance', Infinity);
  return new RangeError(`${message} (${error.message})`, { cause: error });
}
