// @ts-check
// PyTorch on one thread, as Debian has it, as a peer of `npm run bench`; torch-steps.py is the training. By hand:
// `node web/tools/peers/torch.mjs`.
import { runCommand } from '../options.mjs';
import { inRoot, isMain, runAny } from '../run.mjs';
import { printTimes, timesOf, WORKS } from './peers.mjs';

/** Debian's own Python first: it is the one that sees Debian's PyTorch. */
const PYTHONS = ['/usr/bin/python3', 'python3'];

const ONE_THREAD = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };

/** A process that takes longer for one work is given up. */
const MINUTES = 2;

async function findPython() {
  for (const python of PYTHONS) {
    const { code } = await runAny(python, ['-c', 'import torch'], { env: ONE_THREAD, minutes: MINUTES });
    if (code === 0) return python;
  }
  return undefined;
}

/**
 * How long a training step takes in PyTorch, for each work in turn.
 * @param {readonly import('./peers.mjs').Work[]} works
 * @param {{ note?: string }} [options] `note` is said of each work while it is timed
 * @returns {Promise<import('./peers.mjs').PeerTimes>}
 */
export async function peerTimes(works, { note = '' } = {}) {
  const python = await findPython();
  if (python === undefined)
    return { missing: 'PyTorch is not here (Debian: apt install python3-torch libopenblas0-pthread)' };
  const program = inRoot('web', 'tools', 'peers', 'torch-steps.py');
  const args = (/** @type {import('./peers.mjs').Work} */ work) => [program, JSON.stringify(work)];
  return timesOf('PyTorch', works, python, args, { env: ONE_THREAD, minutes: MINUTES, note });
}

const HELP = `Usage: node web/tools/peers/torch.mjs

Times a training step of PyTorch, on one thread, for each work that the project quotes; some seconds each.`;

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP }, async () => {
    printTimes('PyTorch', await peerTimes(WORKS));
  });
}
