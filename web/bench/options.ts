// What bench() takes.
import type { WorkerLike } from '../lab/protocol.ts';
import type { BenchMessages } from './messages.en.ts';
import type { GroupedRow } from './rows.ts';

export interface BenchOptions {
  /** Few and short samples: a look in about 15 seconds, not to be quoted. */
  readonly isQuick?: boolean | undefined;
  /** Makes the workers of the twins, where the lab cannot make its own. */
  readonly createWorker?: (() => WorkerLike) | undefined;
  /** Texts of the rows; English ones if left out. */
  readonly messages?: BenchMessages | undefined;
  /** Aborting it makes `bench` reject with the signal's reason after the sample that runs. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each row as it is found, and the share of the work that is done by then. */
  readonly onRow?: ((row: GroupedRow, share: number) => void) | undefined;
}
