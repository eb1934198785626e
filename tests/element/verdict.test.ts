// @vitest-environment node
// What is said of many models that diverged stays short enough to be heard.
import { expect, test } from 'vitest';
import { identify } from '../../web/element/identity.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import type { RunVariant } from '../../web/element/run.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { verdict } from '../../web/element/verdict.ts';
import { History } from '../../web/lab/history.ts';

/** Variants of a run that diverged at these steps. */
function diverged(placements: string, steps: readonly number[]): RunVariant[] {
  const { configs } = LabSettings.read([['placement', placements]]).settings;
  return identify(configs, messagesEn).map((identity, i) => ({
    ...{ identity, config: configs[i]!, seeds: 1, spread: null, last: null },
    ...{ history: new History(), drawn: new History() },
    nonFinite: { step: steps[i]!, tensor: 'logits', block: null },
  })) as unknown as RunVariant[];
}

const explained = (variants: RunVariant[]) =>
  [...verdict(variants, messagesEn).matchAll(/First not finite in ([^:]+):/g)].map(([, label]) => label);

test('of two each is explained, of more the first that diverged', () => {
  expect(explained(diverged('post,none', [5, 3]))).toEqual(['post-LN', '“no norm”']);
  expect(explained(diverged('post,pre,none,plain', [5, 4, 3, 9]))).toEqual(['“no norm”']);
});

test('losses of different tasks are not compared', () => {
  const { configs } = LabSettings.read([
    ['placement', 'post,pre,rezero'],
    ['task', 'reverse,reverse,copy'],
  ]).settings;
  const variants = identify(configs, messagesEn).map((identity, i) => {
    const losses = { length: 30, scalar: () => new Float64Array(30).fill([2, 1, 0.5][i]!) };
    const row = { identity, config: configs[i]!, seeds: 1, spread: null, last: null, nonFinite: null };
    return { ...row, history: losses, drawn: losses };
  }) as unknown as RunVariant[];
  expect(verdict(variants, messagesEn)).toBe(
    'At step 30 pre-LN (1.00) is ahead of post-LN (2.00). At step 30 ReZero has come down to 0.50.',
  );
});
