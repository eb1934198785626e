// @vitest-environment node
// The second language: no text is left in English, and what the schema says has its German words.
import { describe, expect, test } from 'vitest';
import { messagesDe as benchPageDe } from '../../web/app/bench/messages.de.ts';
import { messagesEn as benchPageEn } from '../../web/app/bench/messages.en.ts';
import { textsDe as benchTextsDe } from '../../web/app/bench/texts.de.ts';
import { textsEn as benchTextsEn } from '../../web/app/bench/texts.en.ts';
import { messagesDe as labPageDe } from '../../web/app/lab/messages.de.ts';
import { messagesEn as labPageEn } from '../../web/app/lab/messages.en.ts';
import { textsDe as labTextsDe } from '../../web/app/lab/texts.de.ts';
import { textsEn as labTextsEn } from '../../web/app/lab/texts.en.ts';
import { messagesDe as verifyDe } from '../../web/app/verify/messages.de.ts';
import { messagesEn as verifyEn } from '../../web/app/verify/messages.en.ts';
import { messagesDe as benchDe } from '../../web/bench/messages.de.ts';
import { messagesEn as benchEn } from '../../web/bench/messages.en.ts';
import { identify } from '../../web/element/identity.ts';
import { messagesDe } from '../../web/element/messages.de.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { LabSettings, SETTINGS_BY_KEY } from '../../web/element/settings.ts';
import { expectation, modelFaults, resolveModelConfig, trainerFaults } from '../../web/lib/config-resolve.ts';
import { resolveRunConfig } from '../../web/lib/index.ts';

/** Texts that are the same in both languages: names, signs, and words that German has, too. */
const ALIKE =
  /^$|^(Add & Norm Lab|Lab|linear|log|minus|Block|Attention|Feed-forward|Embeddings|Logits|rms|Pause|Reset|Text|Norm|Token|CSV|JSON|SIMD|pre-LN|post-LN|res-post|DeepNorm|ReZero|ReLU|GELU.*|(Layer|RMS|Batch)Norm|LN|RMS|BN|Xavier|GPT-2|SGD|AdamW?|Noam|Training|Batch|Dropout|Momentum|Beta [12]|Link|Norm: LayerNorm|Checkpoint .*|[ab] =|[a-z-]+=.*|[^a-z]*|.* \d{4}(; GPT-2| \(.+\))?)$/i;

type Leaf = readonly [path: string, text: string];

/** Every text of a catalogue that is no function; those have the same parameters, which the types hold them to. */
function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, `${path}.${key}`));
}

describe.each([
  ['element', messagesEn, messagesDe],
  ['page of the lab', labPageEn, labPageDe],
  ['explanation of the lab', labTextsEn, labTextsDe],
  ['verification', verifyEn, verifyDe],
  ['page of the measurement', benchPageEn, benchPageDe],
  ['text of the measurement', benchTextsEn, benchTextsDe],
  ['rows of the measurement', benchEn, benchDe],
])('%s', (_, english, german) => {
  test('says nothing in English that has German words', () => {
    const texts = new Map(leaves(german));
    const same = leaves(english).filter(([path, text]) => texts.get(path) === text && !ALIKE.test(text));
    expect(same.filter(([path]) => !path.startsWith('.formulas'))).toEqual([]);
  });

  test('keeps the typographic quotes and signs of German', () => {
    for (const [path, text] of leaves(german)) expect(text, path).not.toMatch(/[“”](?=\w)|\.\.\.| - /);
  });
});

describe('what the schema says', () => {
  const settings = [...SETTINGS_BY_KEY.values()];

  test.each(settings.map((setting) => [setting.key, setting] as const))(
    'of %s is said in German',
    (_, setting) => {
      const texts = messagesDe.settingOf(setting);
      expect(texts.label).toMatch(/\S/);
      expect(texts.help).toMatch(/[.]$/);
      expect(texts.help).not.toBe(setting.help);
      expect(texts.unit === undefined).toBe(!('unit' in setting));
      const { rule } = expectation(setting, 'no value that any setting has');
      if (setting.type !== 'text') expect(messagesDe.rule(rule)).toMatch(/^muss (?!.*\b(or|from)\b)/);
    },
  );

  test('of what does not go together is said in German', () => {
    const model = resolveModelConfig();
    const run = resolveRunConfig();
    const faults = [
      ...modelFaults({ ...model, dModel: 30 }),
      ...trainerFaults({ ...run, task: { ...run.task, kind: 'parity' } }, { ...model, vocabSize: 3 }),
      ...trainerFaults({ ...run, task: { ...run.task, kind: 'modularAddition', modulus: 99 } }, model),
      ...trainerFaults({ ...run, batch: 1 }, { ...model, norm: 'batch', nCtx: 1 }),
      ...trainerFaults(
        { ...run, task: { ...run.task, kind: 'text', text: 'abcdef' } },
        { ...model, vocabSize: 3 },
      ),
    ];
    expect(faults).toHaveLength(6);
    for (const { rule } of faults) expect(messagesDe.rule(rule)).not.toMatch(/\b(must|needs|at|not|where)\b/);
    for (const text of ['', 'a'.repeat(200_001), 'aaaa\ud800', String.fromCharCode(...Array(600).keys())]) {
      const { rule } = expectation(SETTINGS_BY_KEY.get('text')!, text);
      expect(messagesDe.rule(rule)).not.toMatch(/\b(must|not|characters)\b/);
    }
  });

  test('of a word that may have been meant is said in German', () => {
    const { fault } = LabSettings.read([]).settings.change([['norm', 'lyer']]);
    expect(messagesDe.rule(fault!)).toBe('muss "layer" oder "rms" oder "batch" sein; "layer" gemeint?');
  });
});

test('notices and names are German where the catalogue is', () => {
  const read = (text: string) => LabSettings.read(new URLSearchParams(text), messagesDe);
  expect(read('depth=99&dept=3&width=30&stop=x').notices).toEqual([
    'stop: "x" ist nicht erlaubt (muss eine ganze Zahl von 1 bis 1000000 sein); verwendet wird der Standardwert',
    'depth: "99" ist nicht erlaubt (muss eine ganze Zahl von 1 bis 48 sein); verwendet wird 48',
    'width: "30" ist nicht erlaubt (Breite muss teilbar sein durch Köpfe = 4); verwendet wird heads=3',
    'eine Einstellung "dept" gibt es nicht; "depth" gemeint?',
  ]);
  const labels = (text: string) =>
    identify(read(text).settings.configs, messagesDe).map(({ label }) => label);
  expect(labels('placement=none,plain')).toEqual(['ohne Norm', 'ohne Residual']);
  expect(labels('placement=post,post&lr=0.1,0.2')).toEqual([
    'post-LN (Lernrate 0.1)',
    'post-LN (Lernrate 0.2)',
  ]);
  expect(labels('placement=post&slots=input-after&branch=0.5')).toEqual(['LN: Eingang+danach, b = 0,5']);
});
