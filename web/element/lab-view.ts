// The lab as it is written into the shadow root: where everything stands. The charts come into the places that are left
// empty here (views.ts).
import { html, nothing, type TemplateResult } from 'lit';
import type { Control } from './hidden.ts';
import { ICONS } from './icons.ts';
import type { LabMessages } from './messages.en.ts';
import { models, type ModelsActions, type ModelsState } from './models.ts';
import { failure, settingNotices } from './notices.ts';
import type { ViewName } from './options.ts';
import type { SettingsForm } from './settings-form.ts';
import { MAX_VARIANTS } from './settings.ts';
import { panelId, tabId, tabs, type TabsActions } from './tabs.ts';
import { toolbar, type ToolbarActions } from './toolbar.ts';

export interface LabViewState extends ModelsState {
  readonly messages: LabMessages;
  readonly controls: 'all' | 'basic' | 'none';
  readonly form: SettingsForm;
  /** Controls that are not shown. */
  readonly hidden: ReadonlySet<Control>;
  readonly notices: readonly string[];
  readonly error: Error | null;
  readonly isTraining: boolean;
  /** The open tab, and all there are. */
  readonly view: ViewName;
  readonly views: readonly ViewName[];
  /** What a change has just led to; empty when there is nothing to say. */
  readonly note: string;
}

export interface LabViewActions extends ToolbarActions, ModelsActions, TabsActions {
  closeNotices(): void;
  retry(): void;
}

export function labView(state: LabViewState, actions: LabViewActions): TemplateResult {
  const { messages, controls, form, hidden, notices, error, isTraining } = state;
  const identities = state.drawn.map(({ identity }) => identity);
  const toolbarState = {
    messages,
    isTraining,
    isMinimal: controls === 'none',
    hidden,
    isFull: state.drawn.length >= MAX_VARIANTS,
    seed: form.field('seed'),
    speed: form.field('speed'),
  };
  return html`<div class="lab" part="lab" data-controls=${controls}>
    <div class="top">
      ${settingNotices(notices, messages, () => actions.closeNotices())}
      ${failure(error, identities, messages, () => actions.retry())} ${toolbar(toolbarState, actions)}
    </div>
    ${tabs(state, actions)} ${panels(state)}
    <div class="left">${models(state, actions)} ${controls === 'none' ? nothing : settings(state)}</div>
    ${panel(state, 'overview', 'rest')}
    <p class="an-hidden spoken" role="status" aria-live="polite"></p>
  </div>`;
}

/**
 * A place for the charts of each tab. The overview has two, around the models: the loss has to be seen before them where all
 * stands in one column.
 */
function panels(state: LabViewState): TemplateResult[] {
  return state.views.map((name) => panel(state, name, name === 'overview' ? 'loss' : 'panel'));
}

function panel({ view }: LabViewState, name: ViewName, place: 'loss' | 'rest' | 'panel'): TemplateResult {
  return html`<div
    class=${place}
    id=${panelId(name, place)}
    role="tabpanel"
    aria-labelledby=${tabId(name)}
    ?hidden=${view !== name}
  ></div>`;
}

function settings({ messages, controls, form, hidden, note }: LabViewState): TemplateResult {
  return html`<section class="settings" part="settings" aria-label=${messages.settings}>
    ${form.basic()}
    <div class="settings-foot">
      ${
        controls === 'basic' || hidden.has('more')
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
