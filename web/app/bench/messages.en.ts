// The texts of bench.html that scripts write; those of the rows are in web/bench. A translation is another of each.
export const messagesEn = {
  start: 'Measure this browser',
  again: 'Measure again',
  cancel: 'Cancel',
  quick: 'Quick: about 15 seconds, less exact',
  starting: 'Starting …',
  progress: (share: number): string => `${Math.floor(100 * share)} % measured`,
  timeLeft: (seconds: number): string => `about ${seconds} s left`,
  progressLabel: 'Progress of the measurement',
  cancelled: (share: number): string => `Cancelled after ${Math.floor(100 * share)} %.`,
  done: (met: number, bars: number): string => `${met} of ${bars} bars are met.`,
  everywhere: 'Performance explains which bars are missed everywhere',
  failed: (message: string): string => `The measurement could not go on: ${message}`,
  noScript: 'The part of the page that measures could not be loaded. Is the network there?',
  engine: (name: string, threads: number): string =>
    `${name}, ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
  caption:
    'Times are those of one thread, but for the twins. The peak is what this engine reaches in multiplications and additions of four numbers at once, kept in registers.',
  tableLabel: 'Measurements, row by row',
  copy: 'Copy as text',
  copied: 'Copied.',
  notCopied: 'This browser does not let the page copy; the table can be selected.',
};

export type BenchPageMessages = typeof messagesEn;
