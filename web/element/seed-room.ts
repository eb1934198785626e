// Seeds follow one another from that of a model on: the last of them has to be one as well.
import type { LabMessages } from './messages.en.ts';

interface ModelsAndSeeds {
  readonly configs: readonly { readonly seed: number }[];
  readonly options: { readonly seeds: number };
}

/** What is wrong with these settings after a change of `key`; undefined if nothing is. */
export function seedFault(
  { configs, options: { seeds } }: ModelsAndSeeds,
  key: string,
  messages: LabMessages,
): string | undefined {
  if (key !== 'seed' && key !== 'seeds') return undefined;
  const largest = Math.max(...configs.map(({ seed }) => seed));
  const room = Number.MAX_SAFE_INTEGER - largest + 1;
  if (seeds <= room) return undefined;
  return key === 'seeds'
    ? messages.seedsRoom(room, largest)
    : messages.seedRoom(Number.MAX_SAFE_INTEGER - seeds + 1, seeds);
}
