// The bar with which training is driven: play or pause, steps, reset, what the form has for seed and speed, and room for
// where training stands and for the slider that takes it back (rewind-bar.ts).
import { html, nothing, type TemplateResult } from 'lit';
import { ICONS } from './icons.ts';
import type { Control } from './hidden.ts';
import type { LabMessages } from './messages.en.ts';

export interface ToolbarState {
  readonly messages: LabMessages;
  readonly isTraining: boolean;
  /** Nothing but play and pause. */
  readonly isMinimal: boolean;
  /** Controls that are not shown. */
  readonly hidden: ReadonlySet<Control>;
  /** Are there as many models as there can be? */
  readonly isFull: boolean;
  /** The controls of these two settings. */
  readonly seed: TemplateResult;
  readonly speed: TemplateResult;
}

export interface ToolbarActions {
  toggle(): void;
  step(n: number): void;
  reset(): void;
  newSeed(): void;
  addModel(): void;
}

const MANY = 10;

export function toolbar(state: ToolbarState, actions: ToolbarActions): TemplateResult {
  const { messages, isTraining, isMinimal, hidden } = state;
  const [icon, text] = isTraining ? [ICONS.pause, messages.pause] : [ICONS.play, messages.play];
  return html`<section class="toolbar" part="toolbar" aria-label=${messages.controls}>
    ${button('primary play', icon, text, () => actions.toggle())}
    ${isMinimal ? nothing : rest(state, actions)}
    <p class="standing"></p>
    ${isMinimal || hidden.has('rewind') ? nothing : html`<div class="rewind"></div>`}
  </section>`;
}

/** What stands beside play and pause. */
function rest(state: ToolbarState, actions: ToolbarActions): TemplateResult {
  const { messages, hidden, isFull, seed, speed } = state;
  const unless = (control: Control, content: () => TemplateResult) =>
    hidden.has(control) ? nothing : content();
  return html`
    ${unless(
      'step',
      () =>
        html`${button('', ICONS.step, messages.step, () => actions.step(1), messages.stepLong)}
        ${button('', ICONS.steps, messages.steps(MANY), () => actions.step(MANY), messages.stepsLong(MANY))}`,
    )}
    ${unless('reset', () => button('', ICONS.reset, messages.reset, () => actions.reset(), messages.resetLong))}
    ${unless(
      'seed',
      () =>
        html`<div class="seed">
          ${seed}${button('square', ICONS.dice, '', () => actions.newSeed(), messages.newSeed)}
        </div>`,
    )}
    ${unless('speed', () => speed)}
    ${unless(
      'models',
      () =>
        html`<button
          type="button"
          class="button add-model"
          part="button"
          ?disabled=${isFull}
          title=${isFull ? messages.noMoreModels : messages.addModelLong}
          @click=${() => actions.addModel()}
        >
          ${ICONS.plus}<span>${messages.addModel}</span>
        </button>`,
    )}
  `;
}

function button(
  classes: string,
  icon: TemplateResult<2>,
  text: string,
  onClick: () => void,
  label?: string,
): TemplateResult {
  return html`<button
    type="button"
    part="button"
    class=${`button ${classes}`}
    aria-label=${label ?? nothing}
    title=${label ?? nothing}
    @click=${onClick}
  >
    ${icon}${text === '' ? nothing : html`<span>${text}</span>`}
  </button>`;
}
