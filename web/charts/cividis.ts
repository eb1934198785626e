// The colour table of the heat maps: cividis (Nuñez, Anderton and Renslow 2018, doi:10.1371/journal.pone.0199239),
// dark blue to yellow, read alike with and without red-green colour blindness. Eleven published colours,
// evenly spaced; between them we interpolate.

const ANCHORS: readonly (readonly [number, number, number])[] = [
  [0, 0.1351, 0.3048],
  [0.0321, 0.2012, 0.4408],
  [0.2089, 0.2725, 0.4248],
  [0.3096, 0.3404, 0.4248],
  [0.4014, 0.4118, 0.4407],
  [0.4887, 0.4853, 0.471],
  [0.5821, 0.5587, 0.4681],
  [0.684, 0.6388, 0.4443],
  [0.786, 0.7204, 0.3996],
  [0.8968, 0.811, 0.321],
  [0.9957, 0.9093, 0.2178],
];

export const CIVIDIS_SIZE = 256;

function buildTable(): Uint8ClampedArray {
  const table = new Uint8ClampedArray(CIVIDIS_SIZE * 3);
  const segments = ANCHORS.length - 1;
  for (let i = 0; i < CIVIDIS_SIZE; ++i) {
    const position = (i / (CIVIDIS_SIZE - 1)) * segments;
    const segment = Math.min(Math.floor(position), segments - 1);
    const from = ANCHORS[segment]!;
    const to = ANCHORS[segment + 1]!;
    for (let channel = 0; channel < 3; ++channel) {
      const mixed = from[channel]! + (to[channel]! - from[channel]!) * (position - segment);
      table[i * 3 + channel] = Math.round(255 * mixed);
    }
  }
  return table;
}

/** (CIVIDIS_SIZE, 3) red, green, blue from 0 to 255, darkest first. */
export const CIVIDIS: Uint8ClampedArray = buildTable();

/** Index into the table for a fraction from 0 to 1; what lies outside takes the nearest end. */
export const cividisIndex = (fraction: number): number =>
  Math.round(Math.min(1, Math.max(0, fraction)) * (CIVIDIS_SIZE - 1));

/** CSS colour for a fraction from 0 to 1. */
export function cividis(fraction: number): string {
  const at = cividisIndex(fraction) * 3;
  return `rgb(${CIVIDIS[at]} ${CIVIDIS[at + 1]} ${CIVIDIS[at + 2]})`;
}
