// A run as text: keys and values of an address, attributes of an element, flags of a command line. Only what differs from
// the defaults is written. Reading text never throws: a value that is not allowed is mended and a notice says so.
import type { ModelConfig, PartialRunConfig, RunConfig } from './config.ts';
import { SCHEMA, SETTINGS, type SettingPlace } from './config.ts';
import {
  allows,
  basisOfTask,
  expectation,
  modelFaults,
  resolveRunConfig,
  trainerFaults,
  withDefaults,
} from './config-resolve.ts';
import { invalid, show, withSuggestion } from './errors.ts';
import type { Slots } from './placements.ts';
import type { Setting } from './setting.ts';

/** Something in a text that could not be taken as it stood. */
export interface Notice {
  /** The key it stood under. */
  readonly key: string;
  /** What stood there. */
  readonly given: string;
  /** What is used instead, as text; "heads=3" where it is another setting that is changed to fit this one. */
  readonly used: string;
  /** What would have been allowed. */
  readonly rule: string;
  /** All of this in a sentence: `depth: "99" is not allowed (must be a whole number from 1 to 48); 48 is used`. */
  readonly message: string;
}

/** What a notice says is used where nothing of a text can be. */
export const THE_DEFAULT = 'the default';

/** What reading a run from text gives. */
export interface ReadConfig {
  readonly config: RunConfig;
  readonly notices: readonly Notice[];
  /** Keys that are no setting of a run, untouched. */
  readonly others: ReadonlyMap<string, string>;
}

/** What was read so far, by section and name of the setting. */
type GivenSections = Record<keyof typeof SCHEMA, Record<string, unknown>>;

const PLACES_BY_KEY: ReadonlyMap<string, SettingPlace> = new Map(
  SETTINGS.map((place) => [place.setting.key, place]),
);

/**
 * Keys and texts of every setting that differs from its default, in the order of the schema.
 *
 * @throws as resolveRunConfig, if the configuration is not sound
 * @example
 * new URLSearchParams(configToParams({ model: { placement: 'pre', nLayer: 12 } })).toString(); // 'placement=pre&depth=12'
 */
export function configToParams(config: PartialRunConfig): [key: string, text: string][] {
  const run = resolveRunConfig(config);
  const basis = { ...run.model, ...basisOfTask(run.task) };
  const params: [string, string][] = [];
  for (const section of Object.keys(SCHEMA) as (keyof typeof SCHEMA)[]) {
    const values = sectionOf(run, section);
    // A default that follows from other settings is compared with what it is beside those settings.
    for (const [name, setting] of Object.entries<Setting>(SCHEMA[section])) {
      const others = Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
      const byDefault = formatSetting(setting, withDefaults(SCHEMA[section], others, basis)[name]);
      const text = formatSetting(setting, values[name]);
      if (text !== byDefault) params.push([setting.key, text]);
    }
  }
  return params;
}

/**
 * Reads a run from keys and texts. Every value is checked and, if need be, mended: a number out of range is moved to the
 * nearest that is allowed, anything else takes its default.
 *
 * @throws TypeError if they are no pairs of strings
 * @example
 * paramsToConfig(new URLSearchParams('depth=99')).config.model.nLayer; // 48, and a notice
 */
export function paramsToConfig(params: Iterable<readonly [key: string, text: string]>): ReadConfig {
  const given: GivenSections = { model: {}, task: {}, optimizer: {}, schedule: {}, run: {} };
  const notices: Notice[] = [];
  const others = new Map<string, string>();
  for (const [key, text] of checkParams(params)) {
    const place = PLACES_BY_KEY.get(key);
    if (!place) {
      others.set(key, text);
      continue;
    }
    const { value, rule } = parseSetting(place.setting, text);
    const used = value === undefined ? THE_DEFAULT : formatSetting(place.setting, value);
    if (rule !== undefined) notices.push(notice(place.setting, text, used, rule));
    if (value !== undefined) given[place.section][place.name] = value;
  }
  return { config: mend(given, notices), notices, others };
}

/** Returns the pairs if they are pairs of strings, else throws. */
function checkParams(params: unknown): Iterable<readonly [key: string, text: string]> {
  const rule = 'must be pairs of strings, as URLSearchParams are';
  if (typeof params !== 'object' || params === null || !(Symbol.iterator in params)) {
    throw new TypeError(invalid('params', params, rule));
  }
  return Array.from(params as Iterable<unknown>, (pair, i) => {
    const [key, text] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof key === 'string' && typeof text === 'string') return [key, text];
    throw new TypeError(invalid(`params[${i}]`, pair, rule));
  });
}

/** A setting read from text: the value if there is one to use, and the rule that the text broke if it broke one. */
export interface ParsedSetting {
  readonly value: unknown;
  readonly rule: string | undefined;
}

/** Reads one setting from text. An undefined value stands for the default. */
export function parseSetting(setting: Setting, text: string): ParsedSetting {
  if (typeof text !== 'string') throw new TypeError(invalid('text', text, 'must be a string'));
  // A text is taken as it stands, blanks at its ends too.
  const value = setting.type === 'text' ? text : parseText(setting, text.trim());
  if (value !== undefined && (setting.type === 'slots' || allows(setting, value)))
    return { value, rule: undefined };
  const { rule } = expectation(setting, value);
  if (setting.type === 'integer' || setting.type === 'number') {
    return { value: typeof value === 'number' ? nearest(setting, value) : undefined, rule };
  }
  const isNamed = setting.type === 'choice';
  return { value: undefined, rule: isNamed ? withSuggestion(rule, text, setting.choices) : rule };
}

/** A setting's value as text, which parseSetting reads back as the same value. */
export function formatSetting(setting: Setting, value: unknown): string {
  if (setting.type === 'boolean') return value === true ? '1' : '0';
  if (setting.type !== 'slots') return String(value);
  const slots = value as Slots;
  const filled = (['input', 'output', 'after'] as const).filter((slot) => slots[slot]);
  return filled.length === 0 ? 'empty' : filled.join('-');
}

const NUMBER = /^[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})(e[+-]?\d{1,5})?$/i;
const TRUE_TEXTS = ['1', 'true', 'on', 'yes', ''];
const FALSE_TEXTS = ['0', 'false', 'off', 'no'];

function parseText(setting: Exclude<Setting, { type: 'text' }>, text: string): unknown {
  switch (setting.type) {
    case 'integer':
    case 'number':
      return NUMBER.test(text) ? Number(text) + 0 : undefined;
    case 'boolean':
      return TRUE_TEXTS.includes(text) ? true : FALSE_TEXTS.includes(text) ? false : undefined;
    case 'choice':
      return text;
    case 'slots':
      return parseSlots(text);
  }
}

function parseSlots(text: string): Slots | undefined {
  const filled = text === 'empty' ? [] : text.split('-');
  if (!filled.every((slot) => slot === 'input' || slot === 'output' || slot === 'after')) return undefined;
  return {
    input: filled.includes('input'),
    output: filled.includes('output'),
    after: filled.includes('after'),
  };
}

/** The allowed number that is nearest. */
function nearest(setting: Extract<Setting, { type: 'integer' | 'number' }>, value: number): number {
  const bounded = Math.min(Math.max(value, setting.min), setting.max);
  return setting.type === 'integer' ? Math.round(bounded) : bounded;
}

/** Fills in the defaults and settles what does not go together, one rule after the other. */
function mend(given: GivenSections, notices: Notice[]): RunConfig {
  for (;;) {
    const run = complete(given);
    const fault = modelFaults(run.model)[0] ?? trainerFaults(run, run.model)[0];
    if (!fault) return run;
    const [faulty, mended] = [placeOf(fault.path), placeOf(fault.mended.path)];
    const value = formatSetting(mended.setting, fault.mended.value);
    // What was given is told of: a width that does not fit, and not the default number of heads, which is mended.
    const told = given[faulty.section][faulty.name] === undefined ? mended : faulty;
    const used = told.path === mended.path ? value : `${mended.setting.key}=${value}`;
    const text = formatSetting(told.setting, sectionOf(run, told.section)[told.name]);
    notices.push(notice(told.setting, text, used, `${fault.path} ${fault.rule}`));
    given[mended.section][mended.name] = fault.mended.value;
  }
}

function complete({ model: givenModel, task, optimizer, schedule, run }: GivenSections): RunConfig {
  const model = withDefaults(SCHEMA.model, givenModel, basisOfTask(task)) as unknown as ModelConfig;
  return {
    model,
    task: withDefaults(SCHEMA.task, task, model),
    optimizer: withDefaults(SCHEMA.optimizer, optimizer, model),
    schedule: withDefaults(SCHEMA.schedule, schedule, model),
    ...withDefaults(SCHEMA.run, run, model),
  } as unknown as RunConfig;
}

function notice({ key }: Setting, text: string, used: string, rule: string): Notice {
  const given = text.slice(0, 60);
  const message = `${key}: ${show(given)} is not allowed (${rule}); ${used} is used`;
  return { key, given, used, rule, message };
}

function placeOf(path: string): SettingPlace {
  const place = SETTINGS.find((candidate) => candidate.path === path);
  if (!place) throw new Error(`no setting ${path}`);
  return place;
}

const sectionOf = (run: RunConfig, section: keyof typeof SCHEMA) =>
  (section === 'run' ? run : run[section]) as unknown as Readonly<Record<string, unknown>>;
