// Labs for the tests of one file, whose workers are real threads; after each test all of them are ended.
import { afterEach, beforeAll } from 'vitest';
import { Lab, type LabOptions } from '../../web/lab/index.ts';
import { sleep, TWINS } from './helpers.ts';
import { bundleWorker, NodeWorker } from './node-worker.ts';

export function useLabs() {
  /** Every worker of the test that runs. */
  const workers: NodeWorker[] = [];
  const labs: Lab[] = [];
  let script: string;

  beforeAll(async () => {
    script = await bundleWorker();
  });

  afterEach(async () => {
    for (const lab of labs.splice(0)) lab.dispose();
    await Promise.all(workers.splice(0).map((worker) => worker.ended));
  });

  const createWorker = () => {
    const worker = new NodeWorker(script);
    workers.push(worker);
    return worker;
  };

  return {
    workers: workers as readonly NodeWorker[],
    /** The twins, unless other variants are given. */
    makeLab: (options: Partial<LabOptions> = {}): Lab => {
      const lab = new Lab({ variants: TWINS, createWorker, modes: ['given'], ...options });
      labs.push(lab);
      return lab;
    },
    /** How many threads have not ended, a moment from now. */
    aliveWorkers: async (): Promise<number> => {
      await sleep(50);
      return workers.filter(({ isAlive }) => isAlive).length;
    },
  };
}
