// <addnorm-lab>: the whole lab as one element, closed to the styles of the page around it. It holds the settings, owns one
// run and its views, and tells the page by events. It touches neither the address nor anything else outside itself.
import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  render,
  type TemplateResult,
} from 'lit';
import type { CursorSync } from '../charts/index.ts';
import { FrameTask, ThrottledTask } from '../charts/frame-task.ts';
import type { LabState } from '../lab/index.ts';
import type { Placement } from '../lib/index.ts';
import { gainTexts, togglePart } from './arrangement.ts';
import { tell } from './events.ts';
import { identify } from './identity.ts';
import { BESIDES_PLAY, type Control, HIDE_KEYS } from './hidden.ts';
import { keepOwnKeys } from './keys.ts';
import { expandLabConfig, type LabConfig, type ResolvedLabConfig } from './lab-config.ts';
import { labView, type LabViewActions } from './lab-view.ts';
import { messagesIn } from './languages.ts';
import { type LabMessages, messagesEn } from './messages.en.ts';
import type { ViewName } from './options.ts';
import { VIEWS } from './panels.ts';
import { PRESET_KEY } from './presets.ts';
import { RewindBar } from './rewind-bar.ts';
import { Run, type RunEvents } from './run.ts';
import { SettingsForm } from './settings-form.ts';
import { LabSettings, MAX_VARIANTS, SETTINGS_BY_KEY } from './settings.ts';
import { Sight } from './sight.ts';
import { styles } from './styles.ts';
import { verdict } from './verdict.ts';
import { type BlockEdits, type DrawnVariant, Views } from './views.ts';
import { isStuck, warmupChange } from './warmup.ts';

/** Attributes that are keys of an address. */
const KEYS: readonly string[] = [...SETTINGS_BY_KEY.keys(), PRESET_KEY, ...HIDE_KEYS];
const SPOKEN_MS = 5000;
const NOTE_MS = 4000;
/** New seeds are short enough to be read out. */
const SEEDS = 100_000;

/**
 * The lab as an element. Its attributes are the keys of an address (`depth="12"`, `placement="post,pre"`), besides `theme`,
 * `controls`, `autoplay`, `lang`, `page` and `embed-page`; its events are those of AddnormLabEvents. It trains while it is in a document and
 * in sight.
 *
 * @example <addnorm-lab depth="12" warmup="200" autoplay="false"></addnorm-lab>
 */
export class AddnormLab extends LitElement {
  static override readonly styles = styles;
  static override readonly properties: PropertyDeclarations = {
    theme: { reflect: true },
    controls: { reflect: true },
    autoplay: { converter: (text) => text !== 'false' },
    page: {},
    embedPage: { attribute: 'embed-page' },
  };

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...KEYS];
  }

  /** auto follows the system. */
  declare theme: 'auto' | 'light' | 'dark';
  /** All of them; all but "More settings"; play and pause only. */
  declare controls: 'all' | 'basic' | 'none';
  /** Train as soon as the element is in sight. Where motion is to be reduced it waits to be asked. */
  declare autoplay: boolean;
  /** Address of a page that opens a lab from what stands after its #, for links to share; '' if there is none. */
  declare page: string;
  /** Address of the page for frames (web/embed), for code to share; '' if there is none. */
  declare embedPage: string;

  /** Of the language that `lang` named when the element came into the document first. */
  messages: LabMessages = messagesEn;
  readonly #form: SettingsForm;
  readonly #drawing = new FrameTask(() => this.#draw());
  readonly #speaking = new ThrottledTask(SPOKEN_MS, () => this.#speak());
  readonly #attributes = new Map<string, string | null>();
  #settings = LabSettings.read([]).settings;
  #notices: readonly string[] = [];
  /** What the notices so far are about, as long as the language is not there yet in which they are to be said. */
  #given: readonly (readonly [key: string, text: string])[] = [];
  #run: Run | null = null;
  #views: Views | null = null;
  /** Of the drawings, the one that was asked for last comes first. */
  #shown: readonly number[] = [0, 1];
  #rewindBar: RewindBar | null = null;
  #sight: Sight | null = null;
  /** Training waits for the element to be seen for the first time. */
  #isWaiting = false;
  #block = 0;
  #isStuck = false;
  /** What was set before the element was defined. It comes after the attributes. */
  #early: { config?: LabConfig; params?: Iterable<readonly [key: string, text: string]> };
  #note = '';
  #noteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.theme = 'auto';
    this.controls = 'all';
    this.autoplay = true;
    this.page = this.embedPage = '';
    this.#form = new SettingsForm(this);
    this.addEventListener('keydown', keepOwnKeys);
    // Set on an element that is not defined yet, they are its own and would hide the accessors.
    this.#early = takeOwn(this, ['config', 'params']);
  }

  /** The settings as the element keeps them; `config` and `params` are two ways to read and set them. */
  get settings(): LabSettings {
    return this.#settings;
  }

  /** What the variants are called, in order. */
  get variantLabels(): readonly string[] {
    return this.#drawn.map(({ identity }) => identity.label);
  }

  /** How training stands. */
  get state(): LabState {
    return this.#run?.state ?? 'idle';
  }

  /** Steps that every variant has taken. */
  get stepsDone(): number {
    return this.#run?.stepsDone ?? 0;
  }

  /**
   * Every setting of every variant; to be set with what is to differ from the defaults.
   *
   * @throws RangeError or TypeError for the first fault of what is set; nothing changes then
   */
  get config(): ResolvedLabConfig {
    return { variants: this.#settings.configs };
  }

  set config(config: LabConfig) {
    this.#replace(LabSettings.of(expandLabConfig(config), this.#settings), []);
  }

  /**
   * All settings that differ from the defaults, as keys and texts of an address. Setting them never throws: what is not
   * allowed is mended, and the element says so.
   */
  get params(): Iterable<readonly [key: string, text: string]> {
    return this.#settings.toParams();
  }

  set params(params: Iterable<readonly [key: string, text: string]>) {
    const given = [...params];
    const { settings, notices } = LabSettings.read(given, this.messages);
    this.#replace(settings, notices);
    this.#given = given;
  }

  /** Shows a notice over the lab, after those that the settings have given rise to. */
  notify(notice: string): void {
    this.#notices = [...this.#notices, notice];
    this.requestUpdate();
  }

  /** Trains until pause(). */
  start(): void {
    this.#isWaiting = false;
    this.#run?.start();
  }

  /** Lets training rest. */
  pause(): void {
    this.#isWaiting = false;
    this.#run?.pause();
  }

  /** Trains `n` more steps and rests. */
  step(n = 1): void {
    this.#isWaiting = false;
    this.#run?.step(n);
  }

  /** Back to step 0, to rest there. */
  reset(): void {
    this.#isWaiting = false;
    this.#run?.reset();
  }

  /** Back to a step from 0 to `stepsDone`, to rest there; played on, the same numbers follow again. */
  rewind(step: number): void {
    this.#isWaiting = false;
    this.#run?.rewind(step);
  }

  /**
   * Takes a change that someone made, of all variants or of one.
   *
   * @returns what is wrong with it, or undefined
   */
  change(
    texts: readonly (readonly [key: string, text: string | undefined])[],
    variant?: number,
  ): string | undefined {
    const { settings, fault } = this.#settings.change(texts, variant, this.messages);
    if (fault === undefined) this.#adopt(settings);
    return fault;
  }

  /** Takes settings that someone has made of those before. */
  #adopt(settings: LabSettings): void {
    if (settings.equals(this.#settings)) return;
    this.#setNote(!settings.isSameRun(this.#settings) && this.stepsDone > 0 ? this.messages.newRun : '');
    this.#settings = settings;
    this.requestUpdate();
    tell(this, 'addnorm-config', { params: settings.toParams() });
  }

  override attributeChangedCallback(name: string, before: string | null, text: string | null): void {
    if (KEYS.includes(name)) {
      this.#attributes.set(name, text);
      this.requestUpdate();
    } else super.attributeChangedCallback(name, before, text);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#run?.dispose();
    this.#views?.dispose();
    this.#rewindBar?.dispose();
    this.#sight?.dispose();
    this.#run = this.#views = this.#rewindBar = this.#sight = null;
    this.#drawing.cancel();
    this.#speaking.cancel();
    this.#form.clear();
    this.#setNote('');
  }

  /** The first drawing waits for texts that are still to be loaded; where they cannot be, the English ones stand in. */
  protected override scheduleUpdate(): Promise<void> | undefined {
    const messages = this.hasUpdated ? this.messages : messagesIn(this.lang);
    if (messages instanceof Promise)
      return messages.catch(() => messagesEn).then((loaded) => this.#updateIn(loaded));
    this.#updateIn(messages);
    return undefined;
  }

  #updateIn(messages: LabMessages): void {
    if (messages !== this.messages) this.#sayAgain(messages);
    this.messages = messages;
    void super.scheduleUpdate();
  }

  /** Says in another language what was said of the settings that were given; what the page has said comes after it. */
  #sayAgain(messages: LabMessages): void {
    const before = LabSettings.read(this.#given, this.messages).notices.length;
    const { notices } = LabSettings.read(this.#given, messages);
    this.#notices = [...notices, ...this.#notices.slice(before)];
  }

  protected override willUpdate(): void {
    if (this.#attributes.size > 0) this.#readAttributes();
    this.#setEarly();
  }

  #readAttributes(): void {
    const hasPreset = this.#attributes.has(PRESET_KEY);
    // A preset begins afresh, with all attributes over it.
    if (hasPreset) for (const key of KEYS) this.#attributes.set(key, this.getAttribute(key));
    const params = new Map(hasPreset ? [] : this.#settings.toParams(Infinity));
    for (const [key, text] of this.#attributes) {
      if (text === null) params.delete(key);
      else params.set(key, text);
    }
    const { settings, notices } = LabSettings.read(params, this.messages);
    this.#settings = this.#attributes.has('text') ? settings : settings.withTextsOf(this.#settings);
    this.#notices = notices;
    this.#attributes.clear();
  }

  /** Whoever set these is long gone, so a fault becomes a notice. */
  #setEarly(): void {
    const early = this.#early;
    this.#early = {};
    try {
      Object.assign(this, early);
    } catch (error) {
      this.notify((error as Error).message);
    }
  }

  protected override updated(changed: PropertyValues): void {
    if (!this.isConnected) return;
    const context = { messages: this.messages, page: () => this.page, embedPage: () => this.embedPage };
    this.#views ??= new Views(this.renderRoot, context, this.#edits);
    this.#views.open(this.#view);
    if (this.#run) this.#run.apply(this.#settings);
    else this.#begin();
    const places = this.renderRoot.querySelectorAll<HTMLElement>('.block-place');
    this.#views.showBlocks(this.#drawn, [...places], this.#block, !this.#hidden.has('placement'));
    if (changed.has('theme')) this.#views.refreshTheme();
    this.#updateRewindBar(this.#views.cursor);
    this.#renderWarmup();
    this.#drawing.request();
  }

  protected override render(): TemplateResult {
    const state = {
      messages: this.messages,
      controls: this.controls,
      form: this.#form,
      hidden: this.#hidden,
      notices: this.#notices,
      error: this.#run?.error ?? null,
      isTraining: this.#run?.isTraining ?? false,
      view: this.#view,
      views: VIEWS,
      drawn: this.#drawn,
      shown: this.#shown,
      block: this.#block,
      note: this.#note,
    };
    return labView(state, this.#actions);
  }

  readonly #actions: LabViewActions = {
    toggle: () => (this.#run?.isTraining ? this.pause() : this.start()),
    step: (n) => this.step(n),
    reset: () => this.reset(),
    retry: () => this.start(),
    newSeed: () => void this.change([['seed', String(Math.floor(Math.random() * SEEDS))]]),
    setPlacement: (variant, placement) => void this.change([['placement', placement]], variant),
    setView: (view) => void this.change([['view', view]]),
    show: (variant) => {
      this.#shown = [variant, ...this.#shown.filter((other) => other !== variant)];
      this.requestUpdate();
    },
    addModel: () => {
      const last = this.#settings.configs.length - 1;
      this.#addModel(last, this.#settings.unusedPlacement);
    },
    duplicateModel: (variant) => this.#addModel(variant),
    removeModel: (variant) => {
      this.#shown = this.#shown.flatMap((i) => (i === variant ? [] : i > variant ? [i - 1] : [i]));
      this.#adopt(this.#settings.removed(variant));
    },
    setBlock: (block) => {
      this.#block = block;
      this.requestUpdate();
    },
    closeNotices: () => {
      this.#notices = [];
      this.requestUpdate();
    },
  };

  #addModel(variant: number, placement?: Placement): void {
    if (this.#settings.configs.length >= MAX_VARIANTS) return;
    const added = variant + 1;
    this.#shown = [added, ...this.#shown.map((i) => (i >= added ? i + 1 : i))];
    this.#adopt(this.#settings.added(variant, placement));
  }

  #updateRewindBar(cursor: CursorSync): void {
    const place = this.renderRoot.querySelector<HTMLElement>('.rewind');
    if (!place) {
      this.#rewindBar?.dispose();
      this.#rewindBar = null;
    } else this.#rewindBar ??= new RewindBar(place, this.messages, cursor, (step) => this.rewind(step));
  }

  /** The button under the loss; it stands inside the chart and follows the run, not only the settings. */
  #renderWarmup(): void {
    const place = this.#views?.belowLoss;
    if (!place) return;
    if (this.#hidden.has('warmup')) {
      render(nothing, place);
      return;
    }
    const { isOn, steps, texts } = warmupChange(this.#settings);
    const text = isOn ? this.messages.removeWarmup : this.messages.addWarmup(steps);
    const classes = `button warm-up${this.#isStuck && !isOn ? ' primary' : ''}`;
    render(
      html`<button type="button" part="button" class=${classes} @click=${() => void this.change(texts)}>
        ${text}
      </button>`,
      place,
    );
  }

  /** Controls that are not shown. */
  get #hidden(): ReadonlySet<Control> {
    const { hidden } = this.#settings;
    return this.controls === 'none' ? new Set([...hidden, ...BESIDES_PLAY]) : hidden;
  }

  /** A tab that has nothing to show leads to the first. */
  get #view(): ViewName {
    const { view } = this.#settings.options;
    return VIEWS.includes(view) ? view : 'overview';
  }

  /** The variants as they are set; those of the run follow. */
  get #drawn(): DrawnVariant[] {
    const { configs } = this.#settings;
    return identify(configs, this.messages).map((identity, i) => ({ identity, config: configs[i]! }));
  }

  #find(selector: string): HTMLElement {
    return this.renderRoot.querySelector<HTMLElement>(selector)!;
  }

  #begin(): void {
    this.#run = new Run(this.#settings, this.messages, this.#runEvents());
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#isWaiting = this.autoplay && !isStill;
    this.#sight = new Sight(this, () => this.#follow());
  }

  /** Training that nobody sees rests: a page may have many of these. */
  #follow(): void {
    if (!this.#sight?.isInSight) this.#run?.suspend();
    else if (this.#isWaiting) this.start();
    else this.#run?.resume();
  }

  #runEvents(): RunEvents {
    return {
      onState: () => {
        this.requestUpdate();
        this.#speaking.request();
      },
      onReady: () => tell(this, 'addnorm-ready', { labels: this.variantLabels }),
      onReset: () => this.#drawing.request(),
      onRewound: (step) => {
        this.#setNote(this.messages.rewound(step));
        this.#drawing.request();
        // At once, since someone waits for it.
        this.#speak();
        tell(this, 'addnorm-rewound', { step });
      },
      onSteps: (event) => {
        this.#drawing.request();
        this.#speaking.request();
        tell(this, 'addnorm-step', event);
      },
      onDone: (step) => tell(this, 'addnorm-done', { step }),
      onDiverged: ({ identity, nonFinite }) =>
        tell(this, 'addnorm-diverged', { label: identity.label, ...nonFinite! }),
      onError: (error) => tell(this, 'addnorm-error', { error }),
    };
  }

  #replace(settings: LabSettings, notices: readonly string[]): void {
    this.#settings = settings;
    this.#notices = notices;
    this.#attributes.clear();
    this.#early = {};
    this.#form.clear();
    this.requestUpdate();
  }

  #setNote(note: string): void {
    clearTimeout(this.#noteTimer);
    this.#note = note;
    if (note !== '') this.#noteTimer = setTimeout(() => this.#setNote(''), NOTE_MS);
    this.requestUpdate();
  }

  readonly #edits: BlockEdits = {
    toggle: (variant, part) =>
      void this.change(togglePart(this.#settings.configs[variant]!.model, part), variant),
    setGain: (variant, gain, change) => this.change(gainTexts(gain, change), variant),
  };

  #draw(): void {
    const run = this.#run;
    if (!run || !this.#views) return;
    this.#views.show(run);
    this.#find('.standing').textContent = run.standing(this.messages);
    this.#rewindBar?.show(run);
    const wasStuck = this.#isStuck;
    this.#isStuck = isStuck(run.variants);
    if (this.#isStuck !== wasStuck) this.#renderWarmup();
  }

  #speak(): void {
    // Who reads on below need not hear that it rests.
    if (!this.#sight?.isInSight) return;
    const standing = this.#run ? verdict(this.#run.variants, this.messages) : '';
    const spoken = [this.messages.said[this.state], this.#note, standing];
    const text = spoken.filter(Boolean).join(' ');
    const element = this.#find('.spoken');
    if (element.textContent !== text) element.textContent = text;
  }
}

/** Takes properties away from an element itself; those of its class come to light. */
function takeOwn(element: Element, names: readonly string[]): Record<string, unknown> {
  const own = Object.entries(element).filter(([name]) => names.includes(name));
  for (const [name] of own) Reflect.deleteProperty(element, name);
  return Object.fromEntries(own);
}
