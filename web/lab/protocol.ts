// The messages between a Lab and its workers: one request at a time, each answered by one reply with its id.
// Plain data and transferred buffers only; a view of the module's memory never travels (posting one copies all of it).
import type {
  Batch,
  Evaluation,
  Histogram,
  Integers,
  LoadOptions,
  Model,
  NormInternals,
  RunConfig,
  StepMetrics,
  Trainer,
} from '../lib/index.ts';

/** What a worker can be asked, with what goes there and what comes back; null is nothing. */
export interface Operations {
  /** Makes the models and the trainers of one variant. The first request, once. */
  start: { argument: StartArgument; result: { readonly hasLifeline: boolean } };
  /** Another model and trainer in place of the one before, in the same module: cheaper than another worker. */
  restart: { argument: Pick<StartArgument, 'config'>; result: null };
  /** Trains `steps` steps without looking up. */
  advance: { argument: { readonly steps: number }; result: Advance };
  /** Back to step 0: the same models and trainers afresh. */
  reset: { argument: null; result: null };
  /**
   * Back, or on, to a step that was done before: the same bits. A long replay takes several requests, so that a worker never
   * seems dead: where the result's step is not yet the one asked for, ask again.
   */
  rewind: { argument: { readonly step: number }; result: Rewound };
  /** Loss and accuracy over held-out batches; changes nothing. As all that follows, of the first seed. */
  evaluate: { argument: { readonly batches: number }; result: Evaluation };
  fingerprint: { argument: null; result: string };
  /** The model as safetensors bytes. */
  checkpoint: { argument: null; result: Uint8Array };
  /** The run as it stands (`Trainer.snapshot`). */
  snapshot: { argument: null; result: Uint8Array };
  /** Takes the run to where that snapshot was taken, after `step` steps; the worker may have been another one. */
  restore: { argument: { readonly snapshot: Uint8Array; readonly step: number }; result: null };
  /** The batch of the next step. */
  batch: { argument: null; result: Batch };
  /** Those of norms (`Model.norms`) and tensors (`Trainer.tensors`). */
  names: {
    argument: null;
    result: { readonly norms: readonly string[]; readonly tensors: readonly string[] };
  };
  attnPattern: { argument: TokensArgument<'attnPattern'>; result: Float32Array };
  normInternals: { argument: TokensArgument<'normInternals'>; result: NormInternals };
  histogram: { argument: Parameters<Trainer['histogram']>[0]; result: Histogram };
  /** The model with what another program needs to be compared with it. */
  reference: { argument: null; result: Reference };
  /** One token more, drawn as by `Model.generate`, with the logits it was drawn from. */
  nextToken: { argument: NextTokenArgument; result: NextToken };
}

/** A closer look at one variant, which changes nothing. */
export const INSPECTIONS = [
  'batch',
  'names',
  'attnPattern',
  'normInternals',
  'histogram',
  'reference',
  'nextToken',
] as const;
/** What Lab.inspect can be asked. */
export type Inspection = (typeof INSPECTIONS)[number];

/** All of one moment, between two steps. */
export interface Reference {
  /** Steps that have been taken. */
  readonly step: number;
  /** The model as safetensors bytes. */
  readonly checkpoint: Uint8Array;
  /** The batch of the next step. */
  readonly batch: Batch;
  /** What `Model.lossAndGradients` gives for it: the loss of the next step, where there is no dropout. */
  readonly loss: number;
}

export interface NextTokenArgument {
  /** One token or more; the model looks at the last nCtx. */
  readonly prompt: Integers;
  /** As for `Model.generate`. */
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
}

/** A token drawn, and what it was drawn from. */
export interface NextToken {
  readonly token: number;
  /** (vocabSize), before the temperature. */
  readonly logits: Float32Array;
}

/** The arguments of a method of Model that runs it on tokens. */
interface TokensArgument<Name extends 'attnPattern' | 'normInternals'> {
  readonly tokens: Integers;
  readonly options: Parameters<Model[Name]>[1];
}

export type Operation = keyof Operations;

export interface StartArgument {
  readonly config: RunConfig;
  /** How many runs to train in lockstep, with seeds from that of the configuration on; 1 if left out. */
  readonly seeds?: number;
  /** Are snapshots to be kept, so that going back is quick? Without them it is a replay from step 0. */
  readonly keepsSnapshots?: boolean;
  /** The compiled module that all workers share, and which of the two builds it is. */
  readonly load: Pick<LoadOptions, 'wasmModule' | 'simd'>;
  /** The lock the worker holds while it lives (lifeline.ts); null where there are no locks. */
  readonly lifeline: string | null;
}

export interface Advance {
  /** One row a step, in order, of the first seed. */
  readonly rows: StepMetrics[];
  /** The same of every seed; the first list is `rows`, and stays so on its way. */
  readonly rowsOfSeeds: StepMetrics[][];
  /** Milliseconds of training. */
  readonly elapsed: number;
}

export interface Rewound {
  /** Where the variant stands. */
  readonly step: number;
  /** Of that step and the first seed; null at step 0. */
  readonly row: StepMetrics | null;
}

export type Request = {
  [Name in Operation]: {
    readonly id: number;
    readonly operation: Name;
    readonly argument: Operations[Name]['argument'];
  };
}[Operation];

/** How an error travels. */
export interface ErrorText {
  readonly name: string;
  readonly message: string;
}

export type Reply =
  { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: ErrorText };

/** The id of the reply that nobody asked for: a worker's first message, with its version as the result. */
export const HELLO = 0;

/** Of the protocol and all else: page and worker must be of one build, because the page hands its wasm to the worker. */
export const VERSION = __ADDNORM_VERSION__;

export function isReply(message: unknown): message is Reply {
  if (typeof message !== 'object' || message === null) return false;
  const { id, error } = message as { id?: unknown; error?: unknown };
  return Number.isInteger(id) && ('error' in message ? isErrorText(error) : 'result' in message);
}

function isErrorText(error: unknown): error is ErrorText {
  const { name, message } = (error ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof message === 'string';
}

/** Anything thrown, as text. */
export function describeError(error: unknown): ErrorText {
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: 'Error', message: String(error) };
}

/** The error again, of its own type, saying in which variant it happened. */
export function reviveError({ name, message }: ErrorText, variantId: string): Error {
  const types: Record<string, ErrorConstructor> = { RangeError, TypeError };
  return new (types[name] ?? Error)(`variant ${JSON.stringify(variantId)}: ${message}`);
}

/**
 * A worker, as much of it as a Lab uses: a browser's own, one of the caller's, or one in this very thread. The handlers are
 * the Lab's to set; messages have `data`, and errors may have a `message`.
 */
export interface WorkerLike {
  onmessage: ((event: never) => unknown) | null;
  onmessageerror: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}
