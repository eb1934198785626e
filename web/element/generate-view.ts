// The tab "Generate" as it is written into its place: what to begin with, the sequence, and what its tokens could have been. A
// function of its state; what is done is generate-panel.ts.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { Candidate } from './generation.ts';
import type { generateMessagesEn } from './messages-generate.en.ts';

export type GenerateMessages = typeof generateMessagesEn;

/** A field of the form. */
export type FieldName = 'prompt' | 'temperature' | 'seed';

/** A token that has been generated. */
export interface NewToken {
  readonly token: number;
  readonly candidates: readonly Candidate[];
  /** The right one, where there is one. */
  readonly right: number | undefined;
}

export interface GenerateState {
  readonly messages: GenerateMessages;
  readonly labels: readonly string[];
  readonly chosen: number;
  readonly fields: Readonly<Record<FieldName, string>>;
  readonly faults: Readonly<Partial<Record<FieldName, string>>>;
  readonly promptHelp: string;
  /** Why nothing can be generated; '' if it can. */
  readonly refusal: string;
  readonly isCausal: boolean;
  readonly isRunning: boolean;
  readonly prompt: readonly number[];
  readonly generated: readonly NewToken[];
  /** Of those generated, the one whose candidates are shown. */
  readonly selected: number;
  readonly isComplete: boolean;
  readonly error: string;
  /** A token as text: to be read in a row, and by itself. */
  write(token: number): string;
  name(token: number): string;
}

export interface GenerateActions {
  choose(variant: number): void;
  type(field: FieldName, text: string): void;
  example(): void;
  one(): void;
  go(): void;
  stop(): void;
  clear(): void;
  select(index: number): void;
}

export function generateView(state: GenerateState, actions: GenerateActions): TemplateResult {
  const { messages } = state;
  return html`<div class="generate wide">
    <section class="generate-form" aria-label=${messages.title}>
      <div class="an-title">${messages.title}</div>
      <p class="share-hint">${state.isCausal ? messages.hint : messages.bothWays}</p>
      ${form(state, actions)} ${buttons(state, actions)}
    </section>
    <section class="generate-result" aria-label=${messages.sequence}>
      ${sequence(state, actions)} ${candidates(state)} ${table(state)}
    </section>
  </div>`;
}

function form(state: GenerateState, actions: GenerateActions): TemplateResult {
  const { messages, labels, chosen } = state;
  const choose = (event: Event) => actions.choose(Number((event.target as HTMLSelectElement).value));
  return html`<div class="generate-fields">
    <div class="field">
      <label for="generate-model">${messages.which}</label>
      <select id="generate-model" @change=${choose}>
        ${labels.map((label, i) => html`<option value=${i} .selected=${live(i === chosen)}>${label}</option>`)}
      </select>
    </div>
    ${field('temperature', messages.temperature, messages.temperatureHelp, state, actions)}
    ${field('seed', messages.seed, '', state, actions)}
    <div class="generate-prompt">
      ${field('prompt', messages.prompt, state.promptHelp, state, actions)}
      <button type="button" class="button" part="button" @click=${() => actions.example()}>
        ${messages.example}
      </button>
    </div>
  </div>`;
}

function field(
  name: FieldName,
  label: string,
  help: string,
  { fields, faults }: GenerateState,
  actions: GenerateActions,
): TemplateResult {
  const fault = faults[name];
  return html`<div class="field">
    <label for="generate-${name}">${label}</label>
    <input
      id="generate-${name}"
      type="text"
      autocomplete="off"
      spellcheck="false"
      aria-invalid=${fault === undefined ? 'false' : 'true'}
      aria-describedby="generate-${name}-hint"
      .value=${live(fields[name])}
      @input=${(event: Event) => actions.type(name, (event.target as HTMLInputElement).value)}
    />
    <p class=${fault === undefined ? 'hint' : 'hint fault'} id="generate-${name}-hint">${fault ?? help}</p>
  </div>`;
}

function buttons(state: GenerateState, actions: GenerateActions): TemplateResult {
  const { messages, isRunning, refusal, isComplete, generated } = state;
  const isOff = refusal !== '' || isComplete;
  const button = (text: string, isDisabled: boolean, onClick: () => void, classes = '') =>
    html`<button
      type="button"
      class="button ${classes}"
      part="button"
      ?disabled=${isDisabled}
      @click=${onClick}
    >
      ${text}
    </button>`;
  return html`<div class="share-row">
      ${button(messages.one, isOff || isRunning, () => actions.one(), 'primary')}
      ${
        isRunning
          ? button(messages.stop, false, () => actions.stop())
          : button(messages.go, isOff, () => actions.go())
      }
      ${button(messages.clear, generated.length === 0, () => actions.clear())}
    </div>
    <p class="share-note" role="alert">${state.error}</p>`;
}

function sequence(state: GenerateState, actions: GenerateActions): TemplateResult {
  const { messages, prompt, generated, selected } = state;
  return html`<div class="an-title">${messages.sequence}</div>
    <p class="tokens">
      ${prompt.map(
        (token) =>
          html`<span
            class="token given"
            title=${state.name(token)}
            .textContent=${state.write(token)}
          ></span>`,
      )}
      ${generated.map((one, i) => {
        const judged = one.right === undefined ? '' : one.token === one.right ? 'right' : 'wrong';
        const spoken = messages.tokenOf(String(i + 1), state.name(one.token), judgement(one, state));
        return html`<button
          type="button"
          class="token new ${judged}"
          aria-label=${spoken}
          title=${spoken}
          aria-pressed=${i === selected}
          .textContent=${state.write(one.token)}
          @click=${() => actions.select(i)}
        ></button>`;
      })}
    </p>
    <p class="share-note" role="status">${verdict(state)}</p>`;
}

const probabilityOf = ({ token, candidates: all }: NewToken): number =>
  all.find((one) => one.token === token)?.probability ?? NaN;

const percent = (probability: number, { messages }: GenerateState): string =>
  messages.percent((100 * probability).toFixed(1));

function judgement(one: NewToken, state: GenerateState): string {
  const { messages } = state;
  const likely = percent(probabilityOf(one), state);
  if (one.right === undefined) return likely;
  return `${likely}, ${one.token === one.right ? messages.right : messages.wrong(state.name(one.right))}`;
}

/** How much of what has a right answer is right. */
function verdict({ messages, generated, isComplete }: GenerateState): string {
  if (generated.length === 0) return messages.nothing;
  const judged = generated.filter(({ right }) => right !== undefined);
  if (judged.length === 0) return messages.noAnswer;
  const right = judged.filter((one) => one.token === one.right).length;
  return isComplete && right === judged.length
    ? messages.allRight(String(right))
    : messages.rightSoFar(String(right), String(judged.length));
}

function candidates(state: GenerateState): TemplateResult | typeof nothing {
  const { messages, generated, selected } = state;
  const one = generated[selected];
  if (!one) return nothing;
  const rows = one.candidates.map(({ token, probability }) => {
    const note = token === one.token ? messages.drawn : token === one.right ? messages.right : '';
    return html`<li class=${token === one.token ? 'candidate drawn' : 'candidate'}>
      <span class="candidate-name">${state.name(token)}</span>
      <span class="candidate-bar"><span style=${styleMap({ width: `${100 * probability}%` })}></span></span>
      <span class="candidate-value">${percent(probability, state)}</span>
      <span class="candidate-note">${note}</span>
    </li>`;
  });
  return html`<div class="an-title">${messages.candidates(String(selected + 1))}</div>
    <p class="share-hint">${messages.candidatesHint}</p>
    <ul class="candidates">
      ${rows}
    </ul>`;
}

function table(state: GenerateState): TemplateResult | typeof nothing {
  const { messages, generated } = state;
  if (generated.length === 0) return nothing;
  const { position, symbol, probability, answer } = messages.columns;
  return html`<details class="an-details">
    <summary>${messages.table}</summary>
    <div class="an-table-scroll" tabindex="0" role="region" aria-label=${messages.tableCaption}>
      <table>
        <caption>
          ${messages.tableCaption}
        </caption>
        <thead>
          <tr>
            ${[position, symbol, probability, answer].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${generated.map(
            (one, i) =>
              html`<tr>
                <th scope="row">${i + 1}</th>
                <td>${state.name(one.token)}</td>
                <td>${percent(probabilityOf(one), state)}</td>
                <td>${one.right === undefined ? '–' : state.name(one.right)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
