// A batch of several rows: x as fields, y beside it, and a frame around what is averaged together (a row for LayerNorm and
// RMSNorm, a column for BatchNorm).
import { html, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { NumberFields } from './fields.ts';
import { isPerFeature } from './lane.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { formatValue, inMark } from './numbers.ts';
import type { Scene } from './scene.ts';
import type { MicroscopeState, Rows } from './state.ts';
import { sizeOf } from './steps.ts';

export interface BatchView {
  readonly state: MicroscopeState;
  readonly scene: Scene;
  readonly messages: MicroscopeMessages;
  readonly fields: NumberFields;
  lookAt(row: number, feature: number): void;
}

export function batchView(view: BatchView): TemplateResult {
  const { state, scene, messages, fields } = view;
  const key = isPerFeature(state) ? 'running' : state.norm;
  const source = state.view === 'backward' ? 'dy' : 'x';
  const inputs = matrix(view, messages.sources[source], (row, feature) =>
    fields.field(
      { source, row, feature },
      state[source][row]![feature]!,
      messages.fieldName(
        messages.sources[source],
        `${messages.rowName(row + 1)}, ${messages.featureName(feature + 1)}`,
      ),
      'batch',
    ),
  );
  const output = state.view === 'backward' ? scene.result?.gradients?.dx : scene.result?.y;
  const size = sizeOf((output ?? []).flat());
  const outputs = matrix(
    view,
    state.view === 'backward' ? 'dx' : 'y',
    (row, feature) =>
      html`<span class="number"
        >${output ? inMark(formatValue(output[row]![feature]!, size), messages.decimalMark) : '–'}</span
      >`,
  );
  return html`<section class="batch" aria-label=${messages.batch}>
    <p class="averaged">${messages.whatIsAveraged[key]}</p>
    <div class="matrices">${inputs}<span class="arrow" aria-hidden="true">→</span>${outputs}</div>
  </section>`;
}

function matrix(
  view: BatchView,
  caption: string,
  cell: (row: number, feature: number) => TemplateResult,
): TemplateResult {
  const { state, messages } = view;
  const rows: Rows = state.x;
  return html`<div class="matrix-scroll" tabindex="0" role="region" aria-label=${caption}>
    <div
      class="matrix"
      role="table"
      aria-label=${caption}
      style=${styleMap({ '--n': String(rows[0]!.length) })}
    >
      <div class="matrix-row" role="row">
        <span class="matrix-name caption" role="columnheader">${caption}</span>
        ${rows[0]!.map(
          (_, feature) =>
            html`<span class="matrix-head" role="columnheader"
              ><span class="an-hidden">${messages.featureName(feature + 1)}</span
              ><span aria-hidden="true">${feature + 1}</span></span
            >`,
        )}
      </div>
      ${rows.map(
        (row, r) =>
          html`<div class="matrix-row" role="row">
            <span class="matrix-name" role="rowheader">${messages.rowName(r + 1)}</span>
            ${row.map(
              (_, feature) =>
                html`<span
                  class=${classMap({ 'matrix-cell': true, ...frameOf(state, r, feature) })}
                  role="cell"
                  @click=${() => view.lookAt(r, feature)}
                  >${cell(r, feature)}</span
                >`,
            )}
          </div>`,
      )}
    </div>
  </div>`;
}

/** The sides of the frame that this cell has. */
function frameOf(state: MicroscopeState, row: number, feature: number): Record<string, boolean> {
  const isColumn = state.norm === 'batch';
  const isIn = !isPerFeature(state) && (isColumn ? feature === state.feature : row === state.row);
  if (!isIn) return { looked: row === state.row && feature === state.feature };
  const last = isColumn ? state.x.length - 1 : state.x[0]!.length - 1;
  const at = isColumn ? row : feature;
  return {
    framed: true,
    column: isColumn,
    first: at === 0,
    last: at === last,
    looked: row === state.row && feature === state.feature,
  };
}
