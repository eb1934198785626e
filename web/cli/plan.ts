// What is to be trained: settings of the lab from an address, a file and options, in the text form of an address
// (element/settings.ts). Where the lab would mend a setting and say so, here it is refused: nobody may be watching.
import { readFileSync } from 'node:fs';
import { ADDRESS_VERSION, formatHash, type Params, parseHash } from '../element/address.ts';
import { inWords } from '../element/in-words.ts';
import { expandLabConfig } from '../element/lab-config.ts';
import { messagesEn } from '../element/messages.en.ts';
import { PRESET_KEY } from '../element/presets.ts';
import { LabSettings, SETTINGS_BY_KEY } from '../element/settings.ts';
import { SCHEMA } from '../lib/config.ts';
import { invalid, show, unknownName } from '../lib/errors.ts';
import { configToParams, formatSetting, paramsToConfig, type RunConfig, SETTINGS } from '../lib/index.ts';
import { textOf } from './arguments.ts';
import { type Arguments, UsageError } from './command.ts';

export const MAX_STEPS = 1_000_000;
const MAX_SEEDS = 1000;
const STEPS_KEY = 'stop';
const KEYS: readonly string[] = SETTINGS.map(({ setting }) => setting.key);

/** Of an address, what is for those who look at the lab. */
const FOR_VIEWERS = ['v', 'view', 'speed', 'theme', 'lang', 'controls', 'autoplay', 'resize', 'embed'];
/** A file may say besides how long to train, and with which seeds. */
const FILE_EXTRAS = ['steps', 'seeds'];
const SECTIONS = ['model', 'task', 'optimizer', 'schedule', 'variants', ...Object.keys(SCHEMA.run)];

/** What the library says of settings, by the names that they have as options. */
function inOptions(rule: string): string {
  return inWords(rule, ({ key }) => key);
}

/** The rule that a setting breaks, which need not name it again. */
function ruleOf(key: string, rule: string): string {
  const words = inOptions(rule);
  return words.startsWith(`${key} `) ? words.slice(key.length + 1) : words;
}

const STRICT_MESSAGES: typeof messagesEn = {
  ...messagesEn,
  rule: inOptions,
  notice: (key, given, rule) =>
    `invalid ${key === STEPS_KEY ? 'steps' : key}: ${given} (${ruleOf(key, rule)})`,
  tooManyVariants: (given, most) => `${given} variants are too many (at most ${most})`,
};

export interface Plan {
  readonly settings: LabSettings;
  /** How many steps each run has. */
  readonly steps: number;
  /** The seeds of each variant; undefined where it has its own alone. */
  readonly seeds: readonly number[] | undefined;
}

/** Settings from keys and texts. @throws UsageError for the first that is not allowed or not known */
export function strictSettings(params: Params): LabSettings {
  const { settings, notices } = LabSettings.read(params, STRICT_MESSAGES);
  if (notices[0] !== undefined) throw new UsageError(notices[0]);
  return settings;
}

/** The settings of a variant as an address has them after the #; it alone, if the lab is opened with it. */
export function textOfConfig(config: RunConfig): string {
  const params = configToParams(config);
  // Left out, it is two models in the lab.
  const { key } = SCHEMA.model.placement;
  const named: Params = params.some(([name]) => name === key) ? [] : [[key, config.model.placement]];
  return new URLSearchParams([...named, ...params].map(([name, text]) => [name, text])).toString();
}

/** What textOfConfig wrote, or something like it. @throws UsageError if it is nothing of the kind */
export function configOfText(text: string): RunConfig {
  const { config, notices, others } = paramsToConfig(new URLSearchParams(text));
  for (const { key, given, rule } of notices) throw new UsageError(invalid(key, given, ruleOf(key, rule)));
  for (const [key] of others) throw new UsageError(unknownName('there is no setting', key, KEYS));
  return config;
}

/** One setting of a run, as text. */
export function settingText(config: RunConfig, key: string): string {
  const { section, name, setting } = SETTINGS.find((place) => place.setting.key === key)!;
  const values: object = section === 'run' ? config : config[section];
  return formatSetting(setting, (values as Record<string, unknown>)[name]);
}

/** @throws UsageError for the first fault */
export function readPlan(given: Arguments): Plan {
  const source = given.positionals[0];
  const { params, textsOf, seeds: seedsOfSource } = source === undefined ? NO_SOURCE : readSource(source);
  const merged = new Map([...params, ...paramsOfOptions(given)]);
  const read = strictSettings([...merged]);
  const settings = textsOf && !merged.has('text') ? read.withTextsOf(textsOf) : read;
  const seeds = textOf(given, 'seeds') ?? seedsOfSource;
  return {
    settings,
    steps: settings.options.stop,
    seeds: seeds === undefined ? seedsOfLab(settings) : readSeeds('--seeds', seeds),
  };
}

interface Source {
  readonly params: Params;
  /** Where the texts to learn stand, if an address cannot hold them. */
  readonly textsOf?: LabSettings | undefined;
  readonly seeds?: string | undefined;
}

const NO_SOURCE: Source = { params: [] };

/** An address of the lab, what stands after its #, or the name of a file. */
function readSource(source: string): Source {
  const [, page = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(source) ?? [];
  const isUrl = /^[a-z]+:\/\//i.test(page);
  if (isUrl || hash !== '')
    return {
      params: [...paramsOfSearch(isUrl ? search : ''), ...(hash === '' ? [] : paramsOfAddress(hash))],
    };
  if (/^[a-z0-9-]+=/.test(source)) return { params: paramsOfAddress(source) };
  return readConfigFile(source);
}

/** The page for frames takes settings after the ? as well, where other keys are a host's. */
const paramsOfSearch = (search: string): Params =>
  [...new URLSearchParams(search)].filter(
    ([key]) => (SETTINGS_BY_KEY.has(key) || key === PRESET_KEY) && !FOR_VIEWERS.includes(key),
  );

function paramsOfAddress(hash: string): Params {
  const params = parseHash(hash);
  if (!params) throw new UsageError(invalid('address', hash, 'must have settings like #depth=12&lr=0.001'));
  const version = params.find(([key]) => key === 'v')?.[1] ?? ADDRESS_VERSION;
  if (version !== ADDRESS_VERSION) {
    throw new UsageError(`the address is of version ${show(version)} (must be ${show(ADDRESS_VERSION)})`);
  }
  return params.filter(([key]) => !FOR_VIEWERS.includes(key) && !key.endsWith('_hide'));
}

/** The `config` of the element as JSON, or a run that the lab saved. */
function readConfigFile(file: string): Source {
  const json = readJson(file);
  const { format, params } = json;
  try {
    if (format === 'addnorm-run') return { params: paramsOfAddress(formatHash(paramsInRun(params))) };
    const unknown = Object.keys(json).find((key) => !SECTIONS.includes(key) && !FILE_EXTRAS.includes(key));
    if (unknown !== undefined)
      throw new RangeError(unknownName('there is no', unknown, [...SECTIONS, ...FILE_EXTRAS]));
    const config = Object.fromEntries(Object.entries(json).filter(([key]) => !FILE_EXTRAS.includes(key)));
    const textsOf = LabSettings.of(expandLabConfig(config), strictSettings([]));
    const steps = textIn(json, 'steps');
    const stop: Params = steps === undefined ? [] : [[STEPS_KEY, steps]];
    return { params: [...textsOf.toParams(Infinity), ...stop], textsOf, seeds: textIn(json, 'seeds') };
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}

/** The settings in a run that the lab saved. */
function paramsInRun(params: unknown): Params {
  const entries = Object.entries(Object(params) as Record<string, string>);
  if (typeof params === 'object' && entries.every(([, text]) => typeof text === 'string')) return entries;
  throw new TypeError(invalid('params', params, 'must be an object of texts'));
}

/** A number, or what is written as on the command line. */
function textIn(json: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = json[name];
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new TypeError(invalid(name, value, 'must be a number or a string'));
}

/** @throws UsageError if it cannot be read or is no object */
export function readJson(file: string): Readonly<Record<string, unknown>> {
  const text = readTextFile(file);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw new UsageError(`${file} holds ${show(json)} (must be an object)`);
}

export const readTextFile = (file: string): string => readBytes(file).toString();

/** @throws UsageError that names the file if it cannot be read */
export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    );
  }
}

function paramsOfOptions(given: Arguments): Params {
  const params = SETTINGS.flatMap(({ setting: { key } }): Params => {
    const text = textOf(given, key);
    return text === undefined ? [] : [[key, text]];
  });
  const steps = textOf(given, 'steps');
  const file = textOf(given, 'text-file');
  if (file === undefined) return steps === undefined ? params : [...params, [STEPS_KEY, steps]];
  const ofFile: Params = [
    ['task', 'text'],
    ['text', readTextFile(file)],
  ];
  return [...ofFile, ...params, ...(steps === undefined ? [] : [[STEPS_KEY, steps] as const])];
}

/** The lab counts from the seed of the run. */
function seedsOfLab({ options, configs }: LabSettings): readonly number[] | undefined {
  if (options.seeds === 1) return undefined;
  return Array.from({ length: options.seeds }, (_, i) => configs[0]!.seed + i);
}

/** `1..5`, `1,2,7`, or both: `1..5,9`. */
export function readSeeds(name: string, text: string): readonly number[] {
  const rule = `must be a list like 1..5 or 1,2,7, of at most ${MAX_SEEDS} whole numbers`;
  const seeds = text.split(',').flatMap((part) => {
    const [, first, last] = /^\s*(\d{1,15})(?:\.\.(\d{1,15}))?\s*$/.exec(part) ?? [];
    if (first === undefined) return [NaN];
    const length = Number(last ?? first) - Number(first) + 1;
    return length < 1 || length > MAX_SEEDS ? [NaN] : Array.from({ length }, (_, i) => Number(first) + i);
  });
  // A number alone may mean so many seeds, as in the lab, or that seed.
  if (!/[,.]/.test(text) || seeds.some(Number.isNaN) || seeds.length > MAX_SEEDS)
    throw new UsageError(invalid(name, text, rule));
  return [...new Set(seeds)];
}
