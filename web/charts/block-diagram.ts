// The residual block, drawn, with its norm slots, its residual and its gains as buttons, live numbers on its
// arrows, and its formula below. A view: pressing a button calls `onToggle` or, out of a small dialog, `onGain`, and
// the owner answers with the next `update`.

import { type BlockPicture, drawBlock, type ValueTexts } from './block-drawing.ts';
import { formulaNodes, formulaText } from './block-formula.ts';
import { type ChangeGain, GainEditor, type GainName } from './block-gain-editor.ts';
import { type Box, LAYOUT, SIZE } from './block-layout.ts';
import { describeBlock } from './describe.ts';
import { html, setAttributes, setText } from './dom.ts';
import { formatNumber, formatTick } from './format.ts';
import { FrameTask, ThrottledTask } from './frame-task.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import { seriesStyle } from './theme.ts';
import type { VariantIdentity } from './types.ts';

export type BlockPart = 'input' | 'output' | 'after' | 'residual' | 'finalNorm';

/** What was measured at one sub-layer; what is missing is not printed. */
export interface SubLayerValues {
  /** Root mean square of the stream going in. */
  streamRms?: number;
  /** Norm of the gradient with respect to the stream going in. */
  streamGradient?: number;
  /** Root mean square of what the branch adds. */
  branchRms?: number;
  /** Norm of the gradient of the branch's weights. */
  branchGradient?: number;
}

export interface BlockValues {
  attention: SubLayerValues;
  feedForward: SubLayerValues;
  /** Stream that leaves the block. */
  outputRms?: number;
  outputGradient?: number;
}

export interface BlockDiagramState extends VariantIdentity, BlockPicture {
  /** Where a learned branch gain starts. */
  branchStart?: number;
  values?: BlockValues;
}

export interface BlockDiagramOptions {
  /** Called when someone presses a slot or the residual; without it the drawing is a picture. */
  onToggle?: (part: BlockPart) => void;
  /** Called with what someone wants of a gain; without it the gains are part of the picture. */
  onGain?: ChangeGain;
  messages?: ChartMessages;
}

const PARTS = ['residual', 'input', 'output', 'after'] as const;
// A button reaches a little beyond what it stands for; the gaps between the boxes allow this much.
const REACH = { slot: { x: 6, y: 2 }, residual: { x: 0, y: 0 }, gain: { x: 0, y: 3 } };
/** From a gain to the dialog below it, in px of the drawing. */
const DIALOG_GAP = 18;
const SPOKEN_MS = 1000;
const DIGITS = { rms: 3, gradient: 2, gain: 3 };

const isPressed = ({ slots, residualGain, finalNorm }: BlockPicture, part: BlockPart): boolean =>
  part === 'residual' ? residualGain !== 0 : part === 'finalNorm' ? finalNorm : slots[part];

export class BlockDiagram {
  readonly root: HTMLElement;
  readonly #messages: ChartMessages;
  readonly #label = html('div', { class: 'an-title', part: 'title' });
  readonly #picture = html('div', { class: 'an-block-picture', role: 'img' });
  readonly #stage = html('div', { class: 'an-block-stage' }, this.#picture);
  readonly #key = html('p', { class: 'an-key' });
  readonly #formula = html('p', { class: 'an-formula', part: 'formula' });
  readonly #summary = html('p', { class: 'an-summary', part: 'summary' });
  readonly #buttons: { part: BlockPart; button: HTMLButtonElement }[] = [];
  readonly #gains: { gain: GainName; button: HTMLButtonElement }[] = [];
  readonly #editor: GainEditor | undefined;
  readonly #drawing = new FrameTask(() => this.#draw());
  readonly #speaking = new ThrottledTask(SPOKEN_MS, () => this.#speak());
  #state: BlockDiagramState | undefined;
  #texts: ValueTexts | undefined;
  #signature = '';

  constructor(container: HTMLElement, options: BlockDiagramOptions = {}) {
    this.#messages = options.messages ?? messagesEn;
    if (options.onToggle) this.#addButtons(options.onToggle);
    if (options.onGain) this.#editor = this.#addGains(options.onGain);
    this.root = html(
      'figure',
      { class: 'an-block', part: 'block' },
      this.#label,
      this.#stage,
      this.#key,
      this.#formula,
      this.#summary,
    );
    container.append(this.root);
  }

  /** Shows this state from the next frame on. */
  update(state: BlockDiagramState): void {
    seriesStyle(state);
    this.#state = state;
    this.#drawing.request();
  }

  /** Colours come from CSS alone; here so that all views can be treated alike. */
  refreshTheme(): void {
    this.#drawing.request();
  }

  /** Draws now what waits for the next frame. */
  flush(): void {
    this.#drawing.flush();
  }

  dispose(): void {
    this.#drawing.cancel();
    this.#speaking.cancel();
    this.#editor?.dispose();
    this.root.remove();
  }

  /**
   * Both sub-layers are arranged alike, so a press on either means both. Keyboard and screen reader meet each
   * part once, at the first sub-layer; the copy at the second is for the pointer.
   */
  #addButtons(onToggle: (part: BlockPart) => void): void {
    LAYOUT.subLayers.forEach((layout, nth) => {
      for (const part of PARTS) {
        const button = this.#addButton(
          part,
          layout[part],
          part === 'residual' ? REACH.residual : REACH.slot,
          nth,
        );
        button.addEventListener('click', () => onToggle(part));
        this.#buttons.push({ part, button });
      }
    });
    const button = this.#addButton('finalNorm', LAYOUT.finalNorm, REACH.slot);
    button.addEventListener('click', () => onToggle('finalNorm'));
    this.#buttons.push({ part: 'finalNorm', button });
  }

  #addGains(onGain: ChangeGain): GainEditor {
    const editor = new GainEditor(this.#messages, onGain);
    LAYOUT.subLayers.forEach((layout, nth) => {
      for (const gain of ['residual', 'branch'] as const) {
        const box = layout[`${gain}Gain`];
        const button = this.#addButton(`${gain}-gain`, box, REACH.gain, nth);
        setAttributes(button, { 'aria-haspopup': 'dialog', 'aria-expanded': 'false' });
        const top = (100 * (box.y + DIALOG_GAP)) / SIZE.height;
        button.addEventListener('click', () => this.#openGain(gain, button, top));
        this.#gains.push({ gain, button });
      }
    });
    this.#stage.append(editor.root);
    return editor;
  }

  #addButton(name: string, box: Box, reach: { x: number; y: number }, nth = 0): HTMLButtonElement {
    const button = html('button', { type: 'button', class: `an-part an-part-${name}`, part: 'slot' });
    if (nth > 0) setAttributes(button, { tabindex: -1, 'aria-hidden': 'true' });
    place(button, box, reach);
    this.#stage.append(button);
    return button;
  }

  #openGain(gain: GainName, button: HTMLElement, top: number): void {
    const state = this.#state;
    if (!state || !this.#editor) return;
    const isLearned = gain === 'branch' && state.branchGain === 'learned';
    const value = gain === 'residual' ? state.residualGain : state.branchGain;
    this.#editor.open(
      gain,
      { value: value === 'learned' ? (state.branchStart ?? 0) : value, isLearned },
      button,
      top,
    );
  }

  #draw(): void {
    const state = this.#state;
    if (!state) return;
    const { values, ...picture } = state;
    const signature = JSON.stringify(picture);
    if (signature !== this.#signature) {
      this.#signature = signature;
      this.#drawPicture(state);
    }
    setText(this.#key, values ? this.#messages.block.key : '');
    if (this.#texts) writeValues(this.#texts, values, this.#messages);
    this.#speaking.request();
  }

  #drawPicture(state: BlockDiagramState): void {
    const { colorVar, onColorVar } = seriesStyle(state);
    this.root.style.setProperty('--an-fill', `var(${colorVar})`);
    this.root.style.setProperty('--an-on-fill', `var(${onColorVar})`);
    setAttributes(this.root, { 'aria-label': state.label });
    setText(this.#label, state.label);
    const { svg, texts } = drawBlock(state, this.#messages, { isEditable: this.#editor !== undefined });
    this.#texts = texts;
    this.#picture.replaceChildren(svg);
    this.#formula.replaceChildren(...formulaNodes(state, this.#messages));
    setText(this.#summary, describeBlock(state, this.#messages));
    for (const { part, button } of this.#buttons) {
      setAttributes(button, {
        'aria-pressed': String(isPressed(state, part)),
        'aria-label': this.#partName(state, part),
      });
    }
    for (const { gain, button } of this.#gains) {
      const value = gain === 'residual' ? state.residualGain : state.branchGain;
      const { block, decimalMark } = this.#messages;
      const text =
        value === 'learned' ? block.learned : formatTick(Number(value.toPrecision(DIGITS.gain)), decimalMark);
      setAttributes(button, { 'aria-label': block.gainIs(block.gain[gain], text) });
    }
  }

  #partName({ norm }: BlockPicture, part: BlockPart): string {
    const { block } = this.#messages;
    if (part === 'residual') return block.residual;
    const name = block.norm[norm];
    if (part === 'finalNorm') return block.finalNorm(name);
    return { input: block.slotInput, output: block.slotOutput, after: block.slotAfter }[part](name);
  }

  #speak(): void {
    const state = this.#state;
    if (!state) return;
    const { block } = this.#messages;
    const formula = block.formula(formulaText(state, this.#messages));
    const said = [
      state.label,
      describeBlock(state, this.#messages),
      formula,
      spokenValues(state.values, this.#messages),
    ];
    setAttributes(this.#picture, { 'aria-label': said.filter(Boolean).join(' ') });
  }
}

function place(button: HTMLElement, { x, y, width, height }: Box, reach: { x: number; y: number }): void {
  const [w, h] = [width + 2 * reach.x, height + 2 * reach.y];
  Object.assign(button.style, {
    left: `${(100 * (x - w / 2)) / SIZE.width}%`,
    top: `${(100 * (y - h / 2)) / SIZE.height}%`,
    width: `${(100 * w) / SIZE.width}%`,
    height: `${(100 * h) / SIZE.height}%`,
  });
}

function writeValues(texts: ValueTexts, values: BlockValues | undefined, messages: ChartMessages): void {
  const { rms, gradient } = messages.block;
  const number = (name: string, value: number | undefined, digits: number): string =>
    value === undefined ? '' : `${name} ${formatNumber(value, messages.decimalMark, digits)}`;
  const size = (value: number | undefined): string => number(rms, value, DIGITS.rms);
  const slope = (value: number | undefined): string => number(gradient, value, DIGITS.gradient);
  const pair = (a: number | undefined, b: number | undefined): string =>
    [size(a), slope(b)].filter(Boolean).join('   ');
  [values?.attention, values?.feedForward].forEach((one, i) => {
    setText(texts.stream[i]!, pair(one?.streamRms, one?.streamGradient));
    setText(texts.branchRms[i]!, size(one?.branchRms));
    setText(texts.branchGradient[i]!, slope(one?.branchGradient));
  });
  setText(texts.stream[2], pair(values?.outputRms, values?.outputGradient));
}

function spokenValues(values: BlockValues | undefined, messages: ChartMessages): string {
  if (!values) return '';
  const { block, decimalMark } = messages;
  const rows: [(where: string, value: string) => string, string, number | undefined][] = [
    [block.rmsOf, block.streamInto(block.attention), values.attention.streamRms],
    [block.gradientOf, block.streamInto(block.attention), values.attention.streamGradient],
    [block.rmsOf, block.branchOf(block.attention), values.attention.branchRms],
    [block.gradientOf, block.branchOf(block.attention), values.attention.branchGradient],
    [block.rmsOf, block.streamInto(block.feedForward), values.feedForward.streamRms],
    [block.gradientOf, block.streamInto(block.feedForward), values.feedForward.streamGradient],
    [block.rmsOf, block.branchOf(block.feedForward), values.feedForward.branchRms],
    [block.gradientOf, block.branchOf(block.feedForward), values.feedForward.branchGradient],
    [block.rmsOf, block.streamOut, values.outputRms],
    [block.gradientOf, block.streamOut, values.outputGradient],
  ];
  const said = rows.flatMap(([say, where, value]) =>
    value === undefined ? [] : [say(where, formatNumber(value, decimalMark, DIGITS.rms))],
  );
  return said.length > 0 ? messages.sentence(said) : '';
}
