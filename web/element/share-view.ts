// The tab "Share" as it is written into its place: link, code to embed, data of the run, and a model to take along. A function of
// its state; what is done is share-panel.ts.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { shareMessagesEn } from './messages-share.en.ts';
import type { SavedFile } from './saved-file.ts';

export type ShareMessages = typeof shareMessagesEn;

/** What is to be copied. */
export type CodeName = 'link' | 'frame' | 'element';
/** What is to be saved. */
export type FileKind = 'csv' | 'json' | 'model';

/** How a file stands: nothing has been asked for, it is being made, it is there, or it could not be made. */
export interface FileState {
  readonly isBusy: boolean;
  readonly files: readonly SavedFile[];
  /** What is said of them. */
  readonly note: string;
}

export interface ShareState {
  readonly messages: ShareMessages;
  /** '' where there is none. */
  readonly codes: Readonly<Record<CodeName, string>>;
  readonly isLocal: boolean;
  readonly isClosedFrame: boolean;
  /** What the link does not hold, a sentence each. */
  readonly leftOut: readonly string[];
  /** What has been copied or tried to be, and what came of it. */
  readonly copied: { readonly code: CodeName; readonly outcome: 'copied' | 'selected' } | null;
  readonly steps: number;
  readonly labels: readonly string[];
  /** The model to be taken. */
  readonly chosen: number;
  readonly files: Readonly<Record<FileKind, FileState>>;
}

export interface ShareActions {
  copy(code: CodeName): void;
  choose(variant: number): void;
  make(kind: FileKind): void;
}

export function shareView(state: ShareState, actions: ShareActions): TemplateResult {
  const { messages, isClosedFrame } = state;
  return html`<div class="share wide">
    ${isClosedFrame ? html`<p class="share-note">${messages.closedFrame}</p>` : nothing}
    <div class="share-column">${link(state, actions)} ${embed(state, actions)}</div>
    <div class="share-column">${data(state, actions)} ${model(state, actions)}</div>
  </div>`;
}

function link(state: ShareState, actions: ShareActions): TemplateResult {
  const { messages, codes, isLocal, leftOut } = state;
  if (codes.link === '') {
    return section(messages.link, html`<p class="share-hint">${messages.noPage}</p>`);
  }
  const notes = [...(isLocal ? [messages.local] : []), ...leftOut];
  return section(
    messages.link,
    html`<p class="share-hint">${messages.linkHint}</p>
      ${code('link', messages.link, state, actions)}
      ${notes.map((note) => html`<p class="share-note">${note}</p>`)}`,
  );
}

function embed(state: ShareState, actions: ShareActions): TemplateResult {
  const { messages, codes } = state;
  const part = (name: 'frame' | 'element') =>
    section(
      messages[name],
      html`<p class="share-hint">${messages[`${name}Hint`]}</p>
        ${code(name, messages[name], state, actions)}`,
    );
  return html`${codes.frame === '' ? nothing : part('frame')} ${part('element')}`;
}

/** A text with its button to copy it. */
function code(name: CodeName, label: string, state: ShareState, actions: ShareActions): TemplateResult {
  const { messages, codes, copied } = state;
  const outcome = copied?.code === name ? copied.outcome : null;
  const select = (event: Event) => (event.target as HTMLTextAreaElement).select();
  const field =
    name === 'link'
      ? html`<input
          type="text"
          readonly
          id="share-link"
          aria-label=${label}
          .value=${live(codes.link)}
          @click=${select}
        />`
      : html`<textarea
          readonly
          rows="5"
          spellcheck="false"
          id="share-${name}"
          aria-label=${label}
          .value=${live(codes[name])}
        ></textarea>`;
  return html`<div class="share-code">
      ${field}
      <button
        type="button"
        class="button"
        part="button"
        aria-label=${messages.copyOf(label)}
        @click=${() => actions.copy(name)}
      >
        ${outcome === 'copied' ? messages.copied : messages.copy}
      </button>
    </div>
    <p class=${outcome === 'selected' ? 'share-note' : 'an-hidden'} role="status">
      ${outcome === null ? '' : messages[outcome]}
    </p>`;
}

function data(state: ShareState, actions: ShareActions): TemplateResult {
  const { messages, steps, labels } = state;
  const isEmpty = steps === 0;
  const amount = messages.dataOf(messages.steps(steps), messages.models(labels.length));
  return section(
    messages.data,
    html`<p class="share-hint">${messages.dataHint}</p>
      <div class="share-row">
        ${make('csv', messages.csv, isEmpty, state, actions)}
        ${make('json', messages.json, isEmpty, state, actions)}
        <span class="share-amount">${isEmpty ? messages.noData : amount}</span>
      </div>
      ${made('csv', state)} ${made('json', state)}`,
  );
}

function model(state: ShareState, actions: ShareActions): TemplateResult {
  const { messages, labels, chosen } = state;
  const choose = (event: Event) => actions.choose(Number((event.target as HTMLSelectElement).value));
  return section(
    messages.model,
    html`<p class="share-hint">${messages.modelHint}</p>
      <div class="share-row">
        <select aria-label=${messages.which} @change=${choose}>
          ${labels.map(
            (label, i) => html`<option value=${i} .selected=${live(i === chosen)}>${label}</option>`,
          )}
        </select>
        ${make('model', messages.take, false, state, actions)}
      </div>
      ${made('model', state)}`,
  );
}

function section(title: string, content: TemplateResult): TemplateResult {
  return html`<section class="share-section" aria-label=${title}>
    <div class="an-title">${title}</div>
    ${content}
  </section>`;
}

function make(
  kind: FileKind,
  text: string,
  isDisabled: boolean,
  { messages, files }: ShareState,
  actions: ShareActions,
): TemplateResult {
  const { isBusy } = files[kind];
  const busyText = kind === 'model' ? messages.taking : messages.writing;
  return html`<button
    type="button"
    class="button"
    part="button"
    ?disabled=${isDisabled || isBusy}
    @click=${() => actions.make(kind)}
  >
    ${isBusy ? busyText : text}
  </button>`;
}

/** The files of one kind, each as a link, and what is to be said of them. */
function made(kind: FileKind, { messages, files }: ShareState): TemplateResult {
  const { files: list, note } = files[kind];
  const size = (bytes: number) =>
    bytes < 1e6
      ? messages.kilobytes(String(Math.ceil(bytes / 1e3)))
      : messages.megabytes((bytes / 1e6).toFixed(1));
  return html`<p class="share-note" role="status">${note}</p>
    ${
      list.length === 0
        ? nothing
        : html`<ul class="share-files">
            ${list.map(
              (file) =>
                html`<li>
                  <a href=${file.url} download=${file.name}>${messages.save(file.name, size(file.bytes))}</a>
                </li>`,
            )}
          </ul>`
    }`;
}
