// What a lab is set to, as an immutable value: the variants it compares, and its options. Its text form is that of an
// address: a key with one text sets all variants, a key with a list ("placement=post,pre") sets one after the other.
// Knows neither the address nor the document.
import {
  configToParams,
  formatSetting,
  type Notice,
  type PartialRunConfig,
  paramsToConfig,
  parseSetting,
  type Placement,
  PLACEMENT_NAMES,
  type RunConfig,
  SETTINGS,
  type Setting,
} from '../lib/index.ts';
import { THE_DEFAULT } from '../lib/config-text.ts';
import { show, suggestion } from '../lib/errors.ts';
import { textLength } from '../lib/text-vocabulary.ts';
import { ARRANGEMENT_KEYS } from './arrangement.ts';
import { type Control, hiddenBy, isHideKey, readHide } from './hidden.ts';
import { type LabMessages, messagesEn } from './messages.en.ts';
import { isUnpredictable } from './predictable.ts';
import { type LabOptionValues, OPTIONS } from './options.ts';
import { PRESET_KEY, readPreset } from './presets.ts';
import { seedFault } from './seed-room.ts';

export const MAX_VARIANTS = 6;
/** Longer ones make addresses that do not come through everywhere. */
const MAX_WRITTEN_TEXT = 2000;
const PLACEMENT = 'placement';
const TEXT = 'text';
const DEFAULT_PLACEMENTS = 'post,pre';
const OPTION_KEYS: readonly string[] = Object.values(OPTIONS).map(({ key }) => key);

/** Every setting of a lab by its key in the address: those of a run, then the options. */
export const SETTINGS_BY_KEY: ReadonlyMap<string, Setting> = new Map(
  [...SETTINGS.map(({ setting }) => setting), ...Object.values<Setting>(OPTIONS)].map((setting) => [
    setting.key,
    setting,
  ]),
);

/** One variant as text by key; what is not there has its default. */
type Texts = ReadonlyMap<string, string>;

export interface ReadSettings {
  readonly settings: LabSettings;
  /** What could not be taken as it stood, a sentence each. */
  readonly notices: readonly string[];
}

/** A key with its new text; undefined is the default. */
type Change = readonly [key: string, text: string | undefined];

/** A change that was asked for: the settings with it, or what is wrong with it. */
export type Changed =
  | { readonly settings: LabSettings; readonly fault?: undefined }
  | { readonly settings?: undefined; readonly fault: string };

export class LabSettings {
  /** One complete configuration a variant. */
  readonly configs: readonly RunConfig[];
  readonly options: LabOptionValues;
  /** Controls that are not shown. */
  readonly hidden: ReadonlySet<Control>;
  readonly #variants: readonly Texts[];
  readonly #optionTexts: Texts;

  private constructor(configs: readonly RunConfig[], optionTexts: Texts) {
    this.configs = configs;
    this.#variants = configs.map((config) => new Map(configToParams(config)));
    this.#optionTexts = optionTexts;
    this.options = optionsOf(optionTexts);
    this.hidden = new Set([...optionTexts.keys()].filter(isHideKey).map(hiddenBy));
  }

  /** Reads keys and texts. Nothing throws: what is not allowed is mended, and a notice says so. */
  static read(
    params: Iterable<readonly [key: string, text: string]>,
    messages: LabMessages = messagesEn,
  ): ReadSettings {
    const notices: string[] = [];
    const given = withPreset(new Map(params), notices, messages);
    const optionTexts = readOptions(given, notices, messages);
    const variants = spread(given, notices, messages).map((texts) => paramsToConfig(texts));
    for (const { notices: found, others } of variants) {
      notices.push(...found.map((one) => noticeText(one, messages)));
      notices.push(...[...others.keys()].map((key) => unknownText(key, messages)));
    }
    const settings = new LabSettings(
      variants.map(({ config }) => config),
      optionTexts,
    );
    return { settings, notices: [...new Set(notices)] };
  }

  /**
   * Settings from complete or partial configurations, one a variant.
   *
   * @throws RangeError or TypeError for the first fault
   */
  static of(configs: readonly PartialRunConfig[], before: LabSettings): LabSettings {
    const texts = configs.map((config) => paramsToConfig(configToParams(config)).config);
    return new LabSettings(texts, before.#optionTexts);
  }

  /**
   * Keys and texts of all that differs from the defaults; `read` makes the same settings of them, but for what `leftOut` says.
   *
   * @param maxText characters of the longest text that is written
   */
  toParams(maxText = MAX_WRITTEN_TEXT): [key: string, text: string][] {
    const params: [string, string][] = [];
    for (const { setting } of SETTINGS) {
      const { key } = setting;
      if (this.#whyLeftOut(setting, maxText) !== undefined) continue;
      const texts = this.texts(key);
      const isVaried = new Set(texts).size > 1;
      const isDefault = this.#variants.every((variant) => !variant.has(key));
      if (key === PLACEMENT) {
        if (texts.join() !== DEFAULT_PLACEMENTS) params.push([key, texts.join()]);
      } else if (isVaried && !isDefault) params.push([key, texts.join()]);
      else if (!isDefault) params.push([key, texts[0]!]);
    }
    return [...params, ...this.#optionTexts];
  }

  /** What toParams() does not write, a sentence each. */
  leftOut(messages: LabMessages = messagesEn): readonly string[] {
    return SETTINGS.flatMap(({ setting }) => this.#whyLeftOut(setting, MAX_WRITTEN_TEXT, messages) ?? []);
  }

  /** An address has room for a short text, and for one. */
  #whyLeftOut({ type, key }: Setting, maxText: number, messages = messagesEn): string | undefined {
    const texts = type === 'text' ? this.#variants.flatMap((variant) => variant.get(key) ?? []) : [];
    if (texts.length === 0) return undefined;
    if (new Set(this.texts(key)).size > 1) return messages.textsDiffer(key);
    return textLength(texts[0]!) > maxText ? messages.textTooLong(key, maxText) : undefined;
  }

  /** These settings with the texts to learn of others, which no list of texts can hold where they differ. */
  withTextsOf(other: LabSettings): LabSettings {
    const texts = other.texts(TEXT);
    if (new Set(texts).size < 2 || texts.length !== this.configs.length) return this;
    return texts.reduce<LabSettings>(
      (settings, text, i) => settings.change([[TEXT, text]], i).settings ?? settings,
      this,
    );
  }

  /** What is to be said of a setting although it is allowed, a sentence each. */
  remarksOn(key: string, messages: LabMessages = messagesEn): readonly string[] {
    if (key === TEXT) return this.leftOut(messages);
    if (key === 'ctx' && this.configs.some(isUnpredictable)) return [messages.nothingToPredict];
    return [];
  }

  /** The text of a setting, one a variant; of an option, one for all. */
  texts(key: string): readonly string[] {
    const option = Object.entries<Setting>(OPTIONS).find(([, { key: other }]) => other === key);
    if (option) return [formatSetting(option[1], this.options[option[0] as keyof LabOptionValues])];
    const { section, name, setting } = SETTINGS.find((place) => place.setting.key === key)!;
    return this.configs.map((config) => {
      const values: object = section === 'run' ? config : config[section];
      return formatSetting(setting, (values as Record<string, unknown>)[name]);
    });
  }

  /**
   * These settings with other texts for some keys; undefined takes what was given away.
   *
   * @param variant the one to change; all if left out
   */
  change(texts: Iterable<Change>, variant?: number, messages: LabMessages = messagesEn): Changed {
    const changes = [...texts].map(([key, text]): Change => [key, withPoint(key, text)]);
    for (const [key, text] of changes) {
      const { rule } =
        text === undefined ? { rule: undefined } : parseSetting(SETTINGS_BY_KEY.get(key)!, text);
      if (rule !== undefined) return { fault: messages.rule(rule) };
    }
    const apply = (before: Texts, dropped: readonly string[] = []) => {
      const after = new Map(before);
      for (const key of dropped) after.delete(key);
      for (const [key, text] of changes) {
        if (text === undefined) after.delete(key);
        else after.set(key, text);
      }
      return after;
    };
    const withSeeds = (settings: LabSettings): Changed => {
      const faults = changes.map(([key]) => seedFault(settings, key, messages));
      const fault = faults.find((one) => one !== undefined);
      return fault === undefined ? { settings } : { fault };
    };
    const optionChanges = changes.filter(([key]) => OPTION_KEYS.includes(key));
    if (optionChanges.length > 0) {
      return withSeeds(new LabSettings(this.configs, withoutDefaults(apply(this.#optionTexts))));
    }
    const read = this.#variants.map((before, i) =>
      paramsToConfig(
        variant === undefined || variant === i ? apply(before, this.#coupled(changes, i)) : before,
      ),
    );
    const fault = read.flatMap(({ notices }) => notices)[0];
    // It may be of another setting than those that change; the rule says which one is at fault.
    if (fault) return { fault: messages.rule(fault.rule) };
    return withSeeds(
      new LabSettings(
        read.map(({ config }) => config),
        this.#optionTexts,
      ),
    );
  }

  /** These settings with one variant more after variant `i`: one like it, or one like it but for its placement. */
  added(i: number, placement?: Placement): LabSettings {
    const configs = [...this.configs.slice(0, i + 1), ...this.configs.slice(i)];
    const copied = new LabSettings(configs, this.#optionTexts);
    return placement === undefined
      ? copied
      : (copied.change([[PLACEMENT, placement]], i + 1).settings ?? copied);
  }

  removed(i: number): LabSettings {
    return new LabSettings(
      this.configs.filter((_, other) => other !== i),
      this.#optionTexts,
    );
  }

  /** A placement that no variant has yet. */
  get unusedPlacement(): Placement {
    const used = this.configs.map(({ model }) => model.placement);
    return PLACEMENT_NAMES.find((name) => !used.includes(name)) ?? PLACEMENT_NAMES[0]!;
  }

  /** What else has to go back to its default in a variant so that changes of it have their effect. */
  #coupled(changes: readonly Change[], variant: number): readonly string[] {
    return changes.flatMap(([key, text]): readonly string[] => {
      if (key === PLACEMENT) return ARRANGEMENT_KEYS;
      // The vocabulary is as large as a text needs.
      if (key === 'text' || (key === 'task' && text === 'text')) return ['vocab'];
      if (key === 'schedule' && text === 'constant') return ['warmup'];
      if (key === 'warmup' && this.configs[variant]!.schedule.kind === 'constant') return ['schedule'];
      return [];
    });
  }

  /** Would a run of these settings give other numbers than one of `other`? */
  isSameRun(other: LabSettings): boolean {
    const run = ({ configs, options }: LabSettings) => JSON.stringify([configs, options.seeds]);
    return run(this) === run(other);
  }

  equals(other: LabSettings): boolean {
    const shown = ({ options, hidden }: LabSettings) => JSON.stringify([options, [...hidden]]);
    return this.isSameRun(other) && shown(this) === shown(other);
  }
}

/** 0,005 is 0.005 where a single number is meant. */
function withPoint(key: string, text: string | undefined): string | undefined {
  return SETTINGS_BY_KEY.get(key)?.type === 'number' ? text?.replace(/^(\s*[+-]?\d*),(?=\d)/, '$1.') : text;
}

/** The sentence of the library in the words of the catalogue. */
const noticeText = ({ key, given, rule, used }: Notice, messages: LabMessages): string =>
  messages.notice(key, show(given), messages.rule(rule), used === THE_DEFAULT ? undefined : used);

function unknownText(key: string, messages: LabMessages): string {
  const closest = suggestion(key, [...SETTINGS_BY_KEY.keys()]);
  return messages.unknownSetting(show(key), closest === undefined ? undefined : show(closest));
}

/** What was given, over what the preset among it says, over the defaults. */
function withPreset(given: Texts, notices: string[], messages: LabMessages): Map<string, string> {
  const name = given.get(PRESET_KEY) ?? 'default';
  const { params: preset, rule } = readPreset(name);
  if (rule !== undefined)
    notices.push(messages.notice(PRESET_KEY, show(name), messages.rule(rule), undefined));
  const params = new Map([[PLACEMENT, DEFAULT_PLACEMENTS], ...preset, ...given]);
  params.delete(PRESET_KEY);
  return params;
}

/** Takes the options, and what is to be hidden, out of `given`. */
function readOptions(given: Map<string, string>, notices: string[], messages: LabMessages): Texts {
  const texts = new Map<string, string>();
  for (const setting of Object.values<Setting>(OPTIONS)) {
    const text = given.get(setting.key);
    given.delete(setting.key);
    if (text === undefined) continue;
    const { value, rule } = parseSetting(setting, text);
    const used = value === undefined ? undefined : formatSetting(setting, value);
    if (rule !== undefined) notices.push(messages.notice(setting.key, show(text), messages.rule(rule), used));
    if (used !== undefined) texts.set(setting.key, used);
  }
  for (const key of [...given.keys()].filter(isHideKey)) {
    const text = given.get(key)!;
    given.delete(key);
    const { value, rule } = readHide(key, text);
    if (rule !== undefined) notices.push(messages.notice(key, show(text), messages.rule(rule), undefined));
    if (value === true) texts.set(key, '1');
  }
  return withoutDefaults(texts);
}

function withoutDefaults(texts: Texts): Texts {
  const isDefault = (key: string, text: string) =>
    Object.values(OPTIONS).some((option) => option.key === key && text === String(option.default));
  return new Map([...texts].filter(([key, text]) => !isDefault(key, text)));
}

function optionsOf(texts: Texts): LabOptionValues {
  const value = (setting: Setting): unknown => {
    const text = texts.get(setting.key);
    return text === undefined ? setting.default : parseSetting(setting, text).value;
  };
  const values = Object.entries<Setting>(OPTIONS).map(([name, setting]) => [name, value(setting)]);
  return Object.fromEntries(values) as LabOptionValues;
}

/** From lists to variants. An empty place in a list is the default; a single text is for all. In a text a comma is a comma. */
function spread(given: Texts, notices: string[], messages: LabMessages): Texts[] {
  const lists = [...given].map(
    ([key, text]) => [key, SETTINGS_BY_KEY.get(key)?.type === 'text' ? [text] : text.split(',')] as const,
  );
  const longest = Math.max(...lists.map(([, list]) => list.length));
  if (longest > MAX_VARIANTS) notices.push(messages.tooManyVariants(longest, MAX_VARIANTS));
  return Array.from({ length: Math.min(longest, MAX_VARIANTS) }, (_, i) => {
    const texts = lists.map(([key, list]): [string, string] => [
      key,
      list.length === 1 ? list[0]! : (list[i] ?? ''),
    ]);
    return new Map(texts.filter(([key, text]) => text !== '' || given.get(key) === ''));
  });
}
