// Counting for an experiment in a worker of its own.
import type { ExperimentId, Numbers } from '../../experiments/index.ts';
import type { CountingReply, CountingRequest } from './counting-protocol.ts';
import CountingWorker from './counting-worker.ts?worker';

/**
 * What the experiment counts with a seed; undefined where there can be no worker.
 *
 * @throws what went wrong in it, or the signal's reason
 */
export async function demonstrateApart(
  id: ExperimentId,
  seed: number,
  signal: AbortSignal,
): Promise<Numbers | undefined> {
  const worker = makeWorker();
  if (!worker) return undefined;
  try {
    return await new Promise<Numbers | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      // It could not be loaded.
      worker.onerror = () => resolve(undefined);
      worker.onmessage = ({ data }: MessageEvent<CountingReply>) =>
        'shown' in data ? resolve(data.shown) : reject(new Error(data.error));
      worker.postMessage({ id, seed } satisfies CountingRequest);
    });
  } finally {
    worker.terminate();
  }
}

function makeWorker(): Worker | undefined {
  try {
    return new CountingWorker();
  } catch {
    return undefined;
  }
}
