// The lab as a widget of a notebook (anywidget: Jupyter, marimo, MyST). Its traits, all of them optional: `config`, settings by
// their key in an address; `theme`, `controls`, `lang`, `autoplay`, as the attributes of the element; `height`, in pixels, 0 for
// that of the content. Where a kernel has a trait `config` or `step`, it learns what becomes of it.
import '../element/define.ts';
import { paramsOf } from './frame-address.ts';
import type { FrameConfig } from './protocol.ts';

/** What of a widget's model is used here. */
export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

const PLAIN_TRAITS = ['theme', 'controls', 'lang', 'autoplay'] as const;
const TRAITS = ['config', 'height', ...PLAIN_TRAITS] as const;

/** Puts a lab into `el`; returns the function that takes it out and ends its training. */
export function render({ model, el }: { readonly model: WidgetModel; readonly el: HTMLElement }): () => void {
  const lab = document.createElement('addnorm-lab');
  const read = (name: (typeof TRAITS)[number]): void => {
    const value = model.get(name);
    if (value === undefined || value === null) return;
    if (name === 'config') {
      const params = paramsOf(value as FrameConfig);
      if (JSON.stringify(params) !== JSON.stringify([...lab.params])) lab.params = params;
    } else if (name === 'height') setHeight(el, Number(value));
    else Object.assign(lab, { [name]: value });
  };
  const listeners = TRAITS.map((name) => [`change:${name}`, () => read(name)] as const);
  for (const name of TRAITS) read(name);
  for (const [event, listener] of listeners) model.on(event, listener);
  const tell = (name: string, value: unknown): void => {
    if (model.get(name) === undefined) return;
    try {
      model.set(name, value);
      model.save_changes();
    } catch {
      // Where there is no kernel behind the page, as in MyST, a model takes nothing.
    }
  };
  lab.addEventListener('addnorm-config', () => tell('config', Object.fromEntries(lab.params)));
  for (const event of ['addnorm-done', 'addnorm-rewound']) {
    lab.addEventListener(event, () => tell('step', lab.stepsDone));
  }
  el.append(lab);
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    lab.remove();
  };
}

/** What is higher than that scrolls inside. */
function setHeight({ style }: HTMLElement, pixels: number): void {
  const isSet = Number.isFinite(pixels) && pixels > 0;
  style.height = isSet ? `${pixels}px` : '';
  style.overflow = isSet ? 'auto' : '';
}

// The form that anywidget asks for.
export default { render };
