// What the page says of a setting. In English it is what the schema says; a translation is a table by key.
import type { SCHEMA } from '../lib/index.ts';
import type { OPTIONS } from './options.ts';

export interface SettingTexts {
  readonly label: string;
  readonly help: string;
  readonly unit?: string;
}

type KeyOf<Row> = Row extends { key: infer Key extends string } ? Key : never;
type KeysIn<Section> = Section extends unknown ? KeyOf<Section[keyof Section]> : never;

/** Every key of an address that is a setting. */
export type SettingKey = KeysIn<(typeof SCHEMA)[keyof typeof SCHEMA]> | KeysIn<typeof OPTIONS>;
