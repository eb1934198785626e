// What is to be trained, from an address, a file and options.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../web/cli/arguments.ts';
import { UsageError } from '../../web/cli/command.ts';
import { configOfText, readPlan, readSeeds, textOfConfig } from '../../web/cli/plan.ts';
import { runCommand } from '../../web/cli/run.ts';
import { resolveRunConfig } from '../../web/lib/index.ts';
import { temporaryFolder } from './addnorm.ts';

const folder = temporaryFolder();
const plan = (...words: string[]) => readPlan(readArguments(runCommand, words));
const configs = (...words: string[]) => plan(...words).settings.configs;

/** A file with this in it. */
function file(content: unknown, name = 'plan.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('a plan', () => {
  it('is the lab as it opens when nothing is given', () => {
    const { settings, steps, seeds } = plan();
    expect(settings.configs).toEqual(
      (['post', 'pre'] as const).map((placement) => resolveRunConfig({ model: { placement } })),
    );
    expect([steps, seeds]).toEqual([600, undefined]);
  });

  it.each([
    'https://example.org/lab/#v=1&placement=pre,post&depth=2&lr=0.01&stop=40&seeds=2&view=norms&theme=dark',
    '#placement=pre,post&depth=2&lr=0.01&stop=40&seeds=2&task_hide=true',
    'placement=pre,post&depth=2&lr=0.01&stop=40&seeds=2',
    'https://example.org/embed.html?v=1&course=7&placement=pre,post&depth=3&lr=0.01&view=norms#depth=2&stop=40&seeds=2',
    'https://example.org/embed.html?theme=dark&placement=pre,post&depth=2&lr=0.01&stop=40&seeds=2',
  ])('is that of an address: %s', (address) => {
    const { settings, steps, seeds } = plan(address);
    expect(
      settings.configs.map(({ model, optimizer }) => [model.placement, model.nLayer, optimizer.lr]),
    ).toEqual([
      ['pre', 2, 0.01],
      ['post', 2, 0.01],
    ]);
    expect([steps, seeds]).toEqual([40, [1, 2]]);
  });

  it('is that of a file: the config of the element, with steps and seeds, and with texts no address can hold', () => {
    const texts = ['abcdefgh'.repeat(400), 'abcd'.repeat(900)];
    const content = {
      model: { nLayer: 3 },
      steps: 7,
      seeds: '3..4',
      variants: texts.map((text) => ({ task: { kind: 'text', text } })),
    };
    const { settings, steps, seeds } = plan(file(content));
    expect(settings.configs.map(({ task }) => task.text)).toEqual(texts);
    expect(settings.configs[0]!.model.nLayer).toBe(3);
    expect([steps, seeds]).toEqual([7, [3, 4]]);
  });

  it('is that of a run the lab has saved', () => {
    const saved = { format: 'addnorm-run', params: { placement: 'sandwich', depth: '4' }, variants: [] };
    expect(configs(file(saved)).map(({ model }) => [model.placement, model.nLayer])).toEqual([
      ['sandwich', 4],
    ]);
  });

  it('has over all that what is given as options', () => {
    const { settings, steps, seeds } = plan(
      '#depth=2&lr=0.01',
      '--lr',
      '1e-3',
      '--steps',
      '9',
      '--seeds',
      '1,5',
    );
    expect(settings.configs.map(({ model, optimizer }) => [model.nLayer, optimizer.lr])).toEqual([
      [2, 0.001],
      [2, 0.001],
    ]);
    expect([steps, seeds]).toEqual([9, [1, 5]]);
  });

  it('learns a text of a file', () => {
    const text = 'to be or not to be, that is the question; '.repeat(5);
    const [config] = configs('--text-file', file(text, 'text.txt'), '--placement', 'pre');
    expect(config!.task).toMatchObject({ kind: 'text', text });
  });

  it.each([
    [['--depth', '99'], 'invalid depth: "99" (must be a whole number from 1 to 48)'],
    [['--steps', '0'], 'invalid steps: "0" (must be a whole number from 1 to 1000000)'],
    [['--placement', 'per'], 'invalid placement: "per" (must be "post" or "pre"'],
    [['--width', '33'], 'invalid width: "33" (must be a multiple of heads = 4)'],
    [['--heads', '5'], 'invalid heads: "5" (width must be a multiple of heads = 5)'],
    [['#width=30&heads=4'], 'invalid width: "30" (must be a multiple of heads = 4)'],
    [['--task', 'parity', '--vocab', '3'], 'invalid task: "parity" (needs vocab of at least 4, not 3)'],
    [['--lr', '1,2,3,4,5,6,7'], '7 variants are too many (at most 6)'],
    [['#dept=3'], 'there is no setting "dept"; did you mean "depth"?'],
    [['#top'], 'invalid address: "#top" (must have settings'],
    [['#v=2&depth=3'], 'the address is of version "2" (must be "1")'],
    [['nowhere.json'], 'nowhere.json cannot be read (ENOENT)'],
    [['--text-file', 'nowhere.txt'], 'nowhere.txt cannot be read (ENOENT)'],
  ])('is refused: %j', (words, message) => {
    expect(() => plan(...words)).toThrow(UsageError);
    expect(() => plan(...words)).toThrow(message);
  });

  it.each([
    ['{"model":', 'is not JSON'],
    ['[1]', 'must be an object'],
    [{ modell: {} }, 'there is no "modell"; did you mean "model"?'],
    [{ model: { nLayer: 0 } }, 'invalid nLayer: 0 (must be a whole number from 1 to 48)'],
    [{ variants: [] }, 'must be 1 to 6 variants'],
    [{ format: 'addnorm-run', params: { depth: '-1' } }, 'invalid depth: "-1"'],
    [{ format: 'addnorm-run', params: 5 }, 'invalid params: 5 (must be an object of texts)'],
    [{ format: 'addnorm-run', params: { depth: {} } }, 'must be an object of texts'],
  ])('of a file is refused: %j', (content, message) => {
    const path = file(content);
    expect(() => plan(path)).toThrow(UsageError);
    expect(() => plan(path)).toThrow(message);
  });
});

describe('the text of a run', () => {
  it('is an address that has this run alone, whatever it is', () => {
    for (const config of [
      {},
      { model: { placement: 'pre' as const } },
      { seed: 3, optimizer: { lr: 1e-3 } },
    ]) {
      const run = resolveRunConfig(config);
      expect(configOfText(textOfConfig(run))).toEqual(run);
      expect(configs(`#${textOfConfig(run)}`)).toEqual([run]);
    }
  });
});

describe('seeds', () => {
  it.each([
    ['1..5', [1, 2, 3, 4, 5]],
    ['3,1', [3, 1]],
    ['1..2,9,2..3', [1, 2, 9, 3]],
    ['0..0', [0]],
  ])('%s', (text, seeds) => {
    expect(readSeeds('--seeds', text)).toEqual(seeds);
  });

  it.each(['5', '', '1..', '2..1', '1,,2', '1.5,2', '-1..2', '1..100000', 'a,b'])('%j is refused', (text) => {
    expect(() => readSeeds('--seeds', text)).toThrow(
      `invalid --seeds: ${JSON.stringify(text)} (must be a list`,
    );
  });
});
