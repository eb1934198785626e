// Every word a choice of the schema can be, as a type: the catalogue of texts must have a name for each.
import type { SCHEMA } from '../lib/index.ts';

type ChoiceOf<S> = S extends { type: 'choice'; choices: readonly (infer Name)[] } ? Name : never;
type ChoicesIn<Section> = ChoiceOf<Section[keyof Section]>;
/** A choice of a setting other than the placement, which the table of placements names. */
export type Choice = {
  [Name in keyof typeof SCHEMA]: Name extends 'model'
    ? ChoicesIn<Omit<(typeof SCHEMA)['model'], 'placement'>>
    : ChoicesIn<(typeof SCHEMA)[Name]>;
}[keyof typeof SCHEMA];
