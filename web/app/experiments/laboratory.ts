// Runs an experiment on this machine and draws it. Loaded when a run is wanted.
import { type ChartMessages, messagesEn as chartsEn } from '../../charts/index.ts';
import { EXPERIMENTS } from '../../experiments/all.ts';
import type { Experiment, Numbers } from '../../experiments/experiment.ts';
import { runSeed } from '../../experiments/run.ts';
import { Pool } from '../../lab/index.ts';
import { load } from '../../lib/index.ts';
import { catalogue } from '../site/catalogue.ts';
import { demonstrateApart } from './apart.ts';
import { ExperimentCharts } from './charts.ts';
import type { PageData } from './page-data.ts';
import '../../charts/chart.css';
import 'uplot/dist/uPlot.min.css';

export interface LaboratoryRun {
  readonly signal: AbortSignal;
  /** From 0 to 1, of the training. */
  readonly onProgress: (share: number) => void;
}

export class Laboratory {
  readonly experiment: Experiment;
  readonly #charts: ExperimentCharts;
  readonly #pool = new Pool();

  /** Draws into `place`, which is empty. */
  static async open(place: HTMLElement, data: PageData): Promise<Laboratory> {
    const messages = await catalogue(chartsEn, {
      de: async () => (await import('../../charts/messages.de.ts')).messagesDe,
    });
    return new Laboratory(place, data, messages);
  }

  private constructor(place: HTMLElement, data: PageData, messages: ChartMessages) {
    this.experiment = EXPERIMENTS.find(({ id }) => id === data.id)!;
    this.#charts = new ExperimentCharts(place, this.experiment, data, messages);
  }

  /** @throws what went wrong, or the signal's reason */
  async run(seed: number, { signal, onProgress }: LaboratoryRun): Promise<Numbers> {
    this.#charts.clear();
    const { numbers } = await runSeed(apart(drawnFirst(this.experiment), signal), seed, {
      pool: this.#pool,
      load,
      signal,
      onRows: (armId, rows) => this.#charts.add(armId, rows),
      onProgress: (done, total) => onProgress(done / total),
    });
    this.#charts.finish(numbers);
    return numbers;
  }

  refreshTheme(): void {
    this.#charts.refreshTheme();
  }
}

/** The same experiment, with the arms that charts draw before the others: there is something to see at once. */
function drawnFirst({ arms, ...experiment }: Experiment): Experiment {
  const drawn = experiment.charts.flatMap((chart) => ('arms' in chart ? chart.arms : []));
  const [first, rest] = [true, false].map((isDrawn) =>
    arms.filter(({ id }) => drawn.includes(id) === isDrawn),
  );
  return { ...experiment, arms: [...first!, ...rest!] };
}

/** The same experiment, with what it counts counted in a worker, so that the page goes on answering. */
function apart(experiment: Experiment, signal: AbortSignal): Experiment {
  if (!experiment.demonstrate) return experiment;
  return {
    ...experiment,
    demonstrate: async (addnorm, seed) =>
      (await demonstrateApart(experiment.id, seed, signal)) ?? experiment.demonstrate!(addnorm, seed),
  };
}
