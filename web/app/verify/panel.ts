// The panel that verifies this browser: one button that starts and cancels, a worker, and the view of what it has found.
// Loaded when it is first wanted.
import { render } from 'lit';
import type { VerifyMessages } from './messages.en.ts';
import { summaryOf, verdictOf, type VerifyState, verifyText, verifyView } from './view.ts';
import type { VerifyMessage } from './worker.ts';
import VerifyWorker from './worker.ts?worker';
import '../report.css';

/** Nobody wants to be told of every row. */
const ANNOUNCE_MS = 3000;

const BEGINNING: VerifyState = {
  phase: 'running',
  results: [],
  progress: undefined,
  msLeft: undefined,
  missing: [],
  error: '',
  engine: navigator.userAgent,
  note: '',
};

export class VerifyPanel {
  readonly #button: HTMLButtonElement;
  readonly #view: HTMLElement;
  readonly #messages: VerifyMessages;
  /** The sentence that says how it stands: seen when it is over, and until then told now and then to who cannot see. */
  readonly #status: HTMLElement;
  #state: VerifyState = BEGINNING;
  #worker: Worker | undefined;
  #begun = 0;
  #announced = 0;

  /** Takes over the button, which is to start it, and `root`, which is empty. */
  constructor(root: HTMLElement, button: HTMLButtonElement, messages: VerifyMessages) {
    this.#messages = messages;
    this.#button = button;
    this.#status = document.createElement('p');
    this.#status.setAttribute('role', 'status');
    this.#view = document.createElement('div');
    root.append(this.#status, this.#view);
    button.addEventListener('click', () => (this.#worker ? this.#end({ phase: 'cancelled' }) : this.start()));
  }

  start(): void {
    this.#begun = performance.now();
    this.#announced = -Infinity;
    this.#state = BEGINNING;
    this.#show();
    try {
      this.#worker = this.#createWorker();
    } catch (error) {
      this.#end({ phase: 'failed', error: String(error) });
    }
  }

  #createWorker(): Worker {
    const worker = new VerifyWorker();
    worker.onmessage = ({ data }: MessageEvent<VerifyMessage>) => this.#receive(data);
    worker.onerror = (event) =>
      this.#end({ phase: 'failed', error: event.message || this.#messages.noScript });
    return worker;
  }

  #receive(message: VerifyMessage): void {
    if ('error' in message) {
      this.#end({ phase: 'failed', error: message.error });
      return;
    }
    if ('report' in message) {
      const { results, missing } = message.report;
      this.#end({ phase: 'done', results, missing });
      return;
    }
    const { result, progress } = message;
    const elapsed = performance.now() - this.#begun;
    const msLeft = progress.share > 0 ? (elapsed / progress.share) * (1 - progress.share) : undefined;
    this.#state = { ...this.#state, results: [...this.#state.results, result], progress, msLeft };
    this.#show();
  }

  #end(change: Partial<VerifyState>): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#state = { ...this.#state, ...change };
    this.#show();
  }

  #show(): void {
    const isRunning = this.#state.phase === 'running';
    this.#button.textContent = isRunning ? this.#messages.cancel : this.#messages.again;
    render(verifyView(this.#state, this.#messages, { copy: () => void this.#copy() }), this.#view);
    if (isRunning && performance.now() - this.#announced < ANNOUNCE_MS) return;
    this.#announced = performance.now();
    this.#status.className = `status ${isRunning ? 'unseen' : verdictOf(this.#state)}`;
    this.#tell(summaryOf(this.#state, this.#messages));
  }

  async #copy(): Promise<void> {
    let note = this.#messages.copied;
    try {
      await navigator.clipboard.writeText(verifyText(this.#state, this.#messages));
    } catch {
      note = this.#messages.notCopied;
    }
    this.#state = { ...this.#state, note };
    this.#show();
  }

  #tell(text: string): void {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }
}
