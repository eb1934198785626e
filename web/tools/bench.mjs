// @ts-check
// `npm run bench`: what web/bench measures, in this Node, as a table in Markdown that grows row by row. It asserts nothing.
// `--quick` takes fewer and shorter samples. `--peer NAME` also times a training step of another library, on the same work on
// the same machine (web/tools/peers/NAME.mjs); may be given more than once.
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { NodeWorker } from './node-worker.mjs';
import { Failure, inRoot, isMain, runMain } from './run.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('../bench/works.ts').Work} Work */
/** @typedef {import('../bench/options.ts').BenchOptions} BenchOptions */
/**
 * What build/bench/bench.js exports.
 * @typedef {typeof import('../bench/peers.ts') & typeof import('../bench/rows.ts')
 *   & { bench: (options: BenchOptions) => Promise<void> }} BenchModule
 */
/** @typedef {{ peerTimes: (works: readonly Work[]) => Promise<import('../bench/peers.ts').PeerTimes> }} Peer */

const PEERS = /** @type {const} */ (['torch', 'tfjs']);

/** How often a peer is timed between two times of ours; what is told is the median of the ratios. */
const PEER_ROUNDS = 5;

/** The command's options. @param {string[]} args */
export function readOptions(args) {
  /** @type {{ quick?: boolean, peer?: string[] }} */
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: { quick: { type: 'boolean' }, peer: { type: 'string', multiple: true } },
    }));
  } catch (error) {
    throw new Failure(/** @type {Error} */ (error).message);
  }
  const peers = (values.peer ?? []).map((name) => {
    const known = PEERS.find((peer) => peer === name);
    if (known) return known;
    throw new Failure(`invalid --peer: ${JSON.stringify(name)} (must be ${PEERS.join(' or ')})`);
  });
  return { isQuick: values.quick ?? false, peers: [...new Set(peers)] };
}

/** Where the module of a peer is, or a Failure if this tree has none. @param {string} name @returns {Promise<Peer>} */
async function findPeer(name) {
  const path = inRoot('web', 'tools', 'peers', `${name}.mjs`);
  if (!existsSync(path)) throw new Failure(`--peer ${name}: web/tools/peers/${name}.mjs is missing`);
  /** @type {Peer} */
  const peer = await import(path);
  return peer;
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    const { isQuick, peers } = readOptions(process.argv.slice(2));
    const modules = await Promise.all(peers.map(findPeer));
    await setup();
    await build();
    const vite = await import('vite');
    await vite.build({ mode: 'bench', logLevel: 'warn' });
    const worker = inRoot('build', 'bench', 'worker.js');
    /** @type {BenchModule} */
    const { bench, markdownHead, markdownRow, ourStep, peerRows } = await import(
      inRoot('build', 'bench', 'bench.js')
    );
    console.log(`\nNode ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? process.arch}`);
    console.log(
      `Each figure is a median, each ratio the median of ratios side by side; one thread but for the twins.\n`,
    );
    console.log(markdownHead());
    await bench({
      isQuick,
      createWorker: () => new NodeWorker(worker),
      onRow: (row) => console.log(markdownRow(row)),
    });
    const ours = await ourStep(isQuick);
    for (const [i, { peerTimes }] of modules.entries()) {
      const timing = { theirs: peerTimes, ours, rounds: isQuick ? 1 : PEER_ROUNDS };
      for await (const row of peerRows(peers[i] ?? PEERS[0], timing)) console.log(markdownRow(row));
    }
  });
}
