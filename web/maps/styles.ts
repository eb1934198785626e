// The styles of the figures, for whatever they stand in: the page or a shadow root. The tokens (colours, sizes) are the page's.
import { chartStyles } from '../charts/index.ts';
import mapsCss from './maps.css?inline';

let sheet: CSSStyleSheet | undefined;

/** Gives the root around `place` the styles of charts and figures, once. */
export function adoptStyles(place: Element): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(`${chartStyles}\n${mapsCss}`);
  }
  const root = place.getRootNode() as Document | ShadowRoot;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
