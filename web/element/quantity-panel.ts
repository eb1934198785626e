// A tab of quantities that are measured at many places of a model: of each a profile over the places, of the step at which the
// cursor stands or else the last one, and beside it a heat map over all steps.
import { FrameTask, HeatMap, ProfileChart, ThrottledTask, valueAt } from '../charts/index.ts';
import type { MountPanel, Panel, PanelContext } from './panel.ts';
import { bandRowsOf, placeNames, type PlaceRows, type Quantity, rowsOf } from './quantities.ts';
import type { Run, RunVariant } from './run.ts';
import { lastStep, seedsNote, stepNumbers } from './run-series.ts';

/** A map of all steps changes little with one more: it leaves the frames to the curves. */
const MAPS_MS = 100;

/** A panel of these quantities, one below the other. */
export const quantityPanel =
  (quantities: readonly Quantity[]): MountPanel =>
  (place, context) =>
    new QuantityPanel(place, quantities, context);

export class QuantityPanel implements Panel {
  readonly #pairs: readonly QuantityPair[];
  readonly #following = new FrameTask(() => this.#showProfiles());
  readonly #mapping = new ThrottledTask(MAPS_MS, () => this.#showMaps());
  readonly #cursor: PanelContext['cursor'];
  readonly #stop: () => void;
  #variants: readonly RunVariant[] = [];

  constructor(place: HTMLElement, quantities: readonly Quantity[], context: PanelContext) {
    this.#cursor = context.cursor;
    this.#pairs = quantities.map(
      (quantity) => new QuantityPair(place, quantity, context, () => this.#variants),
    );
    this.#stop = context.cursor.subscribe(() => this.#following.request());
  }

  show({ variants }: Run): void {
    this.#variants = variants;
    this.#showProfiles();
    this.#mapping.request();
  }

  refreshTheme(): void {
    for (const pair of this.#pairs) pair.refreshTheme();
  }

  dispose(): void {
    this.#stop();
    this.#following.cancel();
    this.#mapping.cancel();
    for (const pair of this.#pairs) pair.dispose();
  }

  #showMaps(): void {
    for (const pair of this.#pairs) pair.showMap(this.#variants);
  }

  #showProfiles(): void {
    for (const pair of this.#pairs) pair.showProfile(this.#variants, this.#cursor.x);
  }
}

/** The two charts of one quantity. */
class QuantityPair {
  readonly #messages: PanelContext['messages'];
  readonly #quantity: Quantity;
  readonly #profile: ProfileChart;
  readonly #map: HeatMap;

  constructor(
    place: HTMLElement,
    quantity: Quantity,
    { messages, cursor }: PanelContext,
    variants: () => readonly RunVariant[],
  ) {
    this.#messages = messages;
    this.#quantity = quantity;
    const { title, unit, quantity: spoken, overTime } = messages.quantities[quantity.name];
    const isLinear = quantity.scale === 'linear';
    const shared = {
      quantity: spoken,
      scale: quantity.scale,
      messages: messages.charts,
      placeLabel: messages.place[quantity.place],
      placeName: placeNames(quantity.place, variants, messages),
    };
    this.#profile = new ProfileChart(place, {
      ...shared,
      title,
      yLabel: unit,
      scaleToggle: !isLinear,
      yFit: isLinear,
      compare: isLinear ? 'ends' : 'ratio',
    });
    this.#map = new HeatMap(place, { ...shared, title: overTime, sync: cursor });
  }

  /** @param step the one to show; null is the last of each */
  showProfile(variants: readonly RunVariant[], step: number | null): void {
    const shown = Math.min(step ?? Infinity, lastStep(variants));
    const note = this.#quantity.name === 'weightGradNorm' ? undefined : seedsNote(variants, this.#messages);
    this.#profile.update({
      step: shown,
      note,
      variants: variants.map((variant) => {
        const band = bandRowsOf(this.#quantity, variant);
        return {
          ...variant.identity,
          values: valuesAt(rowsOf(this.#quantity, variant), shown),
          ...(band && { band: { lo: valuesAt(band.lo, shown), hi: valuesAt(band.hi, shown) } }),
        };
      }),
    });
  }

  showMap(variants: readonly RunVariant[]): void {
    const steps = stepNumbers(lastStep(variants));
    const seeds = variants[0]?.seeds ?? 1;
    this.#map.update({
      note: seeds > 1 ? this.#messages.mapOfMedians(seeds) : '',
      variants: variants.map((variant) => ({
        ...variant.identity,
        ...rowsOf(this.#quantity, variant),
        steps,
      })),
    });
  }

  refreshTheme(): void {
    this.#profile.refreshTheme();
    this.#map.refreshTheme();
  }

  dispose(): void {
    this.#profile.dispose();
    this.#map.dispose();
  }
}

/** The numbers of a step, place by place; empty where it was not taken. */
function valuesAt(rows: PlaceRows, step: number): number[] {
  if (step < 1 || step > rows.count) return [];
  return Array.from({ length: rows.nBlock }, (_, i) => valueAt(rows, step - 1, i));
}
