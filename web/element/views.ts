// What the lab shows of a run: the drawings of its models, and the panel of the open tab. A panel is made when its tab is
// first opened; those that are not open cost nothing. The drawings' numbers follow slowly enough to be read.
import {
  BlockDiagram,
  type BlockDiagramOptions,
  type BlockDiagramState,
  type BlockPart,
  type BlockValues,
  CursorSync,
  type GainChange,
  type GainName,
  type VariantIdentity,
} from '../charts/index.ts';
import { ThrottledTask } from '../charts/frame-task.ts';
import type { RunConfig, StepMetrics } from '../lib/index.ts';
import type { ViewName } from './options.ts';
import { OverviewPanel } from './overview-panel.ts';
import type { Panel, PanelContext } from './panel.ts';
import { PANELS } from './panels.ts';
import type { Run } from './run.ts';
import { panelId, tabId } from './tabs.ts';

/** What a drawing shows: a variant as it is set, which need not be what is trained yet. */
export interface DrawnVariant {
  readonly identity: VariantIdentity;
  readonly config: RunConfig;
}

const NUMBERS_MS = 250;

interface Diagram {
  readonly place: HTMLElement;
  readonly canEdit: boolean;
  readonly diagram: BlockDiagram;
}

/** What someone does to the block of a variant in its drawing. */
export interface BlockEdits {
  toggle(variant: number, part: BlockPart): void;
  /** Returns what is wrong with it, or undefined. */
  setGain(variant: number, gain: GainName, change: GainChange): string | undefined;
}

export class Views {
  readonly #root: ParentNode;
  readonly #context: PanelContext;
  readonly #panels = new Map<ViewName, Panel>();
  readonly #diagrams: Diagram[] = [];
  readonly #edits: BlockEdits;
  readonly #numbers = new ThrottledTask(NUMBERS_MS, () => this.#drawBlocks());
  #open: Panel | null = null;
  #run: Run | null = null;
  #drawn: readonly DrawnVariant[] = [];
  #block = 0;

  /** @param root holds the places of the panels */
  constructor(root: ParentNode, context: Omit<PanelContext, 'cursor'>, edits: BlockEdits) {
    this.#root = root;
    this.#context = { ...context, cursor: new CursorSync() };
    this.#edits = edits;
  }

  /** The step at which the cursor of every chart stands. */
  get cursor(): CursorSync {
    return this.#context.cursor;
  }

  /** Room for what belongs to the sentence under the loss of the overview; null as long as that was never open. */
  get belowLoss(): HTMLElement | null {
    const overview = this.#panels.get('overview');
    return overview instanceof OverviewPanel ? overview.belowLoss : null;
  }

  /** Opens a tab: from now on it is the one that shows the run. */
  open(view: ViewName): void {
    const panel = this.#panels.get(view) ?? this.#mount(view);
    if (panel === this.#open) return;
    this.#panels.set(view, panel);
    this.#open = panel;
    this.#revealTab(view);
    if (this.#run) panel.show(this.#run);
  }

  /** Shows what was measured, from the next frame on. */
  show(run: Run): void {
    this.#run = run;
    this.#open?.show(run);
    this.#numbers.request();
  }

  /**
   * Draws the blocks of these variants, one in each place, with the numbers of one block (from 0).
   *
   * @param canEdit may their parts be pressed?
   */
  showBlocks(
    drawn: readonly DrawnVariant[],
    places: readonly HTMLElement[],
    block: number,
    canEdit: boolean,
  ): void {
    while (this.#diagrams.length > places.length) this.#diagrams.pop()?.diagram.dispose();
    places.forEach((place, i) => {
      const before = this.#diagrams[i];
      if (before?.place === place && before.canEdit === canEdit) return;
      before?.diagram.dispose();
      const edits: BlockDiagramOptions = {
        onToggle: (part) => this.#edits.toggle(i, part),
        onGain: (gain, change) => this.#edits.setGain(i, gain, change),
      };
      const { charts: messages } = this.#context.messages;
      const diagram = new BlockDiagram(place, { messages, ...(canEdit && edits) });
      this.#diagrams[i] = { place, canEdit, diagram };
    });
    this.#drawn = drawn;
    this.#block = block;
    this.#drawBlocks();
  }

  refreshTheme(): void {
    for (const panel of this.#panels.values()) panel.refreshTheme();
  }

  dispose(): void {
    this.#numbers.cancel();
    for (const panel of this.#panels.values()) panel.dispose();
    for (const { diagram } of this.#diagrams) diagram.dispose();
  }

  /** Where the list of tabs is wider than the lab, the open one need not be in sight. The page itself stays where it is. */
  #revealTab(view: ViewName): void {
    const tab = this.#place(tabId(view));
    const list = tab.parentElement!;
    list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }

  #mount(view: ViewName): Panel {
    const mount = PANELS[view];
    if (mount) return mount(this.#place(panelId(view, 'panel')), this.#context);
    const places = [panelId('overview', 'loss'), panelId('overview', 'rest')] as const;
    return new OverviewPanel(this.#place(places[0]), this.#place(places[1]), this.#context);
  }

  #place(id: string): HTMLElement {
    return this.#root.querySelector<HTMLElement>(`#${id}`)!;
  }

  #drawBlocks(): void {
    this.#drawn.forEach(({ identity, config: { model } }, i) => {
      const last = this.#run?.variants[i]?.last;
      const state: BlockDiagramState = {
        ...identity,
        slots: model.slots,
        norm: model.norm,
        residualGain: model.residualGain,
        branchGain: model.learnBranchGain ? 'learned' : model.branchGain,
        branchStart: model.branchGain,
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
