// What stands beside the steps: the numbers as a list, how many there are, ε, changes of all of x at once, and the facts that
// are checked.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { type Change, CHANGES } from './changes.ts';
import type { Fact } from './facts.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { MAX_FEATURES, MAX_ROWS } from './numbers.ts';
import { type MicroscopeState, nFeatures, nRows } from './state.ts';

export type Resize = 'addFeature' | 'removeFeature' | 'addRow' | 'removeRow';

/** What stands in a field of text, with what is wrong with it. */
export interface TextDraft {
  readonly text: string;
  readonly fault: string | undefined;
}

export interface SideActions {
  typeNumbers(text: string): void;
  leaveNumbers(): void;
  typeEps(text: string): void;
  leaveEps(): void;
  nudgeEps(event: KeyboardEvent): void;
  resize(how: Resize): void;
  change(how: Change): void;
  trainOnce(): void;
}

export interface Side {
  readonly state: MicroscopeState;
  readonly messages: MicroscopeMessages;
  readonly facts: readonly Fact[];
  readonly numbers: TextDraft;
  readonly eps: TextDraft;
  /** Can BatchNorm train on this batch? */
  readonly canTrain: boolean;
  /** What the last change led to. */
  readonly note: string;
  readonly actions: SideActions;
}

export function sideView(side: Side): TemplateResult {
  return html`<aside class="side">${numbersView(side)} ${changesView(side)} ${factsView(side)}</aside>`;
}

function numbersView({ state, messages, numbers, eps, actions }: Side): TemplateResult {
  const isWrong = numbers.fault !== undefined;
  return html`<section class="panel">
    <label class="panel-title" for="numbers">${messages.numbers}</label>
    <textarea
      id="numbers"
      rows=${Math.min(Math.max(nRows(state), 2), 4)}
      spellcheck="false"
      aria-invalid=${isWrong ? 'true' : 'false'}
      aria-describedby="numbers-hint"
      .value=${live(numbers.text)}
      @input=${(event: Event) => actions.typeNumbers((event.target as HTMLTextAreaElement).value)}
      @blur=${() => actions.leaveNumbers()}
    ></textarea>
    <p class=${isWrong ? 'hint fault' : 'hint'} id="numbers-hint">${numbers.fault ?? messages.numbersHint}</p>
    <div class="counts">
      ${counter(messages.features, nFeatures(state), MAX_FEATURES, ['removeFeature', 'addFeature'], messages, actions)}
      ${counter(messages.rows, nRows(state), MAX_ROWS, ['removeRow', 'addRow'], messages, actions)}
      ${epsView(eps, messages, actions)}
    </div>
  </section>`;
}

function counter(
  name: string,
  count: number,
  most: number,
  [less, more]: readonly [Resize, Resize],
  messages: MicroscopeMessages,
  actions: SideActions,
): TemplateResult {
  const button = (how: Resize, sign: string, isOff: boolean) =>
    html`<button
      type="button"
      class="button square"
      aria-label=${messages[how]}
      title=${messages[how]}
      ?disabled=${isOff}
      @click=${() => actions.resize(how)}
    >
      ${sign}
    </button>`;
  return html`<div class="counter" role="group" aria-label=${name}>
    <span class="field-label">${name}</span>
    <span class="inputs">
      ${button(less, '−', count <= 1)}<output class="count-value">${count}</output
      >${button(more, '+', count >= most)}
    </span>
  </div>`;
}

function epsView(
  { text, fault }: TextDraft,
  messages: MicroscopeMessages,
  actions: SideActions,
): TemplateResult {
  return html`<div class="field eps">
    <label for="eps">${messages.eps}</label>
    <input
      id="eps"
      type="text"
      autocomplete="off"
      spellcheck="false"
      aria-invalid=${fault === undefined ? 'false' : 'true'}
      aria-describedby="eps-hint"
      .value=${live(text)}
      @input=${(event: Event) => actions.typeEps((event.target as HTMLInputElement).value)}
      @blur=${() => actions.leaveEps()}
      @keydown=${(event: KeyboardEvent) => actions.nudgeEps(event)}
    />
    <span class=${fault === undefined ? 'an-hidden' : 'field-fault'} id="eps-hint">
      ${fault ?? messages.epsHint}
    </span>
  </div>`;
}

function changesView({ state, messages, note, canTrain, actions }: Side): TemplateResult | typeof nothing {
  if (state.view === 'block') return nothing;
  const train =
    state.norm === 'batch' && canTrain
      ? html`<button type="button" class="button" @click=${() => actions.trainOnce()}>
          ${messages.trainOnce}
        </button>`
      : nothing;
  return html`<section class="panel" aria-labelledby="changes">
    <h2 class="panel-title" id="changes">${messages.changes}</h2>
    <div class="buttons">
      ${CHANGES.map(
        (how) =>
          html`<button type="button" class="button" @click=${() => actions.change(how)}>
            ${messages[how]}
          </button>`,
      )}
      ${train}
    </div>
    <p class="note" role="status">${note}</p>
  </section>`;
}

function factsView({ facts, messages }: Side): TemplateResult | typeof nothing {
  if (facts.length === 0) return nothing;
  const row = ({ id, found, expected, holds }: Fact) => {
    const [sign, word] =
      holds === undefined ? ['·', messages.told] : holds ? ['✓', messages.holds] : ['✗', messages.fails];
    return html`<li class=${holds === false ? 'wrong' : ''}>
      <span class="sign" aria-hidden="true">${sign}</span>
      <span>${messages.fact[id](found, expected)} <span class="an-hidden">(${word})</span></span>
    </li>`;
  };
  return html`<section class="panel" aria-labelledby="facts">
    <h2 class="panel-title" id="facts">${messages.facts}</h2>
    <ul class="facts">
      ${facts.map(row)}
    </ul>
  </section>`;
}
