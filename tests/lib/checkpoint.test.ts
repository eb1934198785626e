// Checkpoints: exchanged with PyTorch's own nn.TransformerEncoder by tests/golden/checkpoint.py, where PyTorch is installed; and
// refused, whichever tensor is not what it should be.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import {
  type Addnorm,
  load,
  type Model,
  type PartialModelConfig,
  readSafetensors,
  type Tensor,
  writeSafetensors,
} from '../../web/lib/index.ts';
import { expectClose } from './close.ts';
import { findTorch, NO_TORCH } from './python.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../golden/checkpoint.py', import.meta.url));
const TOLERANCE = { absolute: 1e-5, relative: 1e-5 };

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

describe('a checkpoint and nn.TransformerEncoder', () => {
  const SIZES: PartialModelConfig = { vocabSize: 11, nCtx: 7, dModel: 10, nHead: 5, dFf: 13, nLayer: 2 };
  const CASES = new Map<string, PartialModelConfig>();
  for (const placement of ['pre', 'post'] as const)
    for (const activation of ['relu', 'gelu'] as const)
      for (const causal of [true, false])
        CASES.set(`${placement}_${activation}_${causal ? 'causal' : 'bidirectional'}`, {
          ...SIZES,
          placement,
          activation,
          causal,
        });
  CASES.set('pre_without_final_norm', { ...SIZES, placement: 'pre', finalNorm: false });
  CASES.set('post_with_final_norm', { ...SIZES, placement: 'post', finalNorm: true });
  CASES.set('gelu_by_tanh_sinusoidal', { ...SIZES, activation: 'geluTanh', positional: 'sinusoidal' });
  CASES.set('one_head_no_positions_wide_eps', { ...SIZES, nHead: 1, positional: 'none', eps: 0.1 });
  CASES.set('gpt2_three_blocks', { ...SIZES, placement: 'pre', init: 'gpt2', nLayer: 3 });

  const BATCH = 3;
  const TOKENS = Array.from({ length: BATCH * 7 }, (_, i) => (i * i + 3 * i) % 11);
  const TARGETS = TOKENS.map((token, i) => (i % 4 === 0 ? -1 : (token + i) % 11));

  interface Numbers {
    readonly logits: number[];
    readonly loss: number;
  }
  type Result = Record<'loaded' | 'new', Numbers>;

  let folder: string | undefined;
  let report = '';
  const fileOf = (name: string) => join(folder!, name);

  const evaluate = (model: Model): Numbers => ({
    logits: [...model.forward(TOKENS, { batch: BATCH })],
    loss: model.lossAndGradients(TOKENS, TARGETS, { batch: BATCH }).loss,
  });

  function expectSame(ours: Numbers, theirs: Numbers): void {
    expectClose(ours.logits, theirs.logits, TOLERANCE);
    expectClose([ours.loss], [theirs.loss], TOLERANCE);
  }

  /** Some steps of training, so that no bias is 0 and no gamma 1. */
  function writeOurs(name: string, config: PartialModelConfig): void {
    const model = addnorm.createModel(config, { seed: 5 });
    const trainer = addnorm.createTrainer({ model, batch: BATCH, optimizer: { kind: 'adam', lr: 0.02 } });
    for (let step = 0; step < 5; step++) trainer.stepOn(TOKENS, TARGETS);
    const batch = { batch: BATCH, tokens: TOKENS, targets: TARGETS };
    writeFileSync(fileOf(`${name}.json`), JSON.stringify({ ...batch, ...evaluate(model) }));
    writeFileSync(fileOf(`${name}.safetensors`), model.saveSafetensors());
    model.dispose();
  }

  /** What the script prints; a number that differs is for the tests to find. */
  async function exchange(python: string, inFolder: string): Promise<string> {
    try {
      return (await run(python, ['-B', SCRIPT, inFolder])).stdout;
    } catch (error) {
      const { stdout } = error as { stdout: string };
      if (stdout === '') throw error;
      return stdout;
    }
  }

  beforeAll(async () => {
    const python = await findTorch();
    if (python === undefined) return;
    folder = mkdtempSync(join(tmpdir(), 'addnorm-checkpoints-'));
    for (const [name, config] of CASES) writeOurs(name, config);
    report = await exchange(python, folder);
  }, 120_000);
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  function resultOf(name: string, { skip }: TestContext): Result {
    if (folder === undefined) skip(NO_TORCH);
    return JSON.parse(readFileSync(fileOf(`${name}.torch.json`), 'utf8')) as Result;
  }

  it.for([...CASES.keys()])('saved by us is loaded there, and computes the same: %s', (name, test) => {
    const { loaded } = resultOf(name, test);
    expectSame(JSON.parse(readFileSync(fileOf(`${name}.json`), 'utf8')) as Numbers, loaded);
    expect(report).toContain(`${name}: loaded with strict=True, agrees`);
  });

  it.for([...CASES])('made there is loaded by us, and computes the same: %s', ([name, config], test) => {
    const result = resultOf(name, test);
    const model = addnorm.createModel(config, { seed: 6 });
    model.loadSafetensors(readFileSync(fileOf(`${name}.torch.safetensors`)));
    expectSame(evaluate(model), result.new);
    // Two models that say the same would show nothing.
    expect(result.new.loss).not.toBeCloseTo(result.loaded.loss, 3);
    model.dispose();
  });
});

describe('a checkpoint that does not fit is refused, and nothing changes', () => {
  const CONFIG: PartialModelConfig = {
    vocabSize: 5,
    nCtx: 3,
    dModel: 4,
    nHead: 2,
    dFf: 3,
    nLayer: 2,
    norm: 'batch',
    slots: { input: true, after: true },
    finalNorm: true,
    learnBranchGain: true,
  };
  // One of each kind.
  const NAMES = [
    'tok_embedding.weight',
    'layers.0.self_attn.in_proj_bias',
    'layers.1.linear2.weight',
    'layers.0.norm1_input.weight',
    'layers.1.norm2_after.running_var',
    'layers.1.branch_gain2',
    'norm.running_mean',
    'unembedding.bias',
  ];

  /** Loads a checkpoint of another seed, with this tensor replaced by others. */
  function loadChanged(name: string, change: (tensor: Tensor) => Tensor[]): void {
    const model = addnorm.createModel(CONFIG, { seed: 1 });
    const other = addnorm.createModel(CONFIG, { seed: 2 });
    const before = model.saveSafetensors();
    const tensors = [...readSafetensors(other.saveSafetensors()).tensors.values()];
    const file = writeSafetensors(
      tensors.flatMap((tensor) => (tensor.name === name ? change(tensor) : [tensor])),
    );
    try {
      model.loadSafetensors(file);
    } finally {
      expect(model.saveSafetensors()).toEqual(before);
      model.dispose();
      other.dispose();
    }
  }

  it('has these tensors among others', () => {
    const { tensors } = readSafetensors(addnorm.createModel(CONFIG).saveSafetensors());
    for (const name of NAMES) expect([...tensors.keys()]).toContain(name);
  });

  it.each(NAMES)('without %s', (name) => {
    const error = new RangeError(`missing tensor "${name}"`);
    expect(() => loadChanged(name, () => [])).toThrow(error);
    // Under another name it is as good as not there, and what is not there is said first.
    expect(() => loadChanged(name, (tensor) => [{ ...tensor, name: `module.${name}` }])).toThrow(error);
  });

  it.each(NAMES)('with one more beside %s', (name) => {
    const twin = { name: `${name}2`, shape: [1], data: Float32Array.of(0) };
    expect(() => loadChanged(name, (tensor) => [tensor, twin])).toThrow(
      new RangeError(`unexpected tensor "${name}2"; did you mean "${name}"?`),
    );
  });

  it.each(NAMES)('with as many numbers in another shape, or more of them, in %s', (name) => {
    const attempt = (change: (tensor: Tensor) => Tensor) => () =>
      loadChanged(name, (tensor) => [change(tensor)]);
    const turned = attempt((tensor) => ({ ...tensor, shape: [1, ...[...tensor.shape].reverse()] }));
    const longer = attempt((tensor) => ({
      ...tensor,
      shape: [tensor.data.length + 1],
      data: new Float32Array(tensor.data.length + 1),
    }));
    for (const load of [turned, longer]) {
      expect(load).toThrow(RangeError);
      expect(load).toThrow(
        new RegExp(`^tensor "${name}" has shape \\([\\d, ]+\\) \\(must be \\([\\d, ]+\\)\\)$`),
      );
    }
  });

  it('of a model with another placement, naming a norm that it has or lacks', () => {
    const [pre, post] = (['pre', 'post'] as const).map((placement) => addnorm.createModel({ placement }));
    expect(() => pre!.loadSafetensors(post!.saveSafetensors())).toThrow('missing tensor "norm.weight"');
    expect(() => post!.loadSafetensors(pre!.saveSafetensors())).toThrow('unexpected tensor "norm.weight"');
  });
});
