// Every text of the microscope, in English. A translation is an object of the same shape. Symbols and formulas are made in
// forward.ts, backward.ts and block.ts: they need no translation.
import type { NumberFault } from './numbers.ts';
import { MAX_FEATURES, MAX_ROWS } from './numbers.ts';
import type { FactId } from './facts.ts';
import type { PresetId } from './presets.ts';
import type { Norm, Source, Statistics, View } from './state.ts';
import type { StepId } from './steps.ts';

export const messagesEn = {
  decimalMark: '.',

  // Controls.
  controls: 'What is shown',
  example: 'Example',
  ownNumbers: 'Your own numbers',
  view: 'Show',
  views: { forward: 'Forward', backward: 'Backward', block: 'One block' } satisfies Record<View, string>,
  norm: 'Norm',
  norms: { layer: 'LayerNorm', rms: 'RMSNorm', batch: 'BatchNorm' } satisfies Record<Norm, string>,
  statisticsLabel: 'Statistics of',
  statistics: { batch: 'the batch (training)', running: 'earlier batches (evaluation)' } satisfies Record<
    Statistics,
    string
  >,
  stepping: 'Steps',
  previous: 'Back',
  next: 'Next step',
  oneByOne: 'Step by step',
  allSteps: 'All steps',
  stepOf: (step: number, count: number): string => `step ${step} of ${count}`,
  steppingHint: 'Page Down and Page Up, or the arrow keys, also go from step to step.',
  reset: 'Reset',
  resetLong: 'Reset to the first example',

  // Numbers.
  numbers: 'The numbers x',
  numbersHint: 'Type or paste a list; a new line is a new row.',
  dragHint: 'Drag a bar up or down, or use the arrow keys in its field (with Shift ten times as far).',
  addFeature: 'Add a feature',
  removeFeature: 'Remove the last feature',
  addRow: 'Add a row',
  removeRow: 'Remove the last row',
  features: 'Features',
  rows: 'Rows',
  eps: 'ε (eps)',
  epsHint: 'Added to the variance, inside the root.',
  changes: 'Try',
  addFive: 'Add 5 to all',
  timesTen: 'Times 10',
  tenth: 'Divide by 10',
  negate: 'Change all signs',
  trainOnce: 'Keep this batch (one training step)',
  evaluate: 'Use what earlier batches left',

  // The batch.
  batch: 'The batch',
  rowName: (row: number): string => `row ${row}`,
  featureName: (feature: number): string => `feature ${feature}`,
  whatIsAveraged: {
    layer: 'LayerNorm averages each row by itself; other rows play no part.',
    rms: 'RMSNorm looks at each row by itself, and takes no mean off.',
    batch: 'BatchNorm averages each feature over all rows; other features play no part.',
    running:
      'In evaluation BatchNorm averages nothing: mean and variance are kept numbers, one pair a feature.',
  },

  // The grid of steps.
  steps: 'The computation, step by step',
  step: 'Step',
  place: { feature: (n: number): string => `feature ${n}`, row: (n: number): string => `row ${n}` },
  hidden: 'not shown yet',
  oneScale: (scale: string): string => `All bars have one scale: full height is ${scale}.`,
  scaleOf: (scale: string): string => `full height: ${scale}`,
  fieldName: (source: string, place: string): string => `${source}, ${place}`,
  sources: {
    x: 'x',
    dy: 'dy',
    gamma: 'γ',
    beta: 'β',
    runningMean: 'running mean',
    runningVar: 'running variance',
    attention: 'F',
    feedForward: 'G',
  } satisfies Record<Source, string>,
  names: {
    x: 'The input',
    mean: 'Its mean',
    runningMean: 'Running mean',
    deviation: 'Take the mean off',
    square: 'Square',
    variance: 'The variance: mean of the squares',
    meanSquare: 'Mean of the squares',
    runningVar: 'Running variance',
    root: 'Add ε, take the root',
    xHat: 'Divide by it',
    scaled: 'Scale by γ',
    y: 'Shift by β: the output',
    dy: 'The gradient of the output',
    t: 'Through γ',
    meanT: 'Its mean',
    centred: 'Take its mean off',
    normalised: 'x̂, from the way forward',
    product: 'How far it points along x̂',
    meanProduct: 'The mean of that',
    along: 'The part along x̂',
    difference: 'Take that part off, too',
    dx: 'Divide: the gradient of the input',
    dgamma: 'Gradient of γ, summed over rows',
    dbeta: 'Gradient of β, summed over rows',
    stream: 'The stream comes in',
    norm1: 'A normalised copy',
    attention: 'What attention makes of the copy',
    add1: 'Added to the stream itself',
    norm2: 'Another normalised copy',
    feedForward: 'What the feed-forward net makes of it',
    add2: 'Added again: the stream goes on',
  } satisfies Record<StepId, string>,
  rmsOutput: 'Scale by γ: the output',
  marked: '(dashed: before)',

  // Facts.
  facts: 'Checked on these numbers',
  holds: 'holds',
  fails: 'does not hold',
  told: 'to note',
  fact: {
    meanOfXHat: (found: string): string => `The mean of x̂ is ${found}.`,
    sizeOfXHat: (found: string): string =>
      found === '1' || found === '0'
        ? `The mean of x̂² is ${found}.`
        : `The mean of x̂² is ${found}; without ε it would be 1.`,
    meanStays: (found: string): string => `The mean of x̂ is ${found}: nothing made it 0.`,
    sumOfDx: (found: string): string =>
      `The sum of dx is ${found}: a shift of all x changes no y, so no gradient asks for one.`,
    sumOfDxStays: (found: string): string =>
      `The sum of dx is ${found}: without a mean taken off, a shift of x matters.`,
    sumOfDxXHat: (found: string, expected: string): string =>
      found === '0'
        ? 'The sum of dx · x̂ is 0: a stretch of x changes no y.'
        : `The sum of dx · x̂ is ${found}; ε leaves ${expected} of it.`,
    onePass: (found: string, expected: string): string =>
      `Mean of x² less μ², in 32-bit floats, would be ${found} instead of ${expected}: so the mean is taken off first.`,
  } satisfies Record<FactId, (found: string, expected: string) => string>,

  // What is seen, in a sentence.
  says: {
    layer: (lane: string, mean: string, root: string, low: string, high: string): string =>
      `${lane} has mean ${mean}; without it, and divided by ${root}, the numbers run from ${low} to ${high}.`,
    rms: (lane: string, root: string, mean: string): string =>
      `RMSNorm takes nothing off ${lane}, it divides by ${root}: the mean of x̂ stays at ${mean}.`,
    running: (lane: string): string =>
      `Every number of ${lane} is normalised with the mean and the variance kept for its feature; the batch plays no part.`,
    rowLane: (row: number, count: number): string => (count > 1 ? `row ${row}` : 'the row'),
    columnLane: (feature: number, rows: number): string => `feature ${feature}, over ${rows} rows,`,
    constant:
      'All these numbers are the same: nothing is left when the mean is off. ε keeps the division from being 0 / 0, and y is β.',
    single: 'There is one number here: it is its own mean, nothing is left, and y is β.',
    epsDecides: (variance: string, eps: string, size: string): string =>
      `The variance, ${variance}, is small beside ε = ${eps}: ε holds the numbers down, and x̂ has size ${size} instead of 1.`,
    outlier: (place: string, value: string): string =>
      `One number is far out (${place}): it makes the variance by itself, so it becomes ${value} and the others are pressed together.`,
    undone: 'γ is the old spread and β the old mean: together they undo the normalisation, and y is x again.',
    offset: (mean: string): string =>
      `Far from zero, at ${mean}, only the differences count: y is what it would be near zero.`,
    rmsOffset:
      'All these numbers lie far to one side: without centring they stay nearly alike, and their differences are small in y.',
    refused:
      'The kernel refuses: the mean over a batch of one is the number itself, so nothing would be left.',
    backward: (mean: string, along: string): string =>
      `Of the gradient two parts are taken off, its mean (${mean}) and what lies along x̂ (${along} of it); what is left, divided by σ, is dx.`,
    backwardRms: (along: string): string =>
      `Of the gradient one part is taken off, what lies along x̂ (${along} of it); what is left, divided by the root mean square, is dx.`,
    backwardNothing:
      'dy only asks for a shift or a stretch of x, which y does not notice: nothing is left, dx is 0.',
    backwardRunning:
      'In evaluation mean and variance are constants: each dx is dy · γ / √(σ² + ε), and nothing is taken off.',
    block: (before: string, after: string, change: string): string =>
      `The stream comes in with mean ${before} and leaves with mean ${after}: no norm touches it, the sub-layers move it by ${change} at most.`,
  },
  changed: {
    same: (what: string, change: string): string => `${what}: x changed, y did not (by ${change} at most).`,
    little: (what: string, change: string): string => `${what}: y changed by ${change} at most; ε is why.`,
    much: (what: string, change: string): string => `${what}: y changed by up to ${change}.`,
    mirrored: (what: string): string => `${what}: every y has changed its sign, too.`,
  },
  rounded: (typed: string, kept: string): string =>
    `The kernel takes 32-bit floats: ${typed} is ${kept} there.`,

  // Examples: what each is called, and what to look at.
  presets: {
    lesson: {
      name: '[2, 4, 4, 6], the worked example',
      look: 'Follow one column down: mean 4, deviations −2, 0, 0, 2, variance 2, and x̂ from −1.414 to 1.414.',
    },
    block: {
      name: 'One pre-LN block on four features',
      look: 'Attention sees a normalised copy and answers with a small update; it is added to x itself. The mean of x′ is 1.0125.',
    },
    undo: {
      name: 'γ and β undo the norm',
      look: 'With γ = σ and β = μ the output is the input. A network may learn that: nothing is lost for good.',
    },
    outlier: {
      name: 'An outlier',
      look: 'However far out it is, of eight numbers none can become more than √7 = 2.646. Drag it down and watch the others.',
    },
    constant: {
      name: 'A constant row',
      look: 'The variance is 0. Without ε this would be 0 / 0; with it y is β, to the bit. Drag one bar a little.',
    },
    tiny: {
      name: 'A tiny row',
      look: 'The variance is smaller than ε, so y is not of size 1. Press “Times 10” a few times: ε fades.',
    },
    offset: {
      name: 'Far from zero',
      look: 'The squares are 10¹² and a float keeps seven digits: a kernel that squares first loses everything.',
    },
    rms: {
      name: 'RMSNorm far to one side',
      look: 'The spread hardly shows in y. Change the norm to LayerNorm and it fills the scale.',
    },
    gradient: {
      name: 'A gradient, backward',
      look: 'dx sums to 0 and has nothing along x̂: a shift or a stretch of x would not be noticed.',
    },
    batch: {
      name: 'Three rows: what is averaged?',
      look: 'BatchNorm averages columns, LayerNorm rows. Change one row and see whose output moves.',
    },
    batchOfOne: {
      name: 'BatchNorm with a batch of one',
      look: 'In training there is nothing to average over. In evaluation it uses kept numbers; LayerNorm needs none.',
    },
  } satisfies Record<PresetId, { name: string; look: string }>,

  // Faults and notices.
  fault: (fault: NumberFault): string => {
    switch (fault.kind) {
      case 'notNumber':
        return fault.given === '' ? 'must be a number' : `"${fault.given}" is not a number`;
      case 'tooLarge':
        return 'must be from −10⁹ to 10⁹';
      case 'empty':
        return 'must hold at least one number';
      case 'uneven':
        return `row ${fault.row} has ${fault.given} ${fault.given === 1 ? 'number' : 'numbers'}, the first has ${fault.expected}`;
      case 'tooManyRows':
        return `must have at most ${MAX_ROWS} rows, not ${fault.given}`;
      case 'tooManyFeatures':
        return `must have at most ${MAX_FEATURES} numbers a row, not ${fault.given}`;
    }
  },
  faults: {
    choice: (choices: readonly string[]): string => `must be one of ${choices.join(', ')}`,
    shape: (rows: number, features: number): string =>
      `must have ${rows} ${rows === 1 ? 'row' : 'rows'} of ${features} numbers`,
    oneOrEach: (features: number): string => `must have 1 or ${features} numbers`,
    range: (min: string, max: string): string => `must be from ${min} to ${max}`,
    whole: 'must be a whole number',
  },
  noticesTitle: 'About the address',
  notice: (key: string, given: string, rule: string): string =>
    `${key}: "${given}" is not allowed (${rule}); the default is used`,
  unknownKey: (key: string): string => `there is no setting "${key}"`,
  close: 'Close',
  starting: 'Starting …',
  notStarted: (reason: string): string => `The WebAssembly module could not be started: ${reason}`,
  kernelSays: 'The kernel says:',
};

export type MicroscopeMessages = typeof messagesEn;
