// The texts of a page's script: in its language, and in English where there are none, or none can be had.
import { Window } from 'happy-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { catalogue } from '../../web/app/site/catalogue.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['en', () => Promise.resolve('Hallo'), 'Hello'],
  ['de', () => Promise.resolve('Hallo'), 'Hallo'],
  ['de', undefined, 'Hello'],
  ['de', () => Promise.reject(new Error('offline')), 'Hello'],
] as const)('in %s', async (language, translation, expected) => {
  const { document } = new Window();
  document.documentElement.lang = language;
  vi.stubGlobal('document', document);
  expect(await catalogue('Hello', translation && { de: translation })).toBe(expected);
});
