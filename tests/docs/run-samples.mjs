// @ts-check
// Runs modules one after the other, each in a worker of its own, so that what it leaves behind ends with it, and prints what
// came of each as JSON. A module may call `compare([value], comment)`: a comment that says what an expression is must be right.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** As far as comments are rounded. */
const TOLERANCE = 6e-4;
let compared = 0;
let printed = 0;

/** @param {unknown} value @param {unknown} expected @returns {boolean} */
function agrees(value, expected) {
  if (typeof expected === 'number') {
    return Math.abs(Number(value) - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
  }
  if (!Array.isArray(expected)) return value === expected;
  const items = Array.from(/** @type {ArrayLike<unknown>} */ (value));
  return items.length === expected.length && expected.every((item, i) => agrees(items[i], item));
}

/** @param {unknown[]} values @param {string} comment @param {unknown} expected what the comment says, read */
function compare(values, comment, expected) {
  compared++;
  if (values.join(' ') === comment || agrees(values[0], expected)) return;
  throw new Error(`is ${values.join(' ')}, and the comment says ${comment}`);
}

/** @param {string} file @returns {Promise<{ file: string, error: string | null, compared: number, printed: number }>} */
const runInWorker = (file) =>
  new Promise((resolve) => {
    const worker = new Worker(fileURLToPath(import.meta.url), {
      workerData: file,
      stdout: true,
      stderr: true,
    });
    const end = (/** @type {{ error: string | null, compared: number, printed: number }} */ result) => {
      resolve({ file, ...result });
      void worker.terminate();
    };
    worker.once('message', end);
    worker.once('error', (error) => end({ error: String(error), compared: 0, printed: 0 }));
  });

if (isMainThread) {
  const results = [];
  for (const file of process.argv.slice(2)) results.push(await runInWorker(file));
  process.stdout.write(`${JSON.stringify(results)}\n`);
} else {
  Object.assign(globalThis, { compare });
  Object.assign(console, { log: () => printed++ });
  let error = null;
  try {
    await import(pathToFileURL(String(workerData)).href);
  } catch (thrown) {
    error = String(thrown);
  }
  parentPort?.postMessage({ error, compared, printed });
}
