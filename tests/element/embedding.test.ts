// @vitest-environment node
// What is there for those who put the lab into a page of theirs: presets, controls that are hidden, keys that stay with the host,
// and an import where there is no document.
import { describe, expect, test } from 'vitest';
import { parseHash } from '../../web/element/address.ts';
import { HIDE_KEYS } from '../../web/element/hidden.ts';
import { isOwnKey } from '../../web/element/keys.ts';
import { PRESETS } from '../../web/element/presets.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { elementCode, frameCode, fullAddress } from '../../web/element/share-code.ts';

const read = (text: string) => LabSettings.read(new URLSearchParams(text));

describe('a preset', () => {
  test.each(Object.keys(PRESETS))('%s is of settings that there are', (name) => {
    const { settings, notices } = read(`preset=${name}`);
    expect(notices).toEqual([]);
    expect(settings.equals(read(PRESETS[name]!).settings)).toBe(true);
    // A link says what it is of, whatever becomes of the preset.
    expect(settings.toParams().map(([key]) => key)).not.toContain('preset');
  });

  test('lies below what is given beside it, in whatever order', () => {
    for (const text of ['preset=deep&depth=3', 'depth=3&preset=deep']) {
      expect(read(text).settings.texts('depth')).toEqual(['3', '3']);
    }
    expect(read('preset=no-residual').settings.texts('placement')).toEqual(['plain', 'pre']);
  });

  test('that there is none of is told', () => {
    for (const name of ['deepest', 'toString', '__proto__']) {
      const { settings, notices } = read(`preset=${name}`);
      expect(notices).toEqual([
        expect.stringContaining(`preset: "${name}" is not allowed (must be "default" or "deep" or`),
      ]);
      expect(settings.equals(read('').settings)).toBe(true);
    }
  });
});

describe('a control', () => {
  test('is hidden by its key, and stays hidden in a link and after a change', () => {
    const { settings, notices } = read('depth=12&depth_hide=1&models_hide=true&seed_hide=');
    expect(notices).toEqual([]);
    const hidden = ['depth', 'models', 'seed'];
    expect([...settings.hidden].sort()).toEqual(hidden);
    const changed = settings.change([['lr', '0.001']]).settings!;
    expect([...changed.hidden].sort()).toEqual(hidden);
    expect([...LabSettings.read(changed.toParams()).settings.hidden].sort()).toEqual(hidden);
    expect(changed.texts('depth')).toEqual(['12', '12']);
    expect(settings.equals(read('depth=12').settings)).toBe(false);
    expect(settings.isSameRun(read('depth=12').settings)).toBe(true);
  });

  test('is not hidden by 0, and by nothing else in silence', () => {
    expect(read('depth_hide=0').settings.hidden.size).toBe(0);
    expect(read('depth_hide=perhaps').notices).toHaveLength(1);
    expect(read('deep_hide=1').notices).toHaveLength(1);
  });

  test('is an attribute as well', () => {
    expect(HIDE_KEYS).toContain('view_hide');
    expect(elementCode(read('depth_hide=1').settings.toParams())).toContain(' depth_hide="1"');
  });
});

describe('keys', () => {
  const press = (key: string, modifiers = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
  });
  /** An element that is what its tag says, as far as the selectors ask. */
  const focused = (tag: string) => ({
    matches: (selector: string) => selector.split(', ')[0]!.startsWith(tag),
  });

  test.each([' ', 'Enter'])('a button has a use for "%s"', (key) => {
    expect(isOwnKey(press(key), focused('button'))).toBe(true);
  });

  test.each(['ArrowRight', 'n', 'Escape', 'Tab', 'Home'])('a button leaves %s to the host', (key) => {
    expect(isOwnKey(press(key), focused('button'))).toBe(false);
  });

  test.each(['n', ' ', 'ArrowRight', 'Enter'])('a field of text keeps "%s"', (key) => {
    expect(isOwnKey(press(key), focused('textarea'))).toBe(true);
  });

  test('Escape, Tab and shortcuts are never kept', () => {
    for (const key of ['Escape', 'Tab']) expect(isOwnKey(press(key), focused('textarea'))).toBe(false);
    expect(isOwnKey(press('n', { ctrlKey: true }), focused('textarea'))).toBe(false);
  });
});

test('code to embed is of the page for frames, with its own options kept', () => {
  const page = fullAddress('embed.html?lang=de', 'https://example.org/lab/de/');
  const [, source] = /src="([^"]*)"/.exec(
    frameCode(page, read('depth=12&lr_hide=1').settings.toParams(), ''),
  )!;
  const url = new URL(source!.replaceAll('&amp;', '&'));
  expect(url.href.replace(/[?#].*/, '')).toBe('https://example.org/lab/de/embed.html');
  expect([...url.searchParams]).toEqual([
    ['lang', 'de'],
    ['v', '1'],
  ]);
  expect(parseHash(url.hash)).toEqual([
    ['depth', '12'],
    ['lr_hide', '1'],
  ]);
});
