// @vitest-environment node
// The settings of a lab as a value: text in, text out, and every change checked.
import { describe, expect, test } from 'vitest';
import { gainTexts, togglePart } from '../../web/element/arrangement.ts';
import { inWords } from '../../web/element/in-words.ts';
import { expandLabConfig } from '../../web/element/lab-config.ts';
import { messagesDe } from '../../web/element/messages.de.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { readTextFile } from '../../web/element/text-file.ts';
import { warmupChange } from '../../web/element/warmup.ts';
import { load, SETTINGS } from '../../web/lib/index.ts';

const read = (text: string) => LabSettings.read(new URLSearchParams(text));
const settings = (text: string) => read(text).settings;
const written = (value: LabSettings) =>
  value
    .toParams()
    .map((pair) => pair.join('='))
    .join('&');

describe('text', () => {
  test('nothing is the default: post-LN and pre-LN, and nothing to write', () => {
    const { settings: defaults, notices } = read('');
    expect(notices).toEqual([]);
    expect(defaults.configs.map(({ model }) => model.placement)).toEqual(['post', 'pre']);
    expect(written(defaults)).toBe('');
  });

  test.each([
    'depth=12',
    'placement=pre',
    'placement=pre,pre&final-norm=1,0',
    'placement=post,pre,sandwich&depth=3',
    'warmup=0,200',
    'placement=post,post&slots=input,after',
    'depth=2&seed=7&speed=10&stop=50&seeds=5',
    'schedule=cosine&warmup=10&total-steps=300',
  ])('%s is written as it was read', (text) => {
    const { settings: value, notices } = read(text);
    expect(notices).toEqual([]);
    expect(settings(written(value)).equals(value)).toBe(true);
    expect(read(written(value)).notices).toEqual([]);
  });

  test('one text sets all variants, a list one after the other, an empty place is the default', () => {
    expect(settings('warmup=,200').configs.map(({ schedule }) => schedule.warmup)).toEqual([0, 200]);
    expect(settings('depth=3').configs.map(({ model }) => model.nLayer)).toEqual([3, 3]);
    expect(settings('placement=pre').configs).toHaveLength(1);
  });

  test('what is not allowed is mended, once, with a notice', () => {
    const { settings: value, notices } = read('depth=99&width=33&speed=fast&dept=3&stop=0');
    expect(value.configs.map(({ model }) => model.nLayer)).toEqual([48, 48]);
    expect(value.options).toEqual({ view: 'overview', speed: 'max', stop: 1, seeds: 1 });
    expect(notices).toEqual([
      expect.stringContaining('speed: "fast" is not allowed'),
      'stop: "0" is not allowed (must be a whole number from 1 to 1000000); 1 is used',
      'depth: "99" is not allowed (must be a whole number from 1 to 48); 48 is used',
      'width: "33" is not allowed (Width must be a multiple of Heads = 4); heads=3 is used',
      'there is no setting "dept"; did you mean "depth"?',
    ]);
  });

  test('more than six variants are too many', () => {
    const { settings: value, notices } = read('placement=pre,pre,pre,pre,pre,pre,pre');
    expect(value.configs).toHaveLength(6);
    expect(notices).toEqual(['7 variants are too many, the first 6 are used']);
  });
});

describe('a change', () => {
  const changed = (value: LabSettings, ...args: Parameters<LabSettings['change']>) => {
    const result = value.change(...args);
    if (result.settings === undefined) throw new Error(result.fault);
    return result.settings;
  };

  test('is of all variants, or of one', () => {
    expect(written(changed(settings(''), [['depth', '3']]))).toBe('depth=3');
    expect(written(changed(settings(''), [['warmup', '200']], 0))).toBe('warmup=200,0');
  });

  test('that is not allowed says the rule and changes nothing', () => {
    expect(settings('').change([['depth', '0']]).fault).toBe('must be a whole number from 1 to 48');
    expect(settings('').change([['width', '33']]).fault).toBe('Width must be a multiple of Heads = 4');
  });

  test('leaves room after the largest seed for all that are asked for', () => {
    const last = Number.MAX_SAFE_INTEGER;
    const one = settings(`seed=1,${last - 2}`);
    expect(changed(one, [['seeds', '3']]).options.seeds).toBe(3);
    expect(one.change([['seeds', '4']]).fault).toBe(`must be at most 3 with the seed ${last - 2}`);
    expect(one.change([['seeds', '4']], undefined, messagesDe).fault).toBe(
      `darf beim Startwert ${last - 2} höchstens 3 sein`,
    );
    const three = settings('seeds=3');
    expect(written(changed(three, [['seed', String(last - 2)]]))).toBe(`seed=${last - 2}&seeds=3`);
    expect(three.change([['seed', String(last)]]).fault).toBe(
      'must be at most 9007199254740989 where there are 3 seeds',
    );
  });

  test('takes a decimal comma for a point where one number is meant', () => {
    expect(written(changed(settings(''), [['lr', '0,01']]))).toBe('lr=0.01');
    expect(written(changed(settings(''), [['lr', ' ,25e-1']], 1))).toBe('lr=0.005,0.025');
    expect(settings('').change([['depth', '3,5']]).fault).toBe('must be a whole number from 1 to 48');
    expect(settings('').change([['lr', '1,2,3']]).fault).toBe('must be a number from 0 to 100');
  });

  test('of the placement takes along what it stands for', () => {
    const custom = settings('placement=post,pre&slots=input,after&residual=0.5');
    expect(written(changed(custom, [['placement', 'sandwich']], 0))).toContain('placement=sandwich,pre');
    expect(changed(custom, [['placement', 'sandwich']], 0).configs[0]!.model.residualGain).toBe(1);
  });

  test('of the warm-up and of the schedule agree with each other', () => {
    const warm = changed(settings(''), [['warmup', '200']]);
    expect(warm.configs[0]!.schedule.kind).toBe('linear');
    const constant = changed(warm, [['schedule', 'constant']]);
    expect(written(constant)).toBe('');
  });

  test('of the warm-up leaves the schedule of another variant alone', () => {
    const kinds = (value: LabSettings) => value.configs.map(({ schedule }) => schedule.kind);
    const warm = changed(settings('schedule=noam,constant&warmup=100,0'), [['warmup', '200']]);
    expect(kinds(warm)).toEqual(['noam', 'linear']);
    expect(warm.configs.map(({ schedule }) => schedule.warmup)).toEqual([200, 200]);
    expect(kinds(changed(warm, warmupChange(warm).texts))).toEqual(['noam', 'constant']);
  });

  test('of an option is no new run', () => {
    const slow = changed(settings('depth=3'), [['speed', '10']]);
    expect(slow.isSameRun(settings('depth=3'))).toBe(true);
    expect(slow.equals(settings('depth=3'))).toBe(false);
    expect(written(slow)).toBe('depth=3&speed=10');
    expect(changed(slow, [['depth', '4']]).isSameRun(slow)).toBe(false);
  });
});

describe('variants', () => {
  const placements = (value: LabSettings) => value.configs.map(({ model }) => model.placement);
  const again = (value: LabSettings) => {
    const { settings: other, notices } = LabSettings.read(value.toParams());
    expect(notices).toEqual([]);
    return other.equals(value);
  };

  test('are added after one, like it or with another placement, and removed; the address has them all', () => {
    let value = settings('placement=pre,deepnorm&lr=1e-3,2e-3&speed=10');
    value = value.added(1, value.unusedPlacement);
    expect(placements(value)).toEqual(['pre', 'deepnorm', 'post']);
    expect(value.configs.map(({ optimizer }) => optimizer.lr)).toEqual([1e-3, 2e-3, 2e-3]);
    // What the other placement stood for does not stay.
    expect(value.configs[2]!.model.residualGain).toBe(1);
    value = value.added(0);
    expect(placements(value)).toEqual(['pre', 'pre', 'deepnorm', 'post']);
    value = value.change([['residual', '0.5']], 1).settings!;
    expect(again(value)).toBe(true);
    expect(placements(value.removed(2))).toEqual(['pre', 'pre', 'post']);
    expect(value.removed(2).options.speed).toBe('10');
    expect(again(value.removed(0).removed(0).removed(0))).toBe(true);
  });

  test('of six, each different in every setting that can be, come through an address', () => {
    let value = settings('placement=post,pre,sandwich,resPost,deepnorm,rezero');
    for (const [key, texts] of [
      ['depth', '1,2,3,4,5,6'],
      ['norm', 'layer,rms,batch,layer,rms,batch'],
      ['warmup', '0,10,0,20,0,30'],
      ['slots', 'input,empty,input-output-after,after,output,input-after'],
      ['final-norm', '1,0,1,0,1,0'],
      ['task', 'copy,sort,text,parity,reverse,induction'],
      ['lr', '1e-3,2e-3,3e-3,4e-3,5e-3,6e-3'],
    ] as const) {
      texts.split(',').forEach((text, i) => {
        value = value.change([[key, text]], i).settings!;
      });
    }
    expect(value.configs.map(({ model }) => model.nLayer)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(again(value)).toBe(true);
  });
});

describe('a text to learn', () => {
  const OWN = 'One, two, three; six & two, one = three. '.repeat(4);
  const withText = (text: string) => {
    const { settings: value, fault } = settings('').change([
      ['task', 'text'],
      ['text', text],
    ]);
    if (value === undefined) throw new Error(fault);
    return value;
  };

  test('is one for all variants, commas and all, and brings its vocabulary', () => {
    const value = withText(OWN);
    expect(value.configs.map(({ task }) => task.text)).toEqual([OWN, OWN]);
    expect(value.configs.map(({ model }) => model.vocabSize)).toEqual([19, 19]);
    expect(value.toParams()).toEqual([
      ['task', 'text'],
      ['text', OWN],
    ]);
    const { settings: read, notices } = LabSettings.read(value.toParams());
    expect(notices).toEqual([]);
    expect(read.equals(value)).toBe(true);
  });

  test('takes back a vocabulary that was set for another task', () => {
    expect(settings('vocab=20').change([['task', 'text']]).settings?.configs[0]!.model.vocabSize).toBe(53);
    const value = withText(OWN).change([['vocab', '60']]).settings!;
    expect(value.configs[0]!.model.vocabSize).toBe(60);
    expect(value.change([['text', `${OWN}!`]]).settings?.configs[0]!.model.vocabSize).toBe(20);
    expect(withText(OWN).change([['task', 'copy']]).settings?.configs[0]!.model.vocabSize).toBe(16);
  });

  test('stands in an address if it is short, and else is said to be left out', () => {
    const [short, long] = ['ab'.repeat(1000), `${'ab'.repeat(1000)}a`].map(withText) as [
      LabSettings,
      LabSettings,
    ];
    expect(short.toParams()).toContainEqual(['text', 'ab'.repeat(1000)]);
    expect(short.leftOut()).toEqual([]);
    // Characters are counted, not halves of them.
    expect(withText('ab😀'.repeat(600)).leftOut()).toEqual([]);
    expect(long.toParams()).toEqual([['task', 'text']]);
    expect(long.leftOut()).toEqual([
      'text: the address does not hold it, since it has more than 2000 characters; a link leads to the built-in one',
    ]);
    expect(long.toParams(Infinity)).toContainEqual(['text', `${'ab'.repeat(1000)}a`]);
    expect(settings('task=text').leftOut()).toEqual([]);
  });

  test('is told from another one that is also left out', () => {
    const [a, b] = ['ab', 'ac'].map((pair) => withText(pair.repeat(2000))) as [LabSettings, LabSettings];
    expect(a.toParams()).toEqual(b.toParams());
    expect(a.equals(b)).toBe(false);
    expect(a.isSameRun(b)).toBe(false);
  });

  test('that differs between variants is left out too', () => {
    const task = (text: string) => ({ task: { kind: 'text' as const, text: text.repeat(40) } });
    const value = LabSettings.of([task('ab'), task('cd')], settings(''));
    expect(value.configs.map(({ task: { text } }) => text.slice(0, 2))).toEqual(['ab', 'cd']);
    expect(value.toParams()).not.toContainEqual(['text', expect.anything()]);
    expect(value.leftOut()).toEqual([
      'text: the address does not hold it, since the models have different ones; a link leads to the built-in one',
    ]);
  });

  test('that differs stays where other settings are read', () => {
    const task = (text: string) => ({ task: { kind: 'text' as const, text: text.repeat(40) } });
    const value = LabSettings.of([task('ab'), task('cd')], settings(''));
    const reread = LabSettings.read([...value.toParams(Infinity), ['depth', '3']]).settings.withTextsOf(
      value,
    );
    expect(reread.configs.map(({ task: { text } }) => text.slice(0, 2))).toEqual(['ab', 'cd']);
    expect(reread.configs.map(({ model }) => model.nLayer)).toEqual([3, 3]);
    const other = settings('depth=3');
    expect(other.withTextsOf(settings('')).equals(other)).toBe(true);
  });

  test('that is none says the rule and changes nothing', () => {
    const fault = (text: string) => withText(OWN).change([['text', text]]).fault;
    expect(fault('ab')).toBe('must have 4 to 200000 characters, not 2');
    expect(fault('ab\uD83Dcd')).toBe('must not have half of a surrogate pair, as there is at 2');
    expect(fault('abcd')).toBe('Text must have at least 2·(Sequence length + 1) = 66 characters, not 4');
  });
});

describe('a run with nothing to predict', () => {
  // Held to the tasks themselves: has any batch a target?
  test.each(['copy', 'reverse', 'sort', 'modularAddition', 'parity', 'induction'] as const)(
    'is remarked on where batches of %s have no target, and nowhere else',
    async (kind) => {
      const addnorm = await load();
      for (const causal of [true, false]) {
        for (let nCtx = 1; nCtx <= 6; nCtx++) {
          const model = addnorm.createModel({ nCtx, causal, dModel: 4, nHead: 1, nLayer: 1 });
          const trainer = addnorm.createTrainer({ model, task: kind, batch: 64 });
          const hasTarget = trainer.batch().targets.some((target) => target >= 0);
          const remarks = settings(`task=${kind}&ctx=${nCtx}&causal=${Number(causal)}`).remarksOn('ctx');
          expect(remarks.length, `${kind} ${nCtx} ${causal}`).toBe(hasTarget ? 0 : 1);
          model.dispose();
        }
      }
    },
  );
});

describe('a file of text', () => {
  const read = (...parts: BlobPart[]) => readTextFile(new Blob(parts));

  test('is read with one kind of line end, without a byte order mark', async () => {
    expect(await read('\uFEFFone\r\ntwo\rthree\n')).toEqual({ text: 'one\ntwo\nthree\n' });
  });

  test('that is too large or no UTF-8 is refused', async () => {
    expect(await read('a'.repeat(1_000_001))).toEqual({ fault: 'tooLarge' });
    expect(await read(new Uint8Array([0x47, 0xfc, 0x74]))).toEqual({ fault: 'notText' });
    expect(await read('a\0b')).toEqual({ fault: 'notText' });
  });
});

test('names of code are said as the labels of the page', () => {
  expect(inWords('model.dModel must be a multiple of nHead = 4')).toBe(
    'Width must be a multiple of Heads = 4',
  );
  expect(inWords('task.kind needs vocabSize of at least 4, not 3')).toBe(
    'Task needs Vocabulary of at least 4, not 3',
  );
  expect(inWords('must be at most vocabSize - 2 = 14')).toBe('must be at most Vocabulary - 2 = 14');
  expect(inWords('nothing here: nCtxs, xmodel.dModel, batch, lr')).toBe(
    'nothing here: nCtxs, xmodel.dModel, batch, lr',
  );
  for (const { path, setting } of SETTINGS.filter((place) => place.path.includes('.')))
    expect(inWords(`${path} must`)).toBe(`${setting.label} must`);
});

describe('pressing a part of the drawing', () => {
  const model = (text: string) => settings(text).configs[0]!.model;

  test('makes a placement of the table where the outcome is one', () => {
    expect(togglePart(model('placement=post'), 'residual')).toEqual([['placement', 'plain']]);
    expect(togglePart(model('placement=plain'), 'residual')).toEqual([['placement', 'post']]);
    expect(togglePart(model('placement=post'), 'after')).toEqual([['placement', 'none']]);
    expect(togglePart(model('placement=none'), 'input')).toEqual([['placement', 'pre']]);
    expect(togglePart(model('placement=pre'), 'output')).toEqual([['placement', 'sandwich']]);
  });

  test('puts in the final norm and takes it out; a gain is a setting', () => {
    expect(togglePart(model('placement=post'), 'finalNorm')).toEqual([['final-norm', '1']]);
    expect(togglePart(model('placement=pre'), 'finalNorm')).toEqual([['final-norm', '0']]);
    expect(gainTexts('residual', { text: '0.5' })).toEqual([['residual', '0.5']]);
    expect(gainTexts('branch', { text: '2', isLearned: true })).toEqual([
      ['branch', '2'],
      ['learn-branch', '1'],
    ]);
  });

  test('makes slots of its own where the outcome is none', () => {
    expect(togglePart(model('placement=post'), 'input')).toEqual([
      ['slots', 'input-after'],
      ['residual', '1'],
    ]);
  });

  test('mends a residual to what the placement has', () => {
    const cut = model('placement=deepnorm&residual=0');
    expect(togglePart(cut, 'residual')).toEqual([['placement', 'deepnorm']]);
  });
});

describe('objects', () => {
  test('what is shared is merged into every variant, section by section', () => {
    const [post, pre] = expandLabConfig({ model: { nLayer: 3 }, task: 'copy', seed: 7 });
    expect(post).toMatchObject({ model: { nLayer: 3, placement: 'post' }, task: { kind: 'copy' }, seed: 7 });
    expect(pre).toMatchObject({ model: { nLayer: 3, placement: 'pre' } });
    expect(expandLabConfig({ model: { placement: 'pre' } })).toHaveLength(1);
    expect(expandLabConfig({ optimizer: 'sgd', variants: [{ optimizer: { lr: 1 } }, {}] })).toMatchObject([
      { optimizer: { kind: 'sgd', lr: 1 } },
      { optimizer: { kind: 'sgd' } },
    ]);
  });

  test('faults name the argument and show the value', () => {
    expect(() => expandLabConfig({ variants: [] })).toThrow(
      new RangeError('invalid config.variants: [] (must be 1 to 6 variants)'),
    );
    expect(() => expandLabConfig({ varaints: [] } as object)).toThrow('did you mean "variants"?');
    expect(() => LabSettings.of([{ model: { nLayer: 0 } }], settings(''))).toThrow(
      'invalid nLayer: 0 (must be a whole number from 1 to 48)',
    );
  });

  test.each<[config: unknown, error: Error]>([
    [5, new TypeError('invalid config: 5 (must be an object)')],
    [{ model: 7 }, new TypeError('invalid config.model: 7 (must be an object)')],
    [{ model: null }, new TypeError('invalid config.model: null (must be an object)')],
    [{ model: 'pre' }, new TypeError('invalid config.model: "pre" (must be an object)')],
    [{ task: 5 }, new TypeError('invalid config.task: 5 (must be an object)')],
    [{ variants: [5] }, new TypeError('invalid config.variants[0]: 5 (must be an object)')],
    [{ variants: [{}, null] }, new TypeError('invalid config.variants[1]: null (must be an object)')],
    [{ variants: [undefined] }, new TypeError('invalid config.variants[0]: undefined (must be an object)')],
    [{ variants: ['pre'] }, new TypeError('invalid config.variants[0]: "pre" (must be an object)')],
    [
      { variants: [{ schedule: [] }] },
      new TypeError('invalid config.variants[0].schedule: [] (must be an object)'),
    ],
    [
      { variants: [{ model: { nLayers: 2 } }] },
      new RangeError('config.variants[0].model has no "nLayers"; did you mean "nLayer"?'),
    ],
  ])('%j is refused', (config, error) => {
    expect(() => expandLabConfig(config as object)).toThrow(error);
  });
});
