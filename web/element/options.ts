// Settings of the lab that are none of a run: a change of these does not begin a new run. Rows of the same kind as those of
// the schema of a run (lib/config.ts), so that text is read, checked and written alike.
import { MAX_SEEDS } from '../lab/options.ts';
import type { Section } from '../lib/setting.ts';

export const OPTIONS = {
  view: {
    type: 'choice',
    choices: ['overview', 'learning', 'gradients', 'stream', 'norms', 'attention', 'generate', 'share'],
    default: 'overview',
    key: 'view',
    label: 'View',
    help: 'What stands beside the drawings of the models.',
    group: 'basic',
  },
  speed: {
    type: 'choice',
    choices: ['max', '100', '30', '10', '3', '1'],
    default: 'max',
    key: 'speed',
    label: 'Speed',
    help: 'Training steps a second, at most.',
    group: 'basic',
  },
  seeds: {
    type: 'integer',
    min: 1,
    max: MAX_SEEDS,
    default: 1,
    key: 'seeds',
    label: 'Seeds',
    help: 'Each model trains so many times, with this seed and the ones after it. Curves are the median; the band is the middle half of four seeds or more, all of fewer.',
    group: 'more',
  },
  stop: {
    type: 'integer',
    min: 1,
    max: 1_000_000,
    default: 600,
    unit: 'steps',
    key: 'stop',
    label: 'Rest after',
    help: 'Training rests after so many steps; played on, it rests again after as many more.',
    group: 'more',
  },
} as const satisfies Section;

/** The tabs of the lab, in order. */
export type ViewName = (typeof OPTIONS.view.choices)[number];

export interface LabOptionValues {
  readonly view: ViewName;
  readonly speed: (typeof OPTIONS.speed.choices)[number];
  readonly stop: number;
  /** Runs of each variant. */
  readonly seeds: number;
}
