// What a figure is set to, as an immutable value: settings of its own, the placements it compares, and what all its runs
// share, which are the settings of a run under their usual keys. Its text form is that of an address. Knows no document.
import {
  configToParams,
  formatSetting,
  paramsToConfig,
  parseSetting,
  type Placement,
  PLACEMENT_NAMES,
  type RunConfig,
  SETTINGS,
  type Setting,
} from '../lib/index.ts';
import type { Params } from '../element/address.ts';
import { THE_DEFAULT } from '../lib/config-text.ts';
import { show, suggestion } from '../lib/errors.ts';
import type { MapMessages } from './messages.en.ts';

/** A row like those of a run; what it is called stands in the messages, by its key. */
type OwnSetting<S = Extract<Setting, { type: 'integer' | 'number' | 'choice' }>> = S extends Setting
  ? Omit<S, 'label' | 'help' | 'group' | 'onlyWith' | 'default'> & {
      readonly default: S extends { type: 'choice' } ? string : number;
    }
  : never;

/** Settings of a figure by name. */
export type OwnSettings = Readonly<Record<string, OwnSetting>>;

type ValueOf<S> = S extends { type: 'choice'; choices: readonly (infer Choice)[] } ? Choice : number;
export type OwnValues<Own extends OwnSettings> = { readonly [Name in keyof Own]: ValueOf<Own[Name]> };

export interface FigureSchema<Own extends OwnSettings> {
  readonly own: Own;
  /** The placements that are compared unless others are chosen, and how many there can be. */
  readonly placements: readonly Placement[];
  readonly maxPlacements: number;
  /** Where its runs differ from the default run. */
  readonly run: Params;
  /** Keys of a run that the figure itself varies. */
  readonly varied: readonly string[];
}

export interface ReadFigure<Own extends OwnSettings> {
  readonly settings: FigureSettings<Own>;
  /** What could not be taken as it stood, a sentence each. */
  readonly notices: readonly string[];
}

const PLACEMENT = 'placement';

export class FigureSettings<Own extends OwnSettings> {
  readonly schema: FigureSchema<Own>;
  readonly values: OwnValues<Own>;
  readonly placements: readonly Placement[];
  /** Texts of what all runs share, where they differ from the default run. */
  readonly #run: Params;

  private constructor(
    schema: FigureSchema<Own>,
    values: OwnValues<Own>,
    placements: readonly Placement[],
    run: Params,
  ) {
    this.schema = schema;
    this.values = values;
    this.placements = placements;
    this.#run = run;
  }

  /**
   * Reads keys and texts. Nothing throws: what is not allowed is mended, and a notice says so.
   *
   * @param nameOf what a setting is called in notices, by its key; the key itself if left out
   */
  static read<Own extends OwnSettings>(
    schema: FigureSchema<Own>,
    params: Params,
    messages: MapMessages,
    nameOf = (key: string): string => key,
  ): ReadFigure<Own> {
    const notices: string[] = [];
    const notice: SayNotice = (key, text, rule, used) =>
      notices.push(messages.notice(nameOf(key), show(text), messages.rule(rule), used));
    const given = new Map(params);
    const values = readOwn(schema.own, given, notice);
    const placements = readPlacements(schema, given, notices, messages);
    for (const key of schema.varied) {
      if (given.delete(key)) notices.push(messages.varied(key));
    }
    const read = paramsToConfig(new Map([...schema.run, ...given]));
    for (const { key, given: text, rule, used } of read.notices)
      notice(key, text, rule, used === THE_DEFAULT ? undefined : used);
    const known = [...SETTINGS.map(({ setting }) => setting.key), ...ownKeys(schema.own)];
    for (const key of read.others.keys()) {
      const closest = suggestion(key, known);
      notices.push(messages.unknown(show(key), closest === undefined ? undefined : show(closest)));
    }
    return {
      settings: new FigureSettings(schema, values, placements, configToParams(read.config)),
      notices: [...new Set(notices)],
    };
  }

  /** One run of the figure: what all share, and what this one has besides. */
  runWith(texts: Params): RunConfig {
    return paramsToConfig(new Map([...this.#run, ...texts])).config;
  }

  /** The text of a setting by its key. */
  text(key: string): string {
    const own = Object.entries(this.schema.own).find(([, setting]) => setting.key === key);
    if (own) return formatOwn(own[1], this.values[own[0]]);
    if (key === PLACEMENT) return this.placements.join();
    const { section, name, setting } = SETTINGS.find((place) => place.setting.key === key)!;
    const run = this.runWith([]);
    const values = (section === 'run' ? run : run[section]) as unknown as Record<string, unknown>;
    return formatSetting(setting, values[name]);
  }

  /** These settings with another text for a key; what does not go with it is mended, and said as its field is called. */
  change(key: string, text: string, messages: MapMessages): ReadFigure<Own> {
    return FigureSettings.read(
      this.schema,
      [...this.toParams().filter(([other]) => other !== key), [key, text]],
      messages,
      (other) => messages.labels[other] ?? other,
    );
  }

  /** Keys and texts of all that differs from the defaults; `read` makes the same settings of them. */
  toParams(): Params {
    const { own, placements, run } = this.schema;
    const params: [string, string][] = [];
    for (const [name, setting] of Object.entries(own)) {
      if (this.values[name] !== setting.default)
        params.push([setting.key, formatOwn(setting, this.values[name])]);
    }
    if (this.placements.join() !== placements.join()) params.push([PLACEMENT, this.placements.join()]);
    const usual = new Map(run);
    const shared = new Map(this.#run);
    // What the figure sets and the reader set back to the default run has to be written too.
    const keys = new Set([...shared.keys(), ...usual.keys()]);
    for (const key of keys) {
      const text = this.text(key);
      if (text !== (usual.get(key) ?? undefined)) params.push([key, text]);
    }
    return params;
  }
}

const formatOwn = (setting: OwnSetting, value: unknown): string => formatSetting(setting as Setting, value);

const ownKeys = (own: OwnSettings): string[] => [...Object.values(own).map(({ key }) => key), PLACEMENT];

/** Says what could not be taken as it stood. */
type SayNotice = (key: string, text: string, rule: string, used: string | undefined) => void;

/** Takes the figure's own settings out of `given`. */
function readOwn<Own extends OwnSettings>(
  own: Own,
  given: Map<string, string>,
  notice: SayNotice,
): OwnValues<Own> {
  const entries = Object.entries(own).map(([name, setting]) => {
    const text = given.get(setting.key);
    given.delete(setting.key);
    if (text === undefined) return [name, setting.default];
    const { value = setting.default, rule } = parseSetting(setting as Setting, text);
    if (rule !== undefined) notice(setting.key, text, rule, formatOwn(setting, value));
    return [name, value];
  });
  return Object.fromEntries(entries) as OwnValues<Own>;
}

function readPlacements(
  { placements, maxPlacements }: FigureSchema<OwnSettings>,
  given: Map<string, string>,
  notices: string[],
  messages: MapMessages,
): readonly Placement[] {
  const text = given.get(PLACEMENT);
  given.delete(PLACEMENT);
  if (text === undefined) return placements;
  const names = [...new Set(text.split(','))];
  const isPlacement = (name: string): name is Placement =>
    (PLACEMENT_NAMES as readonly string[]).includes(name);
  const known = names.filter(isPlacement).slice(0, maxPlacements);
  const used = known.length > 0 ? known : placements;
  if (known.length < names.length) {
    notices.push(messages.placementsMended(show(text), maxPlacements, used.join()));
  }
  return used;
}
