// How a measurement looks, as a function of the rows so far, and the same as plain text. Knows no worker.
import { html, nothing, type TemplateResult } from 'lit';
import { cellsOf, type GroupedRow, HEADINGS, type Row, verdictOf } from '../../bench/rows.ts';
import { messagesEn as rowMessagesEn } from '../../bench/messages.en.ts';
import { reportTable } from '../report-table.ts';
import { messagesEn } from './messages.en.ts';

export interface BenchState {
  readonly phase: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly rows: readonly GroupedRow[];
  /** Share of the work that is done. */
  readonly share: number;
  /** Milliseconds until it is done, about; undefined while nothing can be said. */
  readonly msLeft: number | undefined;
  /** Why it could not go on; empty if it could. */
  readonly error: string;
  /** What the browser calls itself, and how many threads it has. */
  readonly engine: string;
  /** What came of copying. */
  readonly note: string;
}

/** What came of it, or how far it is, in a sentence. */
export function summaryOf({ phase, rows, share, error }: BenchState): string {
  switch (phase) {
    case 'idle':
      return '';
    case 'running':
      return rows.length > 0 ? messagesEn.progress(share) : messagesEn.starting;
    case 'cancelled':
      return messagesEn.cancelled(share);
    case 'failed':
      return messagesEn.failed(error);
    case 'done': {
      const held = rows.filter(({ met }) => met !== undefined);
      return messagesEn.done(held.filter(({ met }) => met).length, held.length);
    }
  }
}

/** A slow browser is no fault, so only what failed is shown as one. */
export function stateClass({ phase, rows }: BenchState): 'ok' | 'wrong' | 'open' {
  if (phase === 'failed') return 'wrong';
  return phase === 'done' && rows.every(({ met }) => met !== false) ? 'ok' : 'open';
}

export function benchView(state: BenchState, copy: () => void): TemplateResult {
  const { phase, rows, engine, note } = state;
  const isOver = phase !== 'running' && rows.length > 0;
  return html`
    ${phase === 'running' ? progressView(state) : nothing}
    <p class="engine">${engine}</p>
    ${isOver ? html`<p><button type="button" @click=${copy}>${messagesEn.copy}</button> ${note}</p>` : nothing}
    ${rows.length > 0 ? tableView(rows) : nothing}
  `;
}

function progressView(state: BenchState): TemplateResult {
  const seconds = Math.ceil((state.msLeft ?? 0) / 1000);
  return html`
    <div class="progress">
      <progress aria-label=${messagesEn.progressLabel} max="1" .value=${state.share}></progress>
      <span>${summaryOf(state)}${seconds > 1 ? html`, ${messagesEn.timeLeft(seconds)}` : nothing}</span>
    </div>
  `;
}

function tableView(rows: readonly GroupedRow[]): TemplateResult {
  const groups = [...new Set(rows.map(({ group }) => group))];
  return reportTable(
    { label: messagesEn.tableLabel, caption: messagesEn.caption, headings: HEADINGS },
    groups.map((group) => ({
      heading: rowMessagesEn.groups[group],
      rows: rows.filter((row) => row.group === group).map(rowView),
    })),
  );
}

function rowView(row: Row): TemplateResult {
  const { sign, word } = verdictOf(row);
  return html`
    <tr class=${row.met === undefined ? 'open' : row.met ? 'ok' : 'wrong'}>
      <th scope="row">${row.what}</th>
      <td class="measured">${row.measured}</td>
      <td class="bar">${row.bar}</td>
      <td class="result"><span aria-hidden="true">${sign}</span> ${word}</td>
    </tr>
  `;
}

/** Everything as lines of cells with tabs between, as spreadsheets and mails take them. */
export function benchText(state: BenchState): string {
  const lines = [HEADINGS, ...state.rows.map(cellsOf)].map((cells) => cells.join('\t'));
  return [`Add & Norm Lab ${__ADDNORM_VERSION__}`, state.engine, summaryOf(state), '', ...lines, ''].join(
    '\n',
  );
}
