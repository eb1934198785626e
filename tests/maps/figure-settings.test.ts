// The settings of both figures as text: read, written, mended, and what each run of a figure has of them.
import type { Params } from '../../web/element/address.ts';
import { describe, expect, test } from 'vitest';
import { FigureSettings } from '../../web/maps/figure-settings.ts';
import { GRADIENT_SCHEMA } from '../../web/maps/gradients.ts';
import { messagesDe } from '../../web/maps/messages.de.ts';
import { messagesEn } from '../../web/maps/messages.en.ts';
import { STABILITY_SCHEMA } from '../../web/maps/stability.ts';

const params = (text: string): Params => [...new URLSearchParams(text)];
const written = (pairs: Params) => pairs.map((pair) => pair.join('=')).join('&');
const map = (text: string) => FigureSettings.read(STABILITY_SCHEMA, params(text), messagesEn);
const gradients = (text: string) => FigureSettings.read(GRADIENT_SCHEMA, params(text), messagesEn);

test('nothing is the defaults: post-LN and pre-LN, and nothing to write', () => {
  for (const { settings, notices } of [map(''), gradients('')]) {
    expect(notices).toEqual([]);
    expect(settings.placements).toEqual(['post', 'pre']);
    expect(settings.toParams()).toEqual([]);
    expect(settings.runWith([]).model.nCtx).toBe(16);
  }
});

test.each([
  'by=depth&rows=3&depth-to=12&placement=none',
  'columns=3&lr-from=0.001&lr-to=0.1&steps=50&depth=12&width=16',
  'ctx=32&batch=16',
  'placement=pre,sandwich&task=copy&seed=7&norm=rms',
])('%s is written as it was read', (text) => {
  const { settings, notices } = map(text);
  expect(notices).toEqual([]);
  expect(new Map(settings.toParams())).toEqual(new Map(params(text)));
  expect(written(map(written(settings.toParams())).settings.toParams())).toBe(written(settings.toParams()));
});

test.each([
  ['columns=99', 'columns: "99" is not allowed (must be a whole number from 3 to 16); 16 is used'],
  ['by=width', 'by: "width" is not allowed (must be "warmup" or "depth"); warmup is used'],
  ['steps=', 'steps: "" is not allowed (must be a whole number from 10 to 2000); 300 is used'],
  ['lr=0.1', 'lr is what this figure varies; it cannot be set'],
  ['colums=5', 'there is no setting "colums"; did you mean "columns"?'],
  [
    'placement=post,pre,none',
    'placement: "post,pre,none" is not allowed (must be 1 to 2 known placements); post,pre is used',
  ],
  ['placement=left', 'placement: "left" is not allowed (must be 1 to 2 known placements); post,pre is used'],
  ['depth=99', 'depth: "99" is not allowed (must be a whole number from 1 to 48); 48 is used'],
])('%s is mended, and said', (text, notice) => {
  const { settings, notices } = map(text);
  expect(notices).toEqual([notice]);
  expect(map(written(settings.toParams())).notices).toEqual([]);
});

describe('a change', () => {
  test('of one setting leaves the others', () => {
    const { settings } = map('depth=12&columns=5');
    const changed = settings.change('columns', '4', messagesEn).settings;
    expect(new Map(changed.toParams())).toEqual(new Map(params('depth=12&columns=4')));
    expect(settings.values.columns).toBe(5);
    expect(new Map(changed.change('ctx', '32', messagesEn).settings.toParams()).get('ctx')).toBe('32');
    expect(changed.change('depth', '6', messagesEn).settings.toParams()).toEqual([['columns', '4']]);
  });

  test('that does not go is mended, and said', () => {
    const { settings, notices } = map('').settings.change('width', 'wide', messagesEn);
    expect(notices).toEqual([
      'Width: "wide" is not allowed (must be a whole number from 1 to 512); the default is used',
    ]);
    expect(settings.text('width')).toBe('32');
  });

  test('is refused in the words and the language of the page', () => {
    const { settings } = FigureSettings.read(STABILITY_SCHEMA, [], messagesDe);
    expect(settings.change('columns', '99', messagesDe).notices).toEqual([
      'Lernraten: "99" geht nicht (muss eine ganze Zahl von 3 bis 16 sein); es gilt 16',
    ]);
    expect(settings.change('width', 'breit', messagesDe).notices).toEqual([
      'Breite: "breit" geht nicht (muss eine ganze Zahl von 1 bis 512 sein); es gilt die Vorgabe',
    ]);
    expect(FigureSettings.read(STABILITY_SCHEMA, params('colums=5'), messagesDe).notices).toEqual([
      'die Einstellung "colums" gibt es nicht; "columns" gemeint?',
    ]);
  });
});

test('a run of a figure has what all share, and its own', () => {
  const { settings } = gradients('width=16&norm=rms');
  const run = settings.runWith([
    ['placement', 'pre'],
    ['depth', '3'],
  ]);
  expect(run.model).toMatchObject({
    placement: 'pre',
    nLayer: 3,
    dModel: 16,
    norm: 'rms',
    embeddingScale: 1,
  });
  expect(run.batch).toBe(4);
});
