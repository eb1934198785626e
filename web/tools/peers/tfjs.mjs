// @ts-check
// TensorFlow.js on its WASM back end with SIMD, on one thread, as a peer of `npm run bench`; tfjs-steps.mjs is the training.
// It is installed from npm into build/peers when it is first asked for, and is no dependency of the package. By hand:
// `node web/tools/peers/tfjs.mjs`, with `--transpose-first` for the same work without a product that has a transposed factor.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readWords, runCommand } from '../options.mjs';
import { inRoot, isMain, readStamp, runAny, tellProgress, writeStamp } from '../run.mjs';
import { lastLine, printTimes, timesOf, WORKS } from './peers.mjs';

const PACKAGES = { '@tensorflow/tfjs': '4.22.0', '@tensorflow/tfjs-backend-wasm': '4.22.0' };
const FOLDER = inRoot('build', 'peers', 'tfjs');

const INSTALL_MINUTES = 5;
/** A process that takes longer for one work is given up. */
const MINUTES = 5;

/** Installs the pinned versions, unless they are there. Returns why that failed, if it did. */
async function install() {
  const wanted = JSON.stringify({ private: true, dependencies: PACKAGES });
  const stamp = `${FOLDER}/node_modules/.installed`;
  if (readStamp(stamp) === wanted) return undefined;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/package.json`, wanted);
  tellProgress('TensorFlow.js: installing it from npm into build/peers');
  // No script of a package is run: the back end needs none.
  const args = ['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await runAny('npm', args, { minutes: INSTALL_MINUTES });
  if (code !== 0 || !existsSync(`${FOLDER}/node_modules/@tensorflow/tfjs`)) return lastLine(output);
  writeStamp(stamp, wanted);
  return undefined;
}

/**
 * How long a training step takes in TensorFlow.js, for each work in turn.
 * @param {readonly import('./peers.mjs').Work[]} works
 * @param {{ transposeFirst?: boolean, note?: string }} [options] `transposeFirst`: as nobody writes it who does not know the back end's
 *   kernels, and about twice as fast; `note` is said of each work while it is timed
 * @returns {Promise<import('./peers.mjs').PeerTimes>}
 */
export async function peerTimes(works, { transposeFirst = false, note = '' } = {}) {
  const fault = await install();
  if (fault !== undefined) return { missing: `TensorFlow.js cannot be installed from npm: ${fault}` };
  const program = inRoot('web', 'tools', 'peers', 'tfjs-steps.mjs');
  const option = transposeFirst ? ['transpose-first'] : [];
  const args = (/** @type {import('./peers.mjs').Work} */ work) => [
    program,
    FOLDER,
    JSON.stringify(work),
    ...option,
  ];
  return timesOf('TensorFlow.js', works, process.execPath, args, { minutes: MINUTES, note });
}

const HELP = `Usage: node web/tools/peers/tfjs.mjs [--transpose-first]

Times a training step of TensorFlow.js, which is installed into build/peers first, for each work that the project
quotes; some seconds each.

Options:
  --transpose-first  Without a product that has a transposed factor, for which this back end has no fast kernel.
  --help             Print this text.`;

/** @param {string[]} args */
const readOptions = (args) => readWords(args, { 'transpose-first': { type: 'boolean' } }).values;

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP, read: readOptions }, async (values) => {
    const transposeFirst = values['transpose-first'] ?? false;
    const variant = transposeFirst ? ['no product with a transposed factor (--transpose-first)'] : [];
    printTimes('TensorFlow.js', await peerTimes(WORKS, { transposeFirst }), ...variant);
  });
}
