// The English texts of the stability map and of the initial-gradient figure. A translation is another object of the same shape.
import { messagesEn as chartMessagesEn } from '../charts/messages.en.ts';
import { inWords } from '../element/in-words.ts';
import { placementsEn } from '../element/placements.en.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const messagesEn = {
  decimalMark: '.',
  placements: placementsEn,
  name: chartMessagesEn.name,

  // Settings, by their keys in the address.
  labels: {
    by: 'Rows',
    columns: 'Learning rates',
    rows: 'Number of rows',
    'lr-from': 'From',
    'lr-to': 'To',
    'warmup-to': 'Longest warm-up',
    'depth-to': 'Greatest depth',
    steps: 'Steps a run',
    seeds: 'Seeds',
    'profile-depth': 'Block by block at depth',
    depth: 'Depth',
    width: 'Width',
    task: 'Task',
    seed: 'Seed',
    batch: 'Batch',
    norm: 'Norm',
    init: 'Initial weights',
    'embedding-scale': 'Embedding scale',
  } as Readonly<Record<string, string>>,
  placementLabel: (nth: number): string => `Placement ${nth}`,
  noPlacement: 'no other',
  choices: {
    warmup: 'warm-up',
    depth: 'depth',
    modularAddition: 'modular addition',
    layer: 'LayerNorm',
    rms: 'RMSNorm',
    batch: 'BatchNorm',
    xavier: 'Xavier',
    gpt2: 'GPT-2',
  } as Readonly<Record<string, string>>,
  settings: 'Settings',
  more: 'More settings',

  notice: (key: string, text: string, rule: string, used: string | undefined): string =>
    `${key}: ${text} is not allowed (${rule}); ${used ?? 'the default'} is used`,
  /** A rule of the schema, which says it in English. */
  rule: (rule: string): string => inWords(rule),
  unknown: (given: string, closest: string | undefined): string =>
    `there is no setting ${given}${closest === undefined ? '' : `; did you mean ${closest}?`}`,
  varied: (key: string): string => `${key} is what this figure varies; it cannot be set`,
  placementsMended: (text: string, most: number, used: string): string =>
    `placement: ${text} is not allowed (must be 1 to ${most} known placements); ${used} is used`,

  // Running.
  start: 'Run',
  cancel: 'Cancel',
  goOn: 'Go on',
  progress: (done: number, all: number): string => `${done} of ${plural(all, 'run', 'runs')}`,
  progressLabel: 'Runs that are done',
  timeLeft: (seconds: number): string =>
    seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`,
  cancelled: 'Cancelled; what is done stays.',
  failed: (message: string): string => `A run could not be made: ${message}`,
  allDone: (all: number): string => `All ${all} runs are done.`,
  csv: 'Save as CSV',

  // The stability map.
  mapTitle: 'Where it learns',
  mapOf: (label: string): string => `Stability map of ${label}`,
  mapHint: 'Point at a cell, or move with the arrow keys. Enter opens it in the lab.',
  learningRate: 'learning rate',
  rowTitle: { warmup: 'warm-up (steps)', depth: 'depth (blocks)' },
  rowUnit: {
    warmup: (steps: string): string => (steps === '0' ? 'no warm-up' : `${steps} steps of warm-up`),
    depth: (blocks: string): string => (blocks === '1' ? '1 block' : `${blocks} blocks`),
  },
  loss: 'loss',
  lossAtEnd: 'loss over the last 20 steps (median)',
  legendLearned: (loss: string): string => `learned (below ${loss})`,
  legendDiverged: 'diverged',
  legendWaiting: 'not run yet',
  cell: (label: string, lr: string, row: string, result: string): string =>
    `${label}, learning rate ${lr}, ${row}: ${result}`,
  waiting: 'not run yet',
  divergedAt: (step: number): string => `diverged at step ${step}`,
  lossOf: (loss: string): string => `loss ${loss}`,
  learnedLoss: (loss: string): string => `loss ${loss}, learned`,
  nothingYet: 'No run is done yet.',
  soFar: (clauses: string): string => `${clauses}, so far`,
  learnedIn: (label: string, learned: number, of: number): string =>
    `${label}: ${learned === 0 ? 'none' : learned} of ${plural(of, 'run', 'runs')} learned`,
  highest: (parts: readonly string[]): string => `up to a learning rate of ${list.format(parts)}`,
  highestAt: (lr: string, row: string): string => `${lr} with ${row}`,
  noneAt: (row: string): string => `none with ${row}`,
  diverged: (count: number): string => `${count} diverged`,
  end: '.',

  // The initial-gradient figure.
  gradientTitle: 'The last feed-forward sub-layer, against depth',
  gradientY: 'gradient norm: median of the seeds; the band holds their middle half',
  gradientX: 'depth (blocks)',
  profileTitle: 'The same, block by block',
  profileY: 'gradient norm of each feed-forward sub-layer',
  profileX: 'block',
  theoryFlat: 'theory: as large at any depth',
  theoryFalls: 'theory: 1/√N',
  powerOf: (power: string, label: string): string => `${power} in ${label}`,
  slopes: (powers: readonly string[], from: number, to: number): string =>
    `From depth ${from} to ${to}, the gradient of the last block goes with depth to the power ${list.format(powers)}`,
  theorySlopes: (powers: readonly string[]): string =>
    `; by theorem 1 of Xiong et al. (2020) it is ${list.format(powers)}`,
  profileSentence: (parts: readonly string[], depth: number): string =>
    `With ${depth} blocks, from the first block to the last the gradient ${list.format(parts)}`,
  grows: (label: string, times: string): string => `grows ${times} times in ${label}`,
  shrinks: (label: string, times: string): string => `shrinks ${times} times in ${label}`,
  stays: (label: string): string => `stays about as large in ${label}`,
};

export type MapMessages = typeof messagesEn;
