// @ts-check
// `npm start`: from a fresh clone to the page in a browser, with nothing done twice. `--port N` serves it on that port.
import { build } from './build.mjs';
import { readWords, runCommand } from './options.mjs';
import { Failure, inRoot, isMain } from './run.mjs';
import { setup } from './setup.mjs';

/** Where the page is served if no port is asked for; the next free port is taken if this one is in use. */
const USUAL_PORT = 5173;

const HELP = `Usage: npm start [-- options]

Builds the lab and serves its page until Ctrl+C. Installs what is missing; the first time takes minutes.

Options:
  --port N  The port to serve it on (default: ${USUAL_PORT}, or the next one that is free).
  --help    Print this text.`;

/** The port that is asked for, if one is. @param {string[]} args */
export function readPort(args) {
  const { port } = readWords(args, { port: { type: 'string', most: 65535 } }).values;
  return port === undefined ? undefined : Number(port);
}

/** Serves the built page. @param {number | undefined} port on this one or not at all; if left out, on one that is free */
export async function serve(port) {
  const { preview } = await import('vite');
  const serving = preview({
    configFile: false,
    // What is not there is a 404, not the page.
    appType: 'mpa',
    logLevel: 'warn',
    build: { outDir: inRoot('dist', 'site') },
    preview: { port: port ?? USUAL_PORT, strictPort: port !== undefined },
  });
  if (port === undefined) return serving;
  return serving.catch((/** @type {unknown} */ error) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`--port ${port} cannot be used: ${reason}`);
  });
}

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP, read: readPort }, async (port) => {
    await setup();
    await build();
    const server = await serve(port);
    console.log(`\nAdd & Norm Lab: ${server.resolvedUrls?.local[0] ?? ''}  (Ctrl+C ends it)`);
  });
}
