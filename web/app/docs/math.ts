// Formulas in TeX as MathML, made when the site is built: the page needs no script and no font for them.
import temml from 'temml';
import { Markup } from '../site/markup.ts';

/** A formula in a line, or one that stands by itself. Throws where the TeX is wrong. */
export function mathMarkup(tex: string, isDisplayed: boolean): Markup {
  const mathml = temml.renderToString(tex, { displayMode: isDisplayed, throwOnError: true });
  // What Temml says in styles of elements stands in docs.css.
  return new Markup(mathml.replace(/ style="[^"]*"/g, ''));
}
