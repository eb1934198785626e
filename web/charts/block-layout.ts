// Where the parts of the block drawing stand. The stream runs upwards along one vertical line, the branch
// beside it; nothing moves when a norm is put in or taken out. Pure geometry, y downwards as in SVG.

export interface Box {
  /** Centre. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface SubLayerLayout {
  fork: number;
  add: number;
  input: Box;
  f: Box;
  output: Box;
  after: Box;
  /** The stretch of the stream that bypasses the branch, below its gain. */
  residual: Box;
  /** Beside the stream, which is unbroken. */
  residualGain: Box;
  branchGain: Box;
}

export const SIZE = { width: 288, height: 540 };
export const STREAM_X = 66;
export const BRANCH_X = 176;
export const ADD_RADIUS = 9;

const SLOT = { width: 92, height: 26 };
const SUB_LAYER_HEIGHT = 202;
const FIRST_SUB_LAYER = 48;

/** From a height above the lower edge to SVG's y. */
const up = (height: number): number => SIZE.height - height;

function subLayer(base: number): SubLayerLayout {
  const fork = base + 24;
  const add = base + 156;
  return {
    fork: up(fork),
    add: up(add),
    input: { x: BRANCH_X, y: up(base + 48), ...SLOT },
    f: { x: BRANCH_X, y: up(base + 88), width: 112, height: 36 },
    output: { x: BRANCH_X, y: up(base + 128), ...SLOT },
    after: { x: STREAM_X, y: up(base + 183), ...SLOT },
    residual: { x: STREAM_X, y: up(base + 70), width: 44, height: 74 },
    residualGain: { x: STREAM_X - 32, y: up(base + 124), width: 46, height: 20 },
    branchGain: { x: 143, y: up(add), width: 48, height: 20 },
  };
}

const panelTop = FIRST_SUB_LAYER + 2 * SUB_LAYER_HEIGHT + 4;

export const LAYOUT = {
  /** Attention below, feed-forward above. */
  subLayers: [subLayer(FIRST_SUB_LAYER), subLayer(FIRST_SUB_LAYER + SUB_LAYER_HEIGHT)] as const,
  panel: { left: 6, right: 248, top: up(panelTop), bottom: up(40) },
  streamStart: up(22),
  streamEnd: up(panelTop + 62),
  finalNorm: { x: STREAM_X, y: up(panelTop + 28), ...SLOT, width: 116 },
  inputLabel: up(10),
  outputLabel: up(panelTop + 74),
};
