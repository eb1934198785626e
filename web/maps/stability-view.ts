// How a stability map looks: for each placement a grid whose cells are links into the lab, the highest row on top. Plain data
// in, templates out; which cell has the focus is the grid's own business.
import { html, nothing, type TemplateResult } from 'lit';
import { seriesStyle } from '../charts/index.ts';
import { swatch } from '../charts/legend.ts';
import type { Placement } from '../lib/index.ts';
import { describeCell, type StabilityState } from './describe-stability.ts';
import type { MapMessages } from './messages.en.ts';
import { labelOf, shortNumber, signOf } from './names.ts';
import type { Cell } from './stability.ts';

export interface StabilityViewState extends StabilityState {
  readonly messages: MapMessages;
  /** Where a cell leads. */
  readonly href: (cell: Cell) => string;
  /** Index of the cell that the Tab key goes to in each grid, by placement. */
  readonly tabStops: ReadonlyMap<Placement, number>;
}

export function gridView(state: StabilityViewState, placement: Placement): TemplateResult {
  const { messages, grid, by } = state;
  const style = seriesStyle({ placement, nth: 0 });
  const rows = grid.rowValues.map((_, row) => row).reverse();
  return html`<div class="am-map">
    <p class="am-name">${swatch(style)} ${labelOf(placement, messages)}</p>
    <div class="am-frame">
      <p class="am-row-title">${messages.rowTitle[by]}</p>
      <table
        role="grid"
        aria-label=${messages.mapOf(labelOf(placement, messages))}
        data-placement=${placement}
      >
        <tbody>
          ${rows.map((row) => rowView(state, placement, row))}
        </tbody>
        <tfoot>
          <tr>
            <td></td>
            ${grid.learningRates.map((lr) => html`<th scope="col">${shortNumber(lr, messages.decimalMark)}</th>`)}
          </tr>
        </tfoot>
      </table>
    </div>
    <p class="am-column-title">${messages.learningRate}</p>
  </div>`;
}

function rowView(state: StabilityViewState, placement: Placement, row: number): TemplateResult {
  const { grid } = state;
  return html`<tr>
    <th scope="row">${grid.rowValues[row]}</th>
    ${grid.learningRates.map((_, column) => {
      const index = grid.cells.findIndex(
        (cell) => cell.placement === placement && cell.row === row && cell.column === column,
      );
      return html`<td>${cellView(state, index)}</td>`;
    })}
  </tr>`;
}

function cellView({ messages, grid, results, href, tabStops, ...rest }: StabilityViewState, index: number) {
  const cell = grid.cells[index]!;
  const result = results[index];
  const kind = !result ? 'waiting' : result.divergedAt === null ? 'done' : 'diverged';
  return html`<a
    class="am-cell"
    data-kind=${kind}
    data-cell=${index}
    href=${href(cell)}
    tabindex=${tabStops.get(cell.placement) === index ? 0 : -1}
    aria-label=${describeCell({ grid, results, ...rest }, cell, result, messages)}
    >${signOf(result) || nothing}</a
  >`;
}
