// The lab as it is written into the shadow root: where everything stands. The charts come into the places that are left
// empty here (views.ts).
import { html, nothing, type TemplateResult } from 'lit';
import { ICONS } from './icons.ts';
import type { LabMessages } from './messages.en.ts';
import { models, type ModelsActions, type ModelsState } from './models.ts';
import { failure, settingNotices } from './notices.ts';
import type { SettingsForm } from './settings-form.ts';
import { toolbar, type ToolbarActions } from './toolbar.ts';

export interface LabViewState extends ModelsState {
  readonly messages: LabMessages;
  readonly controls: 'all' | 'basic' | 'none';
  readonly form: SettingsForm;
  readonly notices: readonly string[];
  readonly error: Error | null;
  readonly isTraining: boolean;
  /** What a change has just led to; empty when there is nothing to say. */
  readonly note: string;
}

export interface LabViewActions extends ToolbarActions, ModelsActions {
  closeNotices(): void;
  retry(): void;
}

export function labView(state: LabViewState, actions: LabViewActions): TemplateResult {
  const { messages, controls, form, notices, error, isTraining } = state;
  const identities = state.drawn.map(({ identity }) => identity);
  const toolbarState = {
    messages,
    isTraining,
    isMinimal: controls === 'none',
    seed: form.field('seed'),
    speed: form.field('speed'),
  };
  return html`<div class="lab" part="lab" data-controls=${controls}>
    <div class="top">
      ${settingNotices(notices, messages, () => actions.closeNotices())}
      ${failure(error, identities, messages, () => actions.retry())} ${toolbar(toolbarState, actions)}
    </div>
    <div class="loss loss-place"></div>
    <div class="left">${models(state, actions)} ${controls === 'none' ? nothing : settings(state)}</div>
    <div class="rest">
      <div class="profile-place"></div>
      <div class="heat-map-place"></div>
    </div>
    <p class="an-hidden spoken" role="status" aria-live="polite"></p>
  </div>`;
}

function settings({ messages, controls, form, note }: LabViewState): TemplateResult {
  return html`<section class="settings" part="settings" aria-label=${messages.settings}>
    ${form.basic()}
    <div class="settings-foot">
      ${
        controls === 'basic'
          ? nothing
          : html`<details class="more">
              <summary>${messages.more}${ICONS.more}</summary>
              ${form.more()}
            </details>`
      }
      <p class="help-line">${note || form.help || messages.helpHint}</p>
    </div>
  </section>`;
}
