// The numbers behind a chart as a table, built only when someone opens it.

import { html } from './dom.ts';
import { ThrottledTask } from './frame-task.ts';
import type { ChartMessages } from './messages.en.ts';
import type { TableData } from './types.ts';

// An open table follows a running chart slowly enough to be read.
const REFRESH_MS = 1000;

export const MAX_TABLE_ROWS = 200;

function buildTable({ caption, columns, rows }: TableData): HTMLTableElement {
  const head = html('tr', {}, ...columns.map((column) => html('th', { scope: 'col' }, column)));
  const body = rows.map((cells) =>
    html(
      'tr',
      {},
      ...cells.map((cell, i) => (i === 0 ? html('th', { scope: 'row' }, cell) : html('td', {}, cell))),
    ),
  );
  return html('table', {}, html('caption', {}, caption), html('thead', {}, head), html('tbody', {}, ...body));
}

export class DataTable {
  readonly root: HTMLDetailsElement;
  readonly #scroll: HTMLElement;
  readonly #read: () => TableData[];
  readonly #refresh = new ThrottledTask(REFRESH_MS, () => this.#build());

  constructor(title: string, messages: ChartMessages, read: () => TableData[]) {
    this.#read = read;
    this.#scroll = html('div', {
      class: 'an-table-scroll',
      tabindex: 0,
      role: 'region',
      'aria-label': `${title}: ${messages.chart.table}`,
    });
    this.root = html(
      'details',
      { class: 'an-details', part: 'table' },
      html('summary', {}, messages.chart.table),
      this.#scroll,
    );
    this.root.addEventListener('toggle', () => this.#build());
  }

  /** To be called when the data changed. Costs nothing while the table is closed. */
  refresh(): void {
    if (this.root.open) this.#refresh.request();
  }

  dispose(): void {
    this.#refresh.cancel();
  }

  #build(): void {
    this.#scroll.replaceChildren(...(this.root.open ? this.#read().map(buildTable) : []));
  }
}
