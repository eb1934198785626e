// How a verification looks, as a function of what it has found so far, and the same as plain text. Knows no worker.
import { html, nothing, type TemplateResult } from 'lit';
import { figuresOf, type VerifyProgress, type VerifyReport, type VerifyResult } from '../../lib/verify.ts';
import { reportTable } from '../report-table.ts';
import type { Counts, VerifyMessages } from './messages.en.ts';

export interface VerifyState {
  readonly phase: 'running' | 'done' | 'cancelled' | 'failed';
  readonly results: readonly VerifyResult[];
  readonly progress: VerifyProgress | undefined;
  /** Milliseconds until it is done, about; undefined while nothing can be said. */
  readonly msLeft: number | undefined;
  readonly missing: VerifyReport['missing'];
  /** Why it could not go on; empty if it could. */
  readonly error: string;
  /** What the browser calls itself. */
  readonly engine: string;
  /** What came of copying. */
  readonly note: string;
}

export interface VerifyActions {
  readonly copy: () => void;
}

/** What came of it, or how far it is, in a sentence. */
export function summaryOf(
  { phase, results, progress, missing, error }: VerifyState,
  messages: VerifyMessages,
): string {
  const { done = 0, total = 0 } = progress ?? {};
  switch (phase) {
    case 'running':
      return progress ? messages.progress(done, total) : messages.starting;
    case 'cancelled':
      return messages.cancelled(done, total);
    case 'failed':
      return messages.failed(error);
    case 'done': {
      const isRight = results.every(({ passed }) => passed);
      const verdict = (isRight ? messages.allRight : messages.wrong)(countsOf(results));
      const left = missing.map(({ backend, reason }) => messages.missing(backend, reason));
      return [verdict, ...left].join(' ');
    }
  }
}

function countsOf(results: readonly VerifyResult[]): Counts {
  const count = (kind: VerifyResult['kind'], isWrong: boolean) =>
    results.filter((result) => result.kind === kind && (!isWrong || !result.passed)).length;
  return {
    runs: count('run', false),
    wrongRuns: count('run', true),
    answers: count('answer', false),
    wrongAnswers: count('answer', true),
  };
}

/** Did all go well, as far as can be said? */
export function verdictOf({ phase, results }: VerifyState): 'ok' | 'wrong' | 'open' {
  if (phase === 'failed' || results.some(({ passed }) => !passed)) return 'wrong';
  return phase === 'done' ? 'ok' : 'open';
}

export function verifyView(
  state: VerifyState,
  messages: VerifyMessages,
  actions: VerifyActions,
): TemplateResult {
  const { phase, results, engine, note } = state;
  const isOver = phase !== 'running' && results.length > 0;
  return html`
    ${phase === 'running' ? progressView(state, messages) : nothing}
    <p class="engine">${engine}</p>
    ${
      isOver
        ? html`<p>
            <button type="button" @click=${actions.copy}>${messages.copy}</button>
            <span aria-live="polite">${note}</span>
          </p>`
        : nothing
    }
    ${results.length > 0 ? tableView(results, messages) : nothing}
  `;
}

function progressView(state: VerifyState, messages: VerifyMessages): TemplateResult {
  const { progress, msLeft } = state;
  const seconds = Math.ceil((msLeft ?? 0) / 1000);
  return html`
    <div class="progress">
      <progress aria-label=${messages.progressLabel} max="1" .value=${progress?.share ?? 0}></progress>
      <span
        >${summaryOf(state, messages)}${seconds > 1 ? html`, ${messages.timeLeft(seconds)}` : nothing}</span
      >
    </div>
  `;
}

function tableView(results: readonly VerifyResult[], messages: VerifyMessages): TemplateResult {
  const { tableLabel, caption, check, expected, actual, result } = messages;
  const backends = [...new Set(results.map(({ backend }) => backend))];
  return reportTable(
    { label: tableLabel, caption, headings: [check, expected, actual, result] },
    backends.map((backend) => ({
      heading: messages.backends[backend],
      rows: results.filter((row) => row.backend === backend).map((row) => rowView(row, messages)),
    })),
  );
}

function rowView(result: VerifyResult, messages: VerifyMessages): TemplateResult {
  const { expected, actual } = figuresOf(result);
  const [sign, word] = result.passed ? ['✓', messages.ok] : ['✗', messages.wrongWord];
  return html`
    <tr class=${result.passed ? 'ok' : 'wrong'}>
      <th scope="row">${result.name}${result.problem ? html`<small>${result.problem}</small>` : nothing}</th>
      <td class="figure">${expected}</td>
      <td class="figure">${actual}</td>
      <td class="result"><span aria-hidden="true">${sign}</span> ${word}</td>
    </tr>
  `;
}

/** Everything as lines of cells with tabs between, as spreadsheets and mails take them. */
export function verifyText(state: VerifyState, messages: VerifyMessages): string {
  const rows = state.results.map((result) => {
    const { expected, actual } = figuresOf(result);
    const word = result.passed ? messages.ok : messages.wrongWord;
    return [messages.backends[result.backend], result.name, expected, actual, word, result.problem ?? ''];
  });
  const lines = rows.map((cells) => cells.join('\t').trimEnd());
  return [
    `Add & Norm Lab ${__ADDNORM_VERSION__}`,
    state.engine,
    summaryOf(state, messages),
    '',
    ...lines,
    '',
  ].join('\n');
}
