// A closer look at one variant of a lab: what Model and Trainer say of the same run.
import { describe, expect, test } from 'vitest';
import { type Addnorm, load } from '../../web/lib/index.ts';
import type { Lab } from '../../web/lab/index.ts';
import { TINY, TWINS } from './helpers.ts';
import { useLabs } from './use-labs.ts';

const { makeLab } = useLabs();

function trainTwin(addnorm: Addnorm, steps: number) {
  const { model: modelConfig, ...training } = TWINS[1]!.config!;
  const model = addnorm.createModel(modelConfig);
  const trainer = addnorm.createTrainer({ model, ...training });
  for (let step = 0; step < steps; step++) trainer.step();
  return { model, trainer };
}

describe('inspect', () => {
  test('gives what the library gives, and changes nothing', async () => {
    const lab = makeLab();
    await lab.step(5);
    const { model, trainer } = trainTwin(await load(), 5);
    const { tokens } = trainer.batch();
    const before = await lab.fingerprint();
    const ask: Lab['inspect'] = (...args) => lab.inspect(...args);
    expect(await ask('pre', 'batch', null)).toEqual(trainer.batch());
    expect(await ask('pre', 'names', null)).toEqual({ norms: model.norms(), tensors: trainer.tensors() });
    const block = { tokens, options: { batch: 2, block: 0 } };
    expect(await ask('pre', 'attnPattern', block)).toEqual(model.attnPattern(tokens, block.options));
    const norm = { tokens: [2, 3, 4], options: { norm: 'norm', row: 1 } };
    expect(await ask('pre', 'normInternals', norm)).toEqual(model.normInternals(norm.tokens, norm.options));
    for (const tensor of ['logits', 'gradient of norm.weight', 'layers.0.self_attn input']) {
      const options = { tensor, bins: 8 };
      expect(await ask('pre', 'histogram', options), tensor).toEqual(trainer.histogram(options));
      expect(await ask('post', 'names', null)).not.toEqual(await ask('pre', 'names', null));
    }
    expect(await lab.fingerprint()).toEqual(before);
    expect(lab.stepsDone).toBe(5);
  });

  test('gives a reference of one moment: checkpoint, next batch, and the loss of the next step', async () => {
    const lab = makeLab();
    await lab.step(5);
    const { model, trainer } = trainTwin(await load(), 5);
    const before = await lab.fingerprint();
    const reference = await lab.inspect('pre', 'reference', null);
    expect(reference.step).toBe(5);
    expect(reference.checkpoint).toEqual(model.saveSafetensors());
    expect(reference.batch).toEqual(trainer.batch());
    expect(reference.loss).toBeCloseTo(trainer.step().loss, 6);
    expect(await lab.fingerprint()).toEqual(before);
    await lab.reset();
    expect((await lab.inspect('pre', 'reference', null)).step).toBe(0);
  });

  test('gives the next token that the library draws, and the logits of the last place', async () => {
    const lab = makeLab();
    await lab.step(5);
    const { model } = trainTwin(await load(), 5);
    const { vocabSize } = model.config;
    // Longer than the model looks back.
    const prompt = [2, 3, 4, 5, 6, 7, 8, 9, 2, 5, 7];
    const tokens = new Set<number>();
    for (let seed = 1; seed <= 8; seed++) {
      const { token, logits } = await lab.inspect('pre', 'nextToken', { prompt, temperature: 2, seed });
      expect(token).toBe(model.generate(prompt, { maxNewTokens: 1, temperature: 2, seed })[0]);
      expect(logits).toEqual(model.forward(prompt.slice(-8)).slice(-vocabSize));
      tokens.add(token);
    }
    expect(tokens.size).toBeGreaterThan(1);
    const { token, logits } = await lab.inspect('pre', 'nextToken', { prompt: [2], temperature: 0 });
    expect(token).toBe(logits.indexOf(Math.max(...logits)));
  });

  test('refuses what the library refuses, and says for which variant', async () => {
    const lab = makeLab();
    await expect(lab.inspect('third', 'batch', null)).rejects.toThrow(
      new RangeError('invalid variantId: "third" (must be the id of a variant)'),
    );
    await expect(lab.inspect('pre', 'histogram', { tensor: 'logits' })).rejects.toThrow(
      new RangeError(
        'variant "pre": invalid tensor: "logits" (must be a parameter as long as no step has been taken)',
      ),
    );
    await expect(lab.inspect('post', 'attnPattern', { tokens: [99], options: { block: 0 } })).rejects.toThrow(
      'variant "post": invalid tokens[0]: 99',
    );
    await lab.step(1);
    expect(lab.stepsDone).toBe(1);
  });

  test('refuses all else, and every variant trains on in step', async () => {
    const lab = makeLab();
    await lab.step(2);
    const ask = (...args: readonly unknown[]) => lab.inspect(...(args as Parameters<Lab['inspect']>));
    for (const what of ['advance', 'reset', 'start', 'evaluate', 'bach', 'constructor', '']) {
      await expect(ask('pre', what, { steps: 1 }), what).rejects.toThrow(
        /^invalid what: .* \(must be "batch" or /,
      );
    }
    await expect(ask('pre')).rejects.toThrow(TypeError);
    for (const what of ['attnPattern', 'normInternals', 'histogram', 'nextToken']) {
      for (const argument of [undefined, null, 5, [], {}, { tokens: 5 }, { token: [2] }]) {
        await expect(ask('pre', what, argument)).rejects.toThrow(/^variant "pre": (invalid|\w+ has no) /);
      }
    }
    const queued = [ask('pre', 'histogram', { tensor: () => 5 }), ask('pre', 'names', null)];
    await expect(queued[0]).rejects.toThrow(
      new TypeError('invalid argument: { tensor } (must be data that a worker can be sent)'),
    );
    await expect(queued[1]).resolves.toMatchObject({ norms: expect.any(Array) as unknown });
    await lab.step(2);
    const { trainer } = trainTwin(await load(), 4);
    expect((await lab.fingerprint()).get('pre')).toBe(trainer.fingerprint());
  });
});

test('a text is trained on in a worker as in the library', async () => {
  const config = {
    ...TINY,
    task: { kind: 'text' as const, text: 'to be, or not to be: that is the question. ' },
  };
  const lab = makeLab({ variants: [{ id: 'text', config }] });
  await lab.step(10);
  const addnorm = await load();
  const trainer = addnorm.createTrainer({
    model: addnorm.createModel({ ...config.model, vocabSize: lab.variants[0]!.config.model.vocabSize }),
    task: config.task,
    batch: config.batch!,
  });
  for (let step = 0; step < 10; step++) trainer.step();
  expect((await lab.fingerprint()).get('text')).toBe(trainer.fingerprint());
});
