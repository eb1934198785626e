// @vitest-environment node
// Patterns of attention in words, numbers, colours and shapes.
import { describe, expect, test } from 'vitest';
import { paintPattern } from '../../web/charts/attention-grid.ts';
import { attentionCsv, attentionPicture } from '../../web/charts/attention-picture.ts';
import { CIVIDIS } from '../../web/charts/cividis.ts';
import {
  type AttentionPattern,
  describeAttention,
  sharpnessOf,
} from '../../web/charts/describe-attention.ts';
import { messagesEn } from '../../web/charts/messages.en.ts';
import { svgOf } from '../../web/charts/picture.ts';

const pattern = (label: string, tokens: string[], weights: number[]): AttentionPattern => ({
  ...{ id: label, label, placement: 'pre', nth: 0 },
  ...{ tokens, weights },
});
/** Three tokens; the last looks at the first. */
const sharp = pattern('pre-LN', ['7', '|', '7'], [1, 0, 0, 0.5, 0.5, 0, 0.9, 0.1, 0]);
const even = pattern('post-LN', ['7', '|', '7'], Array<number>(9).fill(1 / 3));

describe('the sentence', () => {
  test('names the largest share, without the first token that can only look at itself', () => {
    expect(sharpnessOf(sharp).largest).toEqual({ query: 2, key: 0 });
    expect(sharpnessOf(sharp).mean).toBeCloseTo(0.7, 12);
    expect(sharpnessOf(even).mean).toBeCloseTo(1 / 3, 12);
    expect(describeAttention({ step: 5, head: 'head 1 of block 2', patterns: [sharp] })).toBe(
      'After step 5, head 1 of block 2: in pre-LN the token looked at most gets a share of 0.70 on average, ' +
        'at most 0.90 (from 7 (position 3) to 7 (position 1)).',
    );
  });

  test('a single token looks at itself; what is not finite is not compared', () => {
    expect(sharpnessOf(pattern('a', ['1'], [1]))).toEqual({ mean: 1, largest: { query: 0, key: 0 } });
    const broken = pattern('a', ['1', '2'], [NaN, NaN, NaN, NaN]);
    expect(describeAttention({ step: 1, head: 'h', patterns: [broken] })).toBe(
      'After step 1, h: in a it is not finite.',
    );
    expect(describeAttention({ step: 0, head: '', patterns: [] })).toBe('Nothing measured yet.');
  });
});

test('colours run from none to all, and what is not finite stays clear', () => {
  const pixels = paintPattern(pattern('a', ['1', '2'], [0, 1, NaN, 0.5]));
  expect([...pixels.subarray(0, 4)]).toEqual([...CIVIDIS.subarray(0, 3), 255]);
  expect([...pixels.subarray(4, 8)]).toEqual([...CIVIDIS.subarray(-3), 255]);
  expect(pixels[11]).toBe(0);
});

test('numbers: a row for each pair of tokens', () => {
  const [head, ...rows] = attentionCsv([sharp], messagesEn).trimEnd().split('\r\n');
  expect(head).toBe('model,query position,query token,key position,key token,share');
  expect(rows).toHaveLength(9);
  expect(rows[6]).toBe('pre-LN,3,7,1,7,0.9');
});

test('the picture has the tokens along both sides, and nothing that is no number', () => {
  const theme = { fontFamily: 'x', forcedColors: false, color: () => 'rgb(1, 2, 3)' };
  const broken = pattern('no norm', ['a', 'b'], [NaN, NaN, 0, 1]);
  const svg = svgOf(
    attentionPicture(
      [sharp, broken, pattern('empty', [], [])],
      { title: 't', unit: 'u', description: 'd' },
      messagesEn,
      theme,
    ),
  );
  expect(svg.match(/>7<\/text>/g)).toHaveLength(4);
  expect(svg).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
});
