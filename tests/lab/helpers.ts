// What the tests of the lab share: small runs, and what a plain trainer makes of them.
import { load, type PartialRunConfig, type StepMetrics } from '../../web/lib/index.ts';
import type { Lab, Variant } from '../../web/lab/index.ts';

/** A run whose step takes a fraction of a millisecond. */
export const TINY: PartialRunConfig = { model: { nLayer: 1, dModel: 8, nHead: 2, nCtx: 8 }, batch: 2 };
/** A run whose step takes at least ten times as long. */
export const SMALL: PartialRunConfig = {
  model: { nLayer: 4, dModel: 16, nHead: 2, nCtx: 16, placement: 'pre' },
  batch: 8,
};
/** A run whose step takes long enough to be interrupted. */
export const HUGE: PartialRunConfig = { model: { nLayer: 8, dModel: 128, nCtx: 64 }, batch: 16 };

export const TWINS: readonly Variant[] = [
  { id: 'post', config: { ...TINY, model: { ...TINY.model, placement: 'post' } } },
  { id: 'pre', config: { ...TINY, model: { ...TINY.model, placement: 'pre' } } },
];

/** The rows and the fingerprint that the library alone gives. */
export async function trainPlainly(config: PartialRunConfig, steps: number) {
  const { model: modelConfig, ...trainerConfig } = config;
  const addnorm = await load();
  const model = addnorm.createModel(modelConfig, { seed: config.seed ?? 1 });
  const trainer = addnorm.createTrainer({ model, ...trainerConfig });
  const rows = Array.from({ length: steps }, () => trainer.step());
  const result = {
    rows,
    fingerprint: trainer.fingerprint(),
    checkpoint: model.saveSafetensors(),
    evaluation: trainer.evaluate(),
  };
  model.dispose();
  return result;
}

/** Collects what a lab gives its listeners, from the last reset on. */
export function record(lab: Lab) {
  const recorded = {
    rows: new Map<string, StepMetrics[]>(),
    spans: [] as [number, number][],
    events: [] as string[],
  };
  lab.on('reset', () => {
    recorded.rows.clear();
    recorded.spans.length = 0;
    recorded.events.push('reset');
  });
  lab.on('steps', ({ first, last, rows }) => {
    recorded.spans.push([first, last]);
    for (const [id, added] of rows) recorded.rows.set(id, [...(recorded.rows.get(id) ?? []), ...added]);
  });
  lab.on('state', (state) => recorded.events.push(state));
  lab.on('done', () => recorded.events.push('done!'));
  lab.on('error', ({ error }) => recorded.events.push(`error: ${error.message}`));
  return recorded;
}

/** Resolves when the lab has made this many steps. */
export function reached(lab: Lab, step: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = lab.on('steps', ({ last }) => {
      if (last < step) return;
      stop();
      resolve();
    });
  });
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Follows every timer that is set from now on. Returns how many are still to fire; the test framework has its own from
 * before.
 */
export function followTimers(): { pending: () => number; stop: () => void } {
  const pending = new Set<unknown>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const set = (handler: () => void, ms?: number) => {
    const timer = setTimeout(() => {
      pending.delete(timer);
      handler();
    }, ms);
    pending.add(timer);
    return timer;
  };
  const repeat = (handler: () => void, ms?: number) => {
    const timer = setInterval(handler, ms);
    pending.add(timer);
    return timer;
  };
  const clear = (timer: NodeJS.Timeout | undefined) => {
    pending.delete(timer);
    clearTimeout(timer);
  };
  Object.assign(globalThis, {
    setTimeout: set,
    setInterval: repeat,
    clearTimeout: clear,
    clearInterval: clear,
  });
  return {
    pending: () => pending.size,
    stop: () => void Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval }),
  };
}
