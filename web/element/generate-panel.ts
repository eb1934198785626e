// The tab "Generate": asks one model for a token after the other. What it looks like is generate-view.ts; what is right and how
// likely, generation.ts.
import { render } from 'lit';
import { ThrottledTask } from '../charts/index.ts';
import { type RunConfig, SCHEMA } from '../lib/index.ts';
import { type FieldName, type GenerateState, generateView, type NewToken } from './generate-view.ts';
import {
  type Alphabet,
  alphabetOf,
  answerLength,
  candidatesOf,
  exampleLength,
  isUnseen,
  rightToken,
} from './generation.ts';
import { reasonOf } from './notices.ts';
import type { Panel, PanelContext } from './panel.ts';
import type { Run } from './run.ts';

const SHOW_MS = 250;
/** So that it can be followed, and stopped. */
const TOKEN_MS = 150;
const CANDIDATES = 6;
const MAX_TEMPERATURE = 1000;

export function mountGenerate(place: HTMLElement, context: PanelContext): Panel {
  return new GeneratePanel(place, context);
}

class GeneratePanel implements Panel {
  readonly #place: HTMLElement;
  readonly #messages: PanelContext['messages']['generate'];
  readonly #showing = new ThrottledTask(SHOW_MS, () => this.#render());
  #run: Run | null = null;
  /** What the prompt is of: with another configuration it means another thing. */
  #config: RunConfig | null = null;
  #alphabet: Alphabet | null = null;
  #chosen = 0;
  #fields: Record<FieldName, string> = { prompt: '', temperature: '0', seed: '1' };
  #generated: readonly NewToken[] = [];
  #selected = 0;
  #error = '';
  /** Changes whenever what is under way no longer counts. */
  #epoch = 0;
  #isRunning = false;

  constructor(place: HTMLElement, { messages }: PanelContext) {
    this.#place = place;
    this.#messages = messages.generate;
  }

  show(run: Run): void {
    this.#run = run;
    const { config } = this.#variant(run);
    if (config !== this.#config) this.#follow(config);
    this.#showing.request();
  }

  /** Colours come from CSS alone. */
  refreshTheme(): void {}

  dispose(): void {
    this.#epoch++;
    this.#showing.cancel();
    this.#run = null;
  }

  #variant(run: Run) {
    return run.variants[Math.min(this.#chosen, run.variants.length - 1)]!;
  }

  /** Another model, or the same with other settings: where the tokens are others, what was typed says nothing any more. */
  #follow(config: RunConfig): void {
    const before = this.#config;
    this.#config = config;
    this.#clear();
    const isSame = before && sameTokens(before) === sameTokens(config);
    if (isSame) return;
    this.#alphabet = alphabetOf(config);
    this.#fields.prompt = '';
    if (config.model.causal) void this.#example();
  }

  #clear(): void {
    this.#epoch++;
    this.#isRunning = false;
    this.#generated = [];
    this.#error = '';
  }

  /** The beginning of a sequence that will be trained on next. */
  async #example(): Promise<void> {
    const run = this.#run;
    if (!run || !this.#config || !this.#alphabet) return;
    const [config, alphabet] = [this.#config, this.#alphabet];
    try {
      const { tokens } = await run.inspect(this.#variant(run).identity.id, 'batch', null);
      const sequence = [...tokens.subarray(0, config.model.nCtx)];
      if (sameTokens(config) !== sameTokens(this.#config)) return;
      const given = sequence.slice(0, exampleLength(config, sequence)).map((token) => alphabet.write(token));
      this.#type('prompt', given.join(alphabet.kind === 'symbols' ? ' ' : ''));
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #type(field: FieldName, text: string): void {
    this.#fields = { ...this.#fields, [field]: text };
    if (field === 'prompt') this.#clear();
    this.#render();
  }

  async #go(most: number): Promise<void> {
    const epoch = ++this.#epoch;
    this.#isRunning = true;
    this.#error = '';
    this.#render();
    try {
      for (let i = 0; i < most && epoch === this.#epoch && !this.#isComplete; i++) {
        if (i > 0) await new Promise((resolve) => setTimeout(resolve, TOKEN_MS));
        if (epoch === this.#epoch) await this.#addToken(epoch);
      }
    } catch (error) {
      if (epoch === this.#epoch) this.#fail(error as Error);
    }
    if (epoch !== this.#epoch) return;
    this.#isRunning = false;
    this.#render();
  }

  async #addToken(epoch: number): Promise<void> {
    const [run, config] = [this.#run!, this.#config!];
    const { temperature, seed } = this.#read();
    const tokens = [...this.#prompt, ...this.#generated.map(({ token }) => token)];
    const argument = {
      prompt: tokens.slice(-config.model.nCtx),
      temperature,
      // Another number for each token, and the same ones again.
      seed: (seed + this.#generated.length) % SCHEMA.run.seed.max,
    };
    const { token, logits } = await run.inspect(this.#variant(run).identity.id, 'nextToken', argument);
    if (epoch !== this.#epoch) return;
    const candidates = candidatesOf(logits, temperature, token, CANDIDATES);
    this.#generated = [...this.#generated, { token, candidates, right: rightToken(config, tokens) }];
    this.#selected = this.#generated.length - 1;
    this.#render();
  }

  #fail(error: Error): void {
    if (error.name === 'AbortError') return;
    const identities = this.#run?.variants.map(({ identity }) => identity) ?? [];
    this.#error = this.#messages.failed(reasonOf(error, identities));
    this.#render();
  }

  /** Tokens of the prompt; none if it has a fault. */
  get #prompt(): readonly number[] {
    const read = this.#alphabet?.read(this.#fields.prompt) ?? [];
    return 'stranger' in read ? [] : read;
  }

  get #isComplete(): boolean {
    const { length } = this.#generated;
    return length > 0 && length >= answerLength(this.#config!, this.#prompt);
  }

  #read(): { readonly temperature: number; readonly seed: number } {
    const number = (text: string) => (text.trim() === '' ? NaN : Number(text.replace(',', '.')));
    return { temperature: number(this.#fields.temperature), seed: number(this.#fields.seed) };
  }

  get #faults(): GenerateState['faults'] {
    const { faults } = this.#messages;
    const { temperature, seed } = this.#read();
    const read = this.#alphabet?.read(this.#fields.prompt) ?? [];
    const isSymbols = this.#alphabet?.kind === 'symbols';
    const stranger = 'stranger' in read ? JSON.stringify(read.stranger) : undefined;
    return {
      ...(stranger !== undefined && {
        prompt: isSymbols ? faults.symbol(stranger, this.#lastSymbol) : faults.character(stranger),
      }),
      ...(!('stranger' in read) && read.length === 0 && { prompt: faults.empty }),
      ...(!(temperature >= 0 && temperature <= MAX_TEMPERATURE) && { temperature: faults.temperature }),
      ...(!(Number.isSafeInteger(seed) && seed >= 0) && { seed: faults.seed }),
    };
  }

  get #lastSymbol(): string {
    return String((this.#config?.model.vocabSize ?? 0) - 3);
  }

  #render(): void {
    if (this.#run) render(generateView(this.#state(this.#run), this.#actions), this.#place);
  }

  #state(run: Run): GenerateState {
    const messages = this.#messages;
    const faults = this.#faults;
    const kind = this.#alphabet?.kind ?? 'symbols';
    const { symbols, characters } = messages.promptHelp;
    const isCausal = this.#config?.model.causal ?? true;
    return {
      messages,
      labels: run.variants.map(({ identity }) => identity.label),
      chosen: Math.min(this.#chosen, run.variants.length - 1),
      fields: this.#fields,
      faults,
      promptHelp: kind === 'symbols' ? symbols(this.#lastSymbol) : characters,
      refusal: isCausal ? (Object.values(faults)[0] ?? '') : messages.bothWays,
      isCausal,
      isRunning: this.#isRunning,
      prompt: this.#prompt,
      generated: this.#generated,
      selected: this.#selected,
      isComplete: this.#isComplete,
      error: this.#error,
      write: (token) => this.#alphabet?.write(token) ?? '',
      name: (token) => this.#name(kind, token),
    };
  }

  /** A token by itself, where nothing around it shows what it is. */
  #name(kind: Alphabet['kind'], token: number): string {
    const text = this.#alphabet?.write(token) ?? '';
    if (!isUnseen(kind, token, text)) return text;
    const { blank, separator, space, newLine } = this.#messages;
    return [blank, separator][token] ?? (text === '\n' ? newLine : space);
  }

  readonly #actions = {
    choose: (variant: number) => {
      this.#chosen = variant;
      if (this.#run) this.show(this.#run);
    },
    type: (field: FieldName, text: string) => this.#type(field, text),
    example: () => void this.#example(),
    one: () => void this.#go(1),
    go: () => void this.#go(Infinity),
    stop: () => {
      this.#epoch++;
      this.#isRunning = false;
      this.#render();
    },
    clear: () => {
      this.#clear();
      this.#render();
    },
    select: (index: number) => {
      this.#selected = index;
      this.#render();
    },
  };
}

/** What the tokens of a prompt depend on. */
const sameTokens = ({ task, model }: RunConfig): string =>
  JSON.stringify([task.kind, task.kind === 'text' ? task.text : '', model.vocabSize, model.nCtx]);
