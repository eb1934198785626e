// The steps one below the other, as a table whose columns are the features (or rows) of the lane: the eye follows one number
// down. Every row has its height whatever its numbers are, so nothing moves while they change.
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { styleMap } from 'lit/directives/style-map.js';
import { formatTick } from '../charts/index.ts';
import { barView } from './bars.ts';
import type { FieldPlace, NumberFields } from './fields.ts';
import { alongSource, type Lane, placeOf } from './lane.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import type { Scene } from './scene.ts';
import type { MicroscopeState } from './state.ts';
import type { Step } from './steps.ts';

export interface GridActions {
  look(index: number): void;
  beginDrag(event: PointerEvent, place: FieldPlace, value: number): void;
  drag(event: PointerEvent): void;
  endDrag(): void;
}

export interface Grid {
  readonly state: MicroscopeState;
  readonly scene: Scene;
  readonly messages: MicroscopeMessages;
  readonly fields: NumberFields;
  readonly actions: GridActions;
}

/** Above so many columns their numbers are smaller. */
const DENSE_FROM = 9;

export function gridView(grid: Grid): TemplateResult {
  const { state, scene, messages } = grid;
  const { lane, steps } = scene;
  return html`<div class="grid-scroll" tabindex="0" role="region" aria-label=${messages.steps}>
    <div
      class=${classMap({ grid: true, dense: lane.length >= DENSE_FROM })}
      role="table"
      aria-label=${messages.steps}
      style=${styleMap({ '--n': String(lane.length) })}
    >
      <div class="step heads" role="row">
        <span class="corner" role="columnheader"><span class="an-hidden">${messages.step}</span></span>
        <span class="axis" aria-hidden="true"></span>
        ${range(lane.length).map((i) => placeHead(grid, i))}
      </div>
      ${steps.map((step, i) => stepView(grid, step, i, state.step === null || i < state.step))}
    </div>
  </div>`;
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

/** Where columns are narrow the number alone is seen. */
const placeHead = ({ scene: { lane }, messages, actions }: Grid, i: number): TemplateResult =>
  html`<span
    class=${classMap({ cell: true, place: true, chosen: i === lane.index })}
    role="columnheader"
    @click=${() => actions.look(i)}
    ><span class="place-name">${messages.place[lane.axis](i + 1)}</span
    ><span class="place-number" aria-hidden="true">${i + 1}</span></span
  >`;

function stepView(grid: Grid, step: Step, index: number, isShown: boolean): TemplateResult {
  const { state, scene, messages } = grid;
  const classes = {
    step: true,
    signed: step.isSigned,
    future: !isShown,
    current: state.step !== null && index === state.step - 1,
    output: index === scene.steps.length - 1,
  };
  const name = step.id === 'y' && state.norm === 'rms' ? messages.rmsOutput : messages.names[step.id];
  const axis = formatTick(scene.scales.get(step.family)!, messages.decimalMark);
  return html`<div class=${classMap(classes)} role="row" data-step=${step.id}>
    <div class="head" role="rowheader">
      <span class="name"
        ><span class="count">${index + 1}</span> ${name}
        ${step.marks ? html`<span class="marked">${messages.marked}</span>` : nothing}</span
      >
      <span class="symbol">${step.symbol}</span> <span class="formula">${step.formula}</span>
      ${isShown ? nothing : html`<span class="an-hidden">${messages.hidden}</span>`}
    </div>
    <span class="axis" aria-hidden="true"
      ><span>${axis}</span><span>${step.isSigned ? `−${axis}` : '0'}</span></span
    >
    ${cellsOf(grid, step)}
  </div>`;
}

function cellsOf(grid: Grid, step: Step): TemplateResult | TemplateResult[] {
  const { lane, scales } = grid.scene;
  const scale = scales.get(step.family)!;
  const isGhost = step.scalar !== undefined;
  const bar = (i: number) =>
    barView({
      value: step.bars[i]!,
      scale,
      lines: step.lines,
      mark: step.marks?.[i],
      isSigned: step.isSigned,
      isGhost,
      hasHandle: step.isDirect,
    });
  if (isGhost) {
    return html`<div class="cell spanning" role="cell" aria-colspan=${lane.length}>
      <span class="parts">
        ${range(lane.length).map(
          (i) => html`<span class=${classMap({ part: true, chosen: i === lane.index })}>${bar(i)}</span>`,
        )}
      </span>
      <span class="number scalar">${step.scalar}</span>
    </div>`;
  }
  return range(lane.length).map((i) => cellView(grid, step, i, bar(i)));
}

function cellView(grid: Grid, step: Step, i: number, bar: TemplateResult): TemplateResult {
  const { state, scene, messages, fields, actions } = grid;
  const { lane } = scene;
  const place = step.source && { source: step.source, ...placeOf(state, lane, i) };
  const isDraggable = step.isDirect && place !== undefined;
  const begin = (event: PointerEvent) => {
    if (isDraggable) actions.beginDrag(event, place, step.bars[i]!);
  };
  return html`<div
    class=${classMap({ cell: true, chosen: i === lane.index })}
    role="cell"
    @click=${() => actions.look(i)}
  >
    <span
      class=${classMap({ plot: true, draggable: isDraggable })}
      @pointerdown=${begin}
      @pointermove=${(event: PointerEvent) => actions.drag(event)}
      @pointerup=${() => actions.endDrag()}
      @pointercancel=${() => actions.endDrag()}
      >${bar}</span
    >
    ${step.texts ? html`<span class="number">${step.texts[i]}</span>` : nothing}
    ${place ? fieldIn(state, lane, place, i, messages, fields, !step.isDirect) : nothing}
  </div>`;
}

/** A field; under a number that is not its own it shows what it is. */
function fieldIn(
  state: MicroscopeState,
  lane: Lane,
  place: FieldPlace,
  i: number,
  messages: MicroscopeMessages,
  fields: NumberFields,
  isNamed: boolean,
): TemplateResult {
  const name = messages.sources[place.source];
  const label = messages.fieldName(name, messages.place[lane.axis](i + 1));
  const field = fields.field(place, alongSource(state, lane, place.source)[i]!, label, 'step');
  return isNamed
    ? html`<span class="named"><span class="field-name" aria-hidden="true">${name}</span>${field}</span>`
    : field;
}
