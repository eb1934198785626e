// The table of placements: where norms and residual stand around a sub-layer F, as one formula with three slots,
//     y = After(a·x + b·Output(F(Input(x)))).
// A preset is a row of this table. The same table stands in C++ (arrangement_of in config.h); a test compares the two.
import { deepFreeze } from './deep-freeze.ts';

/** Which of the three slots around a sub-layer hold a norm. */
export interface Slots {
  /** Before the sub-layer, on the branch. */
  readonly input: boolean;
  /** After the sub-layer, on the branch, before the addition. */
  readonly output: boolean;
  /** After the addition, on the residual stream itself. */
  readonly after: boolean;
}

/** One arrangement of norm and residual: what a placement stands for. */
export interface Arrangement {
  readonly slots: Slots;
  /** a of the formula; 0 is no residual. */
  readonly residualGain: number;
  /** b of the formula, or where it starts if it is learned. */
  readonly branchGain: number;
  readonly learnBranchGain: boolean;
  /** Multiplies the initial value, output and feed-forward weights. */
  readonly initGain: number;
  /** Is there one more norm before the unembedding? */
  readonly finalNorm: boolean;
}

/** A row of the table. Gains may depend on the number of blocks. */
export interface PlacementRow {
  readonly label: string;
  readonly source: string;
  readonly arrangement: (nLayer: number) => Arrangement;
}

const NO_SLOTS: Slots = Object.freeze({ input: false, output: false, after: false });
const PLAIN_SUM: Arrangement = Object.freeze({
  slots: NO_SLOTS,
  residualGain: 1,
  branchGain: 1,
  learnBranchGain: false,
  initGain: 1,
  finalNorm: false,
});

/** x^¼ by square roots, which every machine rounds alike. */
const fourthRoot = (x: number) => Math.sqrt(Math.sqrt(x));

/** Every placement by name, with what it is called on the page and where it comes from. */
export const PLACEMENTS = deepFreeze({
  post: {
    label: 'post-LN',
    source: 'Vaswani et al. 2017',
    arrangement: () => ({ ...PLAIN_SUM, slots: { ...NO_SLOTS, after: true } }),
  },
  pre: {
    label: 'pre-LN',
    source: 'Xiong et al. 2020; GPT-2',
    arrangement: () => ({ ...PLAIN_SUM, slots: { ...NO_SLOTS, input: true }, finalNorm: true }),
  },
  sandwich: {
    label: 'sandwich',
    source: 'Ding et al. 2021 (CogView)',
    arrangement: () => ({
      ...PLAIN_SUM,
      slots: { input: true, output: true, after: false },
      finalNorm: true,
    }),
  },
  resPost: {
    label: 'res-post',
    source: 'Liu et al. 2022 (Swin v2)',
    arrangement: () => ({ ...PLAIN_SUM, slots: { ...NO_SLOTS, output: true }, finalNorm: true }),
  },
  deepnorm: {
    label: 'DeepNorm',
    source: 'Wang et al. 2022, section 3.2',
    arrangement: (nLayer) => ({
      ...PLAIN_SUM,
      slots: { ...NO_SLOTS, after: true },
      residualGain: fourthRoot(2 * nLayer),
      initGain: 1 / fourthRoot(8 * nLayer),
    }),
  },
  rezero: {
    label: 'ReZero',
    source: 'Bachlechner et al. 2020',
    arrangement: () => ({ ...PLAIN_SUM, branchGain: 0, learnBranchGain: true }),
  },
  none: {
    label: 'no norm',
    source: 'residual only',
    arrangement: () => PLAIN_SUM,
  },
  plain: {
    label: 'no residual',
    source: 'norm only',
    arrangement: () => ({ ...PLAIN_SUM, slots: { ...NO_SLOTS, after: true }, residualGain: 0 }),
  },
} as const satisfies Record<string, PlacementRow>);

/** The name of a row of the table. */
export type Placement = keyof typeof PLACEMENTS;

/** All names, in the order of the table. */
export const PLACEMENT_NAMES = Object.freeze(Object.keys(PLACEMENTS)) as readonly Placement[];

/** What a placement stands for in a model of `nLayer` blocks. */
export function arrangementOf(placement: Placement, nLayer: number): Arrangement {
  return PLACEMENTS[placement].arrangement(nLayer);
}

/** The placement that stands for this arrangement in a model of `nLayer` blocks, or 'custom' if none does. */
export function placementOf(arrangement: Arrangement, nLayer: number): Placement | 'custom' {
  return PLACEMENT_NAMES.find((name) => isSame(arrangementOf(name, nLayer), arrangement)) ?? 'custom';
}

const isSame = (a: Arrangement, b: Arrangement): boolean => isSameBlock(a, b) && a.finalNorm === b.finalNorm;

/** An arrangement without what stands after the last block. */
export type BlockArrangement = Omit<Arrangement, 'finalNorm'>;

/** Do blocks arranged like `a` compute what blocks arranged like `b` do? */
export function isSameBlock(a: BlockArrangement, b: BlockArrangement): boolean {
  return (
    a.slots.input === b.slots.input &&
    a.slots.output === b.slots.output &&
    a.slots.after === b.slots.after &&
    a.residualGain === b.residualGain &&
    a.branchGain === b.branchGain &&
    a.learnBranchGain === b.learnBranchGain &&
    a.initGain === b.initGain
  );
}
