// The public face of addnorm/lab.
export type { Speed } from './pace.ts';
export type { LabMode } from './crew.ts';
export { History, type Matrix, type MatrixName, type ScalarName } from './history.ts';
export type { LabEvents, LabState, StepsEvent } from './events.ts';
export { Lab } from './lab.ts';
export type { LabOptions } from './options.ts';
export type { Inspection, Operations, WorkerLike } from './protocol.ts';
export type { SilenceLimits } from './runner.ts';
export type { ResolvedVariant, Variant } from './variants.ts';
