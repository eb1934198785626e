// The controls of the settings, made from the rows of the schema: label, unit, range, help and error text come from there.
// What is typed is checked at once and taken a moment after the last key; what is chosen is taken at once. A setting in
// which variants differ has a control for each of them.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { type Setting, SETTINGS } from '../lib/index.ts';
import { ARRANGEMENT_KEYS } from './arrangement.ts';
import type { Choice } from './choices.ts';
import { ICONS } from './icons.ts';
import type { LabMessages } from './messages.en.ts';
import { nudge } from './nudge.ts';
import { OPTIONS } from './options.ts';
import { type LabSettings, SETTINGS_BY_KEY } from './settings.ts';
import { readTextFile } from './text-file.ts';

export interface FormHost {
  readonly settings: LabSettings;
  readonly messages: LabMessages;
  /** What the variants are called. */
  readonly variantLabels: readonly string[];
  /** Takes a change; returns what is wrong with it, or undefined. */
  change(
    texts: readonly (readonly [key: string, text: string])[],
    variant: number | undefined,
  ): string | undefined;
  requestUpdate(): void;
}

/** What stands in a control while it is not what is set. */
interface Draft {
  readonly key: string;
  readonly variant: number | undefined;
  readonly text: string;
  readonly fault: string | undefined;
}

const TYPING_MS = 500;
/** These have places of their own on the page: over the drawings, and beside the buttons. */
const ELSEWHERE: readonly string[] = ['placement', 'slots', 'seed', OPTIONS.speed.key];
/** Of the model in the schema, of the data for whoever reads the page. */
const DATA_KEYS: readonly string[] = ['ctx', 'vocab'];
/** Shown below the basic settings while the task has use for it: whoever chooses "text" looks for a place to put one. */
const WITH_TASK = 'text';

type Group = 'model' | 'training' | 'data';

function groupOf(section: string, key: string): Group {
  if (section === 'task' || DATA_KEYS.includes(key)) return 'data';
  return section === 'model' ? 'model' : 'training';
}

/** Not one of the page's options, which go with nothing else. */
const isSetting = (key: string): boolean => SETTINGS.some(({ setting }) => setting.key === key);

export class SettingsForm {
  readonly #host: FormHost;
  readonly #drafts = new Map<string, Draft>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Settings that someone wants one for each model of, though they do not differ (yet). */
  readonly #split = new Set<string>();
  #helpKey: string | null = null;
  /** The field that was typed in or entered last: where several are wrong, its fault is to be seen. */
  #newest = '';

  constructor(host: FormHost) {
    this.#host = host;
  }

  /** Forgets what is typed and not taken: the settings have changed otherwise. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#drafts.clear();
  }

  /** The settings that are always there, and the text if one is learned. */
  basic(): TemplateResult {
    const keys = SETTINGS.filter(({ setting }) => setting.group === 'basic').map(
      ({ setting }) => setting.key,
    );
    return html`
      <div
        class="fields"
        @focusin=${this.#onPoint}
        @pointerover=${this.#onPoint}
        @focusout=${this.#onLeave}
        @pointerleave=${this.#onLeave}
      >
        ${keys.filter((key) => !ELSEWHERE.includes(key) && !this.#isHidden(key)).map((key) => this.field(key))}
      </div>
      ${this.#hasEffect(WITH_TASK) && !this.#isHidden(WITH_TASK) ? html`<div class="with-task">${this.field(WITH_TASK)}</div>` : nothing}
    `;
  }

  /** What the basic setting is that someone points at. */
  get help(): string {
    return this.#helpKey === null ? '' : this.#help(SETTINGS_BY_KEY.get(this.#helpKey)!);
  }

  /** All others, by group, each with its help. */
  more(): TemplateResult {
    const places = [
      ...SETTINGS.map(({ section, setting }) => ({ setting, group: groupOf(section, setting.key) })),
      ...[OPTIONS.seeds, OPTIONS.stop].map((setting: Setting) => ({ setting, group: 'training' as const })),
    ].filter(({ setting: { group, key } }) => group === 'more' && ![...ELSEWHERE, WITH_TASK].includes(key));
    const group = (name: Group) => {
      const keys = places.flatMap((place) => (place.group === name ? [place.setting.key] : []));
      const shown = keys.filter((key) => this.#hasEffect(key) && !this.#isHidden(key));
      if (shown.length === 0) return nothing;
      return html`<fieldset>
        <legend>${this.#host.messages.groups[name]}</legend>
        <div class="fields">${shown.map((key) => this.field(key))}</div>
      </fieldset>`;
    };
    return html`${group('model')}${group('training')}${group('data')}`;
  }

  /** The control of one setting: one for all variants, or one for each where they differ. */
  field(key: string): TemplateResult {
    const setting = SETTINGS_BY_KEY.get(key)!;
    const texts = this.#host.settings.texts(key);
    const isVaried = texts.length > 1 && (this.#split.has(key) || isDifferent(key, texts));
    const variants = isVaried ? texts.map((_, i) => i) : [undefined];
    const id = fieldId(key, variants[0]);
    const { label, unit: unitText } = this.#host.messages.settingOf(setting);
    const unit = unitText === undefined ? nothing : html` <span class="unit">(${unitText})</span>`;
    const isWide = setting.type === 'text' || variants.length > 2;
    return html`<div class=${isWide ? 'field wide' : 'field'} data-key=${key}>
      <label for=${id}>${label}${unit}</label>${this.#splitSwitch(key, label, texts, isVaried)}
      <div class="inputs">
        ${variants.map((variant) => this.#named(variant, this.#control(key, setting, texts, variant)))}
      </div>
      ${this.#hint(key, setting, variants)}
      ${this.#host.settings.remarksOn(key, this.#host.messages).map((remark) => html`<p class="hint remark" role="status">${remark}</p>`)}
    </div>`;
  }

  /** Makes one control for all models into one for each, and back: then all take what the first has. */
  #splitSwitch(
    key: string,
    label: string,
    texts: readonly string[],
    isVaried: boolean,
  ): TemplateResult | typeof nothing {
    if (texts.length < 2 || ARRANGEMENT_KEYS.includes(key) || ELSEWHERE.includes(key)) return nothing;
    const toggle = () => {
      if (!isVaried) this.#split.add(key);
      else if (this.#split.delete(key) || isDifferent(key, texts)) this.#take(key, texts[0]!, undefined);
      this.#host.requestUpdate();
    };
    const text = this.#host.messages.forEach(label);
    return html`<button
      type="button"
      class="split"
      aria-pressed=${isVaried}
      aria-label=${text}
      title=${text}
      @click=${toggle}
    >
      ${ICONS.split}
    </button>`;
  }

  /** A control under the name of its variant, where there is one for each. */
  #named(variant: number | undefined, control: TemplateResult): TemplateResult {
    if (variant === undefined) return control;
    return html`<div class="of-variant">
      <span aria-hidden="true">${this.#host.variantLabels[variant]}</span>${control}
    </div>`;
  }

  #control(
    key: string,
    setting: Setting,
    texts: readonly string[],
    variant: number | undefined,
  ): TemplateResult {
    const id = fieldId(key, variant);
    const text = this.#drafts.get(id)?.text ?? this.#inMark(setting, texts[variant ?? 0]!);
    const { messages, variantLabels } = this.#host;
    const label =
      variant === undefined
        ? nothing
        : messages.ofVariant(messages.settingOf(setting).label, variantLabels[variant]!);
    if (setting.type === 'choice') {
      const take = (event: Event) => this.#take(key, (event.target as HTMLSelectElement).value, variant);
      return html`<select id=${id} aria-label=${label} aria-describedby="${id}-hint" @change=${take}>
        ${setting.choices.map(
          (choice) =>
            html`<option value=${choice} .selected=${live(choice === text)}>
              ${this.#choiceName(key, choice)}
            </option>`,
        )}
      </select>`;
    }
    if (setting.type === 'boolean') {
      const take = (event: Event) =>
        this.#take(key, (event.target as HTMLInputElement).checked ? '1' : '0', variant);
      return html`<input
        id=${id}
        type="checkbox"
        aria-label=${label}
        aria-describedby="${id}-hint"
        .checked=${live(text === '1')}
        @change=${take}
      />`;
    }
    if (setting.type === 'text') return this.#textArea(key, id, label, text, variant);
    return html`<input
      id=${id}
      type="text"
      inputmode=${setting.type === 'integer' ? 'numeric' : 'decimal'}
      autocomplete="off"
      spellcheck="false"
      aria-label=${label}
      aria-invalid=${this.#drafts.get(id)?.fault === undefined ? 'false' : 'true'}
      aria-describedby="${id}-hint"
      .value=${live(text)}
      @focus=${() => this.#enter(id)}
      @input=${(event: Event) => this.#type(key, (event.target as HTMLInputElement).value, variant)}
      @change=${(event: Event) => this.#take(key, (event.target as HTMLInputElement).value, variant)}
      @keydown=${(event: KeyboardEvent) => this.#onKey(event, key, variant)}
    />`;
  }

  #textArea(
    key: string,
    id: string,
    label: string | typeof nothing,
    text: string,
    variant: number | undefined,
  ): TemplateResult {
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void this.#readFile(key, file, variant);
    };
    const open = (event: Event) => {
      const input = event.target as HTMLInputElement;
      const file = input.files?.[0];
      if (file) void this.#readFile(key, file, variant);
      input.value = '';
    };
    return html`<textarea
        id=${id}
        rows="6"
        spellcheck="false"
        aria-label=${label}
        aria-invalid=${this.#drafts.get(id)?.fault === undefined ? 'false' : 'true'}
        aria-describedby="${id}-hint"
        .value=${live(text)}
        @input=${(event: Event) => this.#type(key, (event.target as HTMLTextAreaElement).value, variant)}
        @change=${(event: Event) => this.#take(key, (event.target as HTMLTextAreaElement).value, variant)}
        @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.#onKey(event, key, variant)}
        @dragover=${(event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()}
        @drop=${drop}
      ></textarea>
      <label class="button open-file">
        <input
          type="file"
          accept=".txt,text/plain"
          class="an-hidden"
          @change=${open}
        />${this.#host.messages.openFile}
      </label>`;
  }

  async #readFile(key: string, file: Blob, variant: number | undefined): Promise<void> {
    const read = await readTextFile(file);
    const id = fieldId(key, variant);
    if ('text' in read) this.#take(key, read.text, variant);
    else {
      const text = this.#drafts.get(id)?.text ?? this.#host.settings.texts(key)[variant ?? 0]!;
      this.#drafts.set(id, { key, variant, text, fault: this.#host.messages.fileFaults[read.fault] });
    }
    this.#host.requestUpdate();
  }

  /** What is wrong, or else what the setting is. */
  #hint(key: string, setting: Setting, variants: readonly (number | undefined)[]): TemplateResult[] {
    const faults = variants.map((variant) => this.#drafts.get(fieldId(key, variant))?.fault);
    const shown = faults.find((fault) => fault !== undefined);
    return variants.map((variant, i) => {
      const fault = faults[i];
      const isHelp = shown === undefined && i === 0;
      const text = fault ?? (isHelp ? this.#help(setting) : '');
      const isNewest = fieldId(key, variant) === this.#newest;
      const classes = fault === undefined ? 'hint' : isNewest ? 'hint fault newest' : 'hint fault';
      return html`<p class=${classes} id="${fieldId(key, variant)}-hint">${text}</p>`;
    });
  }

  #help(setting: Setting): string {
    const { messages } = this.#host;
    const { help } = messages.settingOf(setting);
    if (setting.type === 'text') {
      return `${help} ${messages.characters(String(setting.min), setting.max.toLocaleString(messages.language))} ${messages.ownText}`;
    }
    if (setting.type !== 'integer' && setting.type !== 'number') return help;
    const max = setting.max === Number.MAX_SAFE_INTEGER ? '2⁵³ − 1' : String(setting.max);
    return `${help} ${messages.range(this.#inMark(setting, String(setting.min)), this.#inMark(setting, max))}`;
  }

  /** A number as it is written in the language; both marks are understood. */
  #inMark(setting: Setting, text: string): string {
    return setting.type === 'number' ? text.replace('.', this.#host.messages.charts.decimalMark) : text;
  }

  #choiceName(key: string, choice: string): string {
    const { messages } = this.#host;
    if (key !== OPTIONS.speed.key) return messages.choice[choice as Choice];
    return choice === 'max' ? messages.speedMax : messages.speedOf(choice);
  }

  /** Is the setting without effect beside the others? Those that could have one are shown. */
  #hasEffect(key: string): boolean {
    const { section, setting } = SETTINGS.find((place) => place.setting.key === key) ?? {};
    const { onlyWith } = setting ?? {};
    if (section === undefined || onlyWith === undefined) return true;
    const other = SETTINGS.find((place) => place.section === section && place.name === onlyWith.setting)!;
    return this.#host.settings.texts(other.setting.key).some((text) => onlyWith.values.includes(text));
  }

  #isHidden(key: string): boolean {
    return this.#host.settings.hidden.has(key);
  }

  #enter(id: string): void {
    if (this.#newest === id) return;
    this.#newest = id;
    this.#host.requestUpdate();
  }

  /** The setting, and where it is refused alone another that waits for it: a width of 33 for 3 heads. */
  #changes(key: string, text: string, variant: number | undefined): (readonly [key: string, text: string])[] {
    const { settings, messages } = this.#host;
    const own = [key, text] as const;
    const isRefused = (partners: Draft[]) =>
      settings.change([own, ...partners.map((one) => [one.key, one.text] as const)], variant, messages)
        .fault !== undefined;
    if (!isSetting(key) || !isRefused([])) return [own];
    const partner = [...this.#drafts.values()]
      .filter((one) => one.fault !== undefined && one.variant === variant && one.key !== key)
      .find((one) => isSetting(one.key) && !isRefused([one]));
    return partner === undefined ? [own] : [own, [partner.key, partner.text]];
  }

  #type(key: string, text: string, variant: number | undefined): void {
    const id = fieldId(key, variant);
    this.#newest = id;
    const { settings, messages } = this.#host;
    const { fault } = settings.change(this.#changes(key, text, variant), variant, messages);
    this.#drafts.set(id, { key, variant, text, fault });
    clearTimeout(this.#timers.get(id));
    if (fault === undefined) {
      this.#timers.set(
        id,
        setTimeout(() => this.#take(key, text, variant), TYPING_MS),
      );
    }
    this.#host.requestUpdate();
  }

  #take(key: string, text: string, variant: number | undefined): void {
    const id = fieldId(key, variant);
    clearTimeout(this.#timers.get(id));
    const changes = this.#changes(key, text, variant);
    const fault = this.#host.change(changes, variant);
    if (fault === undefined) for (const [taken] of changes) this.#drafts.delete(fieldId(taken, variant));
    else this.#drafts.set(id, { key, variant, text, fault });
    this.#host.requestUpdate();
  }

  #onKey(event: KeyboardEvent, key: string, variant: number | undefined): void {
    const id = fieldId(key, variant);
    const input = event.target as HTMLInputElement;
    if (event.key === 'Escape' && this.#drafts.has(id)) {
      clearTimeout(this.#timers.get(id));
      this.#drafts.delete(id);
      this.#host.requestUpdate();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const setting = SETTINGS_BY_KEY.get(key)!;
      const text = nudge(setting, input.value.replace(',', '.'), event.key === 'ArrowUp' ? 1 : -1);
      if (text !== undefined) this.#type(key, this.#inMark(setting, text), variant);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  readonly #onPoint = (event: Event): void => {
    const field = (event.target as HTMLElement).closest<HTMLElement>('.field');
    this.#showHelp(field?.dataset['key'] ?? null);
  };

  readonly #onLeave = (event: Event): void => {
    const { activeElement } = (event.currentTarget as HTMLElement).getRootNode() as ShadowRoot;
    const focused = event.type === 'focusout' ? null : activeElement?.closest<HTMLElement>('.fields .field');
    this.#showHelp(focused?.dataset['key'] ?? null);
  };

  #showHelp(key: string | null): void {
    if (key === this.#helpKey) return;
    this.#helpKey = key;
    this.#host.requestUpdate();
  }
}

/** Do the models differ in this setting, or may they well? */
const isDifferent = (key: string, texts: readonly string[]): boolean =>
  new Set(texts).size > 1 || ARRANGEMENT_KEYS.includes(key);

const fieldId = (key: string, variant: number | undefined): string =>
  variant === undefined ? `set-${key}` : `set-${key}-${variant}`;
