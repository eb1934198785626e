// The drawn models, side by side, each with its placement over it; where there are more than there is room for, a switch
// between them.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { PLACEMENT_NAMES } from '../lib/index.ts';
import type { Control } from './hidden.ts';
import { ICONS } from './icons.ts';
import { fullName } from './identity.ts';
import type { LabMessages } from './messages.en.ts';
import { MAX_VARIANTS } from './settings.ts';
import type { DrawnVariant } from './views.ts';

export interface ModelsState {
  readonly messages: LabMessages;
  readonly drawn: readonly DrawnVariant[];
  /** Controls that are not shown. */
  readonly hidden: ReadonlySet<Control>;
  /** The variants in the order in which they are to be shown: where there is room for one only, the first. */
  readonly shown: readonly number[];
  /** The block whose numbers are shown, from 0. */
  readonly block: number;
}

export interface ModelsActions {
  setPlacement(variant: number, placement: string): void;
  show(variant: number): void;
  duplicateModel(variant: number): void;
  removeModel(variant: number): void;
  setBlock(block: number): void;
}

const LETTERS = 'ABCDEF';
/** Drawings that are large enough to be read, side by side. */
const MOST_SHOWN = 2;

export function models(state: ModelsState, actions: ModelsActions): TemplateResult {
  const { messages, drawn } = state;
  const shown = shownOf(state);
  return html`<section class="models" aria-label=${messages.models}>
    <div
      class=${drawn.length > MOST_SHOWN ? 'shown-switch an-switch many' : 'shown-switch an-switch'}
      role="group"
      aria-label=${messages.shown}
      ?hidden=${drawn.length < 2}
    >
      ${drawn.map(({ identity }, i) => {
        const rank = shown.indexOf(i);
        return html`<button
          type="button"
          title=${identity.label}
          data-placement=${identity.placement}
          data-second=${rank === 1}
          aria-pressed=${rank >= 0}
          @click=${() => actions.show(i)}
        >
          ${identity.label}
        </button>`;
      })}
    </div>
    <div class="variants">
      ${drawn.map((variant, i) => {
        const rank = shown.indexOf(i);
        return html`<div class=${rank < 0 ? 'variant unshown' : rank === 0 ? 'variant' : 'variant second'}>
          <div class="model-head">
            ${placement(variant, i, state, actions)}
            ${state.hidden.has('models') ? nothing : modelButtons(variant, i, state, actions)}
          </div>
          <div class="block-place"></div>
        </div>`;
      })}
    </div>
    ${blockChoice(state, actions)}
  </section>`;
}

/** Of those that are there, as many as can be drawn. */
function shownOf({ drawn, shown }: ModelsState): readonly number[] {
  const all = [...shown, ...drawn.keys()].filter((i) => i < drawn.length);
  return [...new Set(all)].slice(0, MOST_SHOWN);
}

function modelButtons(
  { identity: { label } }: DrawnVariant,
  i: number,
  { messages, drawn }: ModelsState,
  actions: ModelsActions,
): TemplateResult {
  const button = (text: string, icon: TemplateResult<2>, isOff: boolean, onClick: () => void) =>
    html`<button
      type="button"
      class="button square model-button"
      part="button"
      aria-label=${text}
      title=${text}
      ?disabled=${isOff}
      @click=${onClick}
    >
      ${icon}
    </button>`;
  const isFull = drawn.length >= MAX_VARIANTS;
  return html`${button(messages.duplicateModel(label), ICONS.duplicate, isFull, () => actions.duplicateModel(i))}
  ${button(messages.removeModel(label), ICONS.close, drawn.length < 2, () => actions.removeModel(i))}`;
}

function placement(
  { identity, config }: DrawnVariant,
  i: number,
  { messages, hidden }: ModelsState,
  actions: ModelsActions,
): TemplateResult {
  const choose = (event: Event) => actions.setPlacement(i, (event.target as HTMLSelectElement).value);
  const option = (value: string, label: string) =>
    html`<option value=${value} .selected=${live(value === identity.placement)}>${label}</option>`;
  return html`<select
    class="placement"
    data-placement=${identity.placement}
    aria-label=${messages.placementOf(LETTERS[i]!)}
    title=${fullName(config, messages)}
    ?disabled=${hidden.has('placement')}
    @change=${choose}
  >
    ${PLACEMENT_NAMES.map((name) => option(name, messages.placements[name]))}
    ${identity.placement === 'custom' ? option('custom', identity.label) : ''}
  </select>`;
}

function blockChoice({ messages, drawn, block }: ModelsState, actions: ModelsActions): TemplateResult {
  const most = Math.max(...drawn.map(({ config }) => config.model.nLayer));
  const blocks = Array.from({ length: most }, (_, i) => i);
  return html`<p class="block-key">
    <span>${messages.blockHint}</span>
    <label
      >${messages.blockKey}
      <select
        @change=${(event: Event) => actions.setBlock(Number((event.target as HTMLSelectElement).value))}
      >
        ${blocks.map((i) => html`<option value=${i} .selected=${live(i === block)}>${i + 1}</option>`)}
      </select></label
    >
  </p>`;
}
