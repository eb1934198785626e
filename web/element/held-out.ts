// Loss and accuracy on held-out data, measured when someone asks for it: a button and its answer, under a chart of the loss or
// the accuracy.
import { formatNumber, html } from '../charts/index.ts';
import type { LabMessages } from './messages.en.ts';
import type { Run } from './run.ts';

export class HeldOut {
  readonly root = html('div', { class: 'held-out' });
  readonly #messages: LabMessages;
  readonly #answer = html('p', { class: 'held-out-answer', role: 'status' });
  readonly #button: HTMLButtonElement;
  #run: Run | null = null;
  /** Of these variants the answer is. */
  #variants: Run['variants'] | null = null;

  constructor(messages: LabMessages) {
    this.#messages = messages;
    this.#button = html('button', {
      type: 'button',
      class: 'button',
      part: 'button',
      title: messages.heldOutLong,
    });
    this.#button.textContent = messages.heldOut;
    this.#button.addEventListener('click', () => void this.#measure());
    this.root.append(this.#button, this.#answer);
  }

  /** An answer about other models is none about these. */
  show(run: Run): void {
    this.#run = run;
    if (this.#variants === null || this.#variants === run.variants) return;
    this.#variants = null;
    this.#answer.textContent = '';
  }

  dispose(): void {
    this.#run = null;
  }

  async #measure(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    const { variants } = run;
    this.#button.disabled = true;
    try {
      // Training goes on under a question, and the answer would be of a later step than is said.
      const { step, evaluations } = await run.atRest(async () => ({
        step: run.stepsDone,
        evaluations: await run.evaluate(),
      }));
      if (this.#run !== run || run.variants !== variants) return;
      const values = variants.flatMap(({ identity: { id, label } }) => {
        const evaluation = evaluations.get(id);
        if (!evaluation) return [];
        const text = (value: number) => formatNumber(value, this.#messages.charts.decimalMark);
        return [this.#messages.heldOutOf(label, text(evaluation.accuracy), text(evaluation.loss))];
      });
      this.#variants = variants;
      this.#answer.textContent = this.#messages.heldOutAt(step, values);
    } catch (error) {
      if ((error as Error).name !== 'AbortError')
        this.#answer.textContent = this.#messages.heldOutFailed((error as Error).message);
    } finally {
      this.#button.disabled = false;
    }
  }
}
