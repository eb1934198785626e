// Every text the views show, in English. A translation is an object of the same shape, handed to the views as
// `messages`. Views and descriptions contain no text of their own.

const list = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const plural = (items: readonly string[], one: string, many: string): string =>
  items.length === 1 ? one : many;

export const messagesEn = {
  decimalMark: '.',
  list,
  sentence: (clauses: readonly string[]): string => `${clauses.join('; ')}.`,

  chart: {
    scale: 'Vertical scale',
    linear: 'linear',
    log: 'log',
    difference: 'difference',
    differenceLong: 'Difference: each model minus one of them',
    minus: (label: string, base: string): string => `${label} − ${base}`,
    base: 'minus',
    table: 'Data table',
    tableSampled: (rows: number, of: number): string => `${rows} of ${of} rows, evenly spread`,
    empty: 'Nothing measured yet.',
    block: 'block',
    step: 'step',
    at: (xLabel: string, x: string): string => `${xLabel} ${x}`,
    cursor: (title: string): string => `${title}: cursor. Arrow keys move it, Escape leaves.`,
    valueOf: (label: string, value: string): string => `${label} ${value}`,
    notFinite: (label: string, xLabel: string, x: string): string =>
      `${label} not finite from ${xLabel} ${x}`,
    aboveChart: (value: string): string => `${value}, above the chart`,
    belowChart: (value: string): string => `${value}, below the chart`,
    none: '–',
  },

  save: {
    menu: 'Save',
    menuOf: (title: string): string => `Save ${title}`,
    csv: 'Numbers (CSV)',
    png: 'Picture (PNG)',
    svg: 'Drawing (SVG)',
    lo: (label: string): string => `${label} lo`,
    hi: (label: string): string => `${label} hi`,
    saved: (file: string): string => `Saved as ${file}`,
    maybe: (file: string): string =>
      `${file} was given to the browser. If it does not arrive, this frame may not save files: open the page by itself.`,
    refused: 'This frame may not save files. Open the page by itself to save from it.',
    failed: (reason: string): string => `It could not be saved: ${reason}`,
  },

  attention: {
    axes: 'rows: the token that looks; columns: the tokens it looks at, and what share each gets',
    token: (token: string, position: string): string => `${token} (position ${position})`,
    cell: (query: string, key: string, values: readonly string[]): string =>
      `from ${query} to ${key}: ${values.join(', ')}`,
    corner: 'from, to',
    columns: ['model', 'query position', 'query token', 'key position', 'key token', 'share'],
    picture: (head: string, step: string): string => `${head}, after step ${step}`,
    at: (step: string, head: string, clauses: string): string => `After step ${step}, ${head}: ${clauses}`,
    sharpness: (label: string, mean: string, query: string, key: string, largest: string): string =>
      `in ${label} the token looked at most gets a share of ${mean} on average, at most ${largest} (from ${query} to ${key})`,
    notFinite: (label: string): string => `in ${label} it is not finite`,
  },

  heatMap: {
    cell: (place: string, xLabel: string, x: string): string => `${place}, ${xLabel} ${x}`,
    axes: (quantity: string, placeLabel: string): string => `${quantity}, by ${placeLabel}`,
    steps: (from: string, to: string): string => `${from} to ${to}`,
    hint: 'Point at a cell to read it.',
    map: (title: string, label: string): string =>
      `${title}, ${label}: heat map. Arrow keys move from cell to cell, Escape leaves.`,
    notFinite: 'not finite',
    scale: (valueLabel: string, low: string, high: string, kind: 'linear' | 'log'): string =>
      `Colour scale of ${valueLabel}, from ${low} to ${high}, ${kind === 'log' ? 'logarithmic' : 'linear'}`,
  },

  block: {
    norm: { layer: 'LayerNorm', rms: 'RMSNorm', batch: 'BatchNorm' },
    normShort: { layer: 'LN', rms: 'RMS', batch: 'BN' },
    attention: 'attention',
    feedForward: 'feed-forward',
    finalNorm: (norm: string): string => `final ${norm}`,
    input: 'embeddings',
    output: 'logits',
    times: (n: number): string => `× ${n}`,
    learned: 'learned',
    rms: 'rms',
    gradient: '∇',
    key: 'rms: size of the signal. ∇: size of the gradient.',
    slotInput: (norm: string): string => `${norm} on the input of the branch`,
    slotOutput: (norm: string): string => `${norm} on the output of the branch`,
    slotAfter: (norm: string): string => `${norm} after the addition, on the residual stream`,
    residual: 'Residual connection',
    gain: { residual: 'Gain of the residual, a', branch: 'Gain of the branch, b' },
    gainSign: { residual: 'a =', branch: 'b =' },
    gainIs: (gain: string, value: string): string => `${gain}: ${value}`,
    gainHint: {
      residual: 'Factor on the stream; 0 cuts it.',
      branch: 'Factor on what the sub-layer adds. Learned, this is where it starts.',
    },
    streamInto: (subLayer: string): string => `the stream into ${subLayer}`,
    branchOf: (subLayer: string): string => `the ${subLayer} branch`,
    streamOut: 'the stream out of the block',
    rmsOf: (where: string, value: string): string => `rms of ${where} ${value}`,
    gradientOf: (where: string, value: string): string => `gradient norm of ${where} ${value}`,
    formula: (formula: string): string => `Formula: ${formula}`,
  },

  /** The name of a model where it stands in a sentence: one of several words must not be read as part of it. */
  name: (label: string): string => (/[\s,]/.test(label) ? `“${label}”` : label),
  describe: {
    nothing: 'Nothing measured yet.',
    nothingToPredict: 'There is nothing to predict with these settings.',
    atStep: (step: string, clauses: string): string => `At step ${step} ${clauses}`,
    upToStep: (step: string, clauses: string): string => `Up to step ${step} ${clauses}`,
    learned: (labels: readonly string[], values: readonly string[]): string =>
      `${list(labels)} ${plural(labels, 'has', 'have')} learned the task (loss ${list(values)})`,
    guessing: (labels: readonly string[], guessing: string): string =>
      `${list(labels)} ${plural(labels, 'is', 'are')} still at the level of guessing (${guessing})`,
    begun: (labels: readonly string[], values: readonly string[], guessing: string): string =>
      `${list(labels)} ${plural(labels, 'has', 'have')} only begun (loss ${list(values)}; guessing is ${guessing})`,
    worse: (labels: readonly string[], values: readonly string[], guessing: string): string =>
      `${list(labels)} ${plural(labels, 'is', 'are')} worse than guessing (loss ${list(values)}, guessing ${guessing})`,
    learning: (label: string, value: string): string => `${label} has come down to ${value}`,
    ahead: (better: string, low: string, worse: string, high: string): string =>
      `${better} (${low}) is ahead of ${worse} (${high})`,
    level: (labels: readonly string[], value: string): string =>
      `${list(labels)} are level at about ${value}`,
    single: (label: string, value: string): string => `${label} stands at ${value}`,
    diverged: (labels: readonly string[], steps: readonly string[]): string =>
      `${list(labels)} diverged at ${plural(steps, 'step', 'steps')} ${list(steps)}`,
    waiting: (labels: readonly string[]): string =>
      `${list(labels)} ${plural(labels, 'has', 'have')} not started`,
    at: (xLabel: string, x: string, clauses: string): string => `At ${xLabel} ${x} ${clauses}`,
    curve: (quantity: string, label: string, value: string): string =>
      `the ${quantity} of ${label} is ${value}`,
    curves: (quantity: string, values: readonly string[]): string => `the ${quantity} is ${list(values)}`,
    valueFor: (value: string, label: string): string => `${value} for ${label}`,
    curvesAlike: (quantity: string, value: string): string => `the ${quantity} is ${value} for all`,
    curvesBetween: (quantity: string, largest: string, high: string, smallest: string, low: string): string =>
      `the ${quantity} is largest for ${largest} (${high}) and smallest for ${smallest} (${low})`,
    curvesNotFinite: (quantity: string, labels: readonly string[]): string =>
      `the ${quantity} of ${list(labels)} is not finite`,
    above: (quantity: string, label: string, size: string, base: string): string =>
      `the ${quantity} of ${label} is ${size} above that of ${base}`,
    below: (quantity: string, label: string, size: string, base: string): string =>
      `the ${quantity} of ${label} is ${size} below that of ${base}`,
    sameAs: (quantity: string, label: string, base: string): string =>
      `the ${quantity} of ${label} is that of ${base}`,
    noDifference: (quantity: string, label: string, base: string): string =>
      `the ${quantity} of ${label} and ${base} cannot be compared`,
    profileEven: (label: string, quantity: string, placeLabel: string): string =>
      `the ${quantity} of ${label} is about the same in the first and the last ${placeLabel}`,
    profileLarger: (label: string, quantity: string, ratio: string, first: string, last: string): string =>
      `the ${quantity} of ${label} is ${ratio} times larger in ${first} than in ${last}`,
    profileSmaller: (label: string, quantity: string, ratio: string, first: string, last: string): string =>
      `the ${quantity} of ${label} is ${ratio} times smaller in ${first} than in ${last}`,
    profileEnds: (
      label: string,
      quantity: string,
      low: string,
      first: string,
      high: string,
      last: string,
    ): string => `the ${quantity} of ${label} is ${low} in ${first} and ${high} in ${last}`,
    profileZero: (label: string, quantity: string, placeLabel: string): string =>
      `the ${quantity} of ${label} is zero in every ${placeLabel}`,
    profileOneEndZero: (label: string, quantity: string, place: string): string =>
      `the ${quantity} of ${label} is zero in ${place}`,
    profileSingle: (label: string, quantity: string, value: string, placeLabel: string): string =>
      `the ${quantity} of ${label} is ${value} in its only ${placeLabel}`,
    profileNotFinite: (label: string, quantity: string, place: string): string =>
      `the ${quantity} of ${label} is not finite in ${place}`,
    heatMapStays: (label: string, quantity: string, low: string, high: string): string =>
      `the ${quantity} of ${label} has stayed between ${low} and ${high}`,
    heatMapRange: (
      label: string,
      quantity: string,
      low: string,
      lowAt: string,
      high: string,
      highAt: string,
    ): string => `the ${quantity} of ${label} has ranged from ${low} (${lowAt}) to ${high} (${highAt})`,
    heatMapZero: (label: string, quantity: string): string => `the ${quantity} of ${label} has been zero`,
    heatMapNotFinite: (label: string, quantity: string, step: string): string =>
      `the ${quantity} of ${label} is not finite from step ${step} on`,
    blockCut: 'The residual connection is cut: what a sub-layer puts out replaces its input.',
    blockAfter:
      'The norm stands on the residual stream itself: everything that passes, forward or backward, goes through it in every block.',
    blockBranch:
      'The norm stands on the branch: the residual stream runs unbroken from the embeddings to the last block.',
    blockBoth:
      'Norms stand on the branch and on the residual stream; nothing gets past a block without a norm.',
    blockNone: 'There is no norm in the block: the residual stream only ever adds up.',
  },
};

export type ChartMessages = typeof messagesEn;
