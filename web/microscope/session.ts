// What the microscope does with what people do: it holds the state, what is typed and not taken yet, and what the last change
// led to. The element shows it.
import { nudge } from '../element/nudge.ts';
import type { Addnorm } from '../lib/index.ts';
import { type Change, type Changed, changeAll, trainOnce } from './changes.ts';
import { Drag } from './drag.ts';
import { type FieldHost, type FieldPlace, NumberFields } from './fields.ts';
import { placeOf } from './lane.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { formatRows, parseNumber, parseRows } from './numbers.ts';
import { EPS } from './params.ts';
import { type PresetId, PRESETS } from './presets.ts';
import { rangeOf, stepOf } from './ranges.ts';
import { type Scene, sceneOf } from './scene.ts';
import type { Resize, TextDraft } from './side.ts';
import {
  addFeature,
  addRow,
  type MicroscopeState,
  removeFeature,
  removeRow,
  type Rows,
  type Source,
  stateOf,
  withNumber,
  withRows,
} from './state.ts';
import type { Family } from './steps.ts';
import type { MicroscopeActions } from './view.ts';

export interface SessionHost {
  readonly messages: MicroscopeMessages;
  requestUpdate(): void;
  /** The state is another one, by what someone did. */
  changed(): void;
  /** A step has been gone to. */
  stepped(): void;
}

const RESIZES: Readonly<Record<Resize, (state: MicroscopeState) => MicroscopeState>> = {
  addFeature,
  removeFeature,
  addRow,
  removeRow,
};
const NEXT_KEYS = ['PageDown', 'ArrowRight', 'ArrowDown'];
const PREVIOUS_KEYS = ['PageUp', 'ArrowLeft', 'ArrowUp'];

export class Session implements FieldHost, MicroscopeActions {
  readonly fields = new NumberFields(this);
  readonly #host: SessionHost;
  readonly #drag = new Drag();
  #state = stateOf();
  #addnorm: Addnorm | undefined;
  #scene: Scene | undefined;
  #numbers: TextDraft | undefined;
  #eps: TextDraft | undefined;
  #scales: ReadonlyMap<Family, number> | undefined;
  #note = '';
  /** The output before the last change of all of x. */
  #before: Rows | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  get messages(): MicroscopeMessages {
    return this.#host.messages;
  }

  get state(): MicroscopeState {
    return this.#state;
  }

  get note(): string {
    return this.#note;
  }

  /** undefined until there is a module. While a bar is pulled the scales stay. */
  get scene(): Scene | undefined {
    if (!this.#addnorm) return undefined;
    this.#scene ??= sceneOf(this.#addnorm, this.#state, this.messages, this.#before);
    return this.#scales ? { ...this.#scene, scales: this.#scales } : this.#scene;
  }

  get numbers(): TextDraft {
    return this.#numbers ?? { text: formatRows(this.#state.x), fault: undefined };
  }

  get eps(): TextDraft {
    return this.#eps ?? { text: String(this.#state.eps), fault: undefined };
  }

  useModule(addnorm: Addnorm): void {
    this.#addnorm = addnorm;
    this.#host.requestUpdate();
  }

  /** Another state, from outside: what is typed and not taken is forgotten. */
  replace(state: MicroscopeState): void {
    this.#state = state;
    this.#scene = this.#numbers = this.#eps = this.#before = undefined;
    this.#note = '';
    this.fields.clear();
    this.#host.requestUpdate();
  }

  requestUpdate(): void {
    this.#host.requestUpdate();
  }

  // Numbers.

  setNumber({ source, row, feature }: FieldPlace, value: number): void {
    this.#numbers = undefined;
    this.#take(withNumber(this.#state, source, row, feature, value));
  }

  paste({ source }: FieldPlace, rows: Rows): boolean {
    if (source !== 'x') return false;
    this.#take(withRows(this.#state, rows));
    return true;
  }

  stepOf(source: Source): number {
    return stepOf(this.#state, this.scene, source);
  }

  lookAt(row: number | FieldPlace, feature = 0): void {
    const place = typeof row === 'number' ? { row, feature } : row;
    if (place.row === this.#state.row && place.feature === this.#state.feature) return;
    const isForAll = typeof row !== 'number' && row.source !== 'x' && row.source !== 'dy';
    this.#state = {
      ...this.#state,
      row: isForAll ? this.#state.row : place.row,
      feature: place.feature,
    };
    this.#update();
  }

  look(index: number): void {
    const { scene } = this;
    if (!scene) return;
    const { row, feature } = placeOf(this.#state, scene.lane, index);
    this.lookAt(row, feature);
  }

  typeNumbers(text: string): void {
    const { value, fault } = parseRows(text);
    this.#numbers = { text, fault: fault && this.messages.fault(fault) };
    if (!value) {
      this.requestUpdate();
      return;
    }
    this.fields.clear();
    this.#take(withRows(this.#state, value));
  }

  leaveNumbers(): void {
    if (this.#numbers?.fault === undefined) this.#numbers = undefined;
    this.requestUpdate();
  }

  typeEps(text: string): void {
    const { value, fault } = parseNumber(text);
    const isOutside = value !== undefined && (value < EPS.min || value > EPS.max);
    const range = this.messages.faults.range(String(EPS.min), String(EPS.max));
    this.#eps = { text, fault: isOutside ? range : fault && this.messages.fault(fault) };
    if (this.#eps.fault === undefined) this.#take({ ...this.#state, eps: value! });
    else this.requestUpdate();
  }

  leaveEps(): void {
    if (this.#eps?.fault === undefined) this.#eps = undefined;
    this.requestUpdate();
  }

  nudgeEps(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const text = nudge(EPS, this.eps.text, event.key === 'ArrowUp' ? 1 : -1);
    if (text === undefined) return;
    event.preventDefault();
    this.typeEps(text);
  }

  beginDrag(event: PointerEvent, place: FieldPlace, value: number): void {
    const range = rangeOf(this.#state, this.scene, place.source);
    this.#drag.begin(event, place, value, range, this.stepOf(place.source));
    if (!this.#drag.isOn) return;
    this.#scales = this.scene?.scales;
    this.lookAt(place);
  }

  drag(event: PointerEvent): void {
    const moved = this.#drag.move(event);
    if (moved) this.setNumber(moved.place, moved.value);
  }

  endDrag(): void {
    this.#drag.end();
    this.#scales = undefined;
    this.requestUpdate();
  }

  resize(how: Resize): void {
    this.#numbers = undefined;
    this.fields.clear();
    this.#take(RESIZES[how](this.#state));
  }

  addRow(): void {
    this.resize('addRow');
  }

  // Changes of the whole.

  change(how: Change): void {
    if (this.#addnorm) this.#takeWith(changeAll(this.#addnorm, this.#state, how, this.messages));
  }

  trainOnce(): void {
    if (this.#addnorm) this.#takeWith(trainOnce(this.#addnorm, this.#state));
  }

  choosePreset(id: PresetId): void {
    this.#begin(PRESETS[id]);
  }

  reset(): void {
    this.replace(stateOf());
    this.#host.changed();
  }

  set(change: Partial<MicroscopeState>): void {
    this.#begin({ ...this.#state, ...change });
  }

  goTo(step: number | null): void {
    const count = this.scene?.steps.length ?? 1;
    this.#state = { ...this.#state, step: step === null ? null : Math.min(Math.max(step, 1), count) };
    this.#update();
    this.#host.stepped();
  }

  onKey(event: KeyboardEvent): void {
    const { step } = this.#state;
    const target = event.composedPath()[0] as HTMLElement;
    if (step === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.matches('input, textarea, select, .grid-scroll, .matrix-scroll')) return;
    const isNext = NEXT_KEYS.includes(event.key);
    if (!isNext && !PREVIOUS_KEYS.includes(event.key)) return;
    event.preventDefault();
    this.goTo(isNext ? step + 1 : step - 1);
  }

  // Inside.

  /** A state that begins anew where steps are gone through one by one. */
  #begin(state: MicroscopeState): void {
    this.replace({ ...state, step: this.#state.step === null ? null : 1 });
    this.#host.changed();
  }

  #take(state: MicroscopeState): void {
    this.#state = state;
    this.#note = '';
    this.#before = undefined;
    this.#update();
  }

  #takeWith({ state, note, before }: Changed): void {
    this.#numbers = undefined;
    this.fields.clear();
    this.#state = state;
    this.#note = note;
    this.#before = before;
    this.#update();
  }

  #update(): void {
    this.#scene = undefined;
    this.#host.requestUpdate();
    this.#host.changed();
  }
}
