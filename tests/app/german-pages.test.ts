// The German experiments, microscope and maps: each text has the places of the English one, and nothing is left in English.
import { describe, expect, test } from 'vitest';
import { textsDe as microscopeTextsDe } from '../../web/app/microscope/texts.de.ts';
import { textsEn as microscopeTextsEn } from '../../web/app/microscope/texts.en.ts';
import { messagesDe as experimentPageDe } from '../../web/app/experiments/messages.de.ts';
import { messagesEn as experimentPageEn } from '../../web/app/experiments/messages.en.ts';
import { textsDe as experimentTextsDe } from '../../web/app/experiments/texts.de.ts';
import { textsEn as experimentTextsEn } from '../../web/app/experiments/texts.en.ts';
import { textsDe as mapTextsDe } from '../../web/app/maps/texts.de.ts';
import { textsEn as mapTextsEn } from '../../web/app/maps/texts.en.ts';
import { messagesDe as siteDe } from '../../web/app/site/messages.de.ts';
import { messagesEn as siteEn } from '../../web/app/site/messages.en.ts';
import {
  EXPERIMENTS,
  messagesEn as experimentsEn,
  OUTCOMES,
  quoteTexts,
} from '../../web/experiments/index.ts';
import type { Markup } from '../../web/app/site/markup.ts';
import { messagesDe as experimentsDe } from '../../web/experiments/messages.de.ts';
import { messagesDe as mapsDe } from '../../web/maps/messages.de.ts';
import { messagesEn as mapsEn } from '../../web/maps/messages.en.ts';
import { messagesDe as microscopeDe } from '../../web/microscope/messages.de.ts';
import { messagesEn as microscopeEn } from '../../web/microscope/messages.en.ts';

const CATALOGUES = {
  experiments: [experimentsEn, experimentsDe],
  'pages of experiments': [experimentTextsEn, experimentTextsDe],
  'scripts of experiments': [experimentPageEn, experimentPageDe],
  microscope: [microscopeEn, microscopeDe],
  'page of the microscope': [microscopeTextsEn, microscopeTextsDe],
  'scripts of all pages': [siteEn, siteDe],
  maps: [mapsEn, mapsDe],
  'page of the maps': [mapTextsEn, mapTextsDe],
} as const satisfies Record<string, readonly [unknown, unknown]>;

/** What a text that is made is given; a list, since some are made of lists. */
const GIVEN = ['⟨0⟩', '⟨1⟩', '⟨2⟩', '⟨3⟩', '⟨4⟩'].map((name) => [name]);

/** Every text of a value by its way; those that are made, with places for what they are given. */
function textsOf(value: unknown, way = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[way, value]]);
  if (typeof value === 'function') {
    // Rules are translated by their form (german.test.ts).
    if (way.endsWith('/rule')) return new Map();
    const made = (value as (...given: unknown[]) => string | Markup | undefined)(...GIVEN);
    return new Map(made === undefined ? [] : [[way, made.toString()]]);
  }
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(Object.entries(value).flatMap(([key, part]) => [...textsOf(part, `${way}/${key}`)]));
}

const waysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => waysOf(part).map((way) => `${key}/${way}`))
    : [typeof value];

const placesOf = (text: string) => new Set(text.match(/\{[^{}]*\}|⟨\d⟩/g) ?? []);

/** Words that German has not, and no name or formula either. */
const ENGLISH =
  /\b(the|and|with|without|of|is|are|that|to|by|from|one|its|each|loss|step|steps|learning|gradient norm|sub-layer|stream)\b/i;
/** Titles of papers, and code. */
const AS_PUBLISHED =
  /Understanding the Difficulty of Training Transformers|Attention is not all you need|x = .*layer_norm.*/g;

describe.each(Object.entries(CATALOGUES))('%s', (_, [english, german]) => {
  const translated = textsOf(german);

  test('has a German text for each English one, and no other', () => {
    expect(waysOf(german).sort()).toEqual(waysOf(english).sort());
  });

  test('has the places of the English text in the German one', () => {
    for (const [way, text] of textsOf(english)) {
      expect([way, placesOf(translated.get(way)!)]).toEqual([way, placesOf(text)]);
      expect([way, translated.get(way)!.trim() === '']).toEqual([way, text.trim() === '']);
    }
  });

  test('leaves nothing in English, and quotes as German does', () => {
    const left = [...translated].filter(([, text]) =>
      ENGLISH.test(text.replace(AS_PUBLISHED, '').replace(/\{[^{}]*\}/g, '')),
    );
    expect(left).toEqual([]);
    const marks = [...translated].filter(([, text]) => /"|“[^“]*”/.test(text.replace(/<[^>]*>/g, '')));
    expect(marks).toEqual([]);
  });
});

test('a decimal comma is in what is quoted', () => {
  for (const experiment of EXPERIMENTS) {
    const outcome = OUTCOMES.experiments[experiment.id];
    const quoted = textsOf(quoteTexts(experiment, outcome, OUTCOMES.seeds, experimentsDe));
    const faults = [...quoted].filter(
      ([way, text]) => !way.endsWith('/source') && /\d\.\d|[{}]|undefined|NaN/.test(text),
    );
    expect(faults).toEqual([]);
  }
});
