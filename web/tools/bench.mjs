// @ts-check
// `npm run bench`: what web/bench measures, in this Node, as a table in Markdown that grows row by row. It asserts nothing.
// `--quick` takes fewer and shorter samples. `--peer NAME` also times a training step of another library, on the same work on
// the same machine (web/tools/peers/NAME.mjs); may be given more than once. Only the table and its heading are on stdout.
import { cpus } from 'node:os';
import { build } from './build.mjs';
import { NodeWorker } from './node-worker.mjs';
import { readWords, runCommand } from './options.mjs';
import { endProgress, inRoot, isMain, tellStepsOnStderr } from './run.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('../bench/works.ts').Work} Work */
/** @typedef {import('../bench/options.ts').BenchOptions} BenchOptions */
/**
 * What build/bench/bench.js exports.
 * @typedef {typeof import('../bench/peers.ts') & typeof import('../bench/rows.ts')
 *   & { bench: (options: BenchOptions) => Promise<void> }} BenchModule
 */
/** @typedef {Pick<typeof import('./peers/torch.mjs'), 'peerTimes'>} Peer */

const PEERS = /** @type {const} */ (['torch', 'tfjs']);

/** How often a peer is timed between two times of ours; what is told is the median of the ratios. */
const PEER_ROUNDS = 5;

const OPTIONS = /** @type {const} */ ({
  quick: { type: 'boolean' },
  peer: { type: 'string', multiple: true, choices: PEERS },
});

const HELP = `Usage: npm run bench [-- options]

Measures how fast this Node trains, against what its engine could do at best, as a table in Markdown. Takes about a
minute and a half, before it about five minutes for the first build; use a machine that does nothing else meanwhile.

Options:
  --quick       Fewer and shorter samples: a look in about 15 seconds, not to be quoted.
  --peer torch  Also time a training step of PyTorch (Debian: apt install python3-torch), about two minutes more.
  --peer tfjs   Also one of TensorFlow.js, which is installed into build/peers; about two minutes more.
                Both may be given. With --quick a peer takes some seconds for each of its works.
  --help        Print this text.

Only the table and its heading are on stdout: \`npm run --silent bench > table.md\` (--silent leaves out npm's own lines).`;

/** The command's options. @param {string[]} args */
export function readOptions(args) {
  const { quick = false, peer = [] } = readWords(args, OPTIONS).values;
  return { isQuick: quick, peers: PEERS.filter((name) => peer.includes(name)) };
}

/**
 * A peer as peerRows() asks for it, once a round for each work; says of each time which round it is.
 * @param {Peer['peerTimes']} peerTimes
 * @param {number} rounds
 */
export function inRounds(peerTimes, rounds) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  return (/** @type {readonly Work[]} */ works) => {
    const key = JSON.stringify(works);
    const round = (taken.get(key) ?? 0) + 1;
    taken.set(key, round);
    return peerTimes(works, { note: `, round ${round} of ${rounds}` });
  };
}

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP, read: readOptions }, async ({ isQuick, peers }) => {
    tellStepsOnStderr();
    await setup();
    await build();
    const vite = await import('vite');
    await vite.build({ mode: 'bench', logLevel: 'warn' });
    const worker = inRoot('build', 'bench', 'worker.js');
    /** @type {BenchModule} */
    const { bench, markdownHead, markdownRow, ourStep, peerRows } = await import(
      inRoot('build', 'bench', 'bench.js')
    );
    const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? process.arch}`;
    console.log(`\n${machine}\n${markdownHead(isQuick)}`);
    await bench({
      isQuick,
      createWorker: () => new NodeWorker(worker),
      onRow: (row) => console.log(markdownRow(row)),
    });
    const ours = await ourStep(isQuick);
    const rounds = isQuick ? 1 : PEER_ROUNDS;
    for (const peer of peers) {
      /** @type {Peer} */
      const { peerTimes } = await import(inRoot('web', 'tools', 'peers', `${peer}.mjs`));
      for await (const row of peerRows(peer, { theirs: inRounds(peerTimes, rounds), ours, rounds })) {
        endProgress();
        console.log(markdownRow(row));
      }
    }
  });
}
