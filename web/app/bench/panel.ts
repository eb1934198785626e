// What bench.html does: one button that starts and cancels, a worker that measures, and the view of what it has found.
import { render } from 'lit';
import { type BenchState, type BenchTexts, benchText, benchView, stateClass, summaryOf } from './view.ts';
import type { BenchMessage, BenchRequest } from './worker.ts';
import BenchWorker from './worker.ts?worker';

/** Nobody wants to be told of every row. */
const ANNOUNCE_MS = 5000;

/** Before so much is done, the time that is left would be told from the start alone, which takes longer than its share. */
const TELLING_SHARE = 0.1;

const IDLE: BenchState = {
  phase: 'idle',
  rows: [],
  isQuick: false,
  share: 0,
  msLeft: undefined,
  error: '',
  engine: '',
  note: '',
};

export class BenchPanel {
  readonly #button: HTMLButtonElement;
  readonly #quick: HTMLInputElement;
  readonly #texts: BenchTexts;
  readonly #view: HTMLElement;
  /** The sentence that says how it stands: seen when it is over, and until then told now and then to who cannot see. */
  readonly #status: HTMLElement;
  #state = IDLE;
  #worker: Worker | undefined;
  #begun = 0;
  #announced = 0;

  /** Takes over the button and the box for a quick measurement, and `root`, which is empty. */
  constructor(root: HTMLElement, button: HTMLButtonElement, quick: HTMLInputElement, texts: BenchTexts) {
    this.#texts = texts;
    const engine = texts.page.engine(navigator.userAgent, navigator.hardwareConcurrency);
    this.#state = { ...IDLE, engine };
    this.#button = button;
    this.#quick = quick;
    this.#status = document.createElement('p');
    this.#status.setAttribute('role', 'status');
    this.#view = document.createElement('div');
    root.append(this.#status, this.#view);
    button.addEventListener('click', () =>
      this.#worker ? this.#end({ phase: 'cancelled' }) : this.#start(),
    );
    this.#show();
  }

  #start(): void {
    this.#begun = performance.now();
    this.#announced = -Infinity;
    const isQuick = this.#quick.checked;
    this.#state = { ...IDLE, engine: this.#state.engine, phase: 'running', isQuick };
    try {
      this.#worker = new BenchWorker();
    } catch (error) {
      this.#end({ phase: 'failed', error: String(error) });
      return;
    }
    this.#worker.onmessage = ({ data }: MessageEvent<BenchMessage>) => this.#receive(data);
    this.#worker.onerror = (event) =>
      this.#end({ phase: 'failed', error: event.message || this.#texts.page.noScript });
    this.#worker.postMessage({
      isQuick,
      language: document.documentElement.lang,
    } satisfies BenchRequest);
    this.#show();
  }

  #receive(message: BenchMessage): void {
    if ('error' in message) {
      this.#end({ phase: 'failed', error: message.error });
      return;
    }
    if ('done' in message) {
      this.#end({ phase: 'done' });
      return;
    }
    const { row, share } = message;
    const elapsed = performance.now() - this.#begun;
    const msLeft = share < TELLING_SHARE ? undefined : (elapsed / share) * (1 - share);
    this.#state = { ...this.#state, rows: [...this.#state.rows, row], share, msLeft };
    this.#show();
  }

  #end(change: Partial<BenchState>): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#state = { ...this.#state, ...change };
    this.#show();
  }

  #show(): void {
    const { phase } = this.#state;
    const isRunning = phase === 'running';
    const { page } = this.#texts;
    this.#button.textContent = phase === 'idle' ? page.start : isRunning ? page.cancel : page.again;
    this.#quick.disabled = isRunning;
    render(
      benchView(this.#state, this.#texts, () => void this.#copy()),
      this.#view,
    );
    if (isRunning && performance.now() - this.#announced < ANNOUNCE_MS) return;
    this.#announced = performance.now();
    const isSeen = !isRunning && phase !== 'idle';
    this.#status.className = `status ${isSeen ? stateClass(this.#state) : 'unseen'}`;
    const text = summaryOf(this.#state, page);
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  async #copy(): Promise<void> {
    let note = this.#texts.page.copied;
    try {
      await navigator.clipboard.writeText(benchText(this.#state, this.#texts));
    } catch {
      note = this.#texts.page.notCopied;
    }
    this.#state = { ...this.#state, note };
    this.#show();
  }
}
