// The charts and drawings of the lab: makes them in the places the element has for them, and shows a run in them. Each view
// draws at most once a frame; the drawings' numbers follow slowly enough to be read.
import {
  BlockDiagram,
  type BlockDiagramState,
  type BlockPart,
  type BlockValues,
  CursorSync,
  describeLoss,
  formatNumber,
  HeatMap,
  LineChart,
  ProfileChart,
  type VariantIdentity,
} from '../charts/index.ts';
import { ThrottledTask } from '../charts/frame-task.ts';
import type { RunConfig, StepMetrics } from '../lib/index.ts';
import { explainDivergence } from './divergence.ts';
import { guessingLoss } from './guessing.ts';
import type { LabMessages } from './messages.en.ts';
import type { RunVariant } from './run.ts';

/** Where the views stand. */
export interface ViewPlaces {
  readonly loss: HTMLElement;
  readonly profile: HTMLElement;
  readonly heatMap: HTMLElement;
}

/** What a drawing shows: a variant as it is set, which need not be what is trained yet. */
export interface DrawnVariant {
  readonly identity: VariantIdentity;
  readonly config: RunConfig;
}

const NUMBERS_MS = 250;
/** Losses above this leave the plot: a run that diverges must not make the others flat. */
const LOSS_LIMIT = 6;

export class Views {
  readonly #messages: LabMessages;
  readonly #loss: LineChart;
  readonly #profile: ProfileChart;
  readonly #heatMap: HeatMap;
  readonly #diagrams: { readonly place: HTMLElement; readonly diagram: BlockDiagram }[] = [];
  readonly #onToggle: (variant: number, part: BlockPart) => void;
  readonly #numbers = new ThrottledTask(NUMBERS_MS, () => this.#drawBlocks());
  /** 1 … n, for as many steps as any variant has. */
  #steps = new Float64Array(256).map((_, i) => i + 1);
  #variants: readonly RunVariant[] = [];
  #drawn: readonly DrawnVariant[] = [];
  #block = 0;

  constructor(
    places: ViewPlaces,
    messages: LabMessages,
    onToggle: (variant: number, part: BlockPart) => void,
  ) {
    this.#messages = messages;
    this.#onToggle = onToggle;
    const sync = new CursorSync();
    this.#loss = new LineChart(places.loss, {
      title: messages.loss,
      xLabel: 'step',
      yLabel: messages.lossUnit,
      yLimit: LOSS_LIMIT,
      sync,
      describe: () => this.verdict(),
    });
    this.#profile = new ProfileChart(places.profile, {
      title: messages.gradient,
      yLabel: messages.gradientUnit,
      quantity: messages.gradientQuantity,
    });
    this.#heatMap = new HeatMap(places.heatMap, {
      title: messages.gradientOverTime,
      quantity: messages.gradientQuantity,
      sync,
    });
  }

  /** Room for what belongs to the sentence under the loss. */
  get belowLoss(): HTMLElement {
    return this.#loss.below;
  }

  /** Shows what was measured, from the next frame on. */
  show(variants: readonly RunVariant[]): void {
    this.#variants = variants;
    this.#growSteps(Math.max(...variants.map(({ history }) => history.length)));
    const steps = this.#steps;
    this.#loss.update({
      series: variants.map(({ identity, history }) => ({
        ...identity,
        x: steps,
        y: history.scalar('loss'),
        count: history.length,
      })),
      marks: this.#marks(),
      references: this.#references(),
    });
    this.#profile.update({
      step: Math.max(...variants.map(({ history }) => history.lastStep)),
      variants: variants.map(({ identity, gradient }) => ({ ...identity, values: gradient.last })),
    });
    this.#heatMap.update({
      variants: variants.map(({ identity, gradient }) => ({
        ...identity,
        nBlock: gradient.nBlock,
        steps,
        values: gradient.values,
        count: gradient.count,
      })),
    });
    this.#numbers.request();
  }

  /** Draws the blocks of these variants, one in each place, with the numbers of one block (from 0). */
  showBlocks(drawn: readonly DrawnVariant[], places: readonly HTMLElement[], block: number): void {
    while (this.#diagrams.length > places.length) this.#diagrams.pop()?.diagram.dispose();
    places.forEach((place, i) => {
      if (this.#diagrams[i]?.place === place) return;
      this.#diagrams[i]?.diagram.dispose();
      const diagram = new BlockDiagram(place, { onToggle: (part) => this.#onToggle(i, part) });
      this.#diagrams[i] = { place, diagram };
    });
    this.#drawn = drawn;
    this.#block = block;
    this.#drawBlocks();
  }

  /** What the loss shows, in a sentence; how a run diverged, in some more. */
  verdict(): string {
    const series = this.#variants.map(({ identity, history }) => ({
      label: identity.label,
      x: this.#steps,
      y: history.scalar('loss'),
      count: history.length,
    }));
    const guessing = this.#guessing();
    const standing = describeLoss(guessing === undefined ? { series } : { series, guessing });
    const reasons = this.#variants.flatMap(({ identity, nonFinite, config }) =>
      nonFinite ? [explainDivergence(identity.label, nonFinite, config, this.#messages)] : [],
    );
    return [standing, ...reasons].join(' ');
  }

  refreshTheme(): void {
    for (const view of [this.#loss, this.#profile, this.#heatMap]) view.refreshTheme();
  }

  dispose(): void {
    this.#numbers.cancel();
    for (const view of [this.#loss, this.#profile, this.#heatMap]) view.dispose();
    for (const { diagram } of this.#diagrams) diagram.dispose();
  }

  /** The loss of guessing, if it is the same for all variants. */
  #guessing(): number | undefined {
    const [first, ...others] = this.#variants.map(({ config }) => guessingLoss(config));
    return others.every((one) => one === first) ? first : undefined;
  }

  #references() {
    const y = this.#guessing();
    return y === undefined ? [] : [{ y, label: this.#messages.guessing(formatNumber(y)) }];
  }

  #marks() {
    const ends = this.#variants.map(({ config: { schedule } }) =>
      schedule.kind === 'constant' ? 0 : schedule.warmup,
    );
    return [...new Set(ends)].filter((x) => x > 0).map((x) => ({ x, label: this.#messages.warmupEnds }));
  }

  #growSteps(count: number): void {
    if (count <= this.#steps.length) return;
    this.#steps = new Float64Array(2 ** Math.ceil(Math.log2(count))).map((_, i) => i + 1);
  }

  #drawBlocks(): void {
    this.#drawn.forEach(({ identity, config: { model } }, i) => {
      const last = this.#variants[i]?.last;
      const state: BlockDiagramState = {
        ...identity,
        slots: model.slots,
        norm: model.norm,
        residualGain: model.residualGain,
        branchGain: model.learnBranchGain ? 'learned' : model.branchGain,
        finalNorm: model.finalNorm,
        nLayer: model.nLayer,
      };
      const values = last && blockValues(last, this.#block);
      this.#diagrams[i]?.diagram.update(values ? { ...state, values } : state);
    });
  }
}

/** What was measured at one block; null if the model has no such block. */
function blockValues(metrics: StepMetrics, block: number): BlockValues | null {
  const [attention, feedForward, next] = [2 * block, 2 * block + 1, 2 * block + 2];
  if (feedForward >= metrics.streamRms.length) return null;
  const at = (subLayer: number) => ({
    streamRms: metrics.streamRms[subLayer]!,
    streamGradient: metrics.inputGradNorm[subLayer]!,
    branchRms: metrics.branchRms[subLayer]!,
    branchGradient: metrics.weightGradNorm[subLayer]!,
  });
  const [outputRms, outputGradient] = [metrics.streamRms[next], metrics.inputGradNorm[next]];
  return {
    attention: at(attention),
    feedForward: at(feedForward),
    ...(outputRms !== undefined && outputGradient !== undefined && { outputRms, outputGradient }),
  };
}
