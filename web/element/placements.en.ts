// What placements are called in English: as the table of placements says.
import { type Placement, PLACEMENT_NAMES, PLACEMENTS } from '../lib/placements.ts';

export const placementsEn = Object.fromEntries(
  PLACEMENT_NAMES.map((name) => [name, PLACEMENTS[name].label]),
) as Readonly<Record<Placement, string>>;
