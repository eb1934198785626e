// What a Lab can be told and asked, checked before anything starts.
import type { LoadOptions } from '../lib/index.ts';
import { checkInteger, checkNumber, checkOptions, invalid, refusal, show } from '../lib/errors.ts';
import type { LabEvents } from './events.ts';
import type { LabMode } from './make-worker.ts';
import type { Speed } from './pace.ts';
import { INSPECTIONS, type WorkerLike } from './protocol.ts';
import type { SilenceLimits } from './runner.ts';
import { type ResolvedVariant, resolveVariants, type Variant } from './variants.ts';

/** Where and how workers are had. */
export interface WorkerOptions {
  /**
   * Makes a worker that runs `addnorm/worker`.
   *
   * @example () => new Worker(new URL('addnorm/worker', import.meta.url))
   */
  readonly createWorker?: (() => WorkerLike) | undefined;
  /** Where runs may be trained, in order of preference. Default: given (if there is createWorker), blob, url, main. */
  readonly modes?: readonly LabMode[] | undefined;
  /** How the module is loaded. */
  readonly load?: LoadOptions | undefined;
  /** How long a silent worker is waited for, in milliseconds. Default: 15 s to start, 60 s for a reply. */
  readonly limits?: Partial<SilenceLimits> | undefined;
}

export interface LabOptions extends WorkerOptions {
  /** 1 to 6. */
  readonly variants: readonly Variant[];
  /** Runs of each variant, 1 to 8, with its seed, the next one, and so on. Default: 1. */
  readonly seeds?: number | undefined;
  /** The step at which training ends; null for none, the default. */
  readonly stopAt?: number | null | undefined;
  /** Default: 'max'. */
  readonly speed?: Speed | undefined;
}

export interface ResolvedWorkerOptions {
  readonly createWorker: (() => WorkerLike) | undefined;
  readonly modes: readonly LabMode[];
  readonly load: LoadOptions | undefined;
  readonly limits: SilenceLimits;
}

export interface ResolvedLabOptions extends ResolvedWorkerOptions {
  readonly variants: readonly ResolvedVariant[];
  readonly seeds: number;
  readonly stopAt: number | null;
  readonly speed: Speed;
}

export const MAX_STEP = Number.MAX_SAFE_INTEGER;
export const MAX_SEEDS = 8;

const MODES: readonly LabMode[] = ['given', 'blob', 'url', 'main'];
const KEYS = ['variants', 'seeds', 'createWorker', 'modes', 'stopAt', 'speed', 'load', 'limits'];
const LIMIT_BOUNDS = { min: 1, max: 3_600_000 };

/** @throws RangeError or TypeError for the first fault */
export function resolveLabOptions(options: LabOptions): ResolvedLabOptions {
  const given = checkOptions('options', options, KEYS);
  const { createWorker, modes, load, limits } = given;
  const variants = resolveVariants(given.variants as readonly Variant[]);
  return {
    ...resolveWorkerOptions({ createWorker, modes, load, limits }),
    variants,
    seeds: checkSeeds(given.seeds ?? 1, variants),
    stopAt: checkStopAt(given.stopAt ?? null),
    speed: checkSpeed(given.speed ?? 'max'),
  };
}

/** @throws RangeError or TypeError for the first fault */
export function resolveWorkerOptions(options: WorkerOptions): ResolvedWorkerOptions {
  const { createWorker, modes, load, limits } = options;
  if (createWorker !== undefined && typeof createWorker !== 'function') {
    throw new TypeError(invalid('createWorker', createWorker, 'must be a function that returns a worker'));
  }
  const { start = 15_000, reply = 60_000 } = checkOptions('limits', limits, ['start', 'reply']);
  return {
    createWorker,
    modes: checkModes(modes ?? MODES.slice(createWorker ? 0 : 1), createWorker !== undefined),
    load,
    limits: {
      start: checkNumber('limits.start', start, LIMIT_BOUNDS),
      reply: checkNumber('limits.reply', reply, LIMIT_BOUNDS),
    },
  };
}

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function checkModes(modes: readonly LabMode[], hasCreateWorker: boolean): readonly LabMode[] {
  if (!isArray(modes)) throw new TypeError(invalid('modes', modes, 'must be an array'));
  const allowed = MODES.slice(hasCreateWorker ? 0 : 1);
  const isFaulty = (mode: LabMode) => !allowed.includes(mode);
  if (modes.length === 0 || modes.some(isFaulty)) {
    const rule = `must be one or more of ${allowed.join(', ')}${hasCreateWorker ? '' : '; given needs createWorker'}`;
    throw new RangeError(invalid('modes', modes, rule));
  }
  return modes;
}

/** Also the last seed of a variant must be one. */
export function checkSeeds(seeds: number, variants: readonly ResolvedVariant[]): number {
  checkInteger('seeds', seeds, { min: 1, max: MAX_SEEDS });
  const largest = Math.max(...variants.map(({ config }) => config.seed));
  const room = Number.MAX_SAFE_INTEGER - largest + 1;
  if (seeds <= room) return seeds;
  throw new RangeError(invalid('seeds', seeds, `must be at most ${room} with seed = ${largest}`));
}

export function checkStopAt(step: number | null): number | null {
  return step === null ? null : checkInteger('stopAt', step, { min: 1, max: MAX_STEP });
}

const EVENTS = Object.keys({
  state: true,
  steps: true,
  reset: true,
  rewound: true,
  diverged: true,
  done: true,
  error: true,
} satisfies Record<keyof LabEvents, true>);

export function checkEvent<Kind extends keyof LabEvents>(kind: Kind, listener: unknown): Kind {
  if (!EVENTS.includes(kind))
    throw refusal('kind', kind, { type: 'string', rule: `must be ${EVENTS.map(show).join(' or ')}` });
  if (typeof listener !== 'function')
    throw new TypeError(invalid('listener', listener, 'must be a function'));
  return kind;
}

/**
 * Another operation would put one variant out of step with the rest, and what cannot be posted would cost the worker. What is
 * in the argument is checked by whoever answers.
 */
export function checkInspection(what: unknown, argument: unknown): void {
  if (!(INSPECTIONS as readonly unknown[]).includes(what)) {
    throw refusal('what', what, { type: 'string', rule: `must be ${INSPECTIONS.map(show).join(' or ')}` });
  }
  const { port1 } = new MessageChannel();
  try {
    port1.postMessage(argument);
  } catch {
    throw new TypeError(invalid('argument', argument, 'must be data that a worker can be sent'));
  } finally {
    port1.close();
  }
}

export function checkSpeed(speed: Speed): Speed {
  if (speed === 'max') return speed;
  if (typeof speed === 'number') return checkNumber('speed', speed, { min: 0.01, max: 1e6 });
  throw new TypeError(invalid('speed', speed, "must be 'max' or a number of steps a second"));
}
