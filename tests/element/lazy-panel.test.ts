// A panel that is fetched when its tab is opened: it shows the newest run once it is there, and says so if it cannot be had.
import { expect, test } from 'vitest';
import { CursorSync } from '../../web/charts/index.ts';
import { lazyPanel } from '../../web/element/lazy-panel.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import type { MountPanel, PanelContext } from '../../web/element/panel.ts';
import type { Run } from '../../web/element/run.ts';

const CONTEXT: PanelContext = {
  messages: messagesEn,
  cursor: new CursorSync(),
  page: () => '',
  embedPage: () => '',
};
const [FIRST, SECOND] = [{ stepsDone: 1 }, { stepsDone: 2 }] as unknown as [Run, Run];

/** A panel that writes down what it is told. */
function recorder() {
  const told: unknown[] = [];
  const mount: MountPanel = (place) => {
    place.append(document.createElement('canvas'));
    return {
      show: (run) => void told.push(run),
      refreshTheme: () => void told.push('theme'),
      dispose: () => void told.push('disposed'),
    };
  };
  return { told, mount };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('shows the newest run once it is there, and is told everything from then on', async () => {
  const place = document.createElement('div');
  const { told, mount } = recorder();
  const panel = lazyPanel(() => Promise.resolve(mount))(place, CONTEXT);
  panel.show(FIRST);
  panel.show(SECOND);
  panel.refreshTheme();
  expect(told).toEqual([]);
  await settled();
  panel.refreshTheme();
  panel.show(FIRST);
  panel.dispose();
  expect(told).toEqual([SECOND, 'theme', FIRST, 'disposed']);
});

test('says why it cannot be had, and comes when it is asked for again', async () => {
  const place = document.createElement('div');
  const { told, mount } = recorder();
  let fails = true;
  const load = () => (fails ? Promise.reject(new Error('offline')) : Promise.resolve(mount));
  const panel = lazyPanel(load)(place, CONTEXT);
  panel.show(FIRST);
  await settled();
  expect(place.querySelector('[role=alert] p')!.textContent).toBe('This view could not be loaded (offline).');
  fails = false;
  place.querySelector('button')!.click();
  await settled();
  expect(place.querySelector('[role=alert]')).toBeNull();
  expect(place.querySelector('canvas')).not.toBeNull();
  expect(told).toEqual([FIRST]);
});

test('is not made any more when the lab is gone before it is there', async () => {
  const place = document.createElement('div');
  const { told, mount } = recorder();
  const panel = lazyPanel(() => Promise.resolve(mount))(place, CONTEXT);
  panel.show(FIRST);
  panel.dispose();
  await settled();
  expect(told).toEqual([]);
  expect(place.querySelector('canvas')).toBeNull();
});
