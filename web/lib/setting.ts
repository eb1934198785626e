// What one row of the schema (config.ts) can say about a setting.
import type { Placement, Slots } from './placements.ts';

/** What the defaults that follow from other settings may look at: the settings of the model, then those of the own section; of
 * those of a task, how many tokens its text has. */
export interface Basis {
  readonly placement: Placement;
  readonly nLayer: number;
  readonly dModel: number;
  readonly vocabSize: number;
  /** What the text of the task needs; undefined for another task. */
  readonly textVocabSize: number | undefined;
  readonly init: string;
  readonly kind: string;
  readonly warmup: number;
}

interface SettingBase<Value> {
  /** A value, or what follows from other settings of the run. */
  readonly default: Value | ((basis: Basis) => Value);
  /** Name in the address, and attribute of the element. */
  readonly key: string;
  readonly label: string;
  /** One sentence for the reader of the page. */
  readonly help: string;
  /** Is the control always there, or on demand? */
  readonly group: 'basic' | 'more';
  /** The setting has an effect only while another one of its section has one of these values. */
  readonly onlyWith?: { readonly setting: string; readonly values: readonly string[] };
}

interface IntegerSetting extends SettingBase<number> {
  readonly type: 'integer';
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
}

interface NumberSetting extends SettingBase<number> {
  readonly type: 'number';
  readonly min: number;
  readonly max: number;
  /** How a slider runs through the range. */
  readonly scale: 'linear' | 'log';
}

interface BooleanSetting extends SettingBase<boolean> {
  readonly type: 'boolean';
}

interface ChoiceSetting extends SettingBase<string> {
  readonly type: 'choice';
  readonly choices: readonly string[];
}

interface SlotsSetting extends SettingBase<Slots> {
  readonly type: 'slots';
}

/** A text of any kind, whose characters are counted as code points. */
interface TextSetting extends SettingBase<string> {
  readonly type: 'text';
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
}

/** A row of the schema. */
export type Setting =
  IntegerSetting | NumberSetting | BooleanSetting | ChoiceSetting | SlotsSetting | TextSetting;

/** Rows by name. */
export type Section = Readonly<Record<string, Setting>>;
