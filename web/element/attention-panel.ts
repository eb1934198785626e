// The tab of attention: what one head of each model attends to in a sequence of the task, and how widely all heads look. The
// patterns are asked for a few times a second at most, one answer after the other, and only while the tab is open.
import { AttentionMap, type AttentionPattern, html, ThrottledTask } from '../charts/index.ts';
import type { Batch } from '../lib/index.ts';
import type { Panel, PanelContext } from './panel.ts';
import { QUANTITIES } from './quantities.ts';
import { QuantityPanel } from './quantity-panel.ts';
import type { Run, RunVariant } from './run.ts';
import { tokenTexts } from './token-text.ts';

const REFRESH_MS = 400;

/** A sequence of the task for each variant, by its id. */
type Sequences = ReadonlyMap<string, Int32Array>;

export function mountAttention(place: HTMLElement, context: PanelContext): Panel {
  return new AttentionPanel(place, context);
}

class AttentionPanel implements Panel {
  readonly #messages: PanelContext['messages'];
  readonly #map: AttentionMap;
  readonly #entropy: QuantityPanel;
  readonly #model = html('select');
  readonly #block = html('select');
  readonly #head = html('select');
  readonly #asking = new ThrottledTask(REFRESH_MS, () => void this.#ask());
  #run: Run | null = null;
  /** Of these variants the sequences are. */
  #variants: readonly RunVariant[] | null = null;
  #sequences: Sequences = new Map();
  #isAsking = false;
  #asksAgain = false;

  constructor(place: HTMLElement, context: PanelContext) {
    const { messages } = context;
    this.#messages = messages;
    this.#map = new AttentionMap(place, {
      title: messages.attention,
      quantity: messages.attentionShare,
      messages: messages.charts,
    });
    this.#map.root.classList.add('wide');
    this.#map.above.append(this.#choices());
    this.#entropy = new QuantityPanel(place, [QUANTITIES.attnEntropy], context);
  }

  show(run: Run): void {
    this.#run = run;
    this.#fillChoices(run.variants);
    this.#entropy.show(run);
    // What has not begun has no workers to ask, and must not get them by being looked at.
    if (run.state !== 'idle' && run.state !== 'failed') this.#asking.request();
  }

  refreshTheme(): void {
    this.#entropy.refreshTheme();
  }

  dispose(): void {
    this.#run = null;
    this.#asking.cancel();
    this.#map.dispose();
    this.#entropy.dispose();
  }

  #choices(): HTMLElement {
    const messages = this.#messages;
    const choice = (label: string, select: HTMLSelectElement) => {
      select.addEventListener('change', () => this.#asking.request());
      return html('label', { class: 'an-base' }, `${label} `, select);
    };
    const another = html(
      'button',
      { type: 'button', class: 'button', part: 'button' },
      messages.otherSequence,
    );
    another.addEventListener('click', () => {
      this.#variants = null;
      this.#asking.request();
    });
    return html(
      'div',
      { class: 'an-choices' },
      choice(messages.ofModel, this.#model),
      choice(messages.place.block, this.#block),
      choice(messages.place.head, this.#head),
      another,
    );
  }

  #fillChoices(variants: readonly RunVariant[]): void {
    const most = (name: 'nLayer' | 'nHead') => Math.max(...variants.map(({ config }) => config.model[name]));
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
    const models = variants.map(({ identity }) => [identity.id, identity.label] as const);
    fill(this.#model, [['', this.#messages.allModels], ...models]);
    for (const [select, name] of [
      [this.#block, 'nLayer'],
      [this.#head, 'nHead'],
    ] as const) {
      fill(
        select,
        numbers(most(name)).map((number) => [number, number] as const),
      );
    }
  }

  /** One question at a time: what is asked for meanwhile is asked once more at the end. */
  async #ask(): Promise<void> {
    if (this.#isAsking) {
      this.#asksAgain = true;
      return;
    }
    this.#isAsking = true;
    try {
      await this.#answer();
    } catch {
      // The run was replaced or ended meanwhile, which is said elsewhere; the next one is asked anew.
    }
    this.#isAsking = false;
    if (this.#asksAgain && this.#run) this.#asking.request();
    this.#asksAgain = false;
  }

  async #answer(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    const { variants, stepsDone: step } = run;
    if (variants !== this.#variants) {
      this.#sequences = await sequencesOf(run, variants);
      this.#variants = variants;
    }
    const [block, head] = [Number(this.#block.value) - 1, Number(this.#head.value) - 1];
    const shown = variants.filter(
      ({ identity, config: { model } }) =>
        [identity.id, ''].includes(this.#model.value) && block < model.nLayer && head < model.nHead,
    );
    const patterns = await Promise.all(shown.map((one) => this.#pattern(run, one, block, head)));
    if (this.#run !== run || run.variants !== variants) return;
    const name = this.#messages.headOfBlock(String(head + 1), String(block + 1));
    this.#map.update({ step, head: name, patterns });
  }

  async #pattern(
    run: Run,
    { identity, config }: RunVariant,
    block: number,
    head: number,
  ): Promise<AttentionPattern> {
    const tokens = this.#sequences.get(identity.id)!;
    const weights = await run.inspect(identity.id, 'attnPattern', { tokens, options: { block } });
    const size = tokens.length ** 2;
    return {
      ...identity,
      tokens: Array.from(tokens, tokenTexts(config)),
      weights: weights.subarray(head * size, (head + 1) * size),
    };
  }
}

/** The first sequence of the batch that each variant trains on next. */
async function sequencesOf(run: Run, variants: readonly RunVariant[]): Promise<Sequences> {
  const batches: readonly Batch[] = await Promise.all(
    variants.map(({ identity }) => run.inspect(identity.id, 'batch', null)),
  );
  return new Map(
    variants.map(({ identity, config }, i) => [identity.id, batches[i]!.tokens.slice(0, config.model.nCtx)]),
  );
}

/** Gives a choice these options, and keeps what was chosen if it is still there. */
function fill(select: HTMLSelectElement, options: readonly (readonly [value: string, text: string])[]): void {
  const signature = JSON.stringify(options);
  if (select.dataset['options'] === signature) return;
  select.dataset['options'] = signature;
  const { value } = select;
  select.replaceChildren(...options.map(([key, text]) => html('option', { value: key }, text)));
  if (options.some(([key]) => key === value)) select.value = value;
}
