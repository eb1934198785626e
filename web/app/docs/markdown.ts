// Markdown as markup: what the documentation is written in, with formulas between dollar signs ($…$ in a line, $$…$$ by
// themselves), a name for every heading, and links that lead to pages of the site.
import { Marked, type MarkedExtension, type Tokens } from 'marked';
import { html, Markup } from '../site/markup.ts';
import { unbroken } from '../unbroken.ts';
import { mathMarkup } from './math.ts';

export interface Heading {
  readonly level: number;
  /** Without markup. */
  readonly text: string;
  readonly id: string;
}

export interface Rendered {
  readonly markup: Markup;
  /** In order; the first one is the title. */
  readonly headings: readonly Heading[];
  /** The first paragraph, as plain text. */
  readonly summary: string;
}

export interface RenderOptions {
  /** Where a link leads to: `performance.md#figures` as it is written, as an address from this page. */
  readonly link?: (href: string) => string;
  /** Names in code that lead to an address. */
  readonly places?: ReadonlyMap<string, string>;
}

/** Words of code that are not broken over two lines: what begins with hyphens would be left with one of them. */
const WHOLE = /^(\S{1,20}|-\S{1,32})$/;
const wordsOf = (code: string) =>
  code.split(/( +)/).map((word) => (WHOLE.test(word) ? html`<span class="word">${word}</span>` : word));

/** A cell of a table up to so many characters stays in one line: a figure, a verdict, a name. */
const SHORT_CELL = 16;

/** The markup of a document. */
export function renderMarkdown(source: string, options: RenderOptions = {}): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked(formulas(), { renderer: rendererOf(headings, options) });
  const tokens = marked.lexer(source);
  const tables = tokens.filter(({ type }) => type === 'table');
  // Code is no text here, so it keeps its spaces and can be copied.
  void marked.walkTokens(tables, (token) => {
    if (token.type === 'text') token.text = unbroken(token.text as string);
  });
  const markup = new Markup(marked.parser(tokens));
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return { markup, headings, summary: first ? plain(marked.parser([first])) : '' };
}

function rendererOf(headings: Heading[], { link = (href) => href, places }: RenderOptions) {
  return {
    heading(this: Parser, { tokens, depth }: Tokens.Heading): string {
      const inner = this.parser.parseInline(tokens);
      const heading = { level: depth, text: plain(inner), id: freshId(plain(inner), headings) };
      headings.push(heading);
      const content = new Markup(inner);
      if (depth === 1) return html`<h1 id="${heading.id}">${content}</h1>`.text;
      const tag = new Markup(`h${depth}`);
      return html`<${tag} id="${heading.id}"><a class="anchor" href="#${heading.id}">${content}</a></${tag}>`
        .text;
    },
    // There is none in a text: what looks like it stands for itself, `<parameter>`.
    html: ({ text }: Tokens.HTML | Tokens.Tag): string => html`${text}`.text,
    code: ({ text, lang }: Tokens.Code): string => codeMarkup(text, lang ?? '', places).text,
    codespan: ({ text }: Tokens.Codespan): string => html`<code>${wordsOf(text)}</code>`.text,
    link(this: Parser, { href, tokens }: Tokens.Link): string {
      const outside = /^https?:/.test(href) && html` rel="noreferrer"`;
      return html`<a href="${link(href)}" ${outside}>${new Markup(this.parser.parseInline(tokens))}</a>`.text;
    },
    image: ({ href, text }: Tokens.Image): string =>
      html`<img src="${link(href)}" alt="${text}" loading="lazy" />`.text,
    table(this: Parser, { header, rows }: Tokens.Table): string {
      const cells = (row: Tokens.TableCell[]) =>
        row.map((cell) => {
          const inner = this.parser.parseInline(cell.tokens);
          const isShort = plain(inner).length <= SHORT_CELL;
          return html`<td ${isShort && html`class="short"`}>${new Markup(inner)}</td>`;
        });
      const heads = header.map(
        (cell) => html`<th scope="col">${new Markup(this.parser.parseInline(cell.tokens))}</th>`,
      );
      return html`<div
        class="table-scroll"
        tabindex="0"
        role="group"
        aria-label="Table: ${header.map(({ text }) => plain(text)).join(', ')}"
      >
        <table>
          <thead>
            <tr>
              ${heads}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${cells(row)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`.text;
    },
  };
}

type Parser = { parser: { parseInline(tokens: Tokens.Generic[]): string } };

/** A block of code, which can be scrolled by keys. */
function codeMarkup(code: string, info: string, places: ReadonlyMap<string, string> = new Map()): Markup {
  const escaped = html`${code}`.text.replace(/[A-Za-z_]\w+/g, (name) => {
    const href = places.get(name);
    return href === undefined ? name : html`<a href="${href}">${name}</a>`.text;
  });
  const language = /^\w*/.exec(info)![0];
  return html`<pre
    tabindex="0"
    role="group"
    aria-label="Code: ${language || 'text'}"
  ><code>${new Markup(escaped)}</code></pre>`;
}

/** Inline formulas and displayed ones, as Marked wants them told. */
function formulas(): MarkedExtension {
  const inline = /^\$(?!\s)((?:\\.|[^$\\\n])+?)\$(?!\d)/;
  const displayed = /^\$\$\n([\s\S]+?)\n\$\$(?:\n|$)/;
  return {
    extensions: [
      {
        name: 'formula',
        level: 'inline',
        start: (source) => source.indexOf('$'),
        tokenizer: (source) => tokenOf('formula', inline.exec(source)),
        renderer: ({ text }) => mathMarkup(String(text), false).text,
      },
      {
        name: 'displayedFormula',
        level: 'block',
        start: (source) => source.indexOf('$$'),
        tokenizer: (source) => tokenOf('displayedFormula', displayed.exec(source)),
        renderer: ({ text }) =>
          html`<div class="formula-scroll" tabindex="0" role="group" aria-label="Formula">
            ${mathMarkup(String(text), true)}
          </div>`.text,
      },
    ],
  };
}

const tokenOf = (type: string, match: RegExpExecArray | null) =>
  match ? { type, raw: match[0], text: match[1] } : undefined;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Markup without its tags. */
const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
    .trim();

/** `How it is measured` → `how-it-is-measured`; a second one of that name gets a number. */
function freshId(text: string, headings: readonly Heading[]): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '');
  const isTaken = (id: string) => headings.some((heading) => heading.id === id);
  if (!isTaken(base)) return base;
  let nth = 2;
  while (isTaken(`${base}-${nth}`)) nth++;
  return `${base}-${nth}`;
}
