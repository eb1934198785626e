// What a Lab compares: variants as callers give them, checked and completed before anything starts.
import type { PartialRunConfig, RunConfig } from '../lib/index.ts';
import { checkOptions, invalid } from '../lib/errors.ts';
import { resolveRunConfig } from '../lib/config-resolve.ts';
import { describeError, reviveError } from './protocol.ts';

/** One variant of a comparison: what distinguishes it is its configuration. */
export interface Variant {
  /** Names the variant in events and errors; unique in a lab. */
  readonly id: string;
  /** What people see; the id if left out. */
  readonly label?: string | undefined;
  /** Model and training; what is left out takes its default. */
  readonly config?: PartialRunConfig | undefined;
}

/** A variant with everything filled in. */
export interface ResolvedVariant {
  readonly id: string;
  readonly label: string;
  readonly config: RunConfig;
}

const MAX_VARIANTS = 6;

/**
 * Checks 1 to 6 variants and fills in their defaults.
 *
 * @throws RangeError or TypeError for the first fault
 */
export function resolveVariants(variants: readonly Variant[]): readonly ResolvedVariant[] {
  if (!Array.isArray(variants)) throw new TypeError(invalid('variants', variants, 'must be an array'));
  if (variants.length < 1 || variants.length > MAX_VARIANTS) {
    throw new RangeError(invalid('variants', variants, `must be 1 to ${MAX_VARIANTS} variants`));
  }
  const ids = new Set<string>();
  return variants.map((variant: Variant | undefined, i) => {
    const resolved = resolveVariant(`variants[${i}]`, variant);
    if (ids.has(resolved.id))
      throw new RangeError(invalid(`variants[${i}].id`, resolved.id, 'must be unique'));
    ids.add(resolved.id);
    return resolved;
  });
}

function resolveVariant(name: string, variant: Variant | undefined): ResolvedVariant {
  if (variant === undefined) throw new TypeError(invalid(name, variant, 'must be an object'));
  const { id, label = id, config } = checkOptions(name, variant, ['id', 'label', 'config']);
  if (typeof id !== 'string') throw new TypeError(invalid(`${name}.id`, id, 'must be a string'));
  if (id === '') throw new RangeError(invalid(`${name}.id`, id, 'must not be empty'));
  if (typeof label !== 'string') throw new TypeError(invalid(`${name}.label`, label, 'must be a string'));
  try {
    return { id, label, config: resolveRunConfig(config) };
  } catch (error) {
    throw reviveError(describeError(error), id);
  }
}
