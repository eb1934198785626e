// The parts of an experiment's page that change: prediction and seed, progress, and what came of it. Knows no worker.
import { type Experiment, holds, type Numbers } from '../../experiments/experiment.ts';
import { formatMeasure } from '../../experiments/quote.ts';
import type { ExperimentPageMessages } from './messages.en.ts';
import type { PageData } from './page-data.ts';
import { verdictOf } from './verdict.ts';

export class ExperimentView {
  readonly #data: PageData;
  readonly #messages: ExperimentPageMessages;
  readonly form = one('.predict form', HTMLFormElement);
  readonly reveal = one('.reveal', HTMLButtonElement);
  readonly cancel = one('.cancel', HTMLButtonElement);
  readonly charts = one('.charts');
  readonly #start = one('.predict button[type=submit]', HTMLButtonElement);
  readonly #seed = one('.seed input', HTMLInputElement);
  readonly #fault = one('.fault');
  readonly #run = one('section.run');
  readonly #status = one('.run-status');
  readonly #progress = one('.run-progress');
  readonly #share = one('.run-share');
  readonly #verdict = one('.verdict');

  constructor(data: PageData, messages: ExperimentPageMessages) {
    this.#data = data;
    this.#messages = messages;
    one('.actions').hidden = false;
  }

  /** What is chosen, if something is. */
  get choice(): string | undefined {
    return this.#choices.find(({ checked }) => checked)?.value;
  }

  set choice(choice: string | undefined) {
    for (const input of this.#choices) input.checked = input.value === choice;
  }

  get seedText(): string {
    return this.#seed.value.trim();
  }

  set seedText(text: string) {
    this.#seed.value = text;
  }

  showFault(fault: string): void {
    this.#fault.textContent = fault;
    this.#seed.setAttribute('aria-invalid', String(fault !== ''));
    if (fault !== '') this.#seed.focus();
  }

  /** A run begins; what the last one showed goes. */
  begin(status: string): void {
    document.documentElement.classList.add('running');
    const hadFocus = this.form.contains(document.activeElement);
    this.#setBusy(true);
    this.#run.hidden = false;
    // What is disabled loses the focus, and with it a keyboard its place.
    if (hadFocus) this.cancel.focus({ preventScroll: true });
    this.#status.textContent = status;
    this.showProgress('', undefined);
    this.#verdict.textContent = '';
    for (const cell of this.#cells) cell.hidden = true;
    this.#run.scrollIntoView({ block: 'start' });
  }

  /** @param share from 0 to 1; undefined if nobody can say */
  showProgress(text: string, share: number | undefined): void {
    const bar = this.#progress.querySelector('progress')!;
    if (share === undefined) bar.removeAttribute('value');
    else bar.value = share;
    this.#share.textContent = text;
  }

  /** The run is over without a result. */
  end(status: string): void {
    const hadFocus = document.activeElement === this.cancel;
    this.#setBusy(false);
    this.#status.textContent = status;
    if (hadFocus) this.#start.focus({ preventScroll: true });
  }

  /** What a run gave, beside what was predicted; and what comes after the run. */
  finish(experiment: Experiment, numbers: Numbers): void {
    const hadFocus = document.activeElement === this.cancel;
    this.end('');
    const verdict = verdictOf(experiment, numbers, this.choice, this.#data, this.#messages);
    this.#verdict.classList.toggle('as-predicted', verdict.isRight === true);
    this.#verdict.classList.toggle('otherwise', verdict.isRight === false);
    this.showAfter();
    this.#verdict.textContent = verdict.text;
    this.#fill(experiment, numbers);
    if (hadFocus) this.focusAfter({ preventScroll: true });
  }

  /** Nothing can be run. */
  showWithoutRun(): void {
    one('.actions').hidden = true;
    this.showAfter();
  }

  showAfter(): void {
    one('.after').classList.add('shown');
    this.reveal.hidden = true;
  }

  /** To where what came after the run begins. */
  focusAfter(options?: FocusOptions): void {
    one('#happened').focus(options);
  }

  /** The button that begins, once there has been a run. */
  nameStart(text: string): void {
    this.#start.textContent = text;
  }

  get #choices(): readonly HTMLInputElement[] {
    return [...this.form.querySelectorAll<HTMLInputElement>('input[name=prediction]')];
  }

  get #cells(): readonly HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>('.here')];
  }

  /** A prediction stands while its run is made. */
  #setBusy(isBusy: boolean): void {
    for (const field of this.form.querySelectorAll('fieldset, input, button'))
      (field as HTMLButtonElement).disabled = isBusy;
    this.#progress.hidden = !isBusy;
  }

  #fill(experiment: Experiment, numbers: Numbers): void {
    for (const cell of this.#cells) cell.hidden = false;
    for (const [name, { format }] of Object.entries(experiment.measures)) {
      const text = formatMeasure(numbers[name]!, format, this.#data.numbers);
      one(`[data-measure="${name}"] .here`).textContent = text;
    }
    for (const [id, claim] of Object.entries(experiment.claims)) {
      const isHeld = holds(claim, numbers);
      const cell = one(`[data-claim="${id}"] .here`);
      cell.textContent = `${isHeld ? '✓' : '✗'} ${isHeld ? this.#messages.holds : this.#messages.fails}`;
      cell.classList.toggle('fails', !isHeld);
    }
  }
}

function one<Type extends HTMLElement = HTMLElement>(selector: string, type?: new () => Type): Type {
  const element = document.querySelector(selector);
  if (!(element instanceof (type ?? HTMLElement))) throw new Error(`there is no ${selector}`);
  return element as Type;
}
