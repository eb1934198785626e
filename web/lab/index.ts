// The public face of addnorm/lab.
export type { Speed } from './pace.ts';
export type { LabMode } from './make-worker.ts';
export { History, type Matrix, type MatrixName, type ScalarName } from './history.ts';
export type { LabEvents, LabState, RowsOfSeeds, StepsEvent } from './events.ts';
export { Lab } from './lab.ts';
export type { LabOptions, WorkerOptions } from './options.ts';
export { Pool, type PoolOptions } from './pool.ts';
export type { PoolRun, TrainOptions } from './pool-job.ts';
export type { Inspection, NextToken, Operations, Reference, WorkerLike } from './protocol.ts';
export type { SilenceLimits } from './runner.ts';
export type { ResolvedVariant, Variant } from './variants.ts';
