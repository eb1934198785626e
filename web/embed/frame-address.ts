// What the address of the page for frames says. Behind the ? stands what is the frame's own (`theme`, `controls`, `lang`, …),
// after the # the settings of the lab; since some hosts cut off what is after the #, settings may stand after the ? as well.
// Pure: text in, values out, and a notice for each that could not be taken as it stood.
import { ADDRESS_VERSION, type Params, parseHash } from '../element/address.ts';
import { isHideKey } from '../element/hidden.ts';
import type { LabMessages } from '../element/messages.en.ts';
import { PRESET_KEY } from '../element/presets.ts';
import { SETTINGS_BY_KEY } from '../element/settings.ts';
import { show } from '../lib/errors.ts';
import { parseSetting } from '../lib/index.ts';
import type { ResizeMode } from './frame.ts';
import type { Theme } from './protocol.ts';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface FrameAddress {
  readonly theme: Theme;
  readonly controls: 'all' | 'basic' | 'none';
  readonly lang: Language;
  readonly autoplay: boolean;
  readonly resize: ResizeMode;
  readonly id: string;
  /** Settings of the lab, as keys and texts. */
  readonly params: Params;
  /** What could not be taken as it stood, a sentence each. */
  readonly notices: (messages: LabMessages) => string[];
}

/** How the text of a key is read; without a text its default is. */
interface Own {
  readonly default: string;
  readonly read: (text: string) => { readonly value: unknown; readonly rule: string | undefined };
}

/** What a row of settings has besides, and nobody sees here. */
const NAMELESS = { key: '', label: '', help: '', group: 'more' } as const;

/** The first choice is the default. */
function choice(choices: readonly string[]): Own {
  const row = { type: 'choice', choices, default: choices[0]!, ...NAMELESS } as const;
  return { default: row.default, read: (text) => parseSetting(row, text) };
}

const MOST_OF_ID = 100;
const readId: Own['read'] = (id) => ({
  value: id.slice(0, MOST_OF_ID),
  rule: id.length > MOST_OF_ID ? `must have 0 to ${MOST_OF_ID} characters, not ${id.length}` : undefined,
});

const OWN: Readonly<Record<string, Own>> = {
  v: {
    default: ADDRESS_VERSION,
    read: (text) => ({
      value: ADDRESS_VERSION,
      rule: text === ADDRESS_VERSION ? undefined : `must be "${ADDRESS_VERSION}"`,
    }),
  },
  theme: choice(['auto', 'light', 'dark']),
  controls: choice(['all', 'basic', 'none']),
  lang: choice(LANGUAGES),
  autoplay: {
    default: 'false',
    read: (text) => parseSetting({ type: 'boolean', default: false, ...NAMELESS }, text),
  },
  resize: choice(['addnorm', 'lti']),
  id: { default: '', read: readId },
};

const isSetting = (key: string) => SETTINGS_BY_KEY.has(key) || key === PRESET_KEY || isHideKey(key);

/** @param search what stands after the ?, with it; keys that are not known there are a host's @param hash after the # */
export function readFrameAddress(search: string, hash: string): FrameAddress {
  const isOwn = (key: string) => Object.hasOwn(OWN, key);
  const asked = [...new URLSearchParams(search)].filter(([key]) => isOwn(key) || isSetting(key));
  const given = new Map([...asked, ...(parseHash(hash) ?? [])]);
  const texts: Record<string, string> = {};
  const faults: ((messages: LabMessages) => string)[] = [];
  for (const [key, own] of Object.entries(OWN)) {
    const text = given.get(key);
    given.delete(key);
    if (text === undefined) {
      texts[key] = own.default;
      continue;
    }
    const { value, rule } = own.read(text);
    const used = (texts[key] = typeof value === 'string' || value === true ? String(value) : own.default);
    if (rule !== undefined) {
      faults.push((messages) => messages.notice(key, show(text), messages.rule(rule), show(used)));
    }
  }
  return {
    theme: texts['theme'] as Theme,
    controls: texts['controls'] as FrameAddress['controls'],
    lang: texts['lang'] as Language,
    autoplay: texts['autoplay'] === 'true',
    resize: texts['resize'] as ResizeMode,
    id: texts['id']!,
    params: [...given],
    notices: (messages) => faults.map((fault) => fault(messages)),
  };
}

/** Settings of a message as keys and texts. */
export const paramsOf = (config: Readonly<Record<string, string | number | boolean>>): Params =>
  Object.entries(config).map(([key, value]) => [
    key,
    value === true ? '1' : value === false ? '0' : String(value),
  ]);
