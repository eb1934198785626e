// Examples worth looking at, as states: the worked examples of the lessons, and what shows a norm at its limits. What each
// is there for is said in the message catalogue.
import { type MicroscopeState, type Rows, stateOf } from './state.ts';

const fill = (value: number): number[] => [value, value, value, value];
const THREE_ROWS: Rows = [
  [2, 4, 4, 6],
  [1, 1, 5, 5],
  [0, 3, 9, 0],
];

export const PRESETS = {
  lesson: stateOf(),
  block: stateOf([[1.2, -0.4, 2, 1]], {
    view: 'block',
    attention: [0.1, -0.05, 0.2, 0],
    feedForward: [-0.1, 0.05, 0, 0.15],
  }),
  undo: stateOf([[2, 4, 4, 6]], { gamma: fill(Number(Math.sqrt(2 + 1e-5).toFixed(6))), beta: fill(4) }),
  outlier: stateOf([[1, 2, 3, 2, 1, 2, 3, 50]]),
  constant: stateOf([[3, 3, 3, 3]]),
  tiny: stateOf([[0.001, 0.002, 0.002, 0.003]]),
  offset: stateOf([[1000000, 1000001, 1000002, 1000003]]),
  rms: stateOf([[10, 11, 11, 12]], { norm: 'rms' }),
  gradient: stateOf([[1, 2, 4]], {
    view: 'backward',
    gamma: [0.5, 1, 2],
    beta: [0.1, 0.2, 0.3],
    dy: [[1, -1, 2]],
  }),
  batch: stateOf(THREE_ROWS, { norm: 'batch' }),
  batchOfOne: stateOf([[2, 4, 4, 6]], { norm: 'batch' }),
} satisfies Record<string, MicroscopeState>;

export type PresetId = keyof typeof PRESETS;
export const PRESET_IDS = Object.keys(PRESETS) as PresetId[];

/** What makes two states the same example: the numbers, not where one looks or how far the steps have come. */
const substance = (state: MicroscopeState): string => {
  const plain = { ...state, row: 0, feature: 0, step: null };
  return JSON.stringify(Object.entries(plain).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** The example that a state is; undefined if it is none. */
export function presetOf(state: MicroscopeState): PresetId | undefined {
  const own = substance(state);
  return PRESET_IDS.find((id) => substance(PRESETS[id]) === own);
}
