// The settings of a figure as fields, the button that runs it, how far it is, and what could not be taken as it stood. Plain
// data in, templates out.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { type CsvCell, csvOf } from '../charts/csv.ts';
import { download, fileName, savable } from '../charts/download.ts';
import type { ChartMessages } from '../charts/messages.en.ts';
import { PLACEMENT_NAMES, SETTINGS } from '../lib/index.ts';
import type { FigureSettings, OwnSettings } from './figure-settings.ts';
import type { MapMessages } from './messages.en.ts';
import type { Sweep } from './sweep.ts';

export interface ControlsState {
  readonly messages: MapMessages;
  readonly settings: FigureSettings<OwnSettings>;
  /** Keys of the fields, in order: those that are always there, and those on demand. */
  readonly keys: { readonly basic: readonly string[]; readonly more: readonly string[] };
  readonly notices: readonly string[];
  readonly sweep: Sweep;
  /** What came of saving, until something else is to be said. */
  readonly said: string;
}

export interface ControlsActions {
  readonly change: (key: string, text: string) => void;
  readonly start: () => void;
  readonly cancel: () => void;
  readonly saveCsv: () => void;
}

export function controlsView(state: ControlsState, actions: ControlsActions): TemplateResult {
  const { messages, notices, keys } = state;
  return html`
    <div class="am-settings" role="group" aria-label=${messages.settings}>
      ${placementFields(state, actions)} ${keys.basic.map((key) => field(key, state, actions))}
    </div>
    <details class="an-details">
      <summary>${messages.more}</summary>
      <div class="am-settings" role="group" aria-label=${messages.more}>
        ${keys.more.map((key) => field(key, state, actions))}
      </div>
    </details>
    ${notices.map((notice) => html`<p class="am-notice" role="alert">${notice}</p>`)}
    ${runBar(state, actions)}
  `;
}

/** One choice for each placement; all but the first may be none. */
function placementFields({ settings, messages }: ControlsState, { change }: ControlsActions) {
  const { placements, schema } = settings;
  const count = Math.min(schema.maxPlacements, placements.length + 1);
  return Array.from({ length: count }, (_, i) => {
    const chosen = placements[i] ?? '';
    const choose = (name: string) =>
      change(
        'placement',
        [...placements.slice(0, i), name, ...placements.slice(i + 1)].filter(Boolean).join(),
      );
    const offered = PLACEMENT_NAMES.filter((name) => name === chosen || !placements.includes(name));
    const options = offered.map((name) => [name, messages.placements[name]] as const);
    return select(
      messages.placementLabel(i + 1),
      chosen,
      i === 0 ? options : [['', messages.noPlacement], ...options],
      choose,
    );
  });
}

function field(
  key: string,
  { settings, messages }: ControlsState,
  { change }: ControlsActions,
): TemplateResult {
  const own = Object.values(settings.schema.own).find((setting) => setting.key === key);
  const setting = own ?? SETTINGS.find((place) => place.setting.key === key)!.setting;
  const label = messages.labels[key] ?? key;
  const text = settings.text(key);
  if (setting.type === 'choice') {
    const options = setting.choices.map((choice) => [choice, messages.choices[choice] ?? choice] as const);
    return select(label, text, options, (chosen) => change(key, chosen));
  }
  const isWhole = setting.type === 'integer';
  return html`<label class="am-field">
    <span>${label}</span>
    <input
      type="text"
      inputmode=${isWhole ? 'numeric' : 'decimal'}
      autocomplete="off"
      spellcheck="false"
      .value=${live(text)}
      @change=${({ currentTarget }: Event) => change(key, (currentTarget as HTMLInputElement).value)}
    />
  </label>`;
}

function select(
  label: string,
  chosen: string,
  options: readonly (readonly [value: string, text: string])[],
  change: (value: string) => void,
): TemplateResult {
  return html`<label class="am-field">
    <span>${label}</span>
    <select
      .value=${live(chosen)}
      @change=${(event: Event) => change((event.currentTarget as HTMLSelectElement).value)}
    >
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`;
}

/** The button stays when all is done: what stands beside it must not move, nor the focus be lost. */
function runBar(
  { sweep, messages, said }: ControlsState,
  { start, cancel, saveCsv }: ControlsActions,
): TemplateResult {
  const { state, runsDone, runs } = sweep;
  const isRunning = state === 'running';
  const isOver = state === 'done';
  const isStart = isOver || state === 'idle';
  const label = isRunning ? messages.cancel : isStart ? messages.start : messages.goOn;
  const seconds = Math.ceil((sweep.msLeft ?? 0) / 1000);
  const left = seconds > 1 ? `, ${messages.timeLeft(seconds)}` : '';
  return html`<div class="am-run">
    <button
      type="button"
      class=${isRunning ? 'am-button' : 'am-button am-primary'}
      aria-disabled=${isOver}
      @click=${isOver ? nothing : isRunning ? cancel : start}
    >
      ${label}
    </button>
    <progress aria-label=${messages.progressLabel} max="1" .value=${sweep.share}></progress>
    <span class="am-progress">${messages.progress(runsDone, runs.length)}${left}</span>
    <span class="am-status" role="status">${said === '' ? statusOf(sweep, messages) : said}</span>
    <button type="button" class="am-button am-csv" ?disabled=${runsDone === 0} @click=${saveCsv}>
      ${messages.csv}
    </button>
  </div>`;
}

function statusOf({ state, runs, error }: Sweep, messages: MapMessages): string | typeof nothing {
  if (state === 'cancelled') return messages.cancelled;
  if (state === 'failed') return messages.failed(error?.message ?? '');
  return state === 'done' ? messages.allDone(runs.length) : nothing;
}

/** Lets the browser save rows under a name made of these words, and returns what there is to say of it. */
export function saveCsv(
  words: readonly string[],
  rows: readonly (readonly CsvCell[])[],
  { save }: ChartMessages,
): string {
  const state = savable();
  if (state === 'no') return save.refused;
  const name = fileName(words, 'csv');
  download(new Blob([csvOf(rows)], { type: 'text/csv' }), name);
  return state === 'yes' ? save.saved(name) : save.maybe(name);
}
