// The one click of the lab: a warm-up for the learning rate, or none, and when it is worth pointing out. Pure functions.
import { guessingLoss } from './guessing.ts';
import type { RunVariant } from './run.ts';
import type { LabSettings } from './settings.ts';

const WARMUP_STEPS = 200;
/** From this step on a loss near that of guessing is called stuck. */
const STUCK_FROM = 100;
const NEAR_GUESSING = 0.95;
const RECENT_STEPS = 7;

/** Is there a warm-up now, and the change that takes it away or adds one of `steps` steps. */
export function warmupChange(settings: LabSettings): {
  readonly isOn: boolean;
  readonly steps: number;
  readonly texts: readonly (readonly [key: string, text: string | undefined])[];
} {
  const isOn = settings.configs.some(({ schedule }) => schedule.kind !== 'constant' && schedule.warmup > 0);
  return { isOn, steps: WARMUP_STEPS, texts: [['warmup', isOn ? undefined : String(WARMUP_STEPS)]] };
}

/** Does a variant still guess after as many steps as others need to learn? */
export function isStuck(variants: readonly RunVariant[]): boolean {
  return variants.some(({ config, history }) => {
    if (history.length < STUCK_FROM) return false;
    const recent = history.scalar('loss').subarray(-RECENT_STEPS);
    return Math.min(...recent) >= NEAR_GUESSING * (guessingLoss(config) ?? Infinity);
  });
}
