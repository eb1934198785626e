// @ts-check
// `npm run twins`: what the lab's first screen shows, on several seeds: the default twins, and post-LN with warm-up.
// Prints the table that the README quotes.
import { build } from './build.mjs';
import { runCommand } from './options.mjs';
import { inRoot } from './run.mjs';
import { setup } from './setup.mjs';

const HELP = `Usage: npm run twins

Trains the twins of the lab's first screen, and post-LN with warm-up, on six seeds, and prints the table of losses that the
README quotes. Takes about five minutes, before it about five more for the first build.

Options:
  --help  Print this text.`;

const SEEDS = [1, 2, 3, 4, 5, 6];
const STEPS = [200, 500];

/** @type {{ placement: 'pre' | 'post', lr: number, warmup: number }[]} */
const RUNS = [
  { placement: 'pre', lr: 5e-3, warmup: 0 },
  { placement: 'post', lr: 5e-3, warmup: 0 },
  { placement: 'post', lr: 5e-3, warmup: 200 },
  { placement: 'pre', lr: 1e-2, warmup: 0 },
  { placement: 'post', lr: 1e-2, warmup: 100 },
  { placement: 'post', lr: 1e-2, warmup: 200 },
];

/**
 * The losses of one run at STEPS.
 * @param {import('../lib/addnorm.ts').Addnorm} addnorm
 * @param {typeof RUNS[number]} run
 * @param {number} seed
 */
function train(addnorm, { placement, lr, warmup }, seed) {
  const model = addnorm.createModel({ placement }, { seed });
  const trainer = addnorm.createTrainer({
    model,
    seed,
    optimizer: { kind: 'adam', lr },
    schedule: warmup > 0 ? { kind: 'linear', warmup } : 'constant',
  });
  const losses = [];
  for (let step = 1; step <= Math.max(...STEPS); step++) {
    const { loss } = trainer.step();
    if (STEPS.includes(step)) losses.push(loss);
  }
  trainer.dispose();
  model.dispose();
  return losses;
}

await runCommand({ help: HELP }, async () => {
  await setup();
  await build();
  /** @type {typeof import('../lib/index.ts')} */
  const { load } = await import(inRoot('dist', 'index.js'));
  const addnorm = await load();
  console.log(`\nLoss after ${STEPS.join(' / ')} steps; guessing is ln 14 = ${Math.log(14).toFixed(2)}\n`);
  console.log(`| run | ${SEEDS.map((seed) => `seed ${seed}`).join(' | ')} |`);
  console.log(`|---|${SEEDS.map(() => '---|').join('')}`);
  for (const run of RUNS) {
    const cells = SEEDS.map((seed) =>
      train(addnorm, run, seed)
        .map((loss) => loss.toPrecision(2))
        .join(' / '),
    );
    console.log(
      `| ${run.placement}-LN, lr ${run.lr}, warm-up ${run.warmup || 'none'} | ${cells.join(' | ')} |`,
    );
  }
});
