// The slider of the way back: what moves, when the run is asked to go back, and what is never moved under a finger.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CursorSync } from '../../web/charts/cursor-sync.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { RewindBar } from '../../web/element/rewind-bar.ts';

let place: HTMLElement;
let cursor: CursorSync;
let asked: number[];
let bar: RewindBar;

beforeEach(() => {
  vi.useFakeTimers();
  place = document.createElement('div');
  document.body.replaceChildren(place);
  cursor = new CursorSync();
  asked = [];
  bar = new RewindBar(place, messagesEn, cursor, (step) => asked.push(step));
});
afterEach(() => {
  bar.dispose();
  vi.useRealTimers();
});

const slider = () => place.querySelector('input')!;
const shown = () => place.querySelector('.rewind-value')!.textContent.trim();
const stands = () => [slider().value, slider().max, slider().getAttribute('aria-valuetext'), shown()];

/** As a browser does it: the thumb moves at once, and is let go for a moment after every key. */
function move(step: number): void {
  slider().value = String(step);
  slider().dispatchEvent(new Event('input'));
}
const letGo = () => slider().dispatchEvent(new Event('change'));
const press = (key: string) => slider().dispatchEvent(new KeyboardEvent('keydown', { key }));
const touch = () => slider().dispatchEvent(new Event('pointerdown'));

describe('the slider', () => {
  test('has nothing to go back to before there is a step, and follows the run', () => {
    expect(slider().disabled).toBe(true);
    bar.show({ stepsDone: 12, state: 'running' });
    expect(slider().disabled).toBe(false);
    expect(stands()).toEqual(['12', '12', 'step 12 of 12', '12']);
    expect(place.querySelector('label')!.htmlFor).toBe(slider().id);
    bar.show({ stepsDone: 0, state: 'paused' });
    expect(slider().disabled).toBe(true);
  });

  test('moves the cursor of the charts while it is dragged, and nothing under the finger; let go, it asks', () => {
    bar.show({ stepsDone: 100, state: 'running' });
    touch();
    move(60);
    bar.show({ stepsDone: 140, state: 'running' });
    move(40);
    bar.show({ stepsDone: 150, state: 'running' });
    expect(cursor.x).toBe(40);
    expect(stands()).toEqual(['40', '100', 'step 40 of 100', 'back to 40']);
    expect(asked).toEqual([]);
    letGo();
    expect(asked).toEqual([40]);
    expect(cursor.x).toBeNull();
    bar.show({ stepsDone: 150, state: 'rewinding' });
    expect(stands()).toEqual(['40', '100', 'step 40 of 100', 'back to 40']);
    bar.show({ stepsDone: 40, state: 'paused' });
    expect(stands()).toEqual(['40', '40', 'step 40 of 40', '40']);
    vi.runAllTimers();
    expect(asked).toEqual([40]);
  });

  test('moved by keys asks when none has moved it for a moment, or at Enter', () => {
    bar.show({ stepsDone: 100, state: 'paused' });
    for (const step of [99, 98, 88]) {
      press('ArrowLeft');
      move(step);
      letGo();
      vi.advanceTimersByTime(500);
    }
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(asked).toEqual([88]);
    bar.show({ stepsDone: 88, state: 'paused' });
    press('Home');
    move(0);
    letGo();
    press('Enter');
    expect(asked).toEqual([88, 0]);
    vi.runAllTimers();
    expect(asked).toEqual([88, 0]);
  });

  test('forgets at Escape where it was moved to', () => {
    bar.show({ stepsDone: 100, state: 'paused' });
    press('ArrowLeft');
    move(99);
    letGo();
    press('Escape');
    vi.runAllTimers();
    expect(asked).toEqual([]);
    expect(stands()).toEqual(['100', '100', 'step 100 of 100', '100']);
    expect(cursor.x).toBeNull();
  });

  test('forgets it too when the run is before it meanwhile', () => {
    bar.show({ stepsDone: 100, state: 'running' });
    move(70);
    letGo();
    bar.show({ stepsDone: 0, state: 'paused' });
    vi.runAllTimers();
    expect(asked).toEqual([]);
    expect(stands()).toEqual(['0', '0', 'step 0 of 0', '0']);
  });

  test('stays where the keyboard is when it is taken back to step 0', () => {
    bar.show({ stepsDone: 5, state: 'paused' });
    slider().focus();
    move(0);
    letGo();
    press('Enter');
    bar.show({ stepsDone: 0, state: 'paused' });
    expect(document.activeElement).toBe(slider());
    expect(slider().disabled).toBe(false);
  });
});
