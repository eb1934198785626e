// The drawn models, side by side, each with its placement over it; where there is room for one only, a switch between them.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { PLACEMENT_NAMES, PLACEMENTS } from '../lib/index.ts';
import { fullName } from './identity.ts';
import type { LabMessages } from './messages.en.ts';
import type { DrawnVariant } from './views.ts';

export interface ModelsState {
  readonly messages: LabMessages;
  readonly drawn: readonly DrawnVariant[];
  /** The variant that is shown where there is room for one only. */
  readonly shown: number;
  /** The block whose numbers are shown, from 0. */
  readonly block: number;
}

export interface ModelsActions {
  setPlacement(variant: number, placement: string): void;
  show(variant: number): void;
  setBlock(block: number): void;
}

const LETTERS = 'ABCDEF';

export function models(state: ModelsState, actions: ModelsActions): TemplateResult {
  const { messages, drawn, shown } = state;
  return html`<section class="models" aria-label=${messages.models}>
    <div class="shown-switch an-switch" role="group" aria-label=${messages.shown} ?hidden=${drawn.length < 2}>
      ${drawn.map(
        ({ identity }, i) =>
          html`<button type="button" aria-pressed=${i === shown} @click=${() => actions.show(i)}>
            ${identity.label}
          </button>`,
      )}
    </div>
    <div class="variants">
      ${drawn.map(
        (variant, i) =>
          html`<div class=${i === shown ? 'variant' : 'variant unshown'}>
            ${placement(variant, i, state, actions)}
            <div class="block-place"></div>
          </div>`,
      )}
    </div>
    ${blockChoice(state, actions)}
  </section>`;
}

function placement(
  { identity, config }: DrawnVariant,
  i: number,
  { messages }: ModelsState,
  actions: ModelsActions,
): TemplateResult {
  const choose = (event: Event) => actions.setPlacement(i, (event.target as HTMLSelectElement).value);
  const option = (value: string, label: string) =>
    html`<option value=${value} ?selected=${live(value === identity.placement)}>${label}</option>`;
  return html`<select
    class="placement"
    data-placement=${identity.placement}
    aria-label=${messages.placementOf(LETTERS[i]!)}
    title=${fullName(config, messages)}
    @change=${choose}
  >
    ${PLACEMENT_NAMES.map((name) => option(name, PLACEMENTS[name].label))}
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
        ${blocks.map((i) => html`<option value=${i} ?selected=${live(i === block)}>${i + 1}</option>`)}
      </select></label
    >
  </p>`;
}
