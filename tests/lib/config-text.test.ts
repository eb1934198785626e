import { describe, expect, it } from 'vitest';
import {
  configToParams,
  formatSetting,
  type PartialRunConfig,
  paramsToConfig,
  parseSetting,
  resolveRunConfig,
  SETTINGS,
} from '../../web/lib/index.ts';

const read = (text: string) => paramsToConfig(new URLSearchParams(text));
const write = (config: PartialRunConfig) => new URLSearchParams(configToParams(config)).toString();

describe('configToParams', () => {
  it('writes nothing of the default run', () => {
    expect(write({})).toBe('');
  });

  it('writes what differs, and not what follows from it', () => {
    expect(write({ model: { placement: 'pre', nLayer: 12, dModel: 64 } })).toBe(
      'placement=pre&depth=12&width=64',
    );
    expect(write({ schedule: { warmup: 200 } })).toBe('warmup=200');
    expect(write({ schedule: { warmup: 200, kind: 'constant' } })).toBe('warmup=200&schedule=constant');
  });

  it('writes slots by name', () => {
    expect(write({ model: { slots: { input: true, output: true } } })).toBe('slots=input-output-after');
    expect(write({ model: { slots: { after: false } } })).toBe('slots=empty');
  });

  const runs: PartialRunConfig[] = [
    {},
    { model: { placement: 'deepnorm', nLayer: 48, norm: 'rms', causal: false, tieEmbeddings: true } },
    { model: { dModel: 6, nHead: 3, dFf: 24, eps: 1.25e-7, embeddingScale: 1 }, seed: 2 ** 53 - 1 },
    { model: { slots: { input: true, output: true, after: true }, branchGain: -0.1, learnBranchGain: true } },
    {
      task: { kind: 'modularAddition', modulus: 7 },
      optimizer: { kind: 'adamw', weightDecay: 0 },
      clipNorm: 0.5,
    },
    { optimizer: { lr: 0.1 + 0.2 }, schedule: { kind: 'cosine', warmup: 3, totalSteps: 77 }, batch: 256 },
  ];
  it('writes a text as it stands', () => {
    const text = ' a, b & c = "ä😀"\n'.repeat(20);
    const run: PartialRunConfig = { task: { kind: 'text', text } };
    expect(configToParams(run)).toEqual([
      ['task', 'text'],
      ['text', text],
    ]);
    expect(read(write(run)).config).toEqual(resolveRunConfig(run));
    expect(write({ task: 'text' })).toBe('task=text');
  });

  it.each(runs)('is read back as the same run: %j', (run) => {
    const { config, notices, others } = read(write(run));
    expect(config).toEqual(resolveRunConfig(run));
    expect(notices).toEqual([]);
    expect(others.size).toBe(0);
  });
});

describe('paramsToConfig', () => {
  const mended: [text: string, path: string, value: unknown, message: string][] = [
    [
      'depth=99',
      'nLayer',
      48,
      'depth: "99" is not allowed (must be a whole number from 1 to 48); 48 is used',
    ],
    [
      'depth=2.6',
      'nLayer',
      3,
      'depth: "2.6" is not allowed (must be a whole number from 1 to 48); 3 is used',
    ],
    [
      'depth=-1e400',
      'nLayer',
      1,
      'depth: "-1e400" is not allowed (must be a whole number from 1 to 48); 1 is used',
    ],
    [
      'depth=NaN',
      'nLayer',
      6,
      'depth: "NaN" is not allowed (must be a whole number from 1 to 48); the default is used',
    ],
    [
      'depth=',
      'nLayer',
      6,
      'depth: "" is not allowed (must be a whole number from 1 to 48); the default is used',
    ],
    [
      'depth=0x10',
      'nLayer',
      6,
      'depth: "0x10" is not allowed (must be a whole number from 1 to 48); the default is used',
    ],
    [
      'causal=maybe',
      'causal',
      true,
      'causal: "maybe" is not allowed (must be true or false); the default is used',
    ],
    [
      'norm=rmss',
      'norm',
      'layer',
      'norm: "rmss" is not allowed (must be "layer" or "rms" or "batch"; did you mean "rms"?); the default is used',
    ],
    [
      'width=30&heads=4',
      'nHead',
      3,
      'width: "30" is not allowed (model.dModel must be a multiple of nHead = 4); heads=3 is used',
    ],
    [
      'width=33',
      'nHead',
      3,
      'width: "33" is not allowed (model.dModel must be a multiple of nHead = 4); heads=3 is used',
    ],
    [
      'heads=5',
      'nHead',
      4,
      'heads: "5" is not allowed (model.dModel must be a multiple of nHead = 5); 4 is used',
    ],
    [
      'task=parity&vocab=3',
      'vocabSize',
      4,
      'task: "parity" is not allowed (task.kind needs vocabSize of at least 4, not 3); vocab=4 is used',
    ],
  ];
  const texts: [text: string, size: number, nCtx: number, message: string][] = [
    [
      'task=text&text=ab',
      53,
      32,
      'text: "ab" is not allowed (must have 4 to 200000 characters, not 2); the default is used',
    ],
    [
      'task=text&text=abcdefgh',
      10,
      3,
      'text: "abcdefgh" is not allowed (task.text must have at least 2·(nCtx + 1) = 66 characters, not 8); ctx=3 is used',
    ],
    [
      'task=text&vocab=20',
      53,
      32,
      'vocab: "20" is not allowed (task.text needs vocabSize of at least 53, not 20); 53 is used',
    ],
  ];
  it.each(texts)('makes a model that fits the text of %s and says so', (text, vocabSize, nCtx, message) => {
    const { config, notices } = read(text);
    expect(config.model).toMatchObject({ vocabSize, nCtx });
    expect(notices.map((notice) => notice.message)).toEqual([message]);
  });

  it.each(mended)('mends %s and says so', (text, name, value, message) => {
    const { config, notices } = read(text);
    expect(config.model[name as 'nLayer']).toBe(value);
    expect(notices.map((notice) => notice.message)).toEqual([message]);
  });

  it('gives a sound run for every single bad value of every setting', () => {
    const texts = [
      '',
      '-1',
      '1e9',
      '-1e9',
      '0',
      '1.5',
      'NaN',
      'null',
      '{}',
      '%00',
      'ü',
      '9'.repeat(1000),
      '__proto__',
    ];
    for (const { setting } of SETTINGS) {
      for (const text of texts) {
        const { config } = paramsToConfig([[setting.key, text]]);
        expect(resolveRunConfig(config), `${setting.key}=${text}`).toEqual(config);
      }
    }
  });

  it('hands on what is no setting of a run', () => {
    const { others, notices } = read('view=loss&theme=dark&__proto__=x&depth=3');
    expect([...others]).toEqual([
      ['view', 'loss'],
      ['theme', 'dark'],
      ['__proto__', 'x'],
    ]);
    expect(notices).toEqual([]);
  });

  it('takes the words for true and false', () => {
    for (const text of ['1', 'true', 'on', 'yes', ''])
      expect(read(`tied=${text}`).config.model.tieEmbeddings).toBe(true);
    for (const text of ['0', 'false', 'off', 'no'])
      expect(read(`causal=${text}`).config.model.causal).toBe(false);
  });
});

describe('what is no text', () => {
  const rule = 'must be pairs of strings, as URLSearchParams are';

  it.each<[unknown, string]>([
    [null, `invalid params: null (${rule})`],
    ['depth=4', `invalid params: "depth=4" (${rule})`],
    [{ depth: '4' }, `invalid params: { depth } (${rule})`],
    [['depth'], `invalid params[0]: "depth" (${rule})`],
    [
      [
        ['depth', '4'],
        ['width', 8],
      ],
      `invalid params[1]: ["width", 8] (${rule})`,
    ],
    [[['depth']], `invalid params[0]: ["depth"] (${rule})`],
  ])('is refused as settings: %j', (params, message) => {
    expect(() => paramsToConfig(params as [string, string][])).toThrow(new TypeError(message));
  });

  it('is refused as one setting', () => {
    const { setting } = SETTINGS[0]!;
    expect(() => parseSetting(setting, 5 as unknown as string)).toThrow('invalid text: 5 (must be a string)');
  });
});

describe('one setting as text', () => {
  it.each(SETTINGS.map((place) => [place.path, place] as const))(
    '%s is read back from its default',
    (_, place) => {
      const run = resolveRunConfig() as unknown as Record<string, Record<string, unknown>>;
      const value = place.section === 'run' ? run[place.name] : run[place.section]![place.name];
      expect(parseSetting(place.setting, formatSetting(place.setting, value))).toEqual({
        value,
        rule: undefined,
      });
    },
  );
});
