// What the element tells the page around it.
import type { StepsEvent } from '../lab/index.ts';

/** By name of the event; each is the `detail` of a CustomEvent that bubbles and leaves shadow roots. */
export interface AddnormLabEvents {
  /** The workers are there. */
  'addnorm-ready': { readonly labels: readonly string[] };
  /** All variants have taken the steps from first to last; rows are by variant ("a", "b", …), in order. */
  'addnorm-step': StepsEvent;
  /** Training is back at this step, and rests there: the rows after it are past. */
  'addnorm-rewound': { readonly step: number };
  /** Training rests, at the step it was to rest at. */
  'addnorm-done': { readonly step: number };
  /** A variant's first number that is not finite. */
  'addnorm-diverged': {
    readonly label: string;
    readonly step: number;
    readonly tensor: string;
    /** From 0; null if the tensor belongs to no block. */
    readonly block: number | null;
  };
  'addnorm-error': { readonly error: Error };
  /** Someone changed the settings; `params` are all that differ from the defaults. */
  'addnorm-config': { readonly params: readonly (readonly [key: string, text: string])[] };
}

export function tell<Name extends keyof AddnormLabEvents>(
  element: HTMLElement,
  name: Name,
  detail: AddnormLabEvents[Name],
): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
