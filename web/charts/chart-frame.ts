// What every chart has around its drawing: title, axis name, controls, a place for a legend, the drawing
// itself, the sentence that says what it shows, and the data table. Draws nothing.

import { DataTable } from './data-table.ts';
import { html, setAttributes, setText } from './dom.ts';
import { ThrottledTask } from './frame-task.ts';
import type { ChartMessages } from './messages.en.ts';
import { SaveMenu, type SaveSource } from './save-menu.ts';
import type { TableData } from './types.ts';

// The sentence follows a running chart slowly enough to be read, and to be listened to.
const SUMMARY_MS = 500;

export interface ChartFrameParts {
  title: string;
  yLabel: string;
  messages: ChartMessages;
  /** What the chart shows now, in a sentence. */
  summary: () => string;
  tables: () => TableData[];
  save: SaveSource;
}

export class ChartFrame {
  readonly root: HTMLElement;
  readonly controls = html('div', { class: 'an-controls', part: 'controls' });
  readonly above = html('div', { class: 'an-above' });
  /** Room beside or below the sentence for what the owner of the chart has to add to it. */
  readonly below = html('div', { class: 'an-below' });
  /** Holds the drawing; its size is set by CSS and never by what is drawn. */
  readonly plot = html('div', { class: 'an-plot', part: 'plot' });
  /** The image for those who cannot see it: the canvas goes in here, controls do not. */
  readonly image = html('div', { class: 'an-image', role: 'img' });

  readonly #title: string;
  readonly #summary = html('p', { class: 'an-summary', part: 'summary' });
  readonly #table: DataTable;
  readonly #save: SaveMenu;
  readonly #writeSummary: ThrottledTask;

  constructor(container: HTMLElement, parts: ChartFrameParts) {
    const { title, yLabel, messages, summary, tables, save } = parts;
    this.#title = title;
    this.#save = new SaveMenu(title, messages, save);
    this.#table = new DataTable(title, messages, tables);
    this.#writeSummary = new ThrottledTask(SUMMARY_MS, () => this.#setSummary(summary()));
    this.plot.append(this.image);
    const heading = html('div', { class: 'an-title', part: 'title' }, title);
    const unit = html('div', { class: 'an-unit' }, yLabel);
    this.root = html(
      'figure',
      { class: 'an-chart', part: 'chart', 'aria-label': title },
      html('div', { class: 'an-head' }, html('div', { class: 'an-heading' }, heading, unit), this.controls),
      this.above,
      this.plot,
      this.#summary,
      this.below,
      html('div', { class: 'an-foot' }, this.#save.root, this.#table.root),
    );
    container.append(this.root);
  }

  /** To be called when what is shown changed; sentence and table follow at their own pace. */
  refresh(): void {
    this.#writeSummary.request();
    this.#table.refresh();
  }

  dispose(): void {
    this.#writeSummary.cancel();
    this.#table.dispose();
    this.#save.dispose();
    this.root.remove();
  }

  #setSummary(text: string): void {
    setText(this.#summary, text);
    setAttributes(this.image, { 'aria-label': `${this.#title}. ${text}` });
  }
}
