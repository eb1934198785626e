// The menu of a chart with which it is saved: as numbers, as a picture, as a drawing. A menu button as in the ARIA practices:
// arrow keys, Home, End and letters move, Escape closes.

import { html, setAttributes, setText } from './dom.ts';
import { download, fileName, savable } from './download.ts';
import type { ChartMessages } from './messages.en.ts';
import { type Picture, pngOf, svgOf } from './picture.ts';

/** What a chart can be saved as; asked for when it is saved. */
export interface SaveSource {
  /** Words that say what is saved: title, step. */
  name: () => readonly string[];
  csv: () => string;
  picture: () => Picture;
}

const FORMATS = ['csv', 'png', 'svg'] as const;
type Format = (typeof FORMATS)[number];

const PNG_RATIO = 2;
const SAID_MS = 6000;

export class SaveMenu {
  readonly root: HTMLElement;
  readonly #source: SaveSource;
  readonly #messages: ChartMessages['save'];
  readonly #button: HTMLButtonElement;
  readonly #menu: HTMLElement;
  readonly #items: HTMLButtonElement[];
  readonly #said = html('span', { class: 'an-said', role: 'status' });
  #isOpen = false;
  #saidTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(title: string, { save }: ChartMessages, source: SaveSource) {
    this.#source = source;
    this.#messages = save;
    this.#items = FORMATS.map((format) => {
      const item = html('button', { type: 'button', role: 'menuitem', tabindex: -1 }, save[format]);
      item.addEventListener('click', () => void this.#save(format));
      return item;
    });
    this.#menu = html('div', {
      class: 'an-menu',
      role: 'menu',
      'aria-label': save.menuOf(title),
      hidden: true,
    });
    this.#menu.append(...this.#items);
    this.#button = html(
      'button',
      {
        type: 'button',
        class: 'an-quiet',
        'aria-haspopup': 'menu',
        'aria-expanded': 'false',
        'aria-label': save.menuOf(title),
      },
      save.menu,
    );
    this.root = html('div', { class: 'an-save', part: 'save' }, this.#said, this.#button, this.#menu);
    this.#listen();
  }

  dispose(): void {
    clearTimeout(this.#saidTimer);
  }

  #listen(): void {
    this.#button.addEventListener('click', () => this.#toggle(!this.#isOpen));
    this.root.addEventListener('keydown', (event) => this.#onKey(event));
    this.root.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.root.contains(relatedTarget as Node | null)) this.#toggle(false);
    });
  }

  #toggle(open: boolean): void {
    if (open === this.#isOpen) return;
    this.#isOpen = open;
    this.#menu.hidden = !open;
    setAttributes(this.#button, { 'aria-expanded': String(open) });
    if (open) this.#items[0]!.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;

    const root = this.root.getRootNode() as Document | ShadowRoot;
    const at = this.#items.indexOf(root.activeElement as HTMLButtonElement);
    const target = targetOf(event.key, at, this.#items.length);
    if (!this.#isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      this.#toggle(true);
      if (event.key === 'ArrowUp') this.#items.at(-1)!.focus();
    } else if (event.key === 'Escape') {
      this.#button.focus();
      this.#toggle(false);
    } else if (target !== undefined) this.#items.at(target)!.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #save(format: Format): Promise<void> {
    this.#button.focus();
    this.#toggle(false);
    const name = fileName(this.#source.name(), format);
    try {
      const state = savable();
      if (state === 'no') {
        this.#say(this.#messages.refused);
        return;
      }
      download(await this.#file(format), name);
      this.#say(state === 'yes' ? this.#messages.saved(name) : this.#messages.maybe(name));
    } catch (error) {
      this.#say(this.#messages.failed((error as Error).message));
    }
  }

  #file(format: Format): Blob | Promise<Blob> {
    if (format === 'csv') return new Blob([this.#source.csv()], { type: 'text/csv;charset=utf-8' });
    const picture = this.#source.picture();
    if (format === 'svg') return new Blob([svgOf(picture)], { type: 'image/svg+xml' });
    return pngOf(picture, PNG_RATIO);
  }

  #say(text: string): void {
    setText(this.#said, text);
    clearTimeout(this.#saidTimer);
    this.#saidTimer = setTimeout(() => setText(this.#said, ''), SAID_MS);
  }
}

/** The item a key leads to, from the one at `at`. */
function targetOf(key: string, at: number, count: number): number | undefined {
  const targets: Record<string, number> = { ArrowDown: (at + 1) % count, ArrowUp: at - 1, Home: 0, End: -1 };
  return targets[key];
}
