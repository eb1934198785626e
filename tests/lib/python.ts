// The Python with PyTorch that tests compare with, where this machine has one.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const PYTHONS = ['/usr/bin/python3', 'python3'];

/** Why a test is skipped. */
export const NO_TORCH = `no PyTorch: tried ${PYTHONS.join(' and ')}`;

export async function findTorch(): Promise<string | undefined> {
  for (const python of PYTHONS) {
    const isThere = await promisify(execFile)(python, ['-c', 'import torch, numpy']).then(
      () => true,
      () => false,
    );
    if (isThere) return python;
  }
  return undefined;
}
