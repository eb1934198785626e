// The tabs over the charts: which of the views stands beside the drawings. Arrow keys, Home and End open the one they lead to.
import { html, nothing, type TemplateResult } from 'lit';
import type { Control } from './hidden.ts';
import type { LabMessages } from './messages.en.ts';
import type { ViewName } from './options.ts';

export interface TabsState {
  readonly messages: LabMessages;
  readonly controls: 'all' | 'basic' | 'none';
  readonly hidden: ReadonlySet<Control>;
  readonly view: ViewName;
  readonly views: readonly ViewName[];
}

export interface TabsActions {
  setView(view: ViewName): void;
}

export const tabId = (view: ViewName): string => `tab-${view}`;
/** The overview stands in two places, the others in one. */
export const panelId = (view: ViewName, place: 'loss' | 'rest' | 'panel'): string => `${place}-${view}`;

const panelIds = (view: ViewName): string =>
  view === 'overview' ? `${panelId(view, 'loss')} ${panelId(view, 'rest')}` : panelId(view, 'panel');

export function tabs(
  { messages, controls, hidden, view, views }: TabsState,
  actions: TabsActions,
): TemplateResult {
  const onKey = (event: KeyboardEvent) => {
    const target = reachedBy(event, views, view);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    actions.setView(target);
    const list = event.currentTarget as HTMLElement;
    list.querySelector<HTMLElement>(`#${tabId(target)}`)!.focus();
  };
  return html`<div
    class="tabs"
    part="tabs"
    role="tablist"
    aria-label=${messages.views}
    ?hidden=${controls === 'none' || hidden.has('view') || views.length < 2}
    @keydown=${onKey}
  >
    ${views.map((name) => tab(name, name === view, messages, actions))}
  </div>`;
}

function tab(name: ViewName, isOpen: boolean, messages: LabMessages, actions: TabsActions): TemplateResult {
  return html`<button
    type="button"
    class="tab"
    role="tab"
    id=${tabId(name)}
    aria-selected=${isOpen}
    aria-controls=${panelIds(name)}
    data-name=${messages.view[name]}
    tabindex=${isOpen ? nothing : -1}
    @click=${() => actions.setView(name)}
  >
    ${messages.view[name]}
  </button>`;
}

/** The tab that a key leads to; undefined for any other key. */
export function reachedBy(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  views: readonly ViewName[],
  view: ViewName,
): ViewName | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const at = views.indexOf(view);
  const targets: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: -1,
  };
  const target = targets[key];
  return target === undefined ? undefined : views.at(target % views.length);
}
