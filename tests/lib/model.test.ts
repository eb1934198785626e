import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Addnorm,
  load,
  type Model,
  type PartialModelConfig,
  readSafetensors,
  resolveModelConfig,
  writeSafetensors,
} from '../../web/lib/index.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

const TINY: PartialModelConfig = { nLayer: 2, dModel: 8, nHead: 2, nCtx: 8, vocabSize: 11 };
const TOKENS = [2, 3, 4, 5, 6, 7, 8, 9];
const TARGETS = [3, 4, 5, 6, 7, 8, 9, -1];

/** Every parameter by name. */
const weightsOf = (model: Model) =>
  new Map(model.parameters().map(({ name }) => [name, model.parameter(name)]));

describe('parameters', () => {
  it('have the names and shapes of a PyTorch state dict', () => {
    const model = addnorm.createModel({ ...TINY, nLayer: 1, placement: 'pre' });
    expect(model.parameters().map(({ name, shape }) => `${name} (${shape.join(', ')})`)).toEqual([
      'tok_embedding.weight (11, 8)',
      'pos_embedding.weight (8, 8)',
      'layers.0.self_attn.in_proj_weight (24, 8)',
      'layers.0.self_attn.in_proj_bias (24)',
      'layers.0.self_attn.out_proj.weight (8, 8)',
      'layers.0.self_attn.out_proj.bias (8)',
      'layers.0.linear1.weight (32, 8)',
      'layers.0.linear1.bias (32)',
      'layers.0.linear2.weight (8, 32)',
      'layers.0.linear2.bias (8)',
      'layers.0.norm1.weight (8)',
      'layers.0.norm1.bias (8)',
      'layers.0.norm2.weight (8)',
      'layers.0.norm2.bias (8)',
      'norm.weight (8)',
      'norm.bias (8)',
      'unembedding.weight (11, 8)',
      'unembedding.bias (11)',
    ]);
    for (const { name, size } of model.parameters()) expect(model.parameter(name).length, name).toBe(size);
  });

  it('follow from the seed: pre and post twins agree in every tensor they both have', () => {
    const [pre, post] = (['pre', 'post'] as const).map((placement) =>
      weightsOf(addnorm.createModel({ ...TINY, placement }, { seed: 5 })),
    );
    for (const [name, data] of post!) expect(pre!.get(name), name).toEqual(data);
    expect([...pre!.keys()].filter((name) => !post!.has(name))).toEqual(['norm.weight', 'norm.bias']);
    const other = weightsOf(addnorm.createModel(TINY, { seed: 6 }));
    expect(other.get('tok_embedding.weight')).not.toEqual(post!.get('tok_embedding.weight'));
  });

  it('tell seeds apart that differ beyond 32 bits, up to the largest', () => {
    const seeds = [0, 1, 2 ** 32, 2 ** 32 + 1, 2 ** 52, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
    const first = seeds.map(
      (seed) => addnorm.createModel(TINY, { seed }).parameter('tok_embedding.weight')[0],
    );
    expect(new Set(first).size).toBe(seeds.length);
  });

  it('leave as copies', () => {
    const model = addnorm.createModel(TINY);
    model.parameter('unembedding.bias').fill(99);
    expect(model.parameter('unembedding.bias')).toEqual(new Float32Array(11));
  });

  const rule = 'must be the name of one of model.parameters()';
  it.each([
    ['unembeding.bias', RangeError, `"unembeding.bias" (${rule}; did you mean "unembedding.bias"?)`],
    ['blocks.0.nope', RangeError, `"blocks.0.nope" (${rule})`],
    [5, TypeError, `5 (${rule})`],
    [undefined, TypeError, `undefined (${rule})`],
  ])('of another name are refused: %j', (name, ErrorType, message) => {
    const model = addnorm.createModel(TINY);
    expect(() => model.parameter(name as string)).toThrow(new ErrorType(`invalid name: ${message}`));
  });
});

describe('a checkpoint', () => {
  it.each<PartialModelConfig>([
    { placement: 'pre' },
    { placement: 'sandwich', norm: 'rms' },
    { placement: 'rezero', tieEmbeddings: true },
    { placement: 'post', norm: 'batch', positional: 'none' },
  ])('is read back to the bit: %j', (config) => {
    const model = addnorm.createModel({ ...TINY, ...config }, { seed: 3 });
    const twin = addnorm.createModel({ ...TINY, ...config }, { seed: 4 });
    twin.loadSafetensors(model.saveSafetensors());
    expect(weightsOf(twin)).toEqual(weightsOf(model));
    expect(twin.saveSafetensors()).toEqual(model.saveSafetensors());
    expect(twin.forward(TOKENS)).toEqual(model.forward(TOKENS));
  });

  it('says what model it is of', () => {
    const model = addnorm.createModel({ ...TINY, placement: 'deepnorm' });
    const config = readSafetensors(model.saveSafetensors()).metadata.get('config')!;
    expect(resolveModelConfig(JSON.parse(config) as PartialModelConfig)).toEqual(model.config);
  });

  it("keeps batch norm's running statistics", () => {
    const model = addnorm.createModel({ ...TINY, norm: 'batch', placement: 'pre' });
    addnorm.createTrainer({ model, batch: 2 }).step();
    const { tensors } = readSafetensors(model.saveSafetensors());
    const names = [...tensors.keys()].filter((name) => name.includes('running'));
    expect(names.slice(0, 2)).toEqual(['layers.0.norm1.running_mean', 'layers.0.norm1.running_var']);
    expect(names.slice(-2)).toEqual(['norm.running_mean', 'norm.running_var']);
    expect(tensors.get('layers.0.norm1.running_mean')!.data).not.toEqual(new Float32Array(8));
  });

  const broken: [what: string, change: (tensors: Map<string, Float32Array>) => void, message: string][] = [
    [
      'a missing tensor',
      (tensors) => tensors.delete('unembedding.bias'),
      'missing tensor "unembedding.bias"',
    ],
    [
      'an unexpected tensor',
      (tensors) => tensors.set('extra', new Float32Array(1)),
      'unexpected tensor "extra"',
    ],
    [
      'another shape',
      (tensors) => tensors.set('unembedding.bias', new Float32Array(12)),
      'tensor "unembedding.bias" has shape (12) (must be (11))',
    ],
  ];
  it.each(broken)('with %s is refused, and nothing changes', (_, change, message) => {
    const model = addnorm.createModel(TINY, { seed: 1 });
    const other = readSafetensors(addnorm.createModel(TINY, { seed: 2 }).saveSafetensors()).tensors;
    const data = new Map([...other].map(([name, tensor]) => [name, tensor.data]));
    change(data);
    const tensors = [...data].map(([name, values]) => {
      const shape = other.get(name)?.data.length === values.length ? other.get(name)!.shape : [values.length];
      return { name, shape, data: values };
    });
    const before = model.saveSafetensors();
    expect(() => model.loadSafetensors(writeSafetensors(tensors))).toThrow(new RangeError(message));
    expect(() => model.loadSafetensors(Uint8Array.of(1, 2, 3))).toThrow(RangeError);
    expect(model.saveSafetensors()).toEqual(before);
  });
});

describe('a model', () => {
  it.each([
    [6, 3],
    [3, 3],
    [10, 5],
    [4, 1],
  ])('of width %i may have %i heads', (dModel, nHead) => {
    const model = addnorm.createModel({ ...TINY, dModel, nHead });
    expect(model.forward(TOKENS).every(Number.isFinite)).toBe(true);
    expect(addnorm.createTrainer({ model, batch: 1 }).step().loss).toBeGreaterThan(0);
  });

  it.each([
    [6, 4],
    [4, 0],
    [4, -2],
    [4, 2.5],
  ])('of width %i cannot have %d heads', (dModel, nHead) => {
    expect(() => addnorm.createModel({ ...TINY, dModel, nHead })).toThrow(RangeError);
    expect(() => addnorm.createModel({ ...TINY, dModel, nHead })).toThrow(String(nHead));
  });

  it.each(['layer', 'rms', 'batch'] as const)('computes with the eps it is given: norm %s', (norm) => {
    const [small, large] = [1e-5, 1e-2].map((eps) =>
      addnorm.createModel({ ...TINY, norm, eps }).forward(TOKENS),
    );
    expect(large).not.toEqual(small);
  });
});

describe('forward', () => {
  it('gives (batch, seqLen, vocabSize), and each sequence by itself', () => {
    const model = addnorm.createModel(TINY);
    const both = model.forward([2, 3, 4, 5, 6, 7], { batch: 2 });
    expect(both.length).toBe(2 * 3 * 11);
    expect(both.slice(0, 33)).toEqual(model.forward([2, 3, 4]));
    expect(both.slice(33)).toEqual(model.forward(Int32Array.of(5, 6, 7)));
  });

  it('sees nothing of the tokens to come, to the bit', () => {
    const model = addnorm.createModel(TINY);
    const logits = model.forward(TOKENS);
    const changed = model.forward([...TOKENS.slice(0, 5), 10, 10, 10]);
    expect(changed.slice(0, 55)).toEqual(logits.slice(0, 55));
    expect(changed.slice(55, 66)).not.toEqual(logits.slice(55, 66));
  });

  it('is the same without dropout and with it', () => {
    const plain = addnorm.createModel(TINY).forward(TOKENS);
    expect(addnorm.createModel({ ...TINY, dropout: 0.5 }).forward(TOKENS)).toEqual(plain);
  });
});

describe('generate', () => {
  it('takes the likeliest token at temperature 0', () => {
    const model = addnorm.createModel(TINY);
    const [next] = model.generate([2, 3], { maxNewTokens: 1, temperature: 0 });
    const logits = [...model.forward([2, 3]).slice(11)];
    expect(next).toBe(logits.indexOf(Math.max(...logits)));
  });

  it('draws the same tokens from the same seed, others from another', () => {
    const model = addnorm.createModel(TINY);
    const draw = (seed: number) => model.generate([2], { maxNewTokens: 50, seed });
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(1).every((token) => token >= 0 && token < 11)).toBe(true);
  });

  it('goes on beyond nCtx, from a prompt longer than nCtx', () => {
    const model = addnorm.createModel(TINY);
    const long = [...TOKENS, ...TOKENS];
    expect(model.generate(long, { maxNewTokens: 20, temperature: 0 }).length).toBe(20);
    expect(model.generate(long, { temperature: 0 })).toEqual(model.generate(TOKENS, { temperature: 0 }));
  });

  it('says so if the numbers of the model are not finite', () => {
    const model = addnorm.createModel(TINY);
    const { tensors } = readSafetensors(model.saveSafetensors());
    tensors.get('unembedding.bias')!.data.fill(NaN);
    model.loadSafetensors(writeSafetensors(tensors.values()));
    expect(() => model.generate([2])).toThrow('numbers of the model are not finite');
  });
});

describe('a batch', () => {
  it('is bounded as in training, so that no size overflows; the instance still works', () => {
    const wide = { nLayer: 1, dModel: 256, nHead: 1, dFf: 256, vocabSize: 256, nCtx: 256 };
    const model = addnorm.createModel({ ...wide, placement: 'none' });
    const tokens = new Int32Array(2 ** 24);
    const error = new RangeError('invalid batch: 65536 (must be a whole number from 1 to 256)');
    expect(() => model.forward(tokens, { batch: 65_536 })).toThrow(error);
    expect(() => model.lossAndGradients(tokens, tokens, { batch: 65_536 })).toThrow(error);
    expect(model.forward([2, 3], { batch: 2 }).every(Number.isFinite)).toBe(true);
    model.dispose();
  });
});

describe('the end of a model', () => {
  it('can come twice, and every later use says what happened', () => {
    const model = addnorm.createModel(TINY);
    const trainer = addnorm.createTrainer({ model });
    model.dispose();
    model.dispose();
    const uses: (() => unknown)[] = [
      () => model.parameters(),
      () => model.parameter('norm.weight'),
      () => model.saveSafetensors(),
      () => model.loadSafetensors(new Uint8Array()),
      () => model.forward(TOKENS),
      () => model.norms(),
      () => model.attnPattern(TOKENS, { block: 0 }),
      () => model.normInternals(TOKENS, { norm: 'norm' }),
      () => model.lossAndGradients(TOKENS, TARGETS),
      () => model.generate([2]),
      () => addnorm.createTrainer({ model }),
    ];
    for (const use of uses) expect(use).toThrow('this model has been disposed of');
    // A trainer looks into its model, so it went with it.
    expect(() => trainer.step()).toThrow('this trainer has been disposed of');
    expect(() => trainer.dispose()).not.toThrow();
    expect(model.config.dModel).toBe(8);
  });

  it.skipIf(!('dispose' in Symbol))('comes with the block of `using`', () => {
    const model = addnorm.createModel(TINY);
    model[Symbol.dispose]();
    expect(() => model.parameters()).toThrow('disposed');
  });
});
