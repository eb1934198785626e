// @ts-check
// What the peers have in common: the programs that `npm run bench` runs beside ours, each on the same works, in a process
// of its own. A peer that cannot run here is told as what is missing, never as an exception, and never hangs.
import { endProgress, runAny, tellProgress } from '../run.mjs';

/**
 * A model and a batch; V = 16, 4 heads and d_ff = 4 dModel are the same in all.
 * @typedef {{ nLayer: number, dModel: number, nCtx: number, batch: number }} Work
 */

/**
 * The median of one training step in a peer; the losses of its first and its last five steps, which show that it trained.
 * @typedef {{ work: Work, milliseconds: number, steps: number, firstLoss: number, lastLoss: number, version: string }} PeerTime
 */

/** Times in the order of the works, or why there are none. @typedef {PeerTime[] | { missing: string }} PeerTimes */

/** The works whose times the project quotes. @type {Work[]} */
export const WORKS = [
  { nLayer: 6, dModel: 32, nCtx: 32, batch: 16 },
  { nLayer: 4, dModel: 64, nCtx: 64, batch: 16 },
  { nLayer: 6, dModel: 128, nCtx: 64, batch: 8 },
];

/** @param {Work} work */
const nameOf = ({ nLayer, dModel, nCtx, batch }) => `L${nLayer} d${dModel} T${nCtx} B${batch}`;

/**
 * Runs a peer's program once a work, which prints what it measured as one line of JSON.
 * @param {string} peer as it is called in a message
 * @param {readonly Work[]} works
 * @param {string} program
 * @param {(work: Work) => string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, minutes: number, note?: string }} options of one run; `minutes` after which it is given up;
 *   `note` is said of each work beside its name
 * @returns {Promise<PeerTimes>}
 */
export async function timesOf(peer, works, program, args, { note = '', ...options }) {
  /** @type {PeerTime[]} */
  const times = [];
  for (const work of works) {
    tellProgress(`${peer}: ${nameOf(work)}${note}`);
    const { code, output, signal } = await runAny(program, args(work), options);
    if (signal) return { missing: `${peer} took more than ${options.minutes} minutes for ${nameOf(work)}` };
    const time = code === 0 ? measured(output) : undefined;
    if (!time) return { missing: `${peer} does not run here: ${lastLine(output)}` };
    if (!(time.lastLoss < time.firstLoss)) {
      const losses = `its loss went from ${time.firstLoss} to ${time.lastLoss}`;
      return { missing: `${peer} does not learn here: ${losses} for ${nameOf(work)}` };
    }
    times.push({ ...time, work });
  }
  return times;
}

/**
 * What a program measured, among whatever else its libraries print.
 * @param {string} output
 * @returns {Omit<PeerTime, 'work'> | undefined}
 */
function measured(output) {
  const line = output.split('\n').find((text) => text.startsWith('{"milliseconds"'));
  /** @type {(text: string) => Omit<PeerTime, 'work'>} */
  const parse = JSON.parse;
  return line === undefined ? undefined : parse(line);
}

/** Where the words of an error stand in what a program printed. @param {string} output */
export function lastLine(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const errors = lines.filter((line) => /^(npm error )?\w*(Error|Exception)\b/.test(line));
  return (errors.at(-1) ?? lines.at(-1) ?? 'it says nothing').replace(/^npm error /, '');
}

/**
 * What a peer by hand prints.
 * @param {string} peer
 * @param {PeerTimes} times
 * @param {string[]} variant what of it is not as it is without options
 */
export function printTimes(peer, times, ...variant) {
  endProgress();
  if ('missing' in times) {
    console.log(times.missing);
    return;
  }
  const heading = [`A training step of ${peer} ${times[0]?.version}`, 'one thread', ...variant].join(', ');
  console.log(`\n${heading}\n`);
  console.log('| work | median ms | steps timed | loss of the first and the last five steps |');
  console.log('|---|---|---|---|');
  for (const { work, milliseconds, steps, firstLoss, lastLoss } of times) {
    const losses = `${firstLoss.toFixed(2)}, ${lastLoss.toFixed(2)}`;
    console.log(`| ${nameOf(work)} | ${milliseconds.toFixed(1)} | ${steps} | ${losses} |`);
  }
}
