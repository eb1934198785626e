// The settings of a lab as objects, for the element's `config` property: what all variants share at the top, as in a run,
// and what distinguishes them in `variants`.
import type { PartialRunConfig, RunConfig } from '../lib/index.ts';
import { checkOptions, invalid } from '../lib/errors.ts';
import { SCHEMA } from '../lib/config.ts';
import { TRAINER_KEYS } from '../lib/config-resolve.ts';
import { MAX_VARIANTS } from './settings.ts';

/**
 * What is left out takes its default; `variants` left out are post-LN and pre-LN, or the one placement given.
 *
 * @example
 * lab.config = { model: { nLayer: 12 }, variants: [{ model: { placement: 'pre' } }, { model: { placement: 'sandwich' } }] };
 */
export type LabConfig = PartialRunConfig & { readonly variants?: readonly PartialRunConfig[] | undefined };

/** What the property gives back: every setting of every variant. */
export interface ResolvedLabConfig {
  readonly variants: readonly RunConfig[];
}

const SECTIONS = ['model', 'task', 'optimizer', 'schedule'] as const;
const KEYS = ['model', ...TRAINER_KEYS];

/**
 * One configuration a variant.
 *
 * @throws RangeError or TypeError if it is no such object; the values of the settings are not looked at
 */
export function expandLabConfig(config: LabConfig): PartialRunConfig[] {
  const { variants, ...shared } = checkSections('config', config, ['variants', ...KEYS]) as LabConfig;
  if (variants === undefined) {
    if (shared.model?.placement !== undefined) return [shared];
    return (['post', 'pre'] as const).map((placement) => merge(shared, { model: { placement } }));
  }
  if (!Array.isArray(variants)) throw new TypeError(invalid('config.variants', variants, 'must be an array'));
  if (variants.length < 1 || variants.length > MAX_VARIANTS) {
    throw new RangeError(invalid('config.variants', variants, `must be 1 to ${MAX_VARIANTS} variants`));
  }
  // Array.from, because map would pass over a hole.
  return Array.from(variants as readonly unknown[], (variant, i) => {
    const name = `config.variants[${i}]`;
    if (variant === undefined) throw new TypeError(invalid(name, variant, 'must be an object'));
    return merge(shared, checkSections(name, variant, KEYS));
  });
}

/** Returns the value if it and its sections are objects with known keys, else throws. */
function checkSections(name: string, value: unknown, keys: readonly string[]): PartialRunConfig {
  const config: PartialRunConfig = checkOptions(name, value as PartialRunConfig | undefined, keys);
  for (const section of SECTIONS) {
    const given: string | object | undefined = config[section];
    if (section !== 'model' && typeof given === 'string') continue;
    checkOptions(`${name}.${section}`, given as object | undefined, Object.keys(SCHEMA[section]));
  }
  return config;
}

/** Sections are merged setting by setting; a section given as a string is short for its kind. */
function merge(shared: PartialRunConfig, own: PartialRunConfig): PartialRunConfig {
  const sections = SECTIONS.map((name) => [name, { ...expand(shared[name]), ...expand(own[name]) }]);
  return { ...shared, ...own, ...(Object.fromEntries(sections) as PartialRunConfig) };
}

const expand = (section: string | object | undefined): object | undefined =>
  typeof section === 'string' ? { kind: section } : section;
