// The same bits everywhere: the runs of web/lib/fingerprints.json through the public API, on both builds. The native
// builds are held to the same file by tests/cpp/fingerprint_test.cpp.
import { expect, it } from 'vitest';
import runs from '../../web/lib/fingerprints.json' with { type: 'json' };
import { load, type PartialRunConfig } from '../../web/lib/index.ts';

const STEPS = 50;

it.each(['on', 'off'] as const)('every pinned run ends in its fingerprint with simd %s', async (simd) => {
  const addnorm = await load({ simd });
  expect(addnorm.backend).toBe(simd === 'on' ? 'simd' : 'scalar');
  const actual = runs.map(({ name, config }) => {
    const { model: modelConfig, ...training } = config as PartialRunConfig;
    const model = addnorm.createModel(modelConfig, { seed: training.seed ?? 1 });
    const trainer = addnorm.createTrainer({ model, ...training });
    for (let step = 0; step < STEPS; step++) trainer.step();
    const fingerprint = trainer.fingerprint();
    model.dispose();
    return [name, fingerprint];
  });
  expect(actual).toEqual(runs.map(({ name, fingerprint }) => [name, fingerprint]));
});
