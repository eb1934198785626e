// A table of measured numbers as one of the charts of an experiment.
import type { Chart, ChartTexts, Experiment, Numbers } from '../../experiments/index.ts';
import { formatMeasure } from '../../experiments/quote.ts';
import type { PageData } from './page-data.ts';

type TableChart = Extract<Chart, { kind: 'table' }>;

/** Fills `root`; the figures are dashes until a seed is done. */
export function tableOf(
  root: HTMLElement,
  { columns, rows }: TableChart,
  texts: ChartTexts,
  { measures }: Experiment,
  { numbers: messages }: PageData,
) {
  const cells = new Map<string, HTMLElement>();
  const table = element('table', { className: 'figures' });
  const head = element('tr');
  head.append(element('td'), ...columns.map((id) => heading('col', texts.columns[id]!)));
  table.createTHead().append(head);
  const body = table.createTBody();
  for (const { id, measures: names } of rows) {
    const row = element('tr');
    row.append(heading('row', texts.series[id]!));
    for (const name of names) {
      const cell = element('td');
      cells.set(name, cell);
      row.append(cell);
    }
    body.append(row);
  }
  const scroll = element('div', {
    className: 'table-scroll',
    tabIndex: 0,
    role: 'region',
    ariaLabel: texts.title,
  });
  scroll.append(table);
  root.append(
    element('h3', { textContent: texts.title }),
    scroll,
    element('p', { className: 'note', textContent: texts.note }),
  );
  const write = (textOf: (name: string) => string) => {
    for (const [name, cell] of cells) cell.textContent = textOf(name);
  };
  return {
    clear: () => write(() => '–'),
    add: () => {},
    finish: (numbers: Numbers) =>
      write((name) => formatMeasure(numbers[name]!, measures[name]!.format, messages)),
    refreshTheme: () => {},
  };
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties);

const heading = (scope: string, textContent: string) => element('th', { scope, textContent });
