import { expect, test, vi } from 'vitest';
import { Emitter } from '../../web/lab/emitter.ts';

interface Events {
  text: string;
  count: number;
}

test('an event reaches the listeners of its kind, in order', () => {
  const emitter = new Emitter<Events>();
  const heard: unknown[] = [];
  emitter.on('text', (text) => heard.push(`first ${text}`));
  emitter.on('text', (text) => heard.push(`second ${text}`));
  emitter.on('count', (count) => heard.push(count));
  emitter.emit('text', 'a');
  emitter.emit('count', 1);
  expect(heard).toEqual(['first a', 'second a', 1]);
});

test('a listener that was removed hears nothing more; the same function added twice is removed once', () => {
  const emitter = new Emitter<Events>();
  const listener = vi.fn();
  const remove = emitter.on('count', listener);
  emitter.on('count', listener);
  remove();
  remove();
  emitter.emit('count', 1);
  expect(listener).toHaveBeenCalledTimes(1);
  emitter.clear();
  emitter.emit('count', 2);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a listener may remove itself and add others while it is called', () => {
  const emitter = new Emitter<Events>();
  const later = vi.fn();
  const remove = emitter.on('count', () => {
    remove();
    emitter.on('count', later);
  });
  emitter.emit('count', 1);
  expect(later).not.toHaveBeenCalled();
  emitter.emit('count', 2);
  expect(later).toHaveBeenCalledTimes(1);
});

test('a listener that throws keeps nobody from hearing, and its error is not lost', async () => {
  const emitter = new Emitter<Events>();
  const others = process.listeners('uncaughtException');
  const uncaught = vi.fn();
  process.removeAllListeners('uncaughtException').on('uncaughtException', uncaught);
  try {
    const second = vi.fn();
    emitter.on('count', () => {
      throw new Error('of the listener');
    });
    emitter.on('count', second);
    expect(() => emitter.emit('count', 1)).not.toThrow();
    expect(second).toHaveBeenCalledTimes(1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(uncaught.mock.calls).toEqual([[new Error('of the listener'), 'uncaughtException']]);
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of others) process.on('uncaughtException', listener);
  }
});
