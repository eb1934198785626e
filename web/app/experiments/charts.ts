// The charts of an experiment, as it describes them: curves and profiles grow while its arms train, points and tables are
// there when a seed is done.
import { type ChartMessages, LineChart, type LineSeries, type VariantIdentity } from '../../charts/index.ts';
import { nameArrangement } from '../../element/arrangement.ts';
import type { Arm, Chart, ChartTexts, Experiment, Numbers } from '../../experiments/index.ts';
import type { StepMetrics } from '../../lib/index.ts';
import { resolveRunConfig } from '../../lib/config-resolve.ts';
import type { PageData } from './page-data.ts';
import { tableOf } from './result-table.ts';

/** A chart on the page. What it has no use for it ignores. */
interface Drawn {
  clear(): void;
  add(armId: string, rows: readonly StepMetrics[]): void;
  finish(numbers: Numbers): void;
  refreshTheme(): void;
}

type ChartOf<Kind extends Chart['kind']> = Extract<Chart, { kind: Kind }>;

export class ExperimentCharts {
  readonly #drawn: readonly Drawn[];

  constructor(place: HTMLElement, experiment: Experiment, data: PageData, messages: ChartMessages) {
    this.#drawn = experiment.charts.map((chart) => {
      const root = document.createElement('div');
      root.className = `chart ${chart.kind}`;
      place.append(root);
      const texts = data.texts.charts[chart.id]!;
      switch (chart.kind) {
        case 'curves':
          return curves(root, chart, texts, experiment, data, messages);
        case 'profile':
          return profile(root, chart, texts, experiment, data, messages);
        case 'points':
          return points(root, chart, texts, experiment, messages);
        case 'table':
          return tableOf(root, chart, texts, experiment, data);
      }
    });
  }

  /** A new run begins. */
  clear(): void {
    for (const chart of this.#drawn) chart.clear();
  }

  add(armId: string, rows: readonly StepMetrics[]): void {
    for (const chart of this.#drawn) chart.add(armId, rows);
  }

  finish(numbers: Numbers): void {
    for (const chart of this.#drawn) chart.finish(numbers);
  }

  refreshTheme(): void {
    for (const chart of this.#drawn) chart.refreshTheme();
  }
}

/** Where all lines have one placement its colour tells nothing: all but the first take one of these, which look least alike. */
const OTHERS = ['sandwich', 'rezero', 'deepnorm', 'resPost'] as const;

/** Placements give colours; who has the same one gets another dash, and where there is no other placement another colour. */
function identities(
  named: readonly { id: string; label: string; arm: Arm | undefined }[],
): VariantIdentity[] {
  const placements = named.map(({ arm }) =>
    arm ? nameArrangement(resolveRunConfig(arm.config).model).placement : 'custom',
  );
  const isOne = new Set(placements).size === 1;
  return named.map(({ id, label }, i) => ({
    id,
    label,
    placement: isOne && i > 0 ? OTHERS[(i - 1) % OTHERS.length]! : placements[i]!,
    nth: placements.slice(0, i).filter((other) => other === placements[i]).length,
  }));
}

const armsOf = (ids: readonly string[], { arms }: Experiment, { texts }: PageData) =>
  identities(ids.map((id) => ({ id, label: texts.arms[id]!, arm: arms.find((arm) => arm.id === id) })));

function lineChart(
  root: HTMLElement,
  chart: ChartOf<'curves' | 'profile' | 'points'>,
  { title, note, x, y }: ChartTexts,
  messages: ChartMessages,
): LineChart {
  return new LineChart(root, {
    title,
    xLabel: x,
    yLabel: y,
    scale: chart.scale,
    ...(chart.kind === 'points' && { xScale: chart.xScale }),
    everyMarker: chart.kind !== 'curves',
    describe: () => note,
    messages,
  });
}

function curves(
  root: HTMLElement,
  chart: ChartOf<'curves'>,
  texts: ChartTexts,
  experiment: Experiment,
  data: PageData,
  messages: ChartMessages,
): Drawn {
  const view = lineChart(root, chart, texts, messages);
  const lines = armsOf(chart.arms, experiment, data).map((identity) => ({
    ...identity,
    x: [] as number[],
    y: [] as number[],
  }));
  const steps = experiment.arms.flatMap(({ id, steps: of }) => (chart.arms.includes(id) ? of : []));
  const show = () => {
    const series = lines.map((line): LineSeries => ({ ...line, count: line.x.length }));
    view.update({ series, xRange: [0, Math.max(...steps)] });
  };
  return {
    clear: () => {
      for (const line of lines) line.x.length = line.y.length = 0;
      show();
    },
    add: (armId, rows) => {
      const line = lines.find(({ id }) => id === armId);
      if (!line) return;
      for (const row of rows) {
        line.x.push(row.step);
        line.y.push(Number(row[chart.metric]));
      }
      show();
    },
    finish: () => {},
    refreshTheme: () => view.refreshTheme(),
  };
}

const countUp = (length: number) => Array.from({ length }, (_, i) => i + 1);

function profile(
  root: HTMLElement,
  chart: ChartOf<'profile'>,
  texts: ChartTexts,
  experiment: Experiment,
  data: PageData,
  messages: ChartMessages,
): Drawn {
  const view = lineChart(root, chart, texts, messages);
  const lines = armsOf(chart.arms, experiment, data);
  const values = new Map<string, ArrayLike<number>>();
  const show = () => {
    const longest = Math.max(2, ...[...values.values()].map(({ length }) => length));
    const series = lines.map((line): LineSeries => {
      const y = values.get(line.id) ?? [];
      return { ...line, x: countUp(y.length), y, count: y.length };
    });
    view.update({ series, xRange: [0.75, longest + 0.25] });
  };
  return {
    clear: () => {
      values.clear();
      show();
    },
    add: (armId, rows) => {
      const row = chart.at === 'first' ? rows[0] : rows.at(-1);
      const isKnown = chart.at === 'first' && values.has(armId);
      if (!row || isKnown || !chart.arms.includes(armId)) return;
      values.set(armId, row[chart.metric]);
      show();
    },
    finish: () => {},
    refreshTheme: () => view.refreshTheme(),
  };
}

function points(
  root: HTMLElement,
  chart: ChartOf<'points'>,
  texts: ChartTexts,
  experiment: Experiment,
  messages: ChartMessages,
): Drawn {
  const view = lineChart(root, chart, texts, messages);
  // Measures of an arm have its name.
  const armOf = (measures: readonly string[]) => experiment.arms.find(({ id }) => measures.includes(id));
  const lines = identities(
    chart.series.map(({ id, measures }) => ({ id, label: texts.series[id]!, arm: armOf(measures) })),
  );
  const xRange = rangeOf(chart.x, chart.xScale === 'log');
  const show = (numbers: Numbers | undefined) => {
    const series = lines.map((line, i): LineSeries => {
      const y = numbers ? chart.series[i]!.measures.map((name) => numbers[name]!) : [];
      return { ...line, x: chart.x, y, count: y.length };
    });
    view.update({ series, xRange });
  };
  return {
    clear: () => show(undefined),
    add: () => {},
    finish: show,
    refreshTheme: () => view.refreshTheme(),
  };
}

/** From the first to the last, with a little room for the markers. */
function rangeOf(x: readonly number[], isLog: boolean): [number, number] {
  const [first, last] = [x[0]!, x.at(-1)!];
  if (isLog) return [first * 0.9, last * 1.1];
  const room = 0.03 * (last - first);
  return [first - room, last + room];
}
