// The microscope as it is written into the shadow root: what is chosen above, the sentence, the batch if there are several
// rows, the steps, and beside them what can be changed.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ICONS } from '../element/icons.ts';
import { settingNotices } from '../element/notices.ts';
import { batchView } from './batch-view.ts';
import type { NumberFields } from './fields.ts';
import { type GridActions, gridView } from './grid.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { PRESET_IDS, type PresetId, presetOf } from './presets.ts';
import type { Scene } from './scene.ts';
import { type Side, type SideActions, sideView } from './side.ts';
import type { MicroscopeState, Norm, Statistics, View } from './state.ts';

export interface MicroscopeViewState extends Pick<Side, 'numbers' | 'eps' | 'note'> {
  readonly state: MicroscopeState;
  /** undefined until the module is there. */
  readonly scene: Scene | undefined;
  readonly messages: MicroscopeMessages;
  readonly fields: NumberFields;
  readonly notices: readonly string[];
  /** Why the module could not be started. */
  readonly error: string | undefined;
}

export interface MicroscopeActions extends SideActions, GridActions {
  choosePreset(id: PresetId): void;
  set(change: Partial<MicroscopeState>): void;
  goTo(step: number | null): void;
  onKey(event: KeyboardEvent): void;
  reset(): void;
  addRow(): void;
  lookAt(row: number, feature: number): void;
}

const VIEWS: readonly View[] = ['forward', 'backward', 'block'];
const NORMS: readonly Norm[] = ['layer', 'rms', 'batch'];
const STATISTICS: readonly Statistics[] = ['batch', 'running'];

export function microscopeView(
  view: MicroscopeViewState,
  actions: MicroscopeActions,
  closeNotices: () => void,
): TemplateResult {
  const { state, scene, messages, notices, error } = view;
  const preset = presetOf(state);
  return html`<div
    class="microscope"
    part="microscope"
    @keydown=${(event: KeyboardEvent) => actions.onKey(event)}
  >
    ${settingNotices(notices, { noticesTitle: messages.noticesTitle, close: messages.close }, closeNotices)}
    ${choicesView(view, preset, actions)}
    <div class="said">
      <p class="sentence">${error === undefined ? (scene?.sentence ?? messages.starting) : ''}</p>
      <p class="look">${preset ? messages.presets[preset].look : messages.dragHint}</p>
    </div>
    ${
      error === undefined
        ? nothing
        : html`<p class="notice failure" role="alert">${messages.notStarted(error)}</p>`
    }
    ${scene ? bodyView(view, scene, actions) : nothing}
    <p class="an-hidden spoken" role="status" aria-live="polite"></p>
  </div>`;
}

function bodyView(view: MicroscopeViewState, scene: Scene, actions: MicroscopeActions): TemplateResult {
  const { state, messages, fields } = view;
  const lookAt = (row: number, feature: number) => actions.lookAt(row, feature);
  const side: Side = {
    ...view,
    actions,
    facts: scene.facts,
    canTrain: state.statistics === 'running' ? state.x.length > 1 : scene.result !== undefined,
  };
  return html`<div class="body">
    <div class="main">
      ${state.x.length > 1 && state.view !== 'block' ? batchView({ state, scene, messages, fields, lookAt }) : nothing}
      ${scene.refusal === undefined ? steppingView(view, scene, actions) : refusalView(scene.refusal, messages, actions)}
      ${gridView({ state, scene, messages, fields, actions })}
    </div>
    ${sideView(side)}
  </div>`;
}

function choicesView(
  { state, messages }: MicroscopeViewState,
  preset: PresetId | undefined,
  actions: MicroscopeActions,
): TemplateResult {
  const choose = (event: Event) =>
    actions.choosePreset((event.target as HTMLSelectElement).value as PresetId);
  const isBlock = state.view === 'block';
  return html`<section class="choices" aria-label=${messages.controls}>
    <div class="field example">
      <label for="example">${messages.example}</label>
      <select id="example" @change=${choose}>
        ${
          preset
            ? nothing
            : html`<option value="" ?selected=${live(true)} disabled>${messages.ownNumbers}</option>`
        }
        ${PRESET_IDS.map(
          (id) =>
            html`<option value=${id} ?selected=${live(id === preset)}>${messages.presets[id].name}</option>`,
        )}
      </select>
    </div>
    ${switchView(messages.view, VIEWS, state.view, messages.views, (chosen) => actions.set({ view: chosen }))}
    ${
      isBlock
        ? nothing
        : switchView(messages.norm, NORMS, state.norm, messages.norms, (chosen) =>
            actions.set({ norm: chosen }),
          )
    }
    ${
      isBlock || state.norm !== 'batch'
        ? nothing
        : switchView(messages.statisticsLabel, STATISTICS, state.statistics, messages.statistics, (chosen) =>
            actions.set({ statistics: chosen }),
          )
    }
    <button
      type="button"
      class="button reset"
      aria-label=${messages.resetLong}
      title=${messages.resetLong}
      @click=${() => actions.reset()}
    >
      ${ICONS.reset}<span>${messages.reset}</span>
    </button>
  </section>`;
}

function switchView<T extends string>(
  label: string,
  choices: readonly T[],
  chosen: T,
  names: Readonly<Record<T, string>>,
  choose: (choice: T) => void,
): TemplateResult {
  return html`<div class="field">
    <span class="field-label" aria-hidden="true">${label}</span>
    <div class="an-switch" role="group" aria-label=${label}>
      ${choices.map(
        (choice) =>
          html`<button
            type="button"
            aria-pressed=${choice === chosen ? 'true' : 'false'}
            @click=${() => choose(choice)}
          >
            ${names[choice]}
          </button>`,
      )}
    </div>
  </div>`;
}

function steppingView(
  { state, messages }: MicroscopeViewState,
  scene: Scene,
  actions: MicroscopeActions,
): TemplateResult {
  const count = scene.steps.length;
  const { step } = state;
  const button = (text: string, to: number | null, isOff: boolean, classes = '') =>
    html`<button
      type="button"
      class=${`button ${classes}`}
      ?disabled=${isOff}
      @click=${() => actions.goTo(to)}
    >
      ${text}
    </button>`;
  return html`<div class="stepping" role="group" aria-label=${messages.stepping}>
    ${
      step === null
        ? button(messages.oneByOne, 1, false, 'one-by-one')
        : html`${button(messages.previous, step - 1, step <= 1)}
          ${button(messages.next, step + 1, step >= count, 'primary next')}
          ${button(messages.allSteps, null, false)}`
    }
    <p class="step-of" role="status">
      ${step === null ? nothing : messages.stepOf(Math.min(step, count), count)}
      ${step === null ? nothing : html`<span class="keys">${messages.steppingHint}</span>`}
    </p>
  </div>`;
}

function refusalView(
  refusal: string,
  messages: MicroscopeMessages,
  actions: MicroscopeActions,
): TemplateResult {
  return html`<div class="notice refusal" role="status">
    <div>
      <strong>${messages.kernelSays}</strong>
      <p class="reason">${refusal}</p>
    </div>
    <div class="buttons">
      <button type="button" class="button" @click=${() => actions.addRow()}>${messages.addRow}</button>
      <button type="button" class="button" @click=${() => actions.set({ statistics: 'running' })}>
        ${messages.evaluate}
      </button>
    </div>
  </div>`;
}
