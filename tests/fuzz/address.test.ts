// Addresses: whatever stands after the #, reading gives sound settings and throws nothing, and what it gives is written so
// that it reads as the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatHash, parseHash } from '../../web/element/address.ts';
import { LabSettings, MAX_VARIANTS, SETTINGS_BY_KEY } from '../../web/element/settings.ts';
import {
  configToParams,
  formatSetting,
  paramsToConfig,
  parseSetting,
  resolveRunConfig,
  SETTINGS,
} from '../../web/lib/index.ts';
import { anything, fuzz, given, INHERITED, number, text } from './fuzz.ts';

const CHOICES = SETTINGS.flatMap(({ setting }) => (setting.type === 'choice' ? setting.choices : []));

const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...SETTINGS_BY_KEY.keys()) },
  { weight: 1, arbitrary: fc.constantFrom(...INHERITED, 'v', 'theme') },
  { weight: 1, arbitrary: text },
);
const value = fc.oneof(
  fc.constantFrom(...CHOICES),
  number.map(String),
  fc.nat({ max: 40 }).map(String),
  fc.constantFrom(
    '',
    ' ',
    '1e999',
    '-1e-999',
    '0x10',
    '1_000',
    '٣',
    '１',
    '9'.repeat(401),
    'input-after',
    '1,2',
  ),
  text,
);
/** One text, or a list of texts, one a variant. */
const values = fc.oneof(
  value,
  fc.array(value, { maxLength: 9 }).map((list) => list.join(',')),
);
const params = fc.array(fc.tuple(key, value), { maxLength: 12 });
const labParams = fc.array(fc.tuple(key, values), { maxLength: 12 });

describe('an address', () => {
  test('with any keys and texts gives a sound run, and says of each text that it was not taken', () => {
    fuzz(params, (pairs) => {
      const { config, notices, others } = paramsToConfig(pairs);
      expect(resolveRunConfig(config)).toEqual(config);
      expect(paramsToConfig(configToParams(config)).config).toEqual(config);
      for (const notice of notices) {
        expect(notice.message.startsWith(`${notice.key}: `)).toBe(true);
        expect(notice.message.length).toBeLessThan(500);
      }
      const unknown = pairs
        .map(([name]) => name)
        .filter((name) => !SETTINGS.some(({ setting }) => setting.key === name));
      expect(new Set(others.keys())).toEqual(new Set(unknown));
    });
  });

  test('of a lab gives one to six sound variants, and is written so that it reads as the same lab', () => {
    fuzz(
      labParams,
      (pairs) => {
        const { settings, notices } = LabSettings.read(pairs);
        expect(settings.configs.length).toBeGreaterThanOrEqual(1);
        expect(settings.configs.length).toBeLessThanOrEqual(MAX_VARIANTS);
        for (const config of settings.configs) expect(resolveRunConfig(config)).toEqual(config);
        for (const notice of notices) expect(notice.length).toBeLessThan(500);
        const again = LabSettings.read(settings.toParams());
        expect(again.notices).toEqual([]);
        expect(again.settings.configs).toEqual(settings.configs);
        expect(again.settings.equals(settings)).toBe(true);
      },
      { runs: 400 },
    );
  });

  test('is any text at all, and pairs that were written are read as they were', () => {
    fuzz(fc.tuple(text, params), ([hash, pairs]) => {
      for (const [name, content] of parseHash(hash) ?? [])
        expect(typeof name + typeof content).toBe('stringstring');
      LabSettings.read(parseHash(`#${hash}`) ?? []);
      const wellFormed = pairs.map((pair) => pair.map((part) => Buffer.from(part).toString()));
      const read = parseHash(formatHash(wellFormed as [string, string][]));
      expect(read?.slice(wellFormed.length > 0 ? 1 : 0)).toEqual(wellFormed);
    });
  });
});

describe('a setting', () => {
  const setting = fc.constantFrom(...SETTINGS.map((place) => place.setting));

  test('reads back as what it was written from', () => {
    fuzz(fc.tuple(setting, value), ([row, content]) => {
      const parsed = parseSetting(row, content);
      if (parsed.value === undefined) return;
      expect(parseSetting(row, formatSetting(row, parsed.value))).toEqual({
        value: parsed.value,
        rule: undefined,
      });
    });
  });

  test('that is read from what is no text is refused by name', () => {
    const pairs = fc.oneof(anything, fc.array(fc.oneof(fc.tuple(key, anything), anything), { maxLength: 4 }));
    fuzz(fc.tuple(setting, pairs), ([row, junk]) => {
      given(() => paramsToConfig(junk as [string, string][]));
      given(() => parseSetting(row, junk as string));
    });
  });
});
