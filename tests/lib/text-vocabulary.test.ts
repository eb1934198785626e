import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Addnorm,
  load,
  type PartialRunConfig,
  resolveRunConfig,
  SCHEMA,
  textVocabulary,
} from '../../web/lib/index.ts';

const SONNETS = SCHEMA.task.text.default;

describe('the vocabulary of a text', () => {
  it('is its characters in the order of code points, from 2 on', () => {
    const { size, characters, encode, decode } = textVocabulary('héllo, 😀 z\u{FFFF}');
    expect(characters).toEqual([' ', ',', 'h', 'l', 'o', 'z', 'é', '\u{FFFF}', '😀']);
    expect(size).toBe(11);
    expect([...encode('hello z'.replace('e', 'é'))]).toEqual([4, 8, 5, 5, 6, 2, 7]);
    expect(decode(encode('😀 hé'))).toBe('😀 hé');
    expect(decode([])).toBe('');
  });

  it('gives a text back as it was', () => {
    const { encode, decode } = textVocabulary(SONNETS);
    expect(decode(encode(SONNETS))).toBe(SONNETS);
    expect(encode(SONNETS).length).toBe(SONNETS.length);
  });

  it('shows what is no character', () => {
    expect(textVocabulary('abcd').decode([0, 2, 1, 99])).toBe('\uFFFDa\uFFFD\uFFFD');
  });

  const refused: [text: unknown, error: Error][] = [
    [5, new TypeError('invalid text: 5 (must be a string)')],
    [null, new TypeError('invalid text: null (must be a string)')],
    ['', new RangeError('invalid text: "" (must have 4 to 200000 characters, not 0)')],
    ['abc', new RangeError('invalid text: "abc" (must have 4 to 200000 characters, not 3)')],
    ['😀😀😀', new RangeError('invalid text: "😀😀😀" (must have 4 to 200000 characters, not 3)')],
    [
      'ab\uD83Dcd',
      new RangeError(
        'invalid text: "ab\\ud83dcd" (must not have half of a surrogate pair, as there is at 2)',
      ),
    ],
    [
      'abcd\uDE00',
      new RangeError(
        'invalid text: "abcd\\ude00" (must not have half of a surrogate pair, as there is at 4)',
      ),
    ],
  ];
  it.each(refused)('of %j is refused', (text, error) => {
    expect(() => textVocabulary(text as string)).toThrow(error);
    expect(() => resolveRunConfig({ task: { kind: 'text', text: text as string } })).toThrow(
      error.message.replace('text', 'task.text'),
    );
  });

  it('has limits, and what is at them is allowed', () => {
    const different = (n: number) => String.fromCodePoint(...Array.from({ length: n }, (_, i) => 0x4e00 + i));
    expect(textVocabulary(different(510)).size).toBe(512);
    expect(() => textVocabulary(different(511))).toThrow(
      'must have at most 510 different characters, not 511',
    );
    expect(textVocabulary('ab'.repeat(100_000)).size).toBe(4);
    expect(() => textVocabulary('ab'.repeat(100_000) + 'a')).toThrow('not 200001');
  });

  it('refuses what it does not know', () => {
    const { encode, decode } = textVocabulary('abcd');
    expect(() => encode('abe')).toThrow(
      new RangeError('invalid text: "abe" (must have only characters of the vocabulary, not "e")'),
    );
    expect(() => encode(7 as unknown as string)).toThrow(new TypeError('invalid text: 7 (must be a string)'));
    expect(() => decode([-1])).toThrow(new RangeError('invalid tokens[0]: -1 (must be a token, from 0 on)'));
    expect(() => decode(['a'] as never)).toThrow(TypeError);
  });
});

describe('training on a text', () => {
  let addnorm: Addnorm;
  beforeAll(async () => {
    addnorm = await load();
  });

  const TEXT = 'the cat sat on the mat, and then the cat sat on the hat. ';
  const RUN: PartialRunConfig = {
    model: { nLayer: 2, dModel: 16, nHead: 2, nCtx: 12, placement: 'pre' },
    task: { kind: 'text', text: TEXT.repeat(8) },
    batch: 8,
  };
  function makeTrainer(config: PartialRunConfig) {
    const { model, ...training } = resolveRunConfig(config);
    return addnorm.createTrainer({ model: addnorm.createModel(model), ...training });
  }

  it('shows windows of it, each position predicting the next character', () => {
    const { decode } = textVocabulary(TEXT);
    const { tokens, targets } = makeTrainer(RUN).batch();
    for (let b = 0; b < 8; b++) {
      const seen = decode(tokens.slice(12 * b, 12 * b + 12));
      const predicted = decode(targets.slice(12 * b, 12 * b + 12));
      expect(TEXT.repeat(3)).toContain(seen + predicted.at(-1)!);
      expect(predicted.slice(0, -1)).toBe(seen.slice(1));
    }
  });

  it('is learned, and continued', () => {
    const trainer = makeTrainer(RUN);
    for (let step = 0; step < 300; step++) trainer.step();
    expect(trainer.evaluate().loss).toBeLessThan(0.5);
    const { encode, decode } = textVocabulary(TEXT);
    const continued = trainer.model.generate(encode('and then the'), { maxNewTokens: 4, temperature: 0 });
    expect(decode(continued)).toBe(' cat');
  });

  it('does not depend on the text once the trainer is made, nor on other memory', () => {
    const [a, b] = [makeTrainer(RUN), makeTrainer(RUN)];
    for (let step = 0; step < 3; step++) {
      a.step();
      addnorm.layerNorm(new Float32Array(4096).fill(step), { dModel: 4 });
      b.step();
    }
    expect(a.fingerprint()).toBe(b.fingerprint());
    const other = makeTrainer({ ...RUN, task: { kind: 'text', text: TEXT.replace('mat', 'tam').repeat(8) } });
    for (let step = 0; step < 3; step++) other.step();
    expect(other.fingerprint()).not.toBe(a.fingerprint());
  });

  it('counts in what a run needs', () => {
    const { model } = RUN;
    const bytes = (task: PartialRunConfig['task']) =>
      addnorm.bytesNeeded({ ...model, vocabSize: 99 }, { batch: 8, task });
    expect(bytes({ kind: 'text', text: TEXT.repeat(1000) }) - bytes('copy')).toBe(4 * 1000 * TEXT.length);
    expect(bytes({ kind: 'copy', text: TEXT.repeat(1000) })).toBe(bytes('copy'));
    expect(() => bytes({ kind: 'text', text: 'abc' })).toThrow('invalid task.text: "abc"');
  });

  it('takes the built-in text with every length of sequence', () => {
    for (const nCtx of [1, 256]) {
      const trainer = makeTrainer({
        model: { nLayer: 1, dModel: 4, nHead: 1, nCtx },
        task: 'text',
        batch: 1,
      });
      expect(trainer.step().loss).toBeGreaterThan(1);
      expect(trainer.evaluate({ batches: 1 }).loss).toBeGreaterThan(1);
    }
  });
});
