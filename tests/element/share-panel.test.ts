// The tab "Share" as it is taken away while a file is made: nothing is saved, and nothing is kept.
import { afterEach, expect, test, vi } from 'vitest';
import { CursorSync } from '../../web/charts/cursor-sync.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { Run } from '../../web/element/run.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { mountShare } from '../../web/element/share-panel.ts';

afterEach(() => vi.restoreAllMocks());

test('a file that is ready when nobody is left to save it is let go', async () => {
  const made = vi.spyOn(URL, 'createObjectURL');
  const letGo = vi.spyOn(URL, 'revokeObjectURL');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  const { settings } = LabSettings.read(new URLSearchParams('depth=1&width=8&heads=2&ctx=8&batch=2&stop=5'));
  const none = () => {};
  const run = new Run(settings, messagesEn, {
    ...{ onState: none, onReady: none, onSteps: none, onReset: none, onRewound: none },
    ...{ onDiverged: none, onDone: none, onError: none },
  });
  run.start();
  await expect.poll(() => run.state).toBe('done');
  const place = document.createElement('div');
  const panel = mountShare(place, {
    messages: messagesEn,
    cursor: new CursorSync(),
    page: () => '',
    embedPage: () => '',
  });
  panel.show(run);
  const press = () =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent.includes('CSV'))?.click();
  await expect.poll(() => place.querySelectorAll('button').length).toBeGreaterThan(0);
  press();
  panel.dispose();
  await expect.poll(() => made.mock.calls.length).toBe(1);
  await expect.poll(() => letGo.mock.calls).toEqual([[made.mock.results[0]!.value]]);
  expect(saved).not.toHaveBeenCalled();
  run.dispose();
});
