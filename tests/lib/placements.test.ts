import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangementOf,
  PLACEMENT_NAMES,
  placementOf,
  PLACEMENTS,
  SCHEMA,
  SETTINGS,
} from '../../web/lib/index.ts';
import type { RawModule } from '../../web/lib/raw.ts';
import { rawModule } from './raw-module.ts';

let raw: RawModule;
beforeAll(async () => {
  raw = await rawModule();
});

describe('the table of placements', () => {
  it.each(PLACEMENT_NAMES)('%s is the same here and in C++, at every depth', (placement) => {
    for (let nLayer = 1; nLayer <= 48; nLayer++) {
      const { slots, learnBranchGain, ...gains } = arrangementOf(placement, nLayer);
      expect(raw._arrangementOf(raw._Placement[placement], nLayer)).toEqual({
        inputSlot: slots.input,
        outputSlot: slots.output,
        afterSlot: slots.after,
        isBranchGainLearned: learnBranchGain,
        ...gains,
      });
    }
  });

  it('and the schema cannot be changed, at any depth', () => {
    const isFrozen = (tree: object): boolean =>
      Object.isFrozen(tree) &&
      Object.values(tree).every(
        (value: unknown) => typeof value !== 'object' || value === null || isFrozen(value),
      );
    for (const table of [PLACEMENTS, PLACEMENT_NAMES, SCHEMA, SETTINGS]) expect(isFrozen(table)).toBe(true);
    expect(isFrozen(arrangementOf('none', 2))).toBe(true);
  });

  it('has the rows that C++ has', () => {
    expect(Object.keys(raw._Placement).filter((name) => name !== 'values')).toEqual(PLACEMENT_NAMES);
  });

  it.each(PLACEMENT_NAMES)('%s is found again by its arrangement', (placement) => {
    expect(placementOf(arrangementOf(placement, 6), 6)).toBe(placement);
  });

  it('calls every other arrangement custom', () => {
    const everyNorm = { ...arrangementOf('pre', 6), slots: { input: true, output: true, after: true } };
    expect(placementOf(everyNorm, 6)).toBe('custom');
    expect(placementOf(arrangementOf('deepnorm', 6), 7)).toBe('custom');
  });

  it('gives a new arrangement in each call, so that no caller can change the table', () => {
    expect(arrangementOf('post', 6).slots).not.toBe(arrangementOf('post', 6).slots);
  });
});
