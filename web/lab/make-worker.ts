// The kinds of worker there are, and how one of a kind is made. Which kind can be had shows only when it runs.
import { MainThreadWorker } from './main-thread-worker.ts';
import type { WorkerLike } from './protocol.ts';
import LabWorker from './worker.ts?worker&inline';

/** Where runs are trained: in workers the caller makes, made from a Blob, made from the file beside the script, or in this thread. */
export type LabMode = 'given' | 'blob' | 'url' | 'main';

/** This kind of worker cannot be had here; another kind may. */
export class NoWorkerError extends Error {}

/** @throws NoWorkerError if it cannot even be made */
export function makeWorker(
  mode: LabMode,
  variantId: string,
  createGiven: (() => WorkerLike) | undefined,
): WorkerLike {
  try {
    if (mode === 'main') return new MainThreadWorker();
    if (mode === 'blob') return new LabWorker({ name: `addnorm ${variantId}` });
    // In this very form bundlers see that there is a worker, and take its file along.
    if (mode === 'url') return new Worker(new URL('./worker.js', __ADDNORM_HERE__));
    if (!createGiven) throw new Error('createWorker is missing');
    return createGiven();
  } catch (error) {
    throw new NoWorkerError(
      `variant ${JSON.stringify(variantId)}: its worker could not be made (${String(error)})`,
    );
  }
}
