// The works of cpp/bench as objects that are run and released. An instance has memory of its own.
import { base64 } from 'virtual:addnorm-rates';
import createRates from 'virtual:addnorm-rates-glue';
import { decodeBase64 } from '../lib/base64.ts';
import type { Repeat } from './timing.ts';

type Pointer = number;
type Make = (...sizes: number[]) => Pointer;

/** What cpp/bench/module.cpp exports. */
export interface RawRates {
  readonly _make_multiply_and_add: Make;
  readonly _make_linear: Make;
  readonly _make_linear_backward: Make;
  readonly _make_attention: Make;
  readonly _make_layer_norm: Make;
  readonly _make_copy: Make;
  readonly _make_adam: Make;
  readonly _make_trainer_step: Make;
  readonly _make_bare_step: Make;
  readonly _run_work: (work: Pointer, times: number) => number;
  readonly _release_work: (work: Pointer) => void;
}

type MakeName = Extract<keyof RawRates, `_make_${string}`>;
/** The kind of a work, as cpp/bench/rates.h names it. */
export type RateName = MakeName extends `_make_${infer Name}` ? Name : never;

export class Rates {
  readonly #raw: RawRates;

  private constructor(raw: RawRates) {
    this.#raw = raw;
  }

  /** @throws Error if the engine has no WebAssembly SIMD */
  static async load(): Promise<Rates> {
    const module = await WebAssembly.compile(decodeBase64(base64));
    return new Rates(
      await new Promise((resolve, reject) => {
        createRates({
          instantiateWasm: (imports, done) => {
            WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reject);
            return {};
          },
        }).then(resolve, reject);
      }),
    );
  }

  /** A work of this kind with these sizes, in the order of rates.h. */
  make(name: RateName, ...sizes: readonly number[]): RateWork {
    const pointer = this.#raw[`_make_${name}`](...sizes);
    if (pointer === 0) throw new RangeError(`no room or no such work: ${name}(${sizes.join(', ')})`);
    return new RateWork(this.#raw, pointer);
  }
}

export class RateWork {
  readonly #raw: RawRates;
  readonly #pointer: Pointer;

  constructor(raw: RawRates, pointer: Pointer) {
    this.#raw = raw;
    this.#pointer = pointer;
  }

  /** Runs it so many times; returns one number of what the last run computed. */
  readonly run = (times: number): number => this.#raw._run_work(this.#pointer, times);

  release(): void {
    this.#raw._release_work(this.#pointer);
  }
}

/** Times works and releases them, whatever happens. */
export async function withWorks<Name extends string, Result>(
  works: Readonly<Record<Name, RateWork>>,
  use: (repeats: Record<Name, Repeat>) => Promise<Result>,
): Promise<Result> {
  const all = Object.entries<RateWork>(works);
  try {
    return await use(Object.fromEntries(all.map(([name, { run }]) => [name, run])) as never);
  } finally {
    for (const [, work] of all) work.release();
  }
}
