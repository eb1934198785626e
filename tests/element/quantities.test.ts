// @vitest-environment node
// What the tabs of quantities show is what the history holds, place by place.
import { describe, expect, test } from 'vitest';
import { valueAt } from '../../web/charts/heat-map-grid.ts';
import { BlockNorms } from '../../web/element/block-norms.ts';
import { identify } from '../../web/element/identity.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { placeNames, QUANTITIES, rowsOf } from '../../web/element/quantities.ts';
import type { RunVariant } from '../../web/element/run.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { History } from '../../web/lab/history.ts';
import { load } from '../../web/lib/index.ts';

const addnorm = await load();

/** Three steps of a small model, as a run keeps them. */
function trained(text: string): RunVariant {
  const [config] = LabSettings.read(new URLSearchParams(text)).settings.configs;
  const model = addnorm.createModel(config!.model, { seed: config!.seed });
  const trainer = addnorm.createTrainer({ ...config!, model });
  const history = new History();
  const variant = {
    identity: identify([config!], messagesEn)[0]!,
    config: config!,
    seeds: 1,
    history,
    spread: null,
    drawn: history,
    gradient: new BlockNorms(config!.model.nLayer),
    last: null,
    nonFinite: null,
  } as RunVariant;
  for (let step = 0; step < 3; step++) {
    const row = trainer.step();
    variant.history.append(row);
    variant.gradient.append(row.weightGradNorm);
    variant.last = row;
  }
  trainer.dispose();
  model.dispose();
  return variant;
}

describe('of a model of three blocks and two heads', () => {
  const variant = trained('placement=sandwich&depth=3&heads=2&width=8&ctx=8&batch=2');
  const last = variant.last!;
  const shown = (name: keyof typeof QUANTITIES) => {
    const rows = rowsOf(QUANTITIES[name], variant);
    expect(rows.count).toBe(3);
    return Array.from({ length: rows.nBlock }, (_, place) => valueAt(rows, 2, place));
  };
  const floats = (values: ArrayLike<number>) => [...Float32Array.from(values)];

  test('blocks, sub-layers, norms and heads each have their number of the last step', () => {
    const ofAttention = (values: Float64Array) => floats(values.filter((_, i) => i % 2 === 0));
    expect(shown('streamRms')).toEqual(ofAttention(last.streamRms));
    expect(shown('inputGradNorm')).toEqual(ofAttention(last.inputGradNorm));
    expect(shown('branchRatio')).toEqual(floats(last.branchRatio));
    expect(shown('updateRatio')).toEqual(floats(last.updateRatio));
    expect(shown('cosine')).toEqual(floats(last.cosine));
    expect(shown('cosine')).toHaveLength(3);
    expect(shown('attnEntropy')).toEqual(floats(last.attnEntropy));
    expect(shown('attnEntropy')).toHaveLength(6);
    expect(shown('preNormStd')).toHaveLength(13);
    const [a, f] = last.weightGradNorm;
    expect(shown('weightGradNorm')[0]).toBeCloseTo(Math.hypot(a!, f!), 6);
  });

  test('places are called by block and part', () => {
    const names = (place: 'subLayer' | 'head') => placeNames(place, () => [variant], messagesEn)!;
    expect([1, 2, 5, 6].map(names('subLayer'))).toEqual(['1a', '1f', '3a', '3f']);
    expect([1, 2, 3, 6].map(names('head'))).toEqual(['1.1', '1.2', '2.1', '3.2']);
    expect(placeNames('block', () => [], messagesEn)).toBeUndefined();
    const more = { ...variant, config: { ...variant.config, model: { ...variant.config.model, nHead: 4 } } };
    expect(placeNames('head', () => [variant, more], messagesEn)!(3)).toBe('3');
  });
});

test('before the first step there is nothing, and nothing fails', () => {
  const empty = { ...trained('depth=1&width=8&heads=2&ctx=8&batch=2'), drawn: new History() };
  expect(rowsOf(QUANTITIES.cosine, empty)).toMatchObject({ count: 0, nBlock: 1 });
});

test('every quantity has its texts', () => {
  for (const { name } of Object.values(QUANTITIES)) {
    const texts = messagesEn.quantities[name];
    for (const text of [texts.title, texts.unit, texts.quantity, texts.overTime]) expect(text).toMatch(/\S/);
  }
});
