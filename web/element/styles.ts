// All CSS of the element's shadow root: the tokens, the views', and its own.
import { unsafeCSS, type CSSResult } from 'lit';
import { chartStyles, PLACEMENTS, placementVar, themeStyles } from '../charts/index.ts';
import labCss from './addnorm-lab.css?inline';

const chips = PLACEMENTS.map(
  (placement) => `.placement[data-placement="${placement}"]{--chip:var(${placementVar(placement)})}`,
);

// What the page around the element has set (fonts, spacing, letter case) stops here; the tokens come after it.
const closed = ':host{all:initial;display:block}';

export const styles: CSSResult[] = [closed, themeStyles, chartStyles, chips.join('\n'), labCss].map((text) =>
  unsafeCSS(text),
);
