// A panel whose script is fetched when its tab is first opened: few open those tabs, and everybody waits for the first load.
// Where it cannot be had the panel says so and offers to try again.
import { html, nothing, render } from 'lit';
import type { MountPanel, Panel, PanelContext } from './panel.ts';
import type { Run } from './run.ts';

export function lazyPanel(load: () => Promise<MountPanel>): MountPanel {
  return (place, context) => new LazyPanel(load, place, context);
}

class LazyPanel implements Panel {
  readonly #load: () => Promise<MountPanel>;
  readonly #place: HTMLElement;
  readonly #context: PanelContext;
  #panel: Panel | null = null;
  #run: Run | null = null;
  #isDisposed = false;

  constructor(load: () => Promise<MountPanel>, place: HTMLElement, context: PanelContext) {
    this.#load = load;
    this.#place = place;
    this.#context = context;
    void this.#mount();
  }

  show(run: Run): void {
    this.#run = run;
    this.#panel?.show(run);
  }

  refreshTheme(): void {
    this.#panel?.refreshTheme();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#panel?.dispose();
  }

  async #mount(): Promise<void> {
    render(nothing, this.#place);
    try {
      const mount = await this.#load();
      if (this.#isDisposed) return;
      this.#panel = mount(this.#place, this.#context);
      if (this.#run) this.#panel.show(this.#run);
    } catch (error) {
      if (!this.#isDisposed) render(this.#refusal((error as Error).message), this.#place);
    }
  }

  #refusal(reason: string) {
    const { panelNotLoaded, retry } = this.#context.messages;
    return html`<div class="notice failure wide" role="alert">
      <p>${panelNotLoaded(reason)}</p>
      <button type="button" class="button" part="button" @click=${() => void this.#mount()}>${retry}</button>
    </div>`;
  }
}
