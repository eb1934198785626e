// How a measurement looks, as a function of the rows so far, and the same as plain text. Knows no worker.
import { html, nothing, type TemplateResult } from 'lit';
import { cellsOf, type GroupedRow, headings, type Row, verdictOf } from '../../bench/rows.ts';
import type { BenchMessages } from '../../bench/messages.en.ts';
import { reportTable } from '../report-table.ts';
import { unbroken } from '../unbroken.ts';
import type { BenchPageMessages } from './messages.en.ts';

/** In one language: what is said of the measurement, and its rows. */
export interface BenchTexts {
  readonly page: BenchPageMessages;
  readonly rows: BenchMessages;
  /** The address of the page that explains the bars. */
  readonly performance: string;
}

export interface BenchState {
  readonly phase: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly rows: readonly GroupedRow[];
  /** Are they from the quick measurement? */
  readonly isQuick: boolean;
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
export function summaryOf({ phase, rows, share, error }: BenchState, messages: BenchPageMessages): string {
  switch (phase) {
    case 'idle':
      return '';
    case 'running':
      return rows.length > 0 ? messages.progress(share) : messages.starting;
    case 'cancelled':
      return messages.cancelled(share);
    case 'failed':
      return messages.failed(error);
    case 'done': {
      const held = rows.filter(({ met }) => met !== undefined);
      return messages.done(held.filter(({ met }) => met).length, held.length);
    }
  }
}

/** A slow browser is no fault, so only what failed is shown as one. */
export function stateClass({ phase, rows }: BenchState): 'ok' | 'wrong' | 'open' {
  if (phase === 'failed') return 'wrong';
  return phase === 'done' && rows.every(({ met }) => met !== false) ? 'ok' : 'open';
}

export function benchView(state: BenchState, texts: BenchTexts, copy: () => void): TemplateResult {
  const { phase, rows, isQuick, engine, note } = state;
  const isOver = phase !== 'running' && rows.length > 0;
  return html`
    ${phase === 'running' ? progressView(state, texts.page) : nothing}
    ${isQuick && rows.length > 0 ? html`<p class="rough">${texts.rows.rough}</p>` : nothing}
    ${phase === 'done' ? html`<p><a href=${texts.performance} hreflang="en">${texts.page.everywhere}</a></p>` : nothing}
    <p class="engine">${engine}</p>
    ${isOver ? html`<p><button type="button" @click=${copy}>${texts.page.copy}</button> ${note}</p>` : nothing}
    ${rows.length > 0 ? tableView(rows, texts) : nothing}
  `;
}

function progressView(state: BenchState, messages: BenchPageMessages): TemplateResult {
  const seconds = Math.ceil((state.msLeft ?? 0) / 1000);
  return html`
    <div class="progress">
      <progress aria-label=${messages.progressLabel} max="1" .value=${state.share}></progress>
      <span
        >${summaryOf(state, messages)}${seconds > 1 ? html`, ${messages.timeLeft(seconds)}` : nothing}</span
      >
    </div>
  `;
}

function tableView(rows: readonly GroupedRow[], texts: BenchTexts): TemplateResult {
  const groups = [...new Set(rows.map(({ group }) => group))];
  return reportTable(
    { label: texts.page.tableLabel, caption: texts.page.caption, headings: headings(texts.rows) },
    groups.map((group) => ({
      heading: texts.rows.groups[group],
      rows: rows.filter((row) => row.group === group).map((row) => rowView(row, texts.rows)),
    })),
  );
}

function rowView(row: Row, messages: BenchMessages): TemplateResult {
  const { sign, word } = verdictOf(row, messages);
  return html`
    <tr class=${row.met === undefined ? 'open' : row.met ? 'ok' : 'wrong'}>
      <th scope="row">${unbroken(row.what)}</th>
      <td class="measured">${unbroken(row.measured)}</td>
      <td class="bar">${unbroken(row.bar)}</td>
      <td class="result"><span aria-hidden="true">${sign}</span> ${word}</td>
    </tr>
  `;
}

/** Everything as lines of cells with tabs between, as spreadsheets and mails take them. */
export function benchText(state: BenchState, texts: BenchTexts): string {
  const lines = [headings(texts.rows), ...state.rows.map((row) => cellsOf(row, texts.rows))].map((cells) =>
    cells.join('\t'),
  );
  return [
    `Add & Norm Lab ${__ADDNORM_VERSION__}`,
    state.engine,
    summaryOf(state, texts.page),
    ...(state.isQuick ? [texts.rows.rough] : []),
    '',
    ...lines,
    '',
  ].join('\n');
}
