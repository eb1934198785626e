// @vitest-environment node
// Tokens are written as the task means them.
import { expect, test } from 'vitest';
import { LabSettings } from '../../web/element/settings.ts';
import { tokenTexts } from '../../web/element/token-text.ts';

const texts = (text: string) => tokenTexts(LabSettings.read(new URLSearchParams(text)).settings.configs[0]!);

test('symbols are numbers from 0, after the blank and the separator', () => {
  expect([0, 1, 2, 15].map(texts('task=reverse'))).toEqual(['_', '|', '0', '13']);
});

test('characters are themselves, and those of which nothing is to be seen have a sign', () => {
  const write = texts('task=text&text=ba%20b%0Aab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab');
  const written = [2, 3, 4, 5].map(write).sort();
  expect(written).toEqual(['a', 'b', '⏎', '␣'].sort());
});
