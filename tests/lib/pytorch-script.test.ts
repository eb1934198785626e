// The PyTorch script of a model, run by a real PyTorch where there is one: every placement with every norm, and every option,
// after some steps of training, has to load the checkpoint and print the loss that the library has.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Addnorm,
  load,
  type PartialModelConfig,
  type PartialTrainerConfig,
  PLACEMENT_NAMES,
  pytorchScript,
} from '../../web/lib/index.ts';
import { findTorch, NO_TORCH } from './python.ts';

const run = promisify(execFile);
const SIZES: PartialModelConfig = { vocabSize: 11, nCtx: 7, dModel: 10, nHead: 5, dFf: 13, nLayer: 2 };
const BATCH = 3;

interface Case {
  readonly model: PartialModelConfig;
  readonly training?: PartialTrainerConfig;
}

const CASES = new Map<string, Case>();
const add = (name: string, model: PartialModelConfig, training?: PartialTrainerConfig) =>
  CASES.set(name, { model: { ...SIZES, ...model }, ...(training && { training }) });
for (const placement of PLACEMENT_NAMES)
  for (const norm of ['layer', 'rms', 'batch'] as const) add(`${placement} ${norm}`, { placement, norm });
for (const activation of ['gelu', 'geluTanh'] as const) add(activation, { activation });
add('bidirectional', { causal: false });
add('sinusoidal positions', { positional: 'sinusoidal' });
add('sinusoidal positions of odd width', { positional: 'sinusoidal', dModel: 9, nHead: 3 });
add('no positions', { positional: 'none' });
add('tied embeddings', { tieEmbeddings: true, placement: 'pre' });
add('every slot, gains, a final norm', {
  slots: { input: true, output: true, after: true },
  residualGain: -0.7,
  branchGain: 1.3,
  finalNorm: true,
});
add('a learned gain beside norms', { placement: 'sandwich', learnBranchGain: true, branchGain: 0.5 });
add('no residual and a gain', { placement: 'plain', branchGain: 2 });
add('dropout', { dropout: 0.3, placement: 'pre' });
add('dropout and batch norm', { dropout: 0.3, placement: 'resPost', norm: 'batch' });
add('gpt2, one head, a wide eps', { init: 'gpt2', nHead: 1, eps: 0.1 });
CASES.set('the default lab', { model: {}, training: { batch: 16 } });
CASES.set('a run that diverged', {
  model: { ...SIZES, placement: 'none', nLayer: 6 },
  training: { optimizer: { lr: 100 } },
});

interface Made {
  readonly script: string;
  readonly checkpoint: Uint8Array;
  readonly loss: number;
}

let addnorm: Addnorm;
let python: string | undefined;
let folder: string;
const made = new Map<string, Made>();

/** A model after some steps, with the script that compares it. */
function make(name: string, { model: config, training = {} }: Case): Made {
  const model = addnorm.createModel(config, { seed: 5 });
  const batch = training.batch ?? BATCH;
  const trainer = addnorm.createTrainer({ model, optimizer: { lr: 0.02 }, ...training, batch });
  for (let step = 0; step < 12; step++) trainer.step();
  const { tokens, targets } = trainer.batch();
  const { loss } = model.lossAndGradients(tokens, targets, { batch });
  const checkpoint = model.saveSafetensors();
  const example = { tokens, targets, batch, loss, checkpoint: `${name}.safetensors` };
  const script = pytorchScript(model.config, example);
  // What the chart will show for the next step.
  if (model.config.dropout === 0 && Number.isFinite(loss)) expect(trainer.step().loss).toBeCloseTo(loss, 5);
  model.dispose();
  return { script, checkpoint, loss };
}

beforeAll(async () => {
  addnorm = await load();
  python = await findTorch();
  folder = mkdtempSync(join(tmpdir(), 'addnorm-script-'));
  for (const [name, one] of CASES) {
    made.set(name, make(name, one));
    writeFileSync(join(folder, `${name}.py`), made.get(name)!.script);
    writeFileSync(join(folder, `${name}.safetensors`), made.get(name)!.checkpoint);
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs scripts one after the other in one Python, which needs seconds to load PyTorch. */
const RUN_ALL = `
import runpy, sys
paths, sys.argv[1:] = sys.argv[1:], []
for path in paths:
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        print("END", end.code)
`;

describe('in PyTorch', () => {
  it('every script loads its checkpoint and prints the loss of the library', async ({ skip }) => {
    if (python === undefined) skip(NO_TORCH);
    const paths = [...CASES.keys()].map((name) => join(folder, `${name}.py`));
    const { stdout } = await run(python!, ['-B', '-c', RUN_ALL, ...paths]);
    const outputs = stdout.split(/END .*\n/).slice(0, -1);
    const ends = [...stdout.matchAll(/END (.*)/g)].map(([, code]) => code);
    expect(Object.fromEntries([...CASES.keys()].map((name, i) => [name, ends[i]]))).toEqual(
      Object.fromEntries([...CASES.keys()].map((name) => [name, '0'])),
    );
    [...CASES.keys()].forEach((name, i) => {
      const [theirs, ours] = [...outputs[i]!.matchAll(/loss in \w+: (\S+)/g)].map(([, text]) => Number(text));
      const { loss } = made.get(name)!;
      if (Number.isFinite(loss)) expect(ours, name).toBeCloseTo(loss, 6);
      if (Number.isFinite(loss)) expect(Math.abs(theirs! - loss), name).toBeLessThanOrEqual(2e-5);
      else expect([ours, theirs], name).toEqual([NaN, NaN]);
    });
  }, 120_000);

  it('a script finds the checkpoint beside itself or where it is told, and ends with 1 for another one', async ({
    skip,
  }) => {
    if (python === undefined) skip(NO_TORCH);
    const script = join(folder, 'pre layer.py');
    expect((await run(python!, ['-B', script])).stdout).toMatch(/\nthe same\n$/);
    const other = join(folder, 'other.safetensors');
    const model = addnorm.createModel({ ...SIZES, placement: 'pre' }, { seed: 6 });
    writeFileSync(other, model.saveSafetensors());
    model.dispose();
    await expect(run(python!, ['-B', script, other])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/\nNOT the same\n$/) as unknown,
    });
  }, 120_000);
});

describe('the text', () => {
  const config = { ...SIZES, placement: 'pre' as const };
  const example = { tokens: [2, 3, 4], targets: [-1, 3, 4], loss: 2.5 };

  it('has of the formula what the model has', () => {
    const line = (model: PartialModelConfig) =>
      /x = (.*self_attn.*)/.exec(pytorchScript({ ...SIZES, ...model }, example))?.[1];
    expect(line({ placement: 'post' })).toBe('self.norm1(x + self.self_attn(x))');
    expect(line({ placement: 'pre' })).toBe('x + self.self_attn(self.norm1(x))');
    expect(line({ placement: 'sandwich' })).toBe(
      'x + self.norm1_output(self.self_attn(self.norm1_input(x)))',
    );
    expect(line({ placement: 'rezero' })).toBe('x + self.branch_gain1 * self.self_attn(x)');
    expect(line({ placement: 'plain', branchGain: 2 })).toBe('self.norm1(2 * self.self_attn(x))');
    expect(line({ placement: 'none', residualGain: 0.5 })).toBe('0.5 * x + self.self_attn(x)');
  });

  it('is the same for the same model, and imports nothing but torch, numpy and what Python has', () => {
    const text = pytorchScript(config, example);
    expect(pytorchScript(config, example)).toBe(text);
    const imports = [...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name);
    expect(imports).toEqual(['json', 'math', 'os', 'sys', 'numpy', 'torch', 'torch', 'torch']);
  });

  it('takes any name of a file as a name', () => {
    const checkpoint = 'a "b"\n\\c.safetensors';
    expect(pytorchScript(config, { ...example, checkpoint })).toContain(
      String.raw`CHECKPOINT = "a \"b\"\n\\c.safetensors"`,
    );
  });

  it.each([
    [{ ...example, tokens: [2, 3, 99] }, 'invalid tokens[2]: 99 (must be a token, from 0 to 10)'],
    [{ ...example, targets: [-1, -1, -1] }, 'must have at least one token to predict'],
    [{ ...example, batch: 2 }, 'must be batch = 2 sequences of 1 to nCtx = 7 tokens'],
    [{ ...example, loss: '2.5' }, 'invalid loss: "2.5" (must be a number)'],
    [{ ...example, checkpoint: 5 }, 'invalid checkpoint: 5 (must be the name of a file)'],
    [{ ...example, losses: 5 }, 'example has no "losses"; did you mean "loss"?'],
  ])('is refused for %j', (given, message) => {
    expect(() => pytorchScript(config, given as unknown as typeof example)).toThrow(message);
  });
});
