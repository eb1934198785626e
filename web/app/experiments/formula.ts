// A formula as markup: variables, which are letters alone, are slanted, as everywhere on the site; names are not.
import { html, Markup } from '../site/markup.ts';

/** A letter alone, with what is written below or above it: `σ_j`, `W_last`, `(2N)^¼`, `x^{l+1}`. */
const PARTS = /[_^](?:\{([^}]*)\}|([\p{L}\d]+|.))|(?<![\p{L}&#])\p{L}(?![\p{L};])/gu;

function partMarkup(part: string, group: string | undefined, sign: string | undefined): string {
  const raised = group ?? sign;
  if (raised === undefined) return `<i>${part}</i>`;
  const tag = part.startsWith('_') ? 'sub' : 'sup';
  return `<${tag}>${raised.replace(PARTS, partMarkup)}</${tag}>`;
}

/** `post-LN: y = LN(x + F(x))`; what stands before the colon is a name. */
export function formulaMarkup(formula: string): Markup {
  const [, name, body] = /^(?:([^:=]*): )?(.*)$/s.exec(formula)!;
  const math = html`<span class="math">${new Markup(html`${body}`.text.replace(PARTS, partMarkup))}</span>`;
  return name === undefined ? math : html`<span class="formula-name">${name}</span> ${math}`;
}
