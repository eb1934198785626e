// @vitest-environment node
// Which tab a key leads to, and that opening one is no change of what is trained.
import { describe, expect, test } from 'vitest';
import { messagesEn } from '../../web/element/messages.en.ts';
import { OPTIONS } from '../../web/element/options.ts';
import { VIEWS } from '../../web/element/panels.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { reachedBy } from '../../web/element/tabs.ts';

const press = (key: string, modifiers = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

describe('keys', () => {
  const views = ['overview', 'learning', 'stream'] as const;

  test.each([
    ['ArrowRight', 'overview', 'learning'],
    ['ArrowRight', 'stream', 'overview'],
    ['ArrowLeft', 'overview', 'stream'],
    ['ArrowLeft', 'stream', 'learning'],
    ['Home', 'stream', 'overview'],
    ['End', 'overview', 'stream'],
  ] as const)('%s leads from %s to %s', (key, from, to) => {
    expect(reachedBy(press(key), views, from)).toBe(to);
  });

  test('any other key, and those with a modifier, are not taken from the page', () => {
    expect(reachedBy(press('ArrowDown'), views, 'overview')).toBeUndefined();
    expect(reachedBy(press('a'), views, 'overview')).toBeUndefined();
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
      expect(reachedBy(press('ArrowRight', { [modifier]: true }), views, 'overview')).toBeUndefined();
    }
  });
});

describe('the open tab', () => {
  test('stands in the address and is no other run', () => {
    const { settings } = LabSettings.read([]);
    const changed = settings.change([['view', 'learning']]).settings!;
    expect(changed.toParams()).toEqual([['view', 'learning']]);
    expect(changed.isSameRun(settings)).toBe(true);
    expect(changed.equals(settings)).toBe(false);
    expect(LabSettings.read(changed.toParams())).toMatchObject({
      settings: { options: { view: 'learning' } },
      notices: [],
    });
  });

  test('that does not exist is the overview, with a notice', () => {
    const { settings, notices } = LabSettings.read([['view', 'everything']]);
    expect(settings.options.view).toBe('overview');
    expect(notices).toEqual([expect.stringContaining('view: "everything" is not allowed')]);
  });

  test('is one of those that have something to show, each with a name', () => {
    expect(VIEWS[0]).toBe('overview');
    expect(OPTIONS.view.choices.filter((name) => VIEWS.includes(name))).toEqual(VIEWS);
    for (const name of VIEWS) expect(messagesEn.view[name]).not.toBe('');
  });
});
