// A pool of two real threads for the tests of one file, and the library for what is demonstrated.
import { afterAll, beforeAll } from 'vitest';
import { Pool } from '../../web/lab/index.ts';
import { load } from '../../web/lib/index.ts';
import { bundleWorker, NodeWorker } from '../lab/node-worker.ts';

/** The options of a run, there as soon as the first test runs. */
export function usePool(): { readonly pool: Pool; readonly load: typeof load } {
  let pool: Pool | undefined;
  beforeAll(async () => {
    const script = await bundleWorker();
    pool = new Pool({ size: 2, createWorker: () => new NodeWorker(script), modes: ['given'] });
  });
  afterAll(() => pool?.dispose());
  return {
    get pool() {
      return pool!;
    },
    load,
  };
}
